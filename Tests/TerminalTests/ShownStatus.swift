import Harness

/// A message's status as its row shows it (S5).
enum ShownStatus: String {
  case saving, queued, sending, sent, delivered, read, failed

  /// The longest mark first: each `✓✓` holds a `✓`.
  private static let marks: [(String, ShownStatus)] = [
    ("! Failed", .failed), ("Queued", .queued), ("Sending", .sending), ("saving", .saving),
    ("✓✓ read", .read), ("✓✓", .delivered), ("✓", .sent),
  ]

  /// - Parameter isBold: the ticks are: above my newest message they stand alone, and are bold where it was read.
  init?(row: String, isBold: Bool) {
    guard let found = Self.marks.first(where: { row.contains($0.0) }) else { return nil }
    self = isBold && found.1 == .delivered ? .read : found.1
  }
}

/// What one own message showed over time: its statuses and its rows, each noted when it changes.
final class StatusRecorder {
  private(set) var statuses: [ShownStatus] = []
  private(set) var rows: Set<Int> = []
  /// How often it stood on the screen at most: more than once is a duplicate (S3).
  private(set) var mostCopies = 0

  /// Looks at every frame from now on.
  init(of text: String, in session: TerminalSession) {
    session.onFrame = { [unowned self] in note(text, $0) }
  }

  private func note(_ text: String, _ session: TerminalSession) {
    let found = session.rowsOfPane.filter {
      $0.text.contains(text) && session.status(inRow: $0.row) != nil
    }
    mostCopies = max(mostCopies, found.count)
    guard let shown = found.first, let status = session.status(inRow: shown.row) else { return }
    if statuses.last != status { statuses.append(status) }
    rows.insert(shown.row)
  }
}
