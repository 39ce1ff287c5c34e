import Glibc

/// A plain TCP server on loopback for one test, read and written by the test itself.
final class TestPeer: @unchecked Sendable {
  private let listener: Int32
  private var connection: Int32 = -1
  let port: UInt16
  /// The errno the last ``readAll()`` ended with; 0 at the other side's end.
  private(set) var lastFailure: Int32 = 0

  init() {
    listener = Self.listening(backlog: 8)
    port = Self.port(of: listener)
  }

  static func listening(backlog: Int32) -> Int32 {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    withAddress(port: 0) {
      precondition(bind(listener, $0, $1) == 0 && listen(listener, backlog) == 0, "a loopback port")
    }
    return listener
  }

  static func port(of listener: Int32) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(listener, $0, &size)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// 127.0.0.1 with that port.
  static func withAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Void) {
    var address = sockaddr_in(
      sin_family: sa_family_t(AF_INET), sin_port: port.bigEndian,
      sin_addr: in_addr(s_addr: UInt32(0x7f00_0001).bigEndian), sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }

  deinit {
    close(listener)
    if connection >= 0 { close(connection) }
  }

  /// Waits for a connection, 20 s at most: what is never accepted fails the test that reads from it.
  func accept() {
    var poll = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    if Glibc.poll(&poll, 1, 20_000) == 1 { connection = Glibc.accept(listener, nil, nil) }
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
      guard count > 0 else {
        lastFailure = count < 0 ? errno : 0
        return bytes
      }
      bytes += buffer.prefix(count)
    }
  }

  func endWriting() {
    shutdown(connection, Int32(SHUT_WR))
  }

  /// Closes with a reset (socket(7), SO_LINGER of 0).
  func reset() {
    var now = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<linger>.size)
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, size)
    hangUp()
  }

  func hangUp() {
    close(connection)
    connection = -1
  }
}

/// A port on loopback that answers nobody: its queue of waiting connections is full (listen(2)).
final class DeafPeer {
  private let listener = TestPeer.listening(backlog: 0)
  private var waiting: [Int32] = []
  let port: UInt16

  init() {
    port = TestPeer.port(of: listener)
    for _ in 0..<3 {
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      _ = fcntl(client, F_SETFL, O_NONBLOCK)
      TestPeer.withAddress(port: port) { _ = connect(client, $0, $1) }
      waiting.append(client)
    }
  }

  deinit { for descriptor in waiting + [listener] { close(descriptor) } }
}
