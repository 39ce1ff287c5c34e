internal import Localization

/// The part of an address before the @, made from what somebody is called.
public enum AccountName {
  /// Characters of one that is made.
  private static let longest = 40
  /// Of whom nothing is left in ASCII, as of a name of signs alone.
  private static let standard = "me"

  /// In lower case and in ASCII, so that it is the same in every address (RFC 7622 §3.3) and on every keyboard:
  /// `ana.muller` of `Ana Müller`, `li` of `李`.
  /// - Parameter taken: names that are somebody's; one of them gets a number.
  public static func made(from name: String, avoiding taken: Set<String>) -> String {
    let whole = withoutUmlauts(String(name.prefix(200)))
    let latin = (PRECIS.latin(whole) ?? whole.lowercased()).filter { $0 != "'" && $0 != "’" }
    let words = latin.split { !isAlphanumeric($0) && $0 != "-" && $0 != "_" }
      .filter { $0.contains(where: isAlphanumeric) }
    var base = words.joined(separator: ".").prefix(longest)
    while base.last == "." { base.removeLast() }
    let first = base.isEmpty ? standard : String(base)
    guard taken.contains(first) else { return first }
    return (2...).lazy.map { "\(first)\($0)" }.first { !taken.contains($0) } ?? first
  }

  /// `Mueller` where German is spoken: to drop the dots alone is a mistake there.
  private static func withoutUmlauts(_ name: String) -> String {
    guard Language.current == .german else { return name }
    return name.lowercased().replacing("ä", with: "ae").replacing("ö", with: "oe")
      .replacing("ü", with: "ue")
  }

  private static func isAlphanumeric(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }

  /// What was typed as it stands in an address (RFC 8265 §3.3); `nil` where it cannot be one.
  public static func prepared(_ typed: String) -> String? {
    JID(local: typed, domain: "localhost")?.local
  }
}
