import Glibc

/// What a piece of work costs, whatever else the computer does meanwhile.
enum CPUTime {
  /// The least of some trials, in nanoseconds of the thread's own time (clock_gettime(2)).
  static func least(of trials: Int = 3, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<trials {
      let before = now()
      try body()
      least = min(least, now() - before)
    }
    return least
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
