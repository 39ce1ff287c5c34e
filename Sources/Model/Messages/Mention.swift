/// Whether a text of a group speaks to somebody: their name there as a word of its own, whatever its case.
public enum Mention {
  /// - Parameter nick: what they are called in the group.
  public static func isIn(_ text: String, of nick: String) -> Bool {
    let (text, nick) = (text.lowercased(), nick.lowercased())
    guard !nick.isEmpty else { return false }
    var rest = text[...]
    while let range = rest.firstRange(of: nick) {
      let (before, after) = (text[..<range.lowerBound].last, text[range.upperBound...].first)
      if !isPart(before), !isPart(after) { return true }
      rest = text[text.index(after: range.lowerBound)...]
    }
    return false
  }

  /// It goes on a word.
  private static func isPart(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
  }
}
