internal import Glibc

/// What decides whether an address of the web may be used (RFC 3986 §3).
struct WebAddress {
  let isSecure: Bool
  /// Without port and brackets, in small letters.
  let host: String

  init?(_ text: String) {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    guard scheme == "https" || scheme == "http" else { return nil }
    let rest = text.dropFirst(scheme.count)
    guard rest.hasPrefix("://") else { return nil }
    let authority = rest.dropFirst(3).prefix { !"/?#\\".contains($0) }
    // Nobody is signed in by an address, and what stands before an @ only misleads.
    guard !authority.isEmpty, !authority.contains("@") else { return nil }
    isSecure = scheme == "https"
    host =
      authority.hasPrefix("[")
      ? authority.dropFirst().prefix { $0 != "]" }.lowercased()
      : authority.prefix { $0 != ":" }.lowercased()
  }

  /// This computer, whatever the network says.
  var isLoopback: Bool { host == "localhost" || Self.isLoopback(host) }

  /// Of a numeric address: 127/8 and ::1.
  static func isLoopback(_ address: String) -> Bool {
    if address == "::1" { return true }
    let parts = address.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Bytes may go there: under TLS, or where they leave this computer by no wire.
  var isSafe: Bool { isSecure || isLoopback }

  /// Of a numeric address: one that anybody can have, and not one of a house or a computer of its own (RFC 6890).
  static func isPublic(_ address: String) -> Bool {
    var four = in_addr()
    if inet_pton(AF_INET, address, &four) == 1 { return isPublic(UInt32(bigEndian: four.s_addr)) }
    var six = in6_addr()
    guard inet_pton(AF_INET6, address, &six) == 1 else { return false }
    let bytes = withUnsafeBytes(of: &six) { Array($0) }
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      return isPublic(bytes[12...].reduce(0) { $0 << 8 | UInt32($1) })
    }
    // 2000::/3 is given out; in it are addresses for examples, and ones that only wrap others.
    let start =
      UInt32(bytes[0]) << 24 | UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8
      | UInt32(bytes[3])
    return bytes[0] & 0xE0 == 0x20 && start != 0x2001_0DB8 && start >> 16 != 0x2002
      && start != 0x2001_0000
  }

  /// The blocks that are for special uses, and the bits that name each.
  private static let special: [(UInt32, Int)] = [
    (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16),
    (0xAC10_0000, 12), (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16),
    (0xC612_0000, 15), (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 3),
  ]

  private static func isPublic(_ address: UInt32) -> Bool {
    !special.contains { block, bits in (address ^ block) >> (32 - bits) == 0 }
  }
}
