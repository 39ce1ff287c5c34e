internal import Model

/// How often the archive is asked for what has just come: each question costs some servers a walk over the
/// whole archive. A few at once, then one every few seconds.
struct QuestionBudget {
  static let atOnce = 4
  /// Milliseconds until there is one more.
  static let interval: Int64 = 3_000

  private(set) var used = 0
  /// When the first that is used up comes back.
  private(set) var refill: Int64 = 0

  /// Takes a question; `nil` where it may be asked now, else when (uptime in milliseconds).
  mutating func spend(_ now: Moment) -> Int64? {
    if used > 0, refill <= now.uptime {
      let back = 1 + (now.uptime - refill) / Self.interval
      used = max(0, used - Int(min(back, Int64(Self.atOnce))))
      refill = now.uptime + Self.interval
    }
    guard used < Self.atOnce else { return refill }
    if used == 0 { refill = now.uptime + Self.interval }
    used += 1
    return nil
  }
}
