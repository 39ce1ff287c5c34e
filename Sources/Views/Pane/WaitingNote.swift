internal import Localization
internal import Model
internal import Screen
internal import Store

/// The count of what waits, for titles that have no place for the title bar: it is seen from everywhere
/// while it is not zero (O13).
enum WaitingNote {
  static func spans(_ context: Context) -> [Span] {
    let counts = context.snapshot.outbox
    var spans: [Span] = []
    if context.showsWaiting, counts.waiting > 0 {
      let words = tr(counts.waiting, "1 queued", "\(counts.waiting) queued")
      spans.append(Span("   \(words)", .titleCount))
    }
    if counts.failed > 0 {
      let words = tr(counts.failed, "1 failed", "\(counts.failed) failed")
      spans.append(Span("   \(words)", .error))
    }
    return spans
  }
}
