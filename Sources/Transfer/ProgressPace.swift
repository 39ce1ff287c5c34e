internal import Model

/// How far a file has come, told a few times in a second. Confined to one thread.
final class ProgressPace {
  /// Milliseconds.
  private static let pause: Int64 = 250

  private let now: () -> Int64
  private var last: (at: Int64, done: Int64)?
  private var rate: Int64 = 0

  /// - Parameter now: uptime in milliseconds.
  init(now: @escaping () -> Int64) { self.now = now }

  /// `nil` where it is too early to tell more. The rate is smoothed: what is left should not jump.
  func tell(_ done: Int64, of total: Int64) -> FileProgress? {
    let time = now()
    guard let last else {
      self.last = (time, done)
      return FileProgress(done: done, total: total, rate: 0)
    }
    let passed = time - last.at
    guard passed >= Self.pause else { return nil }
    let current = max(0, min(done - last.done, Attachment.mostBytes)) * 1_000 / passed
    rate = rate == 0 ? current : (rate * 3 + current) / 4
    self.last = (time, done)
    return FileProgress(done: done, total: total, rate: rate)
  }
}
