import Glibc

/// A plain TCP server on loopback for one test, read and written by the test itself.
final class TestPeer: @unchecked Sendable {
  private let listener: Int32
  private var connection: Int32 = -1
  let port: UInt16

  init(address: UInt32 = 0x7f00_0001) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in(
      sin_family: sa_family_t(AF_INET), sin_port: 0, sin_addr: in_addr(s_addr: address.bigEndian),
      sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        precondition(bind(listener, $0, size) == 0 && listen(listener, 8) == 0, "a loopback port")
        getsockname(listener, $0, &size)
      }
    }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    close(listener)
    if connection >= 0 { close(connection) }
  }

  func accept() {
    connection = Glibc.accept(listener, nil, nil)
  }

  /// Nobody is waiting to be accepted.
  var isQuiet: Bool {
    var poll = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, 0) == 0
  }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Everything until the other side's end.
  func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return bytes }
      bytes += buffer.prefix(count)
    }
  }

  func endWriting() {
    shutdown(connection, Int32(SHUT_WR))
  }

  func hangUp() {
    close(connection)
    connection = -1
  }
}
