internal import Model
internal import Sync

/// A wire that writes what goes over it to the log, without the secrets.
final class LoggedWire: LiveWire {
  private let inner: any LiveWire
  private let log: Log

  init(log: Log, making makeWire: WireMaker, handler: @escaping @Sendable (LinkEvent) -> Void) {
    self.log = log
    inner = makeWire { event in
      switch event {
      case .received(let bytes): Self.write(bytes, "in ", to: log)
      case .connected(let isSecure, _): log.write("wire connected\(isSecure ? ", secure" : "")")
      case .secured: log.write("wire secured")
      case .closed(let reason): log.write("wire closed: \(reason)")
      }
      handler(event)
    }
  }

  func connect() { inner.connect() }

  func startTLS(domain: String) { inner.startTLS(domain: domain) }

  func send(_ bytes: [UInt8]) {
    Self.write(bytes, "out", to: log)
    inner.send(bytes)
  }

  func close() { inner.close() }

  func abandon() { inner.abandon() }

  func networkChanged() { inner.networkChanged() }

  private static func write(_ bytes: [UInt8], _ direction: String, to log: Log) {
    log.write(direction + " " + SecretFilter.filtered(String(decoding: bytes, as: UTF8.self)))
  }
}
