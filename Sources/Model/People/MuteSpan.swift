/// For how long a chat is muted, where it is not until the user's word; the raw value is how it is typed.
public enum MuteSpan: String, Sendable, CaseIterable {
  case hour = "1h"
  /// Until eight o'clock of the next day.
  case tomorrow

  private static let morning = 8
  private static let minute: Int64 = 60_000

  /// When it is over: a whole minute, so that what is shown of it goes with the clock's.
  public func end(after now: Timestamp, _ time: CivilTime) -> Timestamp {
    switch self {
    case .hour:
      let start = min(now.milliseconds, .max - 2 * Self.minute * 60)
      let minutes = (start + Self.minute - 1) / Self.minute + 60
      return Timestamp(milliseconds: minutes * Self.minute)
    case .tomorrow: return time.hour(Self.morning, ofDay: time.dayNumber(now) + 1)
    }
  }
}
