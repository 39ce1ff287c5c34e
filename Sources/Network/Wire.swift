internal import Dispatch
public import Model
public import XMPP

/// What happened to the connection. After `closed` nothing more comes.
public enum WireEvent: Sendable {
  /// - Parameter isNearby: the other side is on this computer, or something here leads to it.
  case connected(isSecure: Bool, binding: ChannelBinding?, isNearby: Bool)
  case secured(ChannelBinding?)
  /// At most 64 KiB at a time.
  case received([UInt8])
  /// The reason is in words for the user.
  case closed(reason: String)
}

/// One live connection: TCP, and TLS on it. Calls return at once; events come on the wire's own queue.
///
/// The handler runs on that queue: while it runs nothing more is read, which is how a slow reader slows the
/// sender. Hold the wire until `closed`: one that nobody holds is dropped without a word.
public final class Wire: Sendable {
  private let connection: Connection

  /// - Parameters:
  ///   - trustFile: a PEM file of certificate authorities trusted besides the system's.
  ///   - resolver: finds what to try.
  public init(
    account: Account, trustFile: String? = nil, resolver: Resolver = .system,
    handler: @escaping @Sendable (WireEvent) -> Void
  ) {
    connection = Connection(
      account: account, trustFile: trustFile, resolver: resolver, handler: handler)
  }

  /// Once. Tries every address, each a quarter of a second after the one before unless that fails earlier, at
  /// most 10 s each (RFC 8305), then says `connected` or `closed`. Without TLS
  /// (``Account/Security/off``) only loopback addresses are connected to.
  public func connect() {
    connection.perform { $0.connect() }
  }

  /// Begins TLS on the open connection; what was sent before leaves in the clear, what is sent after leaves
  /// when the certificate was found to be the domain's and `secured` was said (at most 10 s).
  public func startTLS(domain: String) {
    connection.perform { $0.startTLS(domain: domain) }
  }

  /// In the order of the calls. More than 64 MiB that the other side does not take closes the connection.
  public func send(_ bytes: [UInt8]) {
    connection.perform { $0.send(bytes) }
  }

  /// Closes when what was sent has left and the other side has closed too, after 2 s in any case.
  /// `closed` follows.
  public func close() {
    connection.perform { $0.close() }
  }

  /// Closes now, by a reset: what was not sent is thrown away. `closed` follows.
  public func abandon() {
    connection.perform { $0.abandon() }
  }

  /// Interfaces or routes changed: a connection whose way is gone closes.
  public func networkChanged() {
    connection.perform { $0.networkChanged() }
  }

  /// Reports how far the connection gets, on the wire's own queue; `nil` where it is not open.
  public func measure(_ report: @escaping @Sendable (WireProgress?) -> Void) {
    connection.perform { report($0.socket?.progress) }
  }
}
