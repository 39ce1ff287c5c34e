internal import Model

/// Finds a message again after the pane changed around it: by its row on disk, and before it has one by its id for
/// life. Some programs give many messages one id.
struct MessageKey: Hashable {
  private var origin: OriginID?
  /// 0 before it is on the disk.
  private var id: Int64
  private var account: AccountID
  /// Where it stood when the key was made: where to look first.
  private var order: MessageOrder

  init(_ message: Message) {
    origin = message.originID
    id = message.id
    account = message.account
    order = message.order
  }

  /// Of a message of mine.
  init(_ last: LastMessage, of account: AccountID) {
    self.account = account
    origin = last.originID
    id = last.id
    order = MessageOrder(anchor: 0, sequence: 0)
  }

  func matches(_ message: Message) -> Bool { self == MessageKey(message) }

  static func == (left: MessageKey, right: MessageKey) -> Bool {
    left.origin == right.origin && left.account == right.account
      && (left.id == right.id || left.id == 0 || right.id == 0)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(origin)
    hasher.combine(account)
    if origin == nil { hasher.combine(id) }
  }

  /// The message's place in a list in order; `nil` where it is gone.
  func index(in messages: [Message]) -> Int? {
    var low = 0
    var high = messages.count
    while low < high {
      let middle = (low + high) / 2
      if messages[middle].order < order { low = middle + 1 } else { high = middle }
    }
    if low < messages.count, matches(messages[low]) { return low }
    return messages.lastIndex(where: matches)
  }
}
