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
      spans.append(Span("   \(words(counts))", .titleCount))
    }
    if counts.failed > 0 {
      let words = tr(counts.failed, "1 failed", "\(counts.failed) failed")
      spans.append(Span("   \(words)", .error))
    }
    return spans
  }

  /// `3 queued`, `1 sending`, `3 queued, 1 sending`: what the messages themselves say of it.
  static func words(_ counts: OutboxCounts) -> String {
    let (queued, sending) = (Grouped.number(counts.queued), Grouped.number(counts.sending))
    return [
      counts.queued > 0 ? tr(counts.queued, "1 queued", "\(queued) queued") : nil,
      counts.sending > 0 ? tr(counts.sending, "1 sending", "\(sending) sending") : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }
}
