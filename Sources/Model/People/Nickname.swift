/// What somebody calls themselves, in a room (XEP-0045) or everywhere (XEP-0172): they choose it alone.
public enum Nickname {
  /// In one line, and as far as it is kept (Z4); `nil` where it is nothing.
  public static func bounded(_ text: String) -> String? {
    let beginning = String(decoding: text.utf8.prefix(Contact.longestName.bytes * 4), as: UTF8.self)
    let name = Contact.bounded(beginning.split { $0.isWhitespace }.joined(separator: " "))
    return name.isEmpty ? nil : name
  }

  /// The name as IRC can have it (RFC 2812 §2.3.1): letters and digits of ASCII and a few signs, no blank.
  public static func forIRC(_ name: String) -> String {
    let latin = name.utf8.allSatisfy { $0 < 0x80 } ? name : PRECIS.latin(name) ?? name
    var nick = String(latin.map { $0 == " " ? "_" : $0 }.filter(isOfIRC))
    if nick.first.map({ $0.isNumber || $0 == "-" }) ?? true { nick = "_" + nick }
    return nick
  }

  private static func isOfIRC(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
      || "-_[]\\`^{}|".contains(character)
  }

  /// It may stand in the place of a person's name: nobody takes it for an address, nor by its letters for what it is not.
  public static func isName(_ nick: String) -> Bool {
    !nick.contains("@") && nick.contains { $0.isLetter || $0.isNumber }
      && !ShownName.isDoubtful(nick)
      && nick.unicodeScalars.allSatisfy {
        ![.control, .privateUse, .unassigned].contains($0.properties.generalCategory)
      }
  }

  /// It can pass for another's: a word of it mixes scripts that no language has together, or looks like one in ASCII
  /// and is none. Of names in ASCII it is not asked, nor of those with signs that are nobody's letters.
  public static func isLookalike(_ nick: String) -> Bool {
    guard !nick.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    return nick.split(separator: " ").map(String.init).contains { word in
      guard !word.utf8.allSatisfy({ $0 < 0x80 }), word.contains(where: \.isLetter) else {
        return false
      }
      return !PRECIS.mixedScripts(word).isEmpty || PRECIS.asciiLookalike(word) != nil
    }
  }
}
