internal import Model

/// What becomes of a text before it is queued (S8).
enum OutgoingText: Equatable {
  case text(String)
  case empty
  /// In plain words why not.
  case refused(String)

  init(_ raw: String) {
    let text = Self.trimmed(Self.withPlainLineEnds(raw))
    if text.isEmpty {
      self = .empty
    } else if text.count > Message.longestText {
      self = .refused("The message is too long: \(text.count) of \(Message.longestText) characters")
    } else if let scalar = text.unicodeScalars.first(where: { !Self.isAllowed($0) }) {
      let code = String(scalar.value, radix: 16, uppercase: true)
      self = .refused("The message has a character that cannot be sent (U+\(code))")
    } else {
      self = .text(text)
    }
  }

  /// XML 1.0, production [2] Char: anything else would end the stream.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// XML turns CR LF and CR into LF on its way (XML 1.0 §2.11): what is stored is what arrives.
  private static func withPlainLineEnds(_ text: String) -> String {
    guard text.utf8.contains(0xD) else { return text }
    var result = String.UnicodeScalarView()
    var wasReturn = false
    for scalar in text.unicodeScalars {
      if !(wasReturn && scalar == "\n") { result.append(scalar == "\r" ? "\n" : scalar) }
      wasReturn = scalar == "\r"
    }
    return String(result)
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
