/// Milliseconds since 1970-01-01T00:00:00Z: wall-clock time, shown to people and never used to order messages.
public struct Timestamp: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

/// What the outside world says at the instant of an event: clocks and fresh randomness.
///
/// `XMPP`, `Sync` and `Views` read no clock and draw no random number of their own; that makes the
/// simulation the same program under a seed.
public struct Moment: Sendable {
  /// The wall clock; may be wrong by years and may step (T2).
  public var wall: Timestamp
  /// CLOCK_BOOTTIME in milliseconds: runs through suspend, set by nobody (clock_gettime(2)).
  public var uptime: Int64
  /// Names the boot that ``uptime`` counts from (`/proc/sys/kernel/random/boot_id`).
  public var bootID: String
  /// The ``bootID`` where the system does not tell it: no age is known then.
  public static let unknownBoot = "unknown"
  /// 64 fresh random bits, used for jitter and for request ids.
  public var random: UInt64

  public init(wall: Timestamp, uptime: Int64, bootID: String, random: UInt64) {
    self.wall = wall
    self.uptime = uptime
    self.bootID = bootID
    self.random = random
  }
}
