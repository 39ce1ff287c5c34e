internal import Localization
internal import Model
internal import Screen
internal import Store

/// How what a message answers is shown: in one dim line, from what is stored here, and not from what the answer
/// says of it (M3, Z1).
enum AnsweredMessage {
  /// Characters looked at: more than a line has.
  private static let limit = 300

  /// `╎ Bo: can you resend the spec?`
  /// - Parameter isNew: it may be stored, and that not be known yet.
  static func line(
    _ target: ReplyTarget, of account: AccountID, in snapshot: Snapshot, isNew: Bool = false
  ) -> PrintableText {
    PrintableText(
      "\(Glyphs.current.quoted) \(words(target, of: account, in: snapshot, isNew: isNew))")
  }

  /// The same without a mark.
  static func words(
    _ target: ReplyTarget, of account: AccountID, in snapshot: Snapshot, isNew: Bool = false
  ) -> String {
    let name = (target.stored?.sender ?? target.author).map {
      self.name(ChatID($0, of: account), in: snapshot)
    }
    if let stored = target.stored {
      return said(stored.text, by: name, nothing: tr("deleted message"))
    }
    if isNew { return said(target.quote, by: name, nothing: "") }
    let missing = name.map { tr("\($0), not stored here") } ?? tr("a message not stored here")
    return target.quote.isEmpty ? missing : "\(missing): \(short(target.quote))"
  }

  private static func said(_ text: String, by name: String?, nothing: String) -> String {
    let text = short(text)
    guard let name else { return text }
    if let action = ActionText(text) { return action.told(of: name) }
    return "\(name): \(text.isEmpty ? nothing : text)"
  }

  private static func name(_ author: ChatID, in snapshot: Snapshot) -> String {
    if snapshot.isMe(author) { return tr("you") }
    return Names.speaker(author, in: snapshot)
  }

  /// Its lines in one.
  private static func short(_ text: String) -> String {
    text.prefix(limit).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
