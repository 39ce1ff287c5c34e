internal import Model
internal import Screen

/// Breaks a message's text into the lines of a pane, and finds what is marked in them. Where the lines are
/// broken has nothing to do with what is marked.
struct LineBreaker: Equatable {
  typealias Line = LaidOutLines.Line

  let width: Int
  /// Whether what is marked is looked for (XEP-0393), and links.
  let isStyled: Bool
  /// Its writer wants nothing drawn as marked but links, which nobody marks.
  var isUnstyled = false
  /// Stands in the place of the text's `/me ` (XEP-0245).
  let lead: String?

  func lines(of text: LongText) -> LaidOutLines.Lines {
    LaidOutLines.Lines(lines: lines(of: text.shown), missing: text.missing)
  }

  func lines(of text: Substring) -> [Line] {
    var styling = isStyled && mayBeMarked(text) ? MessageStyling(isUnstyled: isUnstyled) : nil
    let command = lead == nil ? 0 : ActionText.command.utf8.count
    // A text of its own: within another each character is looked for from the beginning again, where they are
    // letters of flags.
    let rest = String(text[text.utf8.index(text.startIndex, offsetBy: command)...])
    return rest.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().flatMap {
      (number, line) in
      lines(of: line, after: number == 0 ? lead.map { PrintableText($0) } : nil, &styling)
    }
  }

  /// Most texts have none of the signs, and need not be looked at more closely.
  private func mayBeMarked(_ text: Substring) -> Bool {
    lead != nil
      || text.utf8.contains { byte in
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "`"),
          UInt8(ascii: ">"), UInt8(ascii: ":"):
          true
        default: false
        }
      }
  }

  /// The lines of one line of the text. A long one is laid out piece by piece, but what is marked may begin in
  /// one piece and end in another.
  private func lines(
    of line: Substring, after lead: PrintableText?, _ styling: inout MessageStyling?
  ) -> [Line] {
    var lines: [Line] = []
    var places: [Range<Int>] = []
    var outline: [UInt8] = []
    for (number, piece) in LongText.pieces(of: line).enumerated() {
      var text = PrintableText(String(piece))
      if number == 0, let lead { text = lead + text }
      let ranges = text.wrappedRanges(to: width)
      lines += ranges.map { Line(text: text.line($0, within: width)) }
      guard styling != nil else { continue }
      places += ranges.map { ($0.lowerBound + outline.count)..<($0.upperBound + outline.count) }
      outline += text.outline
    }
    guard var marks = styling?.marks(of: outline, after: lead?.clusters.count) else { return lines }
    var links = Link.places(in: outline, of: line, after: lead?.clusters.count ?? 0)[...]
    for link in links { for index in link { marks[index].insert(.link) } }
    for (index, place) in places.enumerated() where marks[place].contains(where: { !$0.isEmpty }) {
      lines[index].marks = Array(marks[place])
      // Both are in the order of the text: thousands of links are gone through once.
      links = links.drop { $0.upperBound <= place.lowerBound }
      lines[index].links = links.prefix { $0.lowerBound < place.upperBound }.map { link in
        let part = link.clamped(to: place)
        let address = String(decoding: outline[link], as: UTF8.self)
        return (part.lowerBound - place.lowerBound..<part.upperBound - place.lowerBound, address)
      }
    }
    return lines
  }
}

extension MessageStyling {
  /// What is marked in a line as it is shown.
  /// - Parameter lead: how many clusters stand in the place of `/me `; `nil` where none do. What is done is
  ///   emphasized (XEP-0245 §2).
  fileprivate mutating func marks(of outline: [UInt8], after lead: Int?) -> [TextMarks] {
    guard let lead else { return marks(of: outline) }
    let command = ActionText.command.utf8
    let deed = marks(of: Array(command) + outline[lead...]).dropFirst(command.count)
    return Array(repeating: .emphasis, count: lead) + deed.map { $0.union(.emphasis) }
  }
}

extension Link {
  /// Where they stand in what is shown: only what would be opened is one, and a character that is not drawn ends
  /// one, too.
  /// - Parameter lead: so many clusters at the beginning are psst's own.
  fileprivate static func places(
    in outline: [UInt8], of line: Substring, after lead: Int
  ) -> [Range<Int>] {
    let shown = Array(outline[min(lead, outline.count)...])
    let seen = all(in: shown)
    guard !seen.isEmpty else { return [] }
    let bytes = Array<UInt8>(line.utf8)
    return zip(seen, all(in: bytes)).filter { shown[$0] == bytes[$1] }
      .map { $0.0.lowerBound + lead..<$0.0.upperBound + lead }
  }
}

extension LaidOutLines.Line {
  /// Pieces of one look each. Two links never stand side by side: what ends one is in neither.
  var spans: [Span] {
    guard !marks.isEmpty else { return [Span(text, .messageText)] }
    var spans: [Span] = []
    var start = 0
    for end in 1...marks.count where end == marks.count || marks[end] != marks[start] {
      var part = text
      part.clusters = Array(text.clusters[start..<end])
      var span = Span(part, .messageText, marks: marks[start])
      span.address = links.first { $0.place.contains(start) }?.address
      spans.append(span)
      start = end
    }
    return spans
  }
}
