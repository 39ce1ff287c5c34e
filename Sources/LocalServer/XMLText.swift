/// As much XML as Prosody's own serializer writes to its admin socket: no comments, no CDATA, no prefixes.
enum XMLText {
  struct Element: Equatable {
    /// Between the angle brackets.
    var tag: String
    var text: String
  }

  private static let entities = [
    ("&lt;", "<"), ("&gt;", ">"), ("&apos;", "'"), ("&quot;", "\""), ("&amp;", "&"),
  ]

  static func escaped(_ text: String) -> String {
    entities.reversed().reduce(text) { $0.replacing($1.1, with: $1.0) }
  }

  static func unescaped(_ text: some StringProtocol) -> String {
    entities.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }

  /// The whole elements of that name with text only, in order.
  static func elements(_ name: String, in text: String) -> [Element] {
    var found: [Element] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "<\(name)") {
      let after = rest[start.upperBound...]
      guard let bracket = after.firstIndex(of: ">") else { break }
      let tag = after[..<bracket]
      rest = after[after.index(after: bracket)...]
      var content = ""
      if !tag.hasSuffix("/") {
        guard let end = rest.firstRange(of: "</\(name)>") else { break }
        content = unescaped(rest[..<end.lowerBound])
        rest = rest[end.upperBound...]
      }
      found.append(Element(tag: String(tag), text: content))
    }
    return found
  }
}
