internal import Model
internal import Screen
internal import Store

/// How a message looks that was deleted for everyone (M2).
extension Names {
  /// What stands in its place.
  static func deleted(_ message: Message, in snapshot: Snapshot) -> String {
    let who = message.isMine ? "You" : sender(of: message, in: snapshot)
    return "\(who) deleted this message"
  }
}

extension Message {
  /// A deletion on its way, or one that was refused.
  var pendingDeletion: Pending? { retraction?.pending }
}

extension Interface {
  /// What is of no use where the text is gone.
  static let ofText: Set<Command> = [
    .reply, .react, .edit, .openLink, .copy, .delete,
  ]

  /// What cannot have left is removed; of what may have a deletion for everyone follows, after a question.
  func delete(_ message: Message) -> [Effect] {
    if message.isUnsent { return [Question.ask(.delete(message))] }
    if message.isMine, message.originID != nil { return [Question.ask(.retract(message))] }
    return [.tell(Notice(.information, "Only a message of yours can be deleted for everyone."))]
  }
}

extension Message {
  /// Mine, and surely not with the server: queued, or failed.
  fileprivate var isUnsent: Bool {
    isMine && originID != nil && (status == .queued || status == .failed)
  }
}
