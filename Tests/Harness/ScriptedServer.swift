import Glibc

/// A server whose words a test makes, on the loopback: one connection at a time, the newest. It is served while the
/// test waits.
public final class ScriptedServer: Pumped {
  public let port: UInt16
  public private(set) var connections = 0
  /// Asked for more to say each time all was taken; `nil` is nothing for now.
  public var more: (() -> [UInt8]?)?

  private let listener: Int32
  private let begin: () -> Void
  private let answer: ([UInt8]) -> [UInt8]
  private var connection: Int32 = -1
  private var unwritten: [UInt8] = []

  /// - Parameters:
  ///   - begin: called with each connection.
  ///   - answer: what is said to what came.
  public init(begin: @escaping () -> Void, answer: @escaping ([UInt8]) -> [UInt8]) throws {
    listener = try Loopback.listen()
    port = try Loopback.port(of: listener)
    self.begin = begin
    self.answer = answer
    Pump.add(self)
  }

  var interests: [pollfd] {
    var all = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
    if connection >= 0 {
      let hasMore = !unwritten.isEmpty || more != nil
      let events = hasMore ? POLLIN | POLLOUT : POLLIN
      all.append(pollfd(fd: connection, events: Int16(events), revents: 0))
    }
    return all
  }

  func serve(_ ready: [pollfd]) {
    for one in ready {
      if one.fd == listener {
        accept()
      } else if one.fd == connection {
        if one.revents & ~Int16(POLLOUT) != 0 { read() }
        if one.revents & Int16(POLLOUT) != 0 { write() }
      }
    }
  }

  private func accept() {
    let new = Loopback.accept(listener)
    guard new >= 0 else { return }
    hangUp()
    connection = new
    connections += 1
    begin()
  }

  private func read() {
    let (bytes, isClosed) = Descriptor.read(connection)
    if !bytes.isEmpty { unwritten += answer(bytes) }
    if isClosed { hangUp() }
  }

  private func write() {
    guard connection >= 0 else { return }
    if unwritten.isEmpty { unwritten = more?() ?? [] }
    guard !unwritten.isEmpty else { return more = nil }
    let count = Descriptor.write(connection, unwritten)
    if count < 0 { hangUp() } else { unwritten.removeFirst(count) }
  }

  private func hangUp() {
    if connection >= 0 { close(connection) }
    connection = -1
    unwritten = []
  }

  deinit {
    hangUp()
    close(listener)
  }
}
