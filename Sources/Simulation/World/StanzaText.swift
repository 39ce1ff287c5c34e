/// Stanzas as text, for changing them without reading them: only the program's own are so regular.
package enum StanzaText {
  /// Messages and what stands between them.
  package static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "<message "),
      let end = rest[start.lowerBound...].firstRange(of: "</message>")
    {
      pieces.append(String(rest[..<start.lowerBound]))
      pieces.append(String(rest[start.lowerBound..<end.upperBound]))
      rest = rest[end.upperBound...]
    }
    return pieces + [String(rest)]
  }

  package static func isChat(_ piece: String) -> Bool {
    piece.hasPrefix("<message ") && piece.contains("<body>")
  }

  /// The first value of the attribute, where given only after a mark.
  package static func value(of name: String, after mark: String = "", in text: String) -> String? {
    let start = mark.isEmpty ? text.startIndex : text.firstRange(of: mark)?.upperBound
    guard let start, let open = text[start...].firstRange(of: " \(name)='"),
      let close = text[open.upperBound...].firstIndex(of: "'")
    else { return nil }
    return String(text[open.upperBound..<close])
  }

  /// Without the empty elements of that name.
  package static func without(_ element: String, in text: String) -> String {
    guard let start = text.firstRange(of: "<\(element) "),
      let end = text[start.upperBound...].firstRange(of: "/>")
    else { return text }
    return text[..<start.lowerBound] + without(element, in: String(text[end.upperBound...]))
  }

  package static func replacing(_ old: String, by new: some StringProtocol, in text: String)
    -> String
  {
    guard !old.isEmpty else { return text }
    return text.split(separator: old, omittingEmptySubsequences: false).map(String.init)
      .joined(separator: String(new))
  }
}

extension StringProtocol {
  /// Where the text stands first.
  package func firstRange(of text: String) -> Range<Index>? { ranges(of: text).first }
}
