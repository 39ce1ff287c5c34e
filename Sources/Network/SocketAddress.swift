internal import CPlatform
internal import Glibc

/// A numeric address with a port, as the kernel takes it (ip(7), ipv6(7)).
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
  /// A `sockaddr_in` or `sockaddr_in6`.
  private(set) var bytes: [UInt8]

  /// From a numeric IPv4 or IPv6 address (without brackets); `nil` for anything else.
  public init?(numeric host: String, port: UInt16) {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let list else { return nil }
    defer { freeaddrinfo(list) }
    self.init(list.pointee)
  }

  init?(_ info: addrinfo) {
    guard let address = info.ai_addr, [AF_INET, AF_INET6].contains(info.ai_family) else {
      return nil
    }
    bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))
  }

  /// `nil` for other families than IPv4 and IPv6.
  init?(_ address: UnsafePointer<sockaddr>?) {
    switch address.map({ Int32($0.pointee.sa_family) }) {
    case AF_INET: bytes = Self.copy(address, MemoryLayout<sockaddr_in>.size)
    case AF_INET6: bytes = Self.copy(address, MemoryLayout<sockaddr_in6>.size)
    default: return nil
    }
  }

  private static func copy(_ address: UnsafePointer<sockaddr>?, _ count: Int) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: address, count: count))
  }

  /// AF_INET or AF_INET6.
  var family: Int32 {
    bytes.withUnsafeBytes { Int32($0.loadUnaligned(as: sockaddr.self).sa_family) }
  }

  /// In 127/8, `::1`, or the former written as IPv6: what is sent there never leaves this computer.
  public var isLoopback: Bool {
    let address = hostBytes
    if address.count == 4 { return address[0] == 127 }
    let isMapped = address.dropLast(6).allSatisfy { $0 == 0 } && address[10...11] == [255, 255]
    if isMapped { return address[12] == 127 }
    return address.dropLast().allSatisfy { $0 == 0 } && address.last == 1
  }

  /// fe80::/10 or 169.254/16: good for one cable only.
  var isLinkLocal: Bool {
    let address = hostBytes
    if address.count == 4 { return address[0] == 169 && address[1] == 254 }
    return address[0] == 0xFE && address[1] & 0xC0 == 0x80
  }

  /// The address of this computer that packets to there leave from; `nil` when there is no way.
  var routeSource: SocketAddress? {
    var source = sockaddr_storage()
    let size = withPointer { psst_route_source($0, $1, &source) }
    guard size > 0 else { return nil }
    let found = withUnsafePointer(to: &source) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { SocketAddress($0) }
    }
    return found?.withoutPort
  }

  /// The port that was given to a look-up is of no interest.
  private var withoutPort: SocketAddress {
    var result = self
    result.bytes.replaceSubrange(2..<4, with: [0, 0])
    return result
  }

  /// The address alone in network order: 4 or 16 bytes.
  private var hostBytes: [UInt8] {
    family == AF_INET ? Array(bytes[4..<8]) : Array(bytes[8..<24])
  }

  public var description: String {
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    withPointer { address, length in
      _ = getnameinfo(address, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST)
    }
    return String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var storage = sockaddr_storage()
    return withUnsafeMutableBytes(of: &storage) { raw in
      raw.copyBytes(from: bytes)
      return body(
        raw.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }
}
