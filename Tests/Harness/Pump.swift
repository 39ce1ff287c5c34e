import Foundation

/// Something with descriptors to be served while a test waits.
protocol Pumped: AnyObject {
  /// What to wait for now; empty when everything is closed.
  var interests: [pollfd] { get }
  func serve(_ ready: [pollfd])
  /// When it wants to be served though nothing is ready, in ``Monotonic/exact`` milliseconds.
  var due: Double? { get }
}

extension Pumped {
  var due: Double? { nil }
}

/// Serves all programs and proxies of the test that runs on this thread while it waits for one of them, so that none
/// blocks on a full pipe.
public enum Pump {
  private struct Member { weak var it: (any Pumped)? }

  /// Those of this thread: a test serves its own.
  private static var members: [Member] {
    get { Thread.current.threadDictionary["pumped"] as? [Member] ?? [] }
    set { Thread.current.threadDictionary["pumped"] = newValue }
  }

  static func add(_ member: any Pumped) {
    members.removeAll { $0.it == nil }
    members.append(Member(it: member))
  }

  /// Waits until the condition holds, at most `bound` seconds.
  /// - Returns: whether it held.
  public static func wait(bound: Double, until condition: () throws -> Bool) rethrows -> Bool {
    let deadline = Monotonic.milliseconds + Int64(bound * 1_000)
    // What holds without anything to read (a file, a process' end) is looked at this often.
    let tick: Int64 = 20
    while true {
      while serve(timeout: 0) {}
      if try condition() { return true }
      let left = deadline - Monotonic.milliseconds
      if left <= 0 { return false }
      _ = serve(timeout: Int32(min(left, tick)))
    }
  }

  /// Reads the rest of what is being written: a terminal hands a screen over in pieces (pty(7)).
  static func settle() {
    for _ in 0..<20 where !serve(timeout: 1) { return }
  }

  /// - Returns: whether something was ready.
  private static func serve(timeout: Int32) -> Bool {
    let serving = members.compactMap(\.it).map { (it: $0, interests: $0.interests) }
    var all = serving.flatMap(\.interests)
    let due = serving.compactMap { $0.it.due }.min().map { Int32(max(0, $0 - Monotonic.exact + 1)) }
    let count = poll(&all, nfds_t(all.count), min(timeout, due ?? timeout))
    guard count > 0 || due != nil else { return false }
    var start = 0
    for (it, interests) in serving {
      let ready = all[start..<start + interests.count].filter { $0.revents != 0 }
      let isDue = it.due.map { $0 <= Monotonic.exact } ?? false
      if !ready.isEmpty || isDue { it.serve(Array(ready)) }
      start += interests.count
    }
    return count > 0
  }
}

/// A clock nobody sets (clock_gettime(2)).
public enum Monotonic {
  public static var milliseconds: Int64 { Int64(exact) }

  public static var exact: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) * 1_000 + Double(now.tv_nsec) / 1_000_000
  }
}
