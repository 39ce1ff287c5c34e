internal import Glibc
public import Model
internal import Sync
internal import Synchronization

/// The wall clock of this computer and what is made from it: ids, and times in words.
public enum SystemClock {
  static var wall: Timestamp { SyncRunner.now().wall }

  /// Milliseconds that this thread has been run for (clock_gettime(2)).
  static var processorTime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// An id that no message had before.
  public static func newOriginID() -> OriginID {
    OriginID(at: wall, random: (.random(in: .min ... .max), .random(in: .min ... .max)))
  }

  /// Hours and minutes in the local zone (T3), as `14:02`.
  public static func timeOfDay(_ time: Timestamp) -> String {
    let parts = local(time)
    return two(parts.tm_hour) + ":" + two(parts.tm_min)
  }

  /// Local date and time to the millisecond, as `2026-05-12 14:02:11.204`.
  public static func full(_ time: Timestamp) -> String {
    let parts = local(time)
    let rest = Int32(((time.milliseconds % 1000) + 1000) % 1000)
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))."
      + (rest < 100 ? "0" : "") + two(rest)
  }

  /// Seconds to add to UTC for the local time at that time (localtime_r(3)).
  @Sendable public static func utcOffset(_ time: Timestamp) -> Int {
    // Zones change at whole quarters of an hour, and a screen asks for the same few times again.
    let quarter = time.milliseconds / 900_000
    return offsets.withLock { known in
      if let offset = known[quarter] { return offset }
      if known.count >= 1_000 { known.removeAll() }
      let offset = local(time).tm_gmtoff
      known[quarter] = offset
      return offset
    }
  }

  private static let offsets = Mutex<[Int64: Int]>([:])

  private static func local(_ time: Timestamp) -> tm {
    var seconds = time_t(time.milliseconds / 1000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts
  }

  private static func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
}
