/// What somebody is called in a room: they choose it themselves.
public enum Nickname {
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
