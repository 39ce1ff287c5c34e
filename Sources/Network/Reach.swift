internal import CPlatform
internal import Glibc

/// What of this computer leads to others, at one instant.
public struct Reach: Hashable, Sendable {
  /// The addresses of interfaces that are up, without loopback and link-local ones.
  var addresses: Set<SocketAddress> = []
  /// Where packets to everywhere would leave from, over IPv4 and IPv6.
  var sources: [SocketAddress?] = []
  /// Some interface beside the loopback is up and has an address.
  var isReachable = false

  /// As the kernel has it now (getifaddrs(3)).
  @Sendable static func now() -> Reach {
    var reach = Reach(sources: everywhere.map(\.routeSource))
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return Reach(isReachable: true) }
    defer { freeifaddrs(list) }
    for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
      guard let entry else { break }
      reach.add(entry.pointee)
    }
    return reach
  }

  /// IFF_LOWER_UP (netdevice(7)): the cable is in. IFF_RUNNING says so up to a second later.
  private static let hasCarrier: UInt32 = 1 << 16

  private mutating func add(_ entry: ifaddrs) {
    let flags = entry.ifa_flags
    let isUp = flags & UInt32(IFF_UP) != 0 && flags & Self.hasCarrier != 0
    guard isUp, flags & UInt32(IFF_LOOPBACK) == 0,
      let address = SocketAddress(entry.ifa_addr)
    else { return }
    isReachable = true
    if !address.isLinkLocal { addresses.insert(address) }
  }

  /// Addresses nobody has (RFC 5737, RFC 3849): the way to them is the way to all.
  private static let everywhere =
    ["192.0.2.1", "2001:db8::1"].compactMap { SocketAddress(numeric: $0, port: 9) }
}
