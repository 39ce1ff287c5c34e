internal import Files
internal import Localization
internal import Model

/// Numbers by which printed messages, and those of the outbox, can be named: in the order of the printing, over all chats.
struct PlainNumbers {
  /// So many of the newest are remembered.
  static let limit = 1_000

  /// What has a number.
  enum Named {
    case message(Message)
    /// It was printed with the outbox alone.
    case queued(OutboxEntry)
  }

  /// One of mine is the same in the outbox and in its chat.
  private enum Key: Hashable {
    case row(Int64)
    case sent(OriginID)

    init(_ named: Named) {
      switch named {
      case .message(let message):
        let sent = message.isMine ? message.originID : nil
        self = sent.map { .sent($0) } ?? .row(message.id)
      case .queued(let entry): self = .sent(entry.originID)
      }
    }
  }

  private var numbers: [Key: Int] = [:]
  private var named: [Int: Named] = [:]
  private var last = 0

  /// The number of a message that is printed; a new one where it has none yet.
  mutating func number(of message: Message) -> Int { number(of: .message(message)) }

  /// The same of one that waits.
  mutating func number(of entry: OutboxEntry) -> Int { number(of: .queued(entry)) }

  private mutating func number(of new: Named) -> Int {
    let key = Key(new)
    if let known = numbers[key] {
      named[known] = new
      return known
    }
    last += 1
    numbers[key] = last
    named[last] = new
    if let old = named.removeValue(forKey: last - Self.limit) { numbers[Key(old)] = nil }
    return last
  }

  /// Takes `#12` off the beginning of what was typed; `nil` where no number is there.
  func take(from operand: inout String) throws(Failure) -> (number: String, Named)? {
    let word = operand.prefix { !$0.isWhitespace }
    guard word.first == "#", let number = Int(word.dropFirst()) else { return nil }
    guard let found = named[number] else { throw Failure(tr("there is no message \(word)")) }
    operand = String(operand.dropFirst(word.count)).trimmedSpaces
    return (String(word), found)
  }
}
