extension PrintableText {
  /// Lines of at most `width` columns, broken at spaces where possible, at clusters where not.
  /// Never empty: the empty text is one empty line. A width under 1 counts as 1.
  public func wrapped(to width: Int) -> [PrintableText] {
    wrappedRanges(to: width).map { line($0, within: width) }
  }

  /// One of the lines of ``wrapped(to:)``, by its range; it has as many clusters.
  public func line(_ range: Range<Int>, within width: Int) -> PrintableText {
    PrintableText(clusters: clusters[range].map { $0.width <= max(1, width) ? $0 : .tooWide })
  }

  /// The lines of ``wrapped(to:)`` as ranges of ``clusters``; the spaces a line was broken at are in none.
  public func wrappedRanges(to width: Int) -> [Range<Int>] {
    var wrapping = Wrapping(limit: max(1, width))
    for index in clusters.indices { wrapping.add(clusters[index], at: index) }
    return wrapping.finished(at: clusters.count)
  }
}

extension PrintableText.Cluster {
  /// In the place of a wide cluster on a line of one column.
  static var tooWide: Self { Self(text: Glyphs.current.replacement, width: 1) }

  var isSpace: Bool { text == " " }
}

/// Breaks lines in one pass over the clusters; looks at each once, however long the text.
struct Wrapping {
  private struct Opportunity {
    var end: Int
    var next: Int
    var used: Int
  }

  private let limit: Int
  private var lines: [Range<Int>] = []
  private var start = 0
  private var used = 0
  private var opportunity: Opportunity?
  private var isSkippingSpaces = false
  private var wasSpace = false
  private var wasWide = false

  init(limit: Int) { self.limit = limit }

  mutating func add(_ cluster: PrintableText.Cluster, at index: Int) {
    if cluster.isSpace { addSpace(at: index) } else { addWord(cluster.width, at: index) }
    wasSpace = cluster.isSpace
    wasWide = cluster.width == 2
  }

  mutating func finished(at end: Int) -> [Range<Int>] {
    if !isSkippingSpaces || lines.isEmpty { lines.append(start..<end) }
    return lines
  }

  private mutating func addSpace(at index: Int) {
    if isSkippingSpaces { return }
    let run = wasSpace ? opportunity?.end ?? index : index
    if used >= limit {
      close(at: run > start ? run : index, next: index)
      isSkippingSpaces = true
      return
    }
    used += 1
    opportunity = Opportunity(end: run, next: index + 1, used: used)
  }

  private mutating func addWord(_ width: Int, at index: Int) {
    if isSkippingSpaces {
      start = index
      isSkippingSpaces = false
    }
    // East Asian text has no spaces: it may be broken beside any of its characters.
    if width == 2 || wasWide, index > start, !wasSpace {
      opportunity = Opportunity(end: index, next: index, used: used)
    }
    if used + width > limit, index > start { breakLine(at: index) }
    used += width
  }

  private mutating func breakLine(at index: Int) {
    guard let last = opportunity, last.end > start else {
      close(at: index, next: index)
      return
    }
    let rest = used - last.used
    close(at: last.end, next: last.next)
    used = rest
  }

  private mutating func close(at end: Int, next: Int) {
    lines.append(start..<end)
    start = next
    used = 0
    opportunity = nil
  }
}
