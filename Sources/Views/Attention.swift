internal import Model

/// Whether the program is in front (D2): by the terminal's focus where it tells, else by a key
/// within the last minute.
struct Attention {
  private(set) var hasFocus: Bool?
  private var lastKey: Int64?

  mutating func focus(_ isFocused: Bool) { hasFocus = isFocused }
  mutating func key(now: Moment) { lastKey = now.uptime }

  func isInFront(now: Moment) -> Bool {
    if let hasFocus { return hasFocus }
    return lastKey.map { now.uptime - $0 <= Timing.attention } ?? false
  }
}
