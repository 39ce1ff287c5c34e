internal import Glibc
internal import Localization

/// Free TCP ports of 127.0.0.1.
enum LoopbackPort {
  /// Below the ports that the kernel gives to outgoing connections (ip(7), ip_local_port_range), so that a
  /// remembered one is still free the next time.
  private static let range: ClosedRange<UInt16> = 20000...31999

  /// Seconds that a server which was killed may take to go, and its port with it.
  private static let timeout = 1.0

  /// The remembered one while nobody else has it, else a new one.
  static func choose(
    remembered: UInt16?, besides taken: UInt16? = nil
  ) throws(PrivateServerError) -> UInt16 {
    if let remembered, Wait.until(seconds: timeout, { isFree(remembered) }) { return remembered }
    for _ in 0..<200 {
      let port = UInt16.random(in: range)
      if port != taken, isFree(port) { return port }
    }
    throw .didNotStart(tr("no free port on 127.0.0.1"))
  }

  static func isFree(_ port: UInt16) -> Bool {
    let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard probe >= 0 else { return false }
    defer { close(probe) }
    var on: Int32 = 1  // as Prosody does: connections that have just ended do not count
    setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    let result = withLoopback(port) { bind(probe, $0, $1) }
    return result == 0 && listen(probe, 1) == 0
  }

  static func withLoopback<Result>(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
