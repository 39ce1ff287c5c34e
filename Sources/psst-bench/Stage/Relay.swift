internal import Dispatch
internal import Glibc
internal import Synchronization

/// Stands between a client and the server, passes every byte on at once and keeps a ledger of the
/// newest connection. Everyone that is compared goes through one.
final class Relay: Sendable {
  let port: UInt16
  private let listener: Int32
  private let target: UInt16
  private let ledger = Mutex(StreamLedger())

  init(to target: UInt16) throws {
    (listener, port) = try LoopbackSocket.listen()
    self.target = target
    let thread = DispatchQueue(label: "relay", attributes: .concurrent)
    thread.async { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        LoopbackSocket.setNoDelay(client)
        thread.async { [self] in pass(client) }
      }
    }
  }

  var now: StreamLedger { ledger.withLock { $0 } }

  func close() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func pass(_ client: Int32) {
    guard let server = try? LoopbackSocket.connect(to: target) else {
      Glibc.close(client)
      return
    }
    ledger.withLock { $0 = StreamLedger() }
    while true {
      var both = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&both, 2, -1) > 0 else { continue }
      if both[0].revents != 0, !move(from: client, to: server, isOut: true) { break }
      if both[1].revents != 0, !move(from: server, to: client, isOut: false) { break }
    }
    Glibc.close(client)
    Glibc.close(server)
  }

  private func move(from source: Int32, to sink: Int32, isOut: Bool) -> Bool {
    guard let bytes = LoopbackSocket.read(source, milliseconds: 0) else { return false }
    guard LoopbackSocket.write(bytes[...], to: sink) else { return false }
    ledger.withLock { ledger in
      if isOut { ledger.sent(bytes[...]) } else { ledger.received(bytes[...]) }
    }
    return true
  }
}
