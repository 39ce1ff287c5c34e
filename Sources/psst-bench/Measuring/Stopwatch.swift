internal import Glibc

/// The monotonic clock (clock_gettime(2)), in nanoseconds.
enum Stopwatch {
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  static func seconds(since start: Int64) -> Double { Double(now - start) / 1e9 }

  /// Runs `body` and says how long it took, in milliseconds.
  static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return Double(now - start) / 1e6
  }

  static func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }
}
