public import Model

/// How a session signs in.
public struct SessionConfiguration: Sendable {
  /// The bare address of the account.
  public var account: JID
  public var password: String
  /// The resource to bind; the same for the life of this device, so that binding ends its old session.
  public var resource: String
  /// TLS must be on before anything secret is sent; `false` only towards loopback when asked for (Z3).
  public var requiresTLS: Bool

  public init(account: JID, password: String, resource: String, requiresTLS: Bool) {
    self.account = account
    self.password = password
    self.resource = resource
    self.requiresTLS = requiresTLS
  }
}

/// One connection's protocol: bytes, ticks and commands in; bytes and events out. No I/O, no clock.
public struct Session {
  public init(_ configuration: SessionConfiguration) {}

  /// Uptime in milliseconds at which a ``SessionInput/tick`` is due; `nil` when nothing waits for time.
  public var nextDeadline: Int64? { nil }

  /// Advances the session by one input and returns what is to be done, in order.
  public mutating func handle(_ input: SessionInput, at now: Moment) -> [SessionOutput] { [] }
}
