internal import Model

/// A place in a chat that is a message's: it moves with it when the server's archive places what came live.
struct MessagePlace: Equatable {
  private var key: MessageKey
  private(set) var order: MessageOrder

  init(_ message: Message) {
    key = MessageKey(message)
    order = message.order
  }

  /// Where the message stands now; where it stood last if it is not among these.
  mutating func follow(_ messages: [Message]) {
    guard let index = key.index(in: messages) else { return }
    self = MessagePlace(messages[index])
  }
}
