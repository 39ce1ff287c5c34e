/// Reads the spans of a line (XEP-0393 §6.2) in one pass.
///
/// A span ends at the first sign that may end it, and so contains none of its own kind: never more than four
/// are open at once. Where the next such sign stands is looked for once for each of the four.
struct SpanReader {
  static let space = UInt8(ascii: " ")

  /// The four directives, and what they mean.
  private static let directives: [(sign: UInt8, mark: TextMarks)] = [
    (UInt8(ascii: "*"), .strong), (UInt8(ascii: "_"), .emphasis), (UInt8(ascii: "~"), .strike),
    (UInt8(ascii: "`"), .code),
  ]

  private let outline: [UInt8]
  private let start: Int
  /// For each directive: no sign between what was read and here may end a span.
  private var nextEnds: [Int]
  private var open: [(end: Int, mark: TextMarks)] = []
  private var lastOpening: Int?

  init(_ outline: [UInt8], from start: Int) {
    self.outline = outline
    self.start = start
    nextEnds = Array(repeating: start, count: Self.directives.count)
  }

  /// Adds to what is there already.
  mutating func read(into marks: inout [TextMarks]) {
    var mark: TextMarks = []
    for index in start..<outline.count {
      if let span = open.last, span.end == index {
        marks[index].formUnion(mark.union(.directive))
        mark.remove(span.mark)
        open.removeLast()
      } else if let span = span(at: index, within: mark) {
        mark.insert(span.mark)
        marks[index].formUnion(mark.union(.directive))
        open.append(span)
        lastOpening = index
      } else {
        marks[index].formUnion(mark)
      }
    }
  }

  /// The span that begins with a sign; `nil` where none does.
  private mutating func span(
    at index: Int, within outer: TextMarks
  ) -> (end: Int, mark: TextMarks)? {
    let kind = Self.directives.firstIndex { $0.sign == outline[index] }
    guard let kind, !outer.contains(.code), mayOpen(index), let end = end(of: kind, after: index)
    else { return nil }
    // Nothing between the two: neither is a directive. And no span leaves the one around it.
    guard end > index + 1, end < open.last?.end ?? .max else { return nil }
    return (end, Self.directives[kind].mark)
  }

  private func mayOpen(_ index: Int) -> Bool {
    guard index + 1 < outline.count, outline[index + 1] != Self.space else { return false }
    if index == start || outline[index - 1] == Self.space { return true }
    return lastOpening == index - 1 && outline[index - 1] != outline[index]
  }

  /// The first sign after another that may end what that begins.
  private mutating func end(of kind: Int, after index: Int) -> Int? {
    var place = max(nextEnds[kind], index + 1)
    while place < outline.count, !mayEnd(place, Self.directives[kind].sign) { place += 1 }
    nextEnds[kind] = place
    return place < outline.count ? place : nil
  }

  private func mayEnd(_ index: Int, _ sign: UInt8) -> Bool {
    outline[index] == sign && outline[index - 1] != Self.space
  }
}
