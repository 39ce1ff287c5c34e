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
}
