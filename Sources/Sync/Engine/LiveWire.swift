public import Model

/// A connection as the runner sees it: calls return at once, news comes through the handler it was made with.
public protocol LiveWire: Sendable {
  func connect()
  /// Begins the TLS handshake, the certificate checked against `domain`.
  func startTLS(domain: String)
  func send(_ bytes: [UInt8])
  /// Closes after what was sent has left.
  func close()
  /// Closes now; what was written may not leave.
  func abandon()
  /// Interfaces or routes changed: a connection whose way is gone closes.
  func networkChanged()
  /// Reports how far the connection gets; `nil` where nobody knows, or it is not open. On any thread.
  func measure(_ report: @escaping @Sendable (WireProgress?) -> Void)
}

extension LiveWire {
  /// For wires that know no quicker way.
  public func abandon() { close() }
  /// For wires that need no network.
  public func networkChanged() {}
  /// For wires without a kernel.
  public func measure(_ report: @escaping @Sendable (WireProgress?) -> Void) { report(nil) }
}

/// Makes the connection of one attempt; `handler` may be called on any thread.
public typealias WireMaker =
  @Sendable (_ handler: @escaping @Sendable (LinkEvent) -> Void) -> any LiveWire
