/// What somebody says of themselves beside their presence (RFC 6121 §4.7.2.2), for example that they are at lunch.
public enum StatusText {
  /// As far as it is sent and kept, in characters and in bytes (Z4).
  public static let longest = (characters: 200, bytes: 800)

  /// In one line, without what would be too long; `nil` where nothing is said.
  public static func bounded(_ text: String) -> String? {
    // A text of megabytes is cut before it is looked at.
    let beginning = String(decoding: text.utf8.prefix(longest.bytes * 4), as: UTF8.self)
    let words = beginning.split { $0.isWhitespace }.joined(separator: " ")
    let kept = words.bounded(characters: longest.characters, bytes: longest.bytes)
    return kept.isEmpty ? nil : kept
  }
}

extension String {
  /// Its beginning, of at most so many characters and bytes; no scalar is cut in two.
  func bounded(characters: Int, bytes: Int) -> String {
    guard utf8.count > min(characters, bytes) else { return self }
    var kept = prefix(characters)
    if kept.utf8.count > bytes {
      kept = Substring(String(decoding: kept.utf8.prefix(bytes), as: UTF8.self))
      while kept.unicodeScalars.last == "\u{FFFD}" { kept.unicodeScalars.removeLast() }
    }
    return String(kept)
  }
}
