internal import Glibc

/// Plain blocking TCP on this computer (tcp(7)).
enum LoopbackSocket {
  static func connect(to port: UInt16) throws -> Int32 {
    let descriptor = try make()
    var address = address(port)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw BenchError("cannot connect to port \(port): errno \(errno)") }
    return descriptor
  }

  /// Listens at a port the kernel chooses.
  static func listen() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = try make()
    var place = address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) + Glibc.listen(descriptor, 8)
          + getsockname(descriptor, $0, &size)
      }
    }
    guard code == 0 else { throw BenchError("cannot listen: errno \(errno)") }
    return (descriptor, UInt16(bigEndian: place.sin_port))
  }

  private static func make() throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw BenchError("no socket: errno \(errno)") }
    setNoDelay(descriptor)
    return descriptor
  }

  static func setNoDelay(_ descriptor: Int32) {
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// What there is, within a time; empty where nothing came, `nil` at the end.
  static func read(_ descriptor: Int32, milliseconds: Int32) -> [UInt8]? {
    var query = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&query, 1, milliseconds) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}
