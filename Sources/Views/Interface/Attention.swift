internal import Model

/// Whether the program is in front (D2): by the terminal's focus where it tells, else by a key
/// within the last minute.
struct Attention {
  /// Without a key for so long nobody sits there, milliseconds; `nil`: somebody always does.
  var idle: Int64?
  private(set) var hasFocus: Bool?
  private var lastKey: Int64?
  /// The program's start counts as a sign of somebody.
  private var activeAt: Int64?
  private var wasPresent = true
  /// The chat that somebody looks at, as it was told.
  private var watched: ChatID?

  mutating func focus(_ isFocused: Bool, now: Moment) {
    hasFocus = isFocused
    activeAt = now.uptime
  }

  /// A key, or the mouse, proves that somebody is there. A terminal that said otherwise (tmux, when its window is
  /// attached elsewhere) is not believed until it says something new.
  mutating func key(now: Moment) {
    if hasFocus == false { hasFocus = nil }
    lastKey = now.uptime
    activeAt = now.uptime
  }

  /// Whether somebody sits there, where that has changed (N3).
  mutating func change(now: Moment) -> Bool? {
    let start = activeAt ?? now.uptime
    activeAt = start
    let isIdle = idle.map { now.uptime - start >= $0 } ?? false
    let isPresent = hasFocus != false && !isIdle
    guard isPresent != wasPresent else { return nil }
    wasPresent = isPresent
    return isPresent
  }

  /// Who is gone is noticed by the private server at once; elsewhere the chat one looks at is told (N2).
  /// - Parameter chat: the one that can be seen.
  mutating func watch(_ chat: ChatID?, now: Moment) -> [Action] {
    let seen = isLooking(now: now) ? chat : nil
    guard seen != watched else { return [] }
    let left = watched?.account
    watched = seen
    // Another account's contact is not looked at any more.
    let leaving = left.flatMap { $0 == seen?.account ? nil : Action.intent(.watch(nil), of: $0) }
    let looking = seen.map { Action.intent(.watch($0.address), of: $0.account) }
    return [leaving, looking].compactMap(\.self)
  }

  /// As ``isInFront(now:)``, but who has just started the program counts as well.
  func isNear(now: Moment) -> Bool {
    hasFocus ?? activeAt.map { now.uptime - $0 <= Timing.attention } ?? true
  }

  /// When nobody sits there any more.
  var nextWake: Int64? {
    guard wasPresent, let activeAt, let idle else { return nil }
    return activeAt + idle
  }

  /// The same, and when nobody looks any more where that was told.
  var wakes: [Int64?] { [nextWake, watched == nil ? nil : looksUntil] }

  /// Whether somebody looks: in front, and not away from the keyboard for long.
  func isLooking(now: Moment) -> Bool { isInFront(now: now) && wasPresent }

  /// When that ends by itself.
  var looksUntil: Int64? {
    hasFocus == nil ? lastKey.map { $0 + Timing.attention + 1 } : nextWake
  }

  func isInFront(now: Moment) -> Bool {
    if let hasFocus { return hasFocus }
    return lastKey.map { now.uptime - $0 <= Timing.attention } ?? false
  }
}
