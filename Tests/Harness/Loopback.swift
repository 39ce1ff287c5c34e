import Glibc
import Synchronization

/// TCP on 127.0.0.1.
public enum Loopback {
  /// Below those that the kernel gives by itself (ip(7), ip_local_port_range) and those of private servers: whoever
  /// still knocks at the port of a server that is gone would be let in by the next one there.
  private static let ports: ClosedRange<UInt16> = 12_000...19_999
  private static let given = Mutex<Set<UInt16>>([])

  /// A port on 127.0.0.1 that nobody listens on now; none is given twice.
  public static func freePort() throws -> UInt16 {
    for _ in 0..<1_000 {
      let port = UInt16.random(in: ports)
      if given.withLock({ $0.insert(port).inserted }), isFree(port) { return port }
    }
    throw Unmet("no free port")
  }

  private static func isFree(_ port: UInt16) -> Bool {
    let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(probe) }
    return withAddress(port: port) { bind(probe, $0, $1) == 0 }
  }

  /// Whether somebody listens on the port now.
  public static func isListening(_ port: UInt16) -> Bool {
    let descriptor = connect(to: port)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  /// A listening, non-blocking socket on a free port.
  static func listen() throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let isBound = withAddress(port: 0) { bind(descriptor, $0, $1) == 0 }
    guard isBound, Glibc.listen(descriptor, 16) == 0 else {
      throw Unmet("no port to listen on: errno \(errno)")
    }
    unblock(descriptor)
    return descriptor
  }

  static func port(of descriptor: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard result == 0 else { throw Unmet("no port: errno \(errno)") }
    return UInt16(bigEndian: address.sin_port)
  }

  static func accept(_ listener: Int32) -> Int32 {
    let descriptor = Glibc.accept(listener, nil, nil)
    if descriptor >= 0 { unblock(descriptor) }
    return descriptor
  }

  /// - Returns: a non-blocking connection, or -1.
  static func connect(to port: UInt16) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard withAddress(port: port, { Glibc.connect(descriptor, $0, $1) == 0 }) else {
      close(descriptor)
      return -1
    }
    unblock(descriptor)
    return descriptor
  }

  /// Closes with a reset instead of an end (socket(7), SO_LINGER).
  static func reset(_ descriptors: [Int32]) {
    var now = linger(l_onoff: 1, l_linger: 0)
    for descriptor in descriptors {
      let size = socklen_t(MemoryLayout<linger>.size)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, size)
      close(descriptor)
    }
  }

  /// Small pieces go at once, and nothing waits.
  private static func unblock(_ descriptor: Int32) {
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  private static func withAddress<Result>(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
