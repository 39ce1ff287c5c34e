/// How a part of a message is to look, by what its writer marked in it (XEP-0393) and what it is.
public struct TextMarks: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `*strong*` (XEP-0393 §6.2.3).
  public static let strong = TextMarks(rawValue: 1)
  /// `_emphasis_` (§6.2.2).
  public static let emphasis = TextMarks(rawValue: 2)
  /// `~strike~` (§6.2.4).
  public static let strike = TextMarks(rawValue: 4)
  /// Between grave accents, in a line (§6.2.5) or a block (§6.1.2).
  public static let code = TextMarks(rawValue: 8)
  /// A quotation (§6.1.3).
  public static let quote = TextMarks(rawValue: 16)
  /// A character that only marks: it stays, so that nothing that was written is hidden.
  public static let directive = TextMarks(rawValue: 32)
  /// An address of the web.
  public static let link = TextMarks(rawValue: 64)

  /// The roles it is drawn in, each over the next.
  public var roles: [Role] {
    if contains(.directive) { return [.messageMarker] }
    return Self.table.filter { contains($0.mark) }.map(\.role)
  }

  private static let table: [(mark: TextMarks, role: Role)] = [
    (.link, .messageLink), (.strike, .messageStrike), (.strong, .messageStrong),
    (.emphasis, .messageEmphasis), (.code, .messageCode), (.quote, .messageQuote),
  ]
}
