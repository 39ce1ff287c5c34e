internal import Localization
internal import Synchronization

/// What a name that somebody chose looks like beside other names and beside psst's own words: it is decided here for
/// people, groups, participants and oneself (Z9).
public enum ShownName {
  // MARK: What others are called

  /// A participant's nickname as it is shown: what nobody would see of it is drawn, what reads like a whole line stands
  /// in quotes, and `?` stands before one that can pass for another's: in front, where it is not cut off.
  public static func marked(_ nick: String) -> String {
    let seen = visible(nick)
    let name =
      isLine(seen) ? "“\(seen.replacing("“", with: "\"").replacing("”", with: "\""))”" : seen
    return isDoubtful(nick) ? "?" + name : name
  }

  /// It can pass for another's, or for a word of psst's, or nobody sees the whole of it.
  public static func isDoubtful(_ name: String) -> Bool {
    hasHidden(name) || isReserved(name) || Nickname.isLookalike(name)
  }

  /// The same name with a mark for each character that is drawn as nothing, or like a blank.
  public static func visible(_ name: String) -> String {
    guard hasHidden(name) else { return name }
    let scalars = Array(name.unicodeScalars)
    var seen = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      guard isHidden(scalars, index) else {
        seen.append(scalar)
        continue
      }
      let mark =
        scalar.properties.isWhitespace
        ? "␣" : "<\(String(scalar.value, radix: 16, uppercase: true))>"
      for letter in mark.unicodeScalars { seen.append(letter) }
    }
    return String(seen)
  }

  /// It has a character that is drawn as nothing, or a blank where nobody sees one.
  public static func hasHidden(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, let last = bytes.last else { return false }
    let isPlain =
      first != 0x20 && last != 0x20 && bytes.allSatisfy { (0x20..<0x7F).contains($0) }
    if isPlain { return zip(bytes, bytes.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 } }
    let scalars = Array(name.unicodeScalars)
    return scalars.indices.contains { isHidden(scalars, $0) }
  }

  /// psst says it of oneself, in this language or in English.
  public static func isReserved(_ name: String) -> Bool {
    let language = Language.current
    let own = reserved.withLock { known in
      if let own = known[language] { return own }
      let words: Set = ["you", "me", "Notes to self", tr("you"), tr("me"), tr("Notes to self")]
      let own = Set(words.map { NameLooks.look(of: $0) })
      known[language] = own
      return own
    }
    return own.contains(NameLooks.look(of: name))
  }

  /// What those words look like: it is asked of each name in each frame.
  private static let reserved = Mutex<[Language: Set<Int>]>([:])

  // MARK: What one calls oneself, and others

  /// Why nobody and nothing is to be called so by me; `nil` where all is well.
  public static func refusal(of name: String) -> String? {
    if hasHidden(name) { return tr("“\(visible(name))” has a character that nobody sees") }
    return isReserved(name) ? tr("psst itself says “\(name)”") : nil
  }

  // MARK: The parts

  /// It reads like a line of a chat: who, when, what, or the frame around it.
  private static func isLine(_ name: String) -> Bool {
    guard let first = name.first else { return false }
    if first == "#" || first == "*" || first == ">" || name.last == ":" { return true }
    var before: (Unicode.Scalar, Unicode.Scalar) = (" ", " ")
    for scalar in name.unicodeScalars {
      if (0x2500..<0x2580).contains(scalar.value) { return true }
      let isInTime = isDigit(scalar) && isDigit(before.0)
      if before.1 == ":", scalar == " " || isInTime { return true }
      before = (before.1, scalar)
    }
    return false
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }

  private static func isHidden(_ all: [Unicode.Scalar], _ index: Int) -> Bool {
    let scalar = all[index]
    if scalar == " " {
      return index == 0 || index == all.count - 1 || all[index - 1].properties.isWhitespace
    }
    if scalar.isASCII { return scalar.properties.isWhitespace }
    let properties = scalar.properties
    if properties.isWhitespace || scalar == brailleBlank { return true }
    guard properties.isDefaultIgnorableCodePoint else { return false }
    return !belongs(scalar, all, index)
  }

  /// U+2800 is drawn as nothing, and Unicode calls it a sign.
  private static let brailleBlank: Unicode.Scalar = "\u{2800}"

  /// It changes how its neighbours are drawn: in emoji, and where a script needs it (RFC 5892, appendix A.1 and A.2).
  private static func belongs(
    _ scalar: Unicode.Scalar, _ all: [Unicode.Scalar], _ index: Int
  ) -> Bool {
    switch scalar.value {
    case 0xFE0E, 0xFE0F: return index > 0 && all[index - 1].properties.isEmoji
    case 0xE0020...0xE007F:
      let base = all[..<index].last { !(0xE0020...0xE007F).contains($0.value) }
      return base == "\u{1F3F4}"
    case 0x200D:
      if isAfterVirama(all, index) { return true }
      guard
        let base = all[..<index].last(where: { $0 != "\u{FE0F}" && !$0.properties.isEmojiModifier }
        ),
        index + 1 < all.count
      else { return false }
      return [base, all[index + 1]].allSatisfy { !$0.isASCII && $0.properties.isEmoji }
    case 0x200C: return isAfterVirama(all, index) || isBetweenJoined(all, index)
    default: return false
    }
  }

  private static func isAfterVirama(_ all: [Unicode.Scalar], _ index: Int) -> Bool {
    index > 0 && all[index - 1].properties.canonicalCombiningClass == .virama
  }

  private static func isBetweenJoined(_ all: [Unicode.Scalar], _ index: Int) -> Bool {
    let before = all[..<index].reversed().lazy.map(PRECIS.joining).first { $0 != .transparent }
    let after = all[(index + 1)...].lazy.map(PRECIS.joining).first { $0 != .transparent }
    return (before == .dual || before == .left) && (after == .dual || after == .right)
  }
}
