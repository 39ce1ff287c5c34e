internal import Glibc

/// A numeric address with a port, as the kernel takes it (ip(7), ipv6(7)).
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
  /// A `sockaddr_in` or `sockaddr_in6`.
  let bytes: [UInt8]

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
