internal import Model
internal import Screen

/// The lines of messages that were broken already: a frame breaks only what is new in it.
///
/// Shared by the copies of an ``Interface``: it only remembers what would be worked out anew.
final class LaidOutLines {
  /// Some screens full; more than that is forgotten all at once.
  private static let most = 500
  /// The same for long ones: some megabytes.
  private static let mostClusters = 200_000

  struct Line {
    var text: PrintableText
    /// Of what the message quotes (XEP-0393 §5.1.3).
    var isQuoted: Bool
  }

  /// A message's lines, and how many characters they leave out.
  struct Lines {
    var lines: [Line]
    var missing = 0
  }

  private struct Entry {
    var text: String
    var width: Int
    var lines: Lines

    func isOf(_ message: Message, _ width: Int) -> Bool {
      self.width == width && text == message.text
    }
  }

  private var entries: [Int64: Entry] = [:]
  private var clusters = 0
  /// The one that is shown whole has a place of its own: it may be longer than all others.
  private var whole: Entry?

  func lines(of message: Message, width: Int, isWhole: Bool = false) -> Lines {
    // An echo has no row of its own yet.
    guard message.id != 0 else { return Self.breakLines(LongText(message.text), width) }
    if isWhole { return wholeLines(of: message, width) }
    if let known = entries[message.id], known.isOf(message, width) { return known.lines }
    let lines = Self.breakLines(LongText(message.text), width)
    remember(Entry(text: message.text, width: width, lines: lines), of: message.id)
    return lines
  }

  private func wholeLines(of message: Message, _ width: Int) -> Lines {
    if let whole, whole.isOf(message, width) { return whole.lines }
    whole = nil
    let lines = Lines(lines: Self.breakLines(message.text[...], width))
    whole = Entry(text: message.text, width: width, lines: lines)
    return lines
  }

  /// Nothing is shown whole any more.
  func forgetWhole() { whole = nil }

  private func remember(_ entry: Entry, of id: Int64) {
    let size = entry.lines.lines.reduce(0) { $0 + $1.text.clusters.count }
    if entries.count >= Self.most || clusters + size > Self.mostClusters {
      entries.removeAll(keepingCapacity: true)
      clusters = 0
    }
    entries[id] = entry
    clusters += size
  }

  private static func breakLines(_ text: LongText, _ width: Int) -> Lines {
    Lines(lines: breakLines(text.shown, width), missing: text.missing)
  }

  private static func breakLines(_ text: Substring, _ width: Int) -> [Line] {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.flatMap { line in
      let isQuoted = line.hasPrefix(">")
      return LongText.pieces(of: line).flatMap { PrintableText(String($0)).wrapped(to: width) }
        .map { Line(text: $0, isQuoted: isQuoted) }
    }
  }
}
