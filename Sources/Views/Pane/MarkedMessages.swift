internal import Localization
internal import Model
internal import Screen
internal import Store

/// Messages of a chat that are marked, to be copied or deleted together.
struct MarkedMessages: Equatable {
  private var keys: Set<MessageKey> = []

  var isEmpty: Bool { keys.isEmpty }

  mutating func toggle(_ message: MessageKey) {
    if keys.remove(message) == nil { keys.insert(message) }
  }

  func contains(_ message: Message) -> Bool {
    !keys.isEmpty && keys.contains(MessageKey(message))
  }

  /// In their order.
  func all(in pane: Pane?) -> [Message] { isEmpty ? [] : pane?.messages.filter(contains) ?? [] }
}

extension Interface {
  func markedMessages(_ snapshot: Snapshot) -> [Message] {
    navigation.pane.marks.all(in: navigation.openPane(snapshot))
  }

  /// A line for each, with when and by whom it was said.
  func copy(_ messages: [Message], _ snapshot: Snapshot, _ now: Moment) -> [Effect] {
    let time = setup.time
    let lines = messages.filter { !$0.isDeleted }.map { message in
      let shown = MessageRows.shownTime(message)
      let name = Names.sender(of: message, in: snapshot)
      let text = message.attachment?.address ?? message.text
      return "\(time.day(shown, now: now.wall)) \(time.clock(shown)) \(name): \(text)"
    }
    guard !lines.isEmpty else {
      return [.tell(Notice(.information, tr("This message was deleted.")))]
    }
    let count = Grouped.number(lines.count)
    return [
      .clearMarks, .action(.copy(lines.joined(separator: "\n"))),
      .tell(
        Notice(.information, tr(lines.count, "1 message copied.", "\(count) messages copied."))),
    ]
  }

  /// Those that can be; why not, where none can.
  func delete(_ messages: [Message], _ snapshot: Snapshot) -> [Effect] {
    let left = messages.filter { !$0.isDeleted }
    let all = left.compactMap { Deletion(of: $0, in: snapshot) }
    guard !all.isEmpty else {
      return left.first.map { delete($0, snapshot) }
        ?? [.tell(Notice(.information, tr("This message was deleted.")))]
    }
    return [Question.ask(.deleteMarked(all, others: left.count - all.count))]
  }
}

extension Question {
  /// What is said before marked messages are deleted.
  static func deleting(_ all: [Deletion], others: Int) -> [String] {
    let number = Grouped.number(all.count)
    let question =
      all.allSatisfy(\.isOfUnsent)
      ? tr(
        all.count, "Delete 1 message? It has not been sent.",
        "Delete \(number) messages? They have not been sent.")
      : tr(
        all.count, "Delete 1 message for everyone? Programs that cannot do that keep it.",
        "Delete \(number) messages for everyone? Programs that cannot do that keep them.")
    let rest = tr(
      others, "1 message of others stays.", "\(Grouped.number(others)) messages of others stay.")
    return [question] + all.prefix(3).map { quoted($0.message) } + (all.count > 3 ? ["…"] : [])
      + (others > 0 ? [rest] : [])
  }
}
