internal import Model

/// The rule for what can be sent (S8).
enum MessageText {
  enum Verdict: Equatable {
    /// Trimmed.
    case sendable(String)
    case empty
    /// In plain words.
    case refused(String)
  }

  static func judge(_ text: String) -> Verdict {
    let isSpace = \Character.isWhitespace
    var rest = text.drop { $0[keyPath: isSpace] }
    while let last = rest.last, last[keyPath: isSpace] { rest.removeLast() }
    if rest.isEmpty { return .empty }
    let count = rest.count
    guard count <= Message.longestText else {
      return .refused(
        "the message is too long: \(count) characters, \(Message.longestText) is the most")
    }
    return .sendable(String(rest))
  }
}
