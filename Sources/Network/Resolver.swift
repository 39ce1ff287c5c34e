internal import Glibc
public import Model

/// A look-up that gave no address, in words for the user.
public struct ResolverError: Error, Sendable, Equatable {
  public var reason: String

  public init(reason: String) {
    self.reason = reason
  }
}

/// Finds the addresses of an account's server. Blocks; the wire calls it away from every queue that matters.
public struct Resolver: Sendable {
  /// The addresses to try in turn, not empty.
  public var addresses: @Sendable (Account) throws(ResolverError) -> [SocketAddress]

  public init(_ addresses: @escaping @Sendable (Account) throws(ResolverError) -> [SocketAddress]) {
    self.addresses = addresses
  }

  /// ``Account/server``, else port 5222 of the account's domain, by getaddrinfo(3).
  public static let system = Resolver { (account) throws(ResolverError) in
    let endpoint = account.server ?? Endpoint(host: account.jid.asciiDomain, port: 5222)
    return try lookUp(endpoint)
  }

  private static func lookUp(_ endpoint: Endpoint) throws(ResolverError) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let host =
      endpoint.host.hasPrefix("[") ? String(endpoint.host.dropFirst().dropLast()) : endpoint.host
    let failure = getaddrinfo(host, String(endpoint.port), &hints, &list)
    defer { list.map { freeaddrinfo($0) } }
    guard failure == 0 else {
      throw ResolverError(
        reason: "\(host) was not found: \(String(cString: gai_strerror(failure)))")
    }
    let found = sequence(first: list, next: { $0?.pointee.ai_next }).prefix { $0 != nil }
      .compactMap { $0.flatMap { SocketAddress($0.pointee) } }
    guard !found.isEmpty else { throw ResolverError(reason: "\(host) has no address") }
    return found
  }
}
