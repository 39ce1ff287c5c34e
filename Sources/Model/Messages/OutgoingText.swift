internal import Localization

/// What becomes of a text before it is queued (S8): the one place that decides what may be sent.
public enum OutgoingText: Equatable, Sendable {
  /// Without the white space around it, as it will arrive.
  case text(String)
  case empty
  /// In plain words why not.
  case refused(String)

  /// Judges what somebody wrote.
  public init(_ raw: String) {
    let text = Self.trimmed(Self.withPlainLineEnds(raw))
    if text.isEmpty {
      self = .empty
    } else if text.count > Message.longestText {
      let (count, most) = (Self.grouped(text.count), Self.grouped(Message.longestText))
      self = .refused(tr("The message is too long: \(count) of \(most) characters"))
    } else if let scalar = text.unicodeScalars.first(where: { !Self.isAllowed($0) }) {
      let code = String(scalar.value, radix: 16, uppercase: true)
      self = .refused(tr("The message has a character that cannot be sent (U+\(code))"))
    } else {
      self = .text(text)
    }
  }

  /// XML 1.0, production [2] Char: anything else would end the stream.
  public static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
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

  /// For people: `10,234`.
  private static func grouped(_ number: Int) -> String {
    number < 1_000
      ? "\(number)"
      : grouped(number / 1_000) + tr(",", as: "between thousands")
        + String("\(1_000 + number % 1_000)".dropFirst())
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
