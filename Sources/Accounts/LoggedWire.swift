internal import Model
internal import Sync
internal import Synchronization
internal import XMPP

/// A wire that writes what goes over it to the log, without the secrets.
final class LoggedWire: LiveWire {
  private let inner: any LiveWire
  private let sent: LoggedDirection

  init(log: Log, making makeWire: WireMaker, handler: @escaping @Sendable (LinkEvent) -> Void) {
    sent = LoggedDirection("out", to: log)
    let received = LoggedDirection("in ", to: log)
    inner = makeWire { event in
      switch event {
      case .unlocked: log.write("the keyring gave the password")
      case .received(let bytes): received.write(bytes)
      case .connected(let isSecure, _, _): log.write("wire connected\(isSecure ? ", secure" : "")")
      case .secured: log.write("wire secured")
      case .closed(let reason, _): log.write("wire closed: \(reason)")
      }
      handler(event)
    }
  }

  func connect() { inner.connect() }

  func startTLS(domain: String) { inner.startTLS(domain: domain) }

  func send(_ bytes: [UInt8]) {
    sent.write(bytes)
    inner.send(bytes)
  }

  func close() { inner.close() }

  func abandon() { inner.abandon() }

  func networkChanged() { inner.networkChanged() }

  func measure(_ report: @escaping @Sendable (WireProgress?) -> Void) { inner.measure(report) }
}

/// What goes one way over a wire, from its first byte to its last: a secret may be cut between reads.
private final class LoggedDirection: Sendable {
  private let redaction = Mutex(StanzaRedaction())
  private let name: String
  private let log: Log

  init(_ name: String, to log: Log) {
    self.name = name
    self.log = log
  }

  func write(_ bytes: [UInt8]) {
    let line = redaction.withLock { $0.line(bytes) }
    if !line.isEmpty { log.write(name + " " + line) }
  }
}
