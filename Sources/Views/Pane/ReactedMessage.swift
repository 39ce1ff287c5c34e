internal import Localization
internal import Model
internal import Screen
internal import Store

/// How what people say of a message in emoji is shown: in one row below it, mine in brackets, so that it reads
/// without colour (M4).
enum ReactedMessage {
  /// An emoji, and who says it.
  private struct Count {
    var emoji: Emoji
    var number = 0
    var isMine = false
  }

  /// The first to be said first.
  private static func counts(_ message: Message) -> [Count] {
    var counts: [Count] = []
    for reaction in message.reactions {
      for emoji in reaction.emoji {
        let index = counts.firstIndex { $0.emoji == emoji } ?? counts.count
        if index == counts.count { counts.append(Count(emoji: emoji)) }
        counts[index].number += 1
        if reaction.isMine { counts[index].isMine = true }
      }
    }
    return counts
  }

  /// `[👍 2] ❤️ 1   Queued`; never empty where there is a reaction. What there is no room for is counted.
  static func row(_ message: Message, width: Int) -> [Span] {
    guard !message.reactions.isEmpty else { return [] }
    let counts = counts(message)
    let state = state(of: message.myReaction, isFirst: counts.isEmpty, width: width)
    // The emoji are not worth less than how far they are.
    let room = state.width >= width / 2 && !counts.isEmpty ? width : width - state.width
    var row: [Span] = []
    for (index, count) in counts.enumerated() {
      let span = span(count, isFirst: row.isEmpty)
      let rest = counts.count - index
      let isLast = rest == 1
      guard row.width + span.width + (isLast ? 0 : "\(rest)".count + 2) <= room else {
        row.append(Span("\(row.isEmpty ? "" : " ")+\(rest)", .dim))
        break
      }
      row.append(span)
    }
    return row + (row.width + state.width <= width || row.isEmpty ? state : [])
  }

  private static func span(_ count: Count, isFirst: Bool) -> Span {
    let words = "\(count.emoji.text) \(count.number)"
    let gap = isFirst ? "" : " "
    return Span(
      gap + (count.isMine ? "[\(words)]" : words), count.isMine ? .accent : .dim)
  }

  /// How far what I said is on its way.
  private static func state(of mine: Message.Reaction?, isFirst: Bool, width: Int) -> [Span] {
    guard let mine, let pending = mine.pending else { return [] }
    let separator = Glyphs.current.separator
    let what = mine.emoji.isEmpty ? tr("Taken back") + " \(separator) " : ""
    let lead = (isFirst ? "" : "  ") + what
    switch pending.status {
    case .failed:
      let way = width < 40 ? "" : " \(separator) " + tr("Enter to retry")
      return [Span(lead + tr("! Failed") + way, .statusFailed)]
    case .sending:
      return [Span(lead + tr("Sending") + Glyphs.current.ellipsis, .statusSending)]
    case .queued: return [Span(lead + tr("Queued"), .statusQueued)]
    default: return [Span("\(lead)\(Glyphs.current.sent)?", .statusQueued)]
    }
  }

  /// `reacted  Bo 👍 ❤️`, a line for each person.
  static func facts(_ message: Message, in snapshot: Snapshot) -> [String] {
    message.reactions.filter { !$0.emoji.isEmpty }.map { reaction in
      let name =
        reaction.isMine
        ? tr("you") : Names.speaker(ChatID(reaction.sender, of: message.account), in: snapshot)
      return tr("reacted  \(name) \(reaction.emoji.joined)")
    }
  }
}

extension Interface {
  /// Only of what others have can something be said that they understand.
  func react(_ message: Message, recent: [Emoji]) -> [Effect] {
    let isUnsent = message.isMine && message.status?.isWithServer == false
    guard message.id != 0, !isUnsent else {
      return [.tell(Notice(.information, tr("The message has not been sent yet.")))]
    }
    return [.show(ReactionPicker(of: message, recent: recent))]
  }
}
