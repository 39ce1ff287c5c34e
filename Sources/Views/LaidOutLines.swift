internal import Model
internal import Screen

/// The lines of messages that were broken already: a frame breaks only what is new in it.
///
/// Shared by the copies of an ``Interface``: it only remembers what would be worked out anew.
final class LaidOutLines {
  /// Some screens full; more than that is forgotten all at once.
  private static let most = 500

  struct Line {
    var text: PrintableText
    /// Of what the message quotes (XEP-0393 §5.1.3).
    var isQuoted: Bool
  }

  private struct Entry {
    var text: String
    var width: Int
    var lines: [Line]
  }

  private var entries: [Int64: Entry] = [:]

  func lines(of message: Message, width: Int) -> [Line] {
    // An echo has no row of its own yet.
    guard message.id != 0 else { return Self.breakLines(message.text, width) }
    if let known = entries[message.id], known.width == width, known.text == message.text {
      return known.lines
    }
    if entries.count >= Self.most { entries.removeAll(keepingCapacity: true) }
    let lines = Self.breakLines(message.text, width)
    entries[message.id] = Entry(text: message.text, width: width, lines: lines)
    return lines
  }

  private static func breakLines(_ text: String, _ width: Int) -> [Line] {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.flatMap { line in
      let isQuoted = line.hasPrefix(">")
      return PrintableText(String(line)).wrapped(to: width).map {
        Line(text: $0, isQuoted: isQuoted)
      }
    }
  }
}
