internal import Files
internal import Localization
internal import Model

/// Numbers by which printed messages can be named: in the order of the printing, over all chats.
struct PlainNumbers {
  /// So many of the newest are remembered.
  static let limit = 1_000

  private var numbers: [Int64: Int] = [:]
  private var messages: [Int: Message] = [:]
  private var last = 0

  /// The number of a message that is printed; a new one where it has none yet.
  mutating func number(of message: Message) -> Int {
    if let known = numbers[message.id] {
      messages[known] = message
      return known
    }
    last += 1
    numbers[message.id] = last
    messages[last] = message
    if let old = messages.removeValue(forKey: last - Self.limit) { numbers[old.id] = nil }
    return last
  }

  /// Takes `#12` off the beginning of what was typed; `nil` where no number is there.
  func take(from operand: inout String, in chat: JID) throws(Failure) -> Message? {
    let word = operand.prefix { !$0.isWhitespace }
    guard word.first == "#", let number = Int(word.dropFirst()) else { return nil }
    guard let message = messages[number] else { throw Failure(tr("there is no message \(word)")) }
    guard message.chat == chat else { throw Failure(tr("message \(word) is of another chat")) }
    operand = String(operand.dropFirst(word.count)).trimmedSpaces
    return message
  }
}
