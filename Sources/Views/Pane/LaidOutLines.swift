internal import Model
internal import Screen

/// The lines of messages that were broken already: a frame breaks only what is new in it.
///
/// Shared by the copies of an ``Interface``: it only remembers what would be worked out anew.
final class LaidOutLines {
  /// Some screens full; more than that is forgotten all at once.
  private static let capacity = 500
  /// The same for long ones: some megabytes.
  private static let mostClusters = 200_000

  struct Line {
    var text: PrintableText
    /// What is marked, for each cluster; empty where nothing is.
    var marks: [TextMarks] = []
    /// The addresses of the web in it, whole, also where the line has a part alone.
    var links: [(place: Range<Int>, address: String)] = []
  }

  /// A message's lines, and how many characters they leave out.
  struct Lines {
    var lines: [Line]
    var missing = 0
  }

  private struct Entry {
    var text: String
    var breaker: LineBreaker
    var lines: Lines

    func isOf(_ text: String, _ breaker: LineBreaker) -> Bool {
      self.text == text && self.breaker == breaker
    }
  }

  private var entries: [MessageID: Entry] = [:]
  private var clusters = 0
  /// The one that is shown whole has a place of its own: it may be longer than all others.
  private var whole: Entry?
  /// Of the last echo: it has no row to be found by, and soon one.
  private var echo: Entry?

  /// Whether what is marked in a text is looked for.
  private let isStyled: Bool

  init(isStyled: Bool = true) { self.isStyled = isStyled }

  /// - Parameters:
  ///   - row: of the message; an echo has none of its own yet, and 0 for it.
  ///   - lead: stands in the place of `/me `, see ``Names/lead(of:in:)``.
  ///   - isUnstyled: nothing in it is marked.
  func lines(
    of text: String, row: MessageID, lead: String?, width: Int, isUnstyled: Bool = false,
    isWhole: Bool = false
  ) -> Lines {
    let breaker = LineBreaker(
      width: width, isStyled: isStyled, isUnstyled: isUnstyled, lead: lead)
    guard row.row != 0 else { return echoLines(of: text, breaker) }
    if isWhole { return wholeLines(of: text, breaker) }
    if let known = entries[row], known.isOf(text, breaker) { return known.lines }
    let known = echo.flatMap { $0.isOf(text, breaker) ? $0.lines : nil }
    if known != nil { echo = nil }
    let lines = known ?? breaker.lines(of: LongText(text))
    remember(Entry(text: text, breaker: breaker, lines: lines), of: row)
    return lines
  }

  private func echoLines(of text: String, _ breaker: LineBreaker) -> Lines {
    if let echo, echo.isOf(text, breaker) { return echo.lines }
    let lines = breaker.lines(of: LongText(text))
    echo = Entry(text: text, breaker: breaker, lines: lines)
    return lines
  }

  private func wholeLines(of text: String, _ breaker: LineBreaker) -> Lines {
    if let whole, whole.isOf(text, breaker) { return whole.lines }
    whole = nil
    let lines = Lines(lines: breaker.lines(of: text[...]))
    whole = Entry(text: text, breaker: breaker, lines: lines)
    return lines
  }

  /// Nothing is shown whole any more.
  func forgetWhole() { whole = nil }

  private func remember(_ entry: Entry, of id: MessageID) {
    let size = entry.lines.lines.reduce(0) { $0 + $1.text.clusters.count }
    if entries.count >= Self.capacity || clusters + size > Self.mostClusters {
      entries.removeAll(keepingCapacity: true)
      clusters = 0
    }
    entries[id] = entry
    clusters += size
  }
}
