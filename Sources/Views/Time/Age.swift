internal import Model

/// How long ago something was, for people, in at most five columns: `now`, `12 s`, `4 m`, `3 h`, `2 d`, `3 y`.
enum Age {
  static func text(of time: Timestamp, now: Timestamp) -> String {
    let (milliseconds, isTooMuch) = now.milliseconds.subtractingReportingOverflow(
      time.milliseconds)
    // A clock that was set in between tells nothing (T2).
    guard !isTooMuch, milliseconds >= 1000 else { return "now" }
    return span(milliseconds / 1000)
  }

  /// The same where there is room: `28 min`; `nil` for what is of now.
  static func words(of time: Timestamp, now: Timestamp) -> String? {
    let text = text(of: time, now: now)
    if text == "now" { return nil }
    return text.hasSuffix(" m") ? text + "in" : text
  }

  /// So many seconds.
  static func span(_ seconds: Int64) -> String {
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) m"
    case ..<86_400: return "\(seconds / 3600) h"
    case ..<86_400_000: return "\(seconds / 86_400) d"
    default: return "\(min(seconds / 31_557_600, 999)) y"
    }
  }
}
