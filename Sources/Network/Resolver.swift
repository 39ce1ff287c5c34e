internal import Dispatch
internal import Glibc
internal import Localization
public import Model
internal import Synchronization

/// A look-up that gave no address, in words for the user.
public struct ResolverError: Error, Sendable, Equatable {
  public var reason: String

  public init(reason: String) {
    self.reason = reason
  }
}

/// One address of a server, and how it is spoken to.
public struct Destination: Hashable, Sendable {
  public var address: SocketAddress
  /// TLS begins with the first byte (XEP-0368); else it is asked for, where the account wants it.
  public var isDirect: Bool

  public init(_ address: SocketAddress, isDirect: Bool = false) {
    self.address = address
    self.isDirect = isDirect
  }
}

/// Finds the addresses of an account's server. Blocks; the wire calls it away from every queue that matters.
public struct Resolver: Sendable {
  /// What to try, in this order, not empty.
  public var destinations: @Sendable (Account) throws(ResolverError) -> [Destination]

  public init(
    _ destinations: @escaping @Sendable (Account) throws(ResolverError) -> [Destination]
  ) {
    self.destinations = destinations
  }

  /// ``Account/server``; else what the domain says of its services (RFC 6120 §3.2.1, XEP-0368), by the computer's name
  /// servers; else the domain itself, at port 5222, or 5223 for TLS from the first byte. A domain that is this computer,
  /// or a numeric address, is asked nothing.
  public static let system = Resolver { (account) throws(ResolverError) in
    let isDirect = account.security == .direct
    if let server = account.server { return try lookUp(server, isDirect: isDirect) }
    let domain = account.jid.asciiDomain
    let itself = Endpoint(host: domain, port: isDirect ? 5223 : 5222)
    guard account.security != .off, !account.isNearby,
      SocketAddress(numeric: domain, port: itself.port) == nil
    else { return try lookUp(itself, isDirect: isDirect) }
    let services = services(of: domain, directOnly: isDirect)
    guard services.isEmpty else { return try destinations(of: services, domain) }
    do throws(ResolverError) {
      return try lookUp(itself, isDirect: isDirect)
    } catch {
      throw ResolverError(reason: tr("\(error.reason); nor does \(domain) name a server (SRV)"))
    }
  }

  /// As many as are tried.
  private static let mostServices = 8

  private static func services(of domain: String, directOnly: Bool) -> [SRVRecord] {
    let names = ["_xmpps-client._tcp.", "_xmpp-client._tcp."].prefix(directOnly ? 1 : 2)
    let found = Answers()
    // A name server that is silent is waited for once, and not once for each.
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      found.add(SRVRecord.lookUp(names[index] + domain, isDirect: index == 0))
    }
    var random = SystemRandomNumberGenerator()
    return SRVRecord.ordered(found.all, using: &random)
  }

  /// Both kinds count as one list (XEP-0368 §3).
  private static func destinations(
    of services: [SRVRecord], _ domain: String
  ) throws(ResolverError) -> [Destination] {
    let offered = services.filter { $0.endpoint != nil }
    guard !offered.isEmpty else {
      throw ResolverError(reason: tr("\(domain) says that it has no server for messages (SRV)"))
    }
    var found: [Destination] = []
    var failure = ResolverError(reason: tr("\(domain) has no address"))
    for service in offered.prefix(mostServices) {
      guard let endpoint = service.endpoint else { continue }
      do throws(ResolverError) {
        found += try lookUp(endpoint, isDirect: service.isDirect)
      } catch {
        failure = error
      }
    }
    guard !found.isEmpty else { throw failure }
    var seen: Set<Destination> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// By getaddrinfo(3).
  private static func lookUp(
    _ endpoint: Endpoint, isDirect: Bool
  ) throws(ResolverError) -> [Destination] {
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
        reason: tr("cannot find the server \(host): \(String(cString: gai_strerror(failure)))"))
    }
    let found = sequence(first: list, next: { $0?.pointee.ai_next }).prefix { $0 != nil }
      .compactMap { $0.flatMap { SocketAddress($0.pointee) } }
    guard !found.isEmpty else { throw ResolverError(reason: tr("\(host) has no address")) }
    return SocketAddress.interleaved(found).map { Destination($0, isDirect: isDirect) }
  }
}

/// What several threads have found.
private final class Answers: Sendable {
  private let records = Mutex<[SRVRecord]>([])

  var all: [SRVRecord] { records.withLock { $0 } }

  func add(_ more: [SRVRecord]) { records.withLock { $0 += more } }
}
