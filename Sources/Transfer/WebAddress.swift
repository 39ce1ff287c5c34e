internal import CCurl
internal import Glibc

/// What decides whether an address of the web may be used (RFC 3986 §3), read by the parser of the library that goes
/// there: two parsers would come to two hosts.
struct WebAddress {
  let isSecure: Bool
  /// Without port and brackets, in small letters; numeric addresses in their usual form.
  let host: String
  /// That of the scheme where none is written.
  let port: UInt16

  /// `nil` for what is none, and for one with a name or a password in it: nobody is signed in by an address, and what
  /// stands before an @ only misleads.
  init?(_ text: String) {
    var parts = psst_address()
    guard Self.isPermitted(text), psst_read_address(text, &parts) != 0 else { return nil }
    let scheme = withUnsafeBytes(of: parts.scheme) { Self.text($0) }
    let host = withUnsafeBytes(of: parts.host) { Self.text($0) }.lowercased()
    guard ["http", "https"].contains(scheme), !host.isEmpty, !host.contains("%") else { return nil }
    guard let port = UInt16(withUnsafeBytes(of: parts.port, Self.text)), port > 0 else {
      return nil
    }
    isSecure = scheme == "https"
    self.port = port
    self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Of an address are no blanks and controls, nor any of these (RFC 3986 §2), and a sign of percent begins an octet.
  private static func isPermitted(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.allSatisfy { index in
      switch bytes[index] {
      case 0...0x20, 0x7F: false
      case UInt8(ascii: "%"):
        bytes.count > index + 2 && bytes[(index + 1)...(index + 2)].allSatisfy(isHexadecimal)
      case let byte: !#""<>\^`{|}"#.utf8.contains(byte)
      }
    } && text.lowercased().firstMatch(of: /^https?:\/\/[^\/]/) != nil
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    Character(UnicodeScalar(byte)).isHexDigit
  }

  /// Both are served by one program: this computer has more than one name.
  func isSameHost(as other: WebAddress) -> Bool {
    port == other.port && (host == other.host || isLoopback && other.isLoopback)
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
