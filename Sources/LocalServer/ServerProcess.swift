internal import CPlatform
internal import Glibc

/// A process that is not our child, watched through /proc (proc(5)).
struct ServerProcess: Hashable {
  let id: Int32

  /// Neither gone nor a zombie.
  var isAlive: Bool {
    guard kill(id, 0) == 0 || errno == EPERM else { return false }
    guard let status = SmallFile.read("/proc/\(id)/stat", limit: 1024) else { return false }
    let state = status.lastIndex(of: ")").flatMap { status[$0...].dropFirst(2).first }
    return state != "Z" && state != "X"
  }

  /// The arguments it was started with name this file: an id alone may belong to somebody else by now.
  func wasStarted(with file: String) -> Bool {
    let arguments = SmallFile.read("/proc/\(id)/cmdline", limit: 65536) ?? ""
    return arguments.split(separator: "\0").contains { $0 == file }
  }

  /// SIGTERM, and SIGKILL for what is still there after `patience` seconds: Prosody was seen to hang for
  /// ever on the first.
  func end(timeout: Double = 2) {
    guard isAlive else { return }
    kill(id, SIGTERM)
    if Wait.until(seconds: timeout, { !isAlive }) { return }
    kill(id, SIGKILL)
    Wait.until(seconds: 5) { !isAlive }
  }
}

/// Waiting for what gives no sign when it happens: looks again and again, within a bound.
enum Wait {
  /// Looks every `interval` milliseconds; `false` when the time was over first.
  @discardableResult
  static func until(seconds: Double, interval: UInt32 = 5, _ condition: () -> Bool) -> Bool {
    let end = now() + seconds
    while !condition() {
      guard now() < end else { return false }
      usleep(interval * 1000)
    }
    return true
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
