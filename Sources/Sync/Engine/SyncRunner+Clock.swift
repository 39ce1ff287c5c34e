internal import Glibc
public import Model

extension SyncRunner {
  /// The clocks and fresh randomness at this instant (clock_gettime(2)).
  public static func now() -> Moment {
    Moment(
      wall: Timestamp(milliseconds: milliseconds(CLOCK_REALTIME)),
      uptime: milliseconds(CLOCK_BOOTTIME), bootID: bootID,
      random: UInt64.random(in: .min ... .max))
  }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static let bootID = readBootID()

  private static func readBootID() -> String {
    guard let file = fopen("/proc/sys/kernel/random/boot_id", "r") else {
      return Moment.unknownBoot
    }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), file) != nil else {
      return Moment.unknownBoot
    }
    return String(decoding: line.prefix { $0 > 32 }.map { UInt8($0) }, as: UTF8.self)
  }
}
