internal import Localization
internal import Model

/// How long ago something was, for people, in at most five columns: `now`, `12 s`, `4 m`, `3 h`, `2 d`, `3 y`.
enum Age {
  static func text(of time: Timestamp, now: Timestamp) -> String {
    seconds(since: time, now: now).map(span) ?? tr("now")
  }

  /// The same where there is room: `28 min`; `nil` for what is of now.
  static func words(of time: Timestamp, now: Timestamp) -> String? {
    seconds(since: time, now: now).map { seconds in
      (60..<3600).contains(seconds) ? tr("\(seconds / 60) min") : span(seconds)
    }
  }

  /// `nil` for what is of now.
  private static func seconds(since time: Timestamp, now: Timestamp) -> Int64? {
    let (milliseconds, isTooMuch) = now.milliseconds.subtractingReportingOverflow(
      time.milliseconds)
    // A clock that was set in between tells nothing (T2).
    guard !isTooMuch, milliseconds >= 1000 else { return nil }
    return milliseconds / 1000
  }

  /// So many seconds.
  static func span(_ seconds: Int64) -> String {
    switch seconds {
    case ..<60: return tr("\(seconds) s")
    case ..<3600: return tr("\(seconds / 60) m")
    case ..<86_400: return tr("\(seconds / 3600) h")
    case ..<86_400_000: return tr("\(seconds / 86_400) d")
    default: return tr("\(min(seconds / 31_557_600, 999)) y")
    }
  }
}
