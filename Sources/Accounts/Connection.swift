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
    case .connected(let isSecure, let binding):
      handler(.connected(isSecure: isSecure, binding: binding))
    case .secured(let binding): handler(.secured(binding))
    case .received(let bytes): handler(.received(bytes))
    case .closed(let reason): handler(.closed(reason: reason))
    }
  }
}

/// The connection of one attempt to the private server, which is started first where it does not run.
final class PrivateWire: LiveWire {
  private let account: Account
  private let server: PrivateServer
  private let handler: @Sendable (LinkEvent) -> Void
  private let queue = DispatchQueue(label: "psst.private")
  private let inner = Inner()

  /// Confined to `queue`.
  private final class Inner: @unchecked Sendable {
    var wire: Wire?
    var isClosed = false
  }

  init(
    account: Account, server: PrivateServer, handler: @escaping @Sendable (LinkEvent) -> Void
  ) {
    self.account = account
    self.server = server
    self.handler = handler
  }

  func connect() {
    queue.async { [self] in
      do {
        let endpoint = try server.ensureRunning()
        guard !inner.isClosed else { return handler(.closed(reason: "closed")) }
        var account = account
        account.server = endpoint
        let wire = makeWire(for: account, handler: handler)
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
}
