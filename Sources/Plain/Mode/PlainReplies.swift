import Model

/// Replies in plain mode (M3): to the newest message of the other in each chat that was printed.
struct PlainReplies {
  private var newest: [JID: Message] = [:]
  /// Of those that carry a file.
  private var files: [JID: Message] = [:]

  /// A message was printed.
  mutating func apply(_ message: Message) {
    guard !message.isMine else { return }
    if message.originID != nil { Self.note(message, in: &newest) }
    if message.attachment?.address != nil { Self.note(message, in: &files) }
  }

  private static func note(_ message: Message, in newest: inout [JID: Message]) {
    if let known = newest[message.chat], known.id != message.id, follows(known, message) { return }
    newest[message.chat] = message
  }

  /// One that has no place yet is as old as its arrival.
  private static func follows(_ known: Message, _ message: Message) -> Bool {
    known.order.anchor == MessageOrder.unplaced
      ? known.order.sequence > message.order.sequence : known.order > message.order
  }

  /// The newest that carries a file.
  func file(in chat: JID) -> Message? { files[chat] }

  /// The message itself.
  func message(in chat: JID) -> Message? { newest[chat] }
}
