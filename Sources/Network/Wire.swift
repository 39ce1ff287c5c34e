internal import COpenSSL
internal import CPlatform
public import Model
public import XMPP

/// What happened to the connection. After `closed` nothing more comes.
public enum WireEvent: Sendable {
  case connected(isSecure: Bool, binding: ChannelBinding?)
  case secured(ChannelBinding?)
  case received([UInt8])
  case closed(reason: String)
}

/// One live connection: TCP, and TLS on it. Calls return at once; events come on the wire's own queue.
public final class Wire: Sendable {
  public init(
    account: Account, handler: @escaping @Sendable (WireEvent) -> Void
  ) {}

  public func connect() {}
  public func startTLS(domain: String) {}
  public func send(_ bytes: [UInt8]) {}
  /// Closes after what was sent has left (bounded).
  public func close() {}
}
