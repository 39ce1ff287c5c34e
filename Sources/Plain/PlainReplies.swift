import Model

/// Replies in plain mode (M3): to the newest message of the other in each chat that was printed.
struct PlainReplies {
  private var newest: [JID: Message] = [:]

  /// A message was printed.
  mutating func apply(_ message: Message) {
    guard !message.isMine, message.originID != nil else { return }
    if let known = newest[message.chat], known.id != message.id, known.order > message.order {
      return
    }
    newest[message.chat] = message
  }

  /// The message itself.
  func message(in chat: JID) -> Message? { newest[chat] }

  /// `nil` where there is nothing that could be named.
  func target(in chat: JID) -> ReplyTarget? {
    newest[chat].flatMap { ReplyTarget(answering: $0) }
  }
}
