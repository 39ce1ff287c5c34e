/// An invitation to have an account at a server, as a link (XEP-0445 §3.1, XEP-0147): `xmpp:example.org?register;preauth=…`,
/// or with the name of the account before the @.
public struct RegistrationLink: Sendable, Equatable {
  /// The server, or the account that is to be.
  public var address: JID
  /// What lets in whom the server would refuse; `nil` where it says none.
  public var token: String?

  /// Bytes of a link, and of the token in it (Z4).
  static let longest = 4_096

  /// `nil` for anything else, other links of XMPP among them.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.longest, text.lowercased().hasPrefix("xmpp:") else { return nil }
    let parts = text.dropFirst(5).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let address = Self.decoded(parts[0]).flatMap({ JID($0) })
    else { return nil }
    let words = parts[1].split(separator: ";")
    guard words.first == "register", address.isBare else { return nil }
    self.address = address
    for word in words.dropFirst() where word.hasPrefix("preauth=") {
      token = Self.decoded(word.dropFirst(8))
    }
    if token?.isEmpty == true { token = nil }
  }

  /// Percent-encoding taken away (RFC 3986 §2.1).
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    let decoded = String(validating: bytes, as: UTF8.self)
    return decoded?.unicodeScalars.allSatisfy(OutgoingText.isAllowed) == true ? decoded : nil
  }
}
