/// An account and the way to its server.
public struct Account: Sendable, Equatable {
  public enum Security: String, Sendable {
    /// STARTTLS, with the certificate checked against the domain (RFC 6120 §5).
    case startTLS = "starttls"
    /// TLS from the first byte (XEP-0368).
    case direct
    /// No TLS: to loopback addresses only.
    case off
  }

  /// The bare address.
  public var jid: JID
  /// `HOST:PORT` where it is not found from the domain.
  public var server: Endpoint?
  public var security: Security
  /// Lives on the private server of this computer.
  public var isPrivate: Bool
  public var terms: SignInTerms
  /// What its owner is called, until they say otherwise (XEP-0172); `nil`: nobody said.
  public var ownerName: String?

  /// Its server is reached without a network: on this computer, or through something that listens here.
  public var isNearby: Bool {
    let host = server?.host ?? jid.domain
    return isPrivate || host == "localhost" || host.hasPrefix("127.")
      || ["::1", "[::1]"].contains(host)
  }

  public init(
    jid: JID, server: Endpoint?, security: Security, isPrivate: Bool,
    terms: SignInTerms = SignInTerms()
  ) {
    self.jid = jid
    self.server = server
    self.security = security
    self.isPrivate = isPrivate
    self.terms = terms
  }
}

/// Where a server listens.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
  /// A name or a numeric address.
  public var host: String
  public var port: UInt16

  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  public var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
