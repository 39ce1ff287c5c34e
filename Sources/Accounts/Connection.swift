internal import Dispatch
internal import Files
internal import LocalServer
internal import Model
public import Network
public import Sync

extension Wire: LiveWire {}

/// The connection of one attempt, to any server.
func makeWire(
  for account: Account, handler: @escaping @Sendable (LinkEvent) -> Void
) -> Wire {
  Wire(account: account) { event in
    switch event {
    case .connected(let isSecure, let binding, let isNearby):
      handler(.connected(isSecure: isSecure, binding: binding, isNearby: isNearby))
    case .secured(let binding): handler(.secured(binding))
    case .received(let bytes): handler(.received(bytes))
    case .closed(let reason): handler(.closed(reason: reason))
    }
  }
}

/// The connection of one attempt that something comes before which may block: a server that is started, a keyring that is
/// asked.
final class DeferredWire: LiveWire {
  private let prepare: @Sendable () throws -> any LiveWire
  private let handler: @Sendable (LinkEvent) -> Void
  private let queue = DispatchQueue(label: "psst.deferred")
  private let inner = Inner()

  /// Confined to `queue`.
  private final class Inner: @unchecked Sendable {
    var wire: (any LiveWire)?
    var isClosed = false
  }

  /// - Parameter prepare: makes the wire that it is from then on, with the same handler.
  init(
    handler: @escaping @Sendable (LinkEvent) -> Void,
    after prepare: @escaping @Sendable () throws -> any LiveWire
  ) {
    self.handler = handler
    self.prepare = prepare
  }

  func connect() {
    queue.async { [self] in
      do {
        let wire = try prepare()
        guard !inner.isClosed else { return handler(.closed(reason: "closed")) }
        inner.wire = wire
        wire.connect()
      } catch {
        // Who lets it go makes the next try (OwnedEngine).
        let isHeld = error as? PrivateServerError == .heldStopped
        handler(.closed(reason: Failure(describing: error).text, awaitsUser: isHeld))
      }
    }
  }

  func startTLS(domain: String) { queue.async { [inner] in inner.wire?.startTLS(domain: domain) } }

  func send(_ bytes: [UInt8]) { queue.async { [inner] in inner.wire?.send(bytes) } }

  func close() {
    queue.async { [inner] in
      inner.isClosed = true
      inner.wire?.close()
    }
  }

  func abandon() {
    queue.async { [inner] in
      inner.isClosed = true
      inner.wire?.abandon()
    }
  }

  func networkChanged() { queue.async { [inner] in inner.wire?.networkChanged() } }

  func measure(_ report: @escaping @Sendable (WireProgress?) -> Void) {
    queue.async { [inner] in
      if let wire = inner.wire { wire.measure(report) } else { report(nil) }
    }
  }
}
