/// Reads the blocks of a message, line after line (XEP-0393 §6.1).
///
/// What a person sees decides: it works on clusters, with what ``PrintableText`` left out left out.
/// Each cluster is looked at a few times, however long the line and whatever is marked in it.
public struct MessageStyling: Sendable {
  /// In how many quotations the preformatted block stands that is open.
  private var codeDepth: Int?
  private let isUnstyled: Bool

  /// Before a message's first line.
  /// - Parameter isUnstyled: nothing in it is marked.
  public init(isUnstyled: Bool = false) { self.isUnstyled = isUnstyled }

  /// What is marked in the next line: one value for each byte.
  /// - Parameter outline: of the line, see ``PrintableText/outline``.
  public mutating func marks(of outline: [UInt8]) -> [TextMarks] {
    var line = StyledLine(outline)
    if isUnstyled { return line.marks }
    let depth = line.consumeQuotes(atMost: codeDepth ?? .max)
    if let codeDepth, depth == codeDepth {
      if line.consumeCode() { self.codeDepth = nil }
      return line.marks
    }
    // The quotation around the block has ended, and the block with it.
    codeDepth = nil
    if line.consumeFence() { codeDepth = depth } else { line.consumeSpans() }
    return line.marks
  }
}

/// A line while it is read, from its begin on.
private struct StyledLine {
  private static let fence = Array("```".utf8)

  private let outline: [UInt8]
  /// What is not read yet.
  private var start = 0
  private var ground: TextMarks = []
  private(set) var marks: [TextMarks]

  init(_ outline: [UInt8]) {
    self.outline = outline
    marks = Array(repeating: [], count: outline.count)
  }

  private var rest: ArraySlice<UInt8> { outline[start...] }

  /// Takes the signs of quotations at the begin, each with the space after it; says how many.
  mutating func consumeQuotes(atMost most: Int) -> Int {
    var depth = 0
    while depth < most, rest.first == UInt8(ascii: ">") {
      marks[start] = [.quote, .directive]
      depth += 1
      start += 1
      guard rest.first == SpanReader.space else { continue }
      marks[start] = .quote
      start += 1
    }
    if depth > 0 { ground = .quote }
    return depth
  }

  /// Takes a line of a preformatted block; says whether it is its last.
  mutating func consumeCode() -> Bool {
    let isEnd = rest.elementsEqual(Self.fence)
    fill(isEnd ? .directive : .code)
    return isEnd
  }

  /// Takes the first line of a preformatted block, where it is one. What stands behind the grave accents may
  /// be more than the name of a language.
  mutating func consumeFence() -> Bool {
    guard rest.starts(with: Self.fence) else { return false }
    fill(.code)
    for index in start..<(start + Self.fence.count) { marks[index] = ground.union(.directive) }
    return true
  }

  mutating func consumeSpans() {
    fill([])
    var reader = SpanReader(outline, from: start)
    reader.read(into: &marks)
  }

  private mutating func fill(_ mark: TextMarks) {
    for index in start..<outline.count { marks[index] = ground.union(mark) }
  }
}
