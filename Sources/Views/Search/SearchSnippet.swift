internal import Model
internal import Screen

/// The part of a found message that shows why it was found, in one line.
struct SearchSnippet {
  private(set) var spans: [Span] = []

  /// Bytes around the first match that are looked at.
  private static let reach = 600

  init(_ hit: SearchHit, width: Int, ellipsis: String) {
    let bytes = Array(hit.message.text.utf8)
    let first = hit.matches.first?.lowerBound ?? 0
    let end = min(bytes.count, first + Self.reach)
    var place = max(0, first - Self.reach)
    if place < first {
      let before = Self.line(bytes[place..<first])
      let match = hit.matches.first.map { Self.line(bytes[$0]).width } ?? 0
      let columns = before.width + match < width ? width : width / 3
      spans.append(
        Span(Self.lead(before, columns: columns, isCut: place > 0, ellipsis), .listItem))
      place = first
    }
    for match in hit.matches where match.lowerBound >= place && match.upperBound <= end {
      if match.lowerBound > place { add(bytes[place..<match.lowerBound], .listItem) }
      add(bytes[match], .dialogMatch)
      place = match.upperBound
    }
    if place < end { add(bytes[place..<end], .listItem) }
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, _ role: Role) {
    spans.append(Span(Self.line(bytes), role))
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> PrintableText {
    PrintableText(String(String(decoding: bytes, as: UTF8.self).map { $0.isNewline ? " " : $0 }))
  }

  /// The end of what stands before the first match, so that the match is seen.
  private static func lead(
    _ text: PrintableText, columns: Int, isCut: Bool, _ ellipsis: String
  ) -> PrintableText {
    guard isCut || text.width > columns else { return text }
    var end = text
    var width = 0
    end.clusters = text.clusters.reversed().prefix {
      width += $0.width
      return width < columns
    }.reversed()
    return PrintableText(ellipsis) + end
  }
}
