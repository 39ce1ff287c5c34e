/// One emoji as a reaction has it (XEP-0444): a single one, and nothing else that a stranger might send for one.
public struct Emoji: Sendable {
  /// As it came or was chosen.
  public let text: String

  /// Most different ones that one person's reactions to a message may have.
  public static let limit = 16
  /// The longest family of Unicode has ten.
  private static let longest = 16

  /// `nil` where it is no single emoji (https://www.unicode.org/reports/tr51/).
  public init?(_ text: String) {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, scalars.count <= Self.longest, text.count == 1,
      first.properties.isEmoji, scalars.allSatisfy(Self.isAllowed),
      !first.isASCII || scalars.contains(Self.keycap)
    else { return nil }
    self.text = text
  }

  private static let keycap: Unicode.Scalar = "\u{20E3}"

  /// What emoji are made of, joiners, variations and the letters of flags included.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200D, 0xFE0E, 0xFE0F, 0x20E3, 0xE0020...0xE007F: true
    default: scalar.properties.isEmoji
    }
  }

  /// The same in text and in colour.
  private var key: String.UnicodeScalarView {
    text.unicodeScalars.filter { $0 != "\u{FE0E}" && $0 != "\u{FE0F}" }
  }

  /// The different ones, in their order, as far as they count.
  public static func all(in texts: some Sequence<some StringProtocol>) -> [Emoji] {
    var all: [Emoji] = []
    for text in texts {
      guard all.count < limit else { break }
      if let emoji = Emoji(String(text)), !all.contains(emoji) { all.append(emoji) }
    }
    return all
  }
}

extension Emoji: Hashable {
  public static func == (left: Emoji, right: Emoji) -> Bool { left.key.elementsEqual(right.key) }

  public func hash(into hasher: inout Hasher) {
    for scalar in key { hasher.combine(scalar) }
  }
}

extension [Emoji] {
  /// One text of them, as it is stored and told.
  public var joined: String { map(\.text).joined(separator: " ") }

  /// Taken back where it is there, else added.
  public func toggling(_ emoji: Emoji) -> [Emoji] {
    contains(emoji) ? filter { $0 != emoji } : self + [emoji]
  }
}
