/// An XMPP address, `local@domain/resource` (RFC 7622), compared in its normalised form.
///
/// The local part and the domain are in lower case and prepared by PRECIS and IDNA; what these refuse is no address:
/// letters without width, signs and look-alikes by compatibility among them.
public struct JID: Hashable, Sendable {
  public let local: String?
  public let domain: String
  public let resource: String?

  /// Parses and normalises; `nil` where a part is empty, too long (1,023 bytes) or has a forbidden character.
  public init?(_ text: String) {
    let (local, domain, resource) = Self.split(text)
    self.init(local: local, domain: domain, resource: resource)
  }

  /// Builds an address from its parts under the same rules as ``init(_:)``.
  public init?(local: String?, domain: String, resource: String? = nil) {
    guard let domain = Self.domain(domain) else { return nil }
    if let local {
      guard let local = Self.local(local) else { return nil }
      self.local = local
    } else {
      self.local = nil
    }
    if let resource {
      guard let resource = Self.resource(resource) else { return nil }
      self.resource = resource
    } else {
      self.resource = nil
    }
    self.domain = domain
  }

  /// What ``description`` wrote, of a file of ours: it is taken as it stands, also where the rules have become
  /// stricter since. `nil` where it is no address by its shape.
  public init?(stored text: String) {
    let (local, domain, resource) = Self.split(text)
    guard !domain.isEmpty, local?.isEmpty != true, resource?.isEmpty != true else { return nil }
    self.init(uncheckedLocal: local, domain: domain, resource: resource)
  }

  private init(uncheckedLocal local: String?, domain: String, resource: String?) {
    self.local = local
    self.domain = domain
    self.resource = resource
  }

  /// As somebody writes it: signs that no account's name may have stand for what is sent in their place (XEP-0106 §3), as
  /// in `ana@example.com@gateway.example.org`.
  public init?(typed text: String) {
    if let plain = JID(text) {
      self = plain
      return
    }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let at = text.lastIndex(of: "@"), !parts.contains(where: \.isEmpty) else { return nil }
    let local = EscapedName.escaped(String(text[..<at]))
    self.init("\(local)@\(text[text.index(after: at)...])")
  }

  private static func split(_ text: String) -> (local: String?, domain: String, resource: String?) {
    let bytes = text.utf8
    let slash = bytes.firstIndex(of: UInt8(ascii: "/"))
    let address = slash.map { text[..<$0] } ?? text[...]
    let resource = slash.map { String(text[bytes.index(after: $0)...]) }
    let at = address.utf8.firstIndex(of: UInt8(ascii: "@"))
    let local = at.map { String(address[..<$0]) }
    let domain = at.map { String(address[bytes.index(after: $0)...]) } ?? String(address)
    return (local, domain, resource)
  }

  /// The address without its resource: the account or room, not one of its devices.
  public var bare: JID { JID(uncheckedLocal: local, domain: domain, resource: nil) }

  /// As the address of a chat: one person of a group, through the group (XEP-0045 §7.5). All other chats have a bare one.
  public var isOccupant: Bool { resource != nil }

  /// A channel behind a gateway to IRC, as those of biboumi are written: `#channel%irc.example.org@gateway` (RFC 2812
  /// §1.3 has the signs that a channel begins with).
  public var isIRCChannel: Bool {
    local.map { "#&+!".contains($0.first ?? " ") && $0.dropFirst().contains("%") } ?? false
  }

  /// It has no resource.
  public var isBare: Bool { resource == nil }

  /// How long it is, in UTF-8, about.
  public var byteCount: Int {
    (local?.utf8.count ?? 0) + domain.utf8.count + (resource?.utf8.count ?? 0)
  }

  /// The same account on the given device; `nil` where the resource is not allowed.
  public func with(resource: String) -> JID? {
    JID(local: local, domain: domain, resource: resource)
  }

  /// The domain as DNS and certificates have it (`xn--…`).
  public var asciiDomain: String { Self.asciiDomain(domain) }

  /// A domain as DNS and certificates have it; as it stands where it is none.
  public static func asciiDomain(_ domain: String) -> String {
    isASCII(domain) ? domain : PRECIS.asciiDomain(domain) ?? domain
  }

  /// The scripts of a name or a label that mixes what no language has together, as look-alikes do; empty for nearly all.
  public var mixedScripts: [String] {
    // Asked of each name in each frame.
    if Self.isASCII(domain), local.map(Self.isASCII) ?? true { return [] }
    let words = [local].compactMap(\.self) + domain.split(separator: ".").map(String.init)
    return words.lazy.filter { !Self.isASCII($0) }.map(PRECIS.mixedScripts).first { !$0.isEmpty }
      ?? []
  }

  // MARK: Parts

  /// Nearly all parts are plain already, and thousands of them are read at the start.
  private static func local(_ part: String) -> String? {
    if isPlain(part) { return part }
    let prepared = isASCII(part) ? part.lowercased() : PRECIS.username(part)
    return prepared.flatMap { isPart($0) && !$0.utf8.contains(where: isForbidden) ? $0 : nil }
  }

  /// The dot at the end of a full domain name is no part of it (RFC 7622 §3.2).
  private static func domain(_ part: String) -> String? {
    let part = part.utf8.last == UInt8(ascii: ".") ? String(part.dropLast()) : part
    if isPlain(part), !hasALabel(part) { return withLabels(part) }
    let lower = part.lowercased()
    let prepared =
      isASCII(lower) && !hasALabel(lower) ? lower : PRECIS.domain(part).map(withoutDot)
    return prepared.flatMap { isPart($0) && !$0.utf8.contains(where: isForbidden) ? $0 : nil }
      .flatMap(withLabels)
  }

  /// A domain none of whose labels is empty.
  private static func withLabels(_ domain: String) -> String? {
    let dot = UInt8(ascii: ".")
    var previous = dot
    for byte in domain.utf8 {
      if byte == dot, previous == dot { return nil }
      previous = byte
    }
    return previous == dot ? nil : domain
  }

  private static func hasALabel(_ domain: String) -> Bool {
    domain.utf8.contains(UInt8(ascii: "-"))
      && domain.split(separator: ".").contains { $0.hasPrefix("xn--") }
  }

  private static func withoutDot(_ part: String) -> String {
    part.hasSuffix(".") ? String(part.dropLast()) : part
  }

  private static func resource(_ part: String) -> String? {
    let prepared = isASCII(part) ? part : PRECIS.opaque(part)
    return prepared.flatMap { isPart($0) ? $0 : nil }
  }

  private static func isPlain(_ part: String) -> Bool {
    !part.isEmpty && part.utf8.count <= PRECIS.longest
      && part.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  private static func isASCII(_ part: String) -> Bool { part.utf8.allSatisfy { $0 < 0x80 } }

  /// RFC 7622 §3.3.1, and the space.
  private static func isForbidden(_ byte: UInt8) -> Bool { " \"&'/:<>@".utf8.contains(byte) }

  /// Has a length, and of ASCII nothing that controls.
  private static func isPart(_ part: String) -> Bool {
    (1...PRECIS.longest).contains(part.utf8.count)
      && part.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}

extension JID {
  /// What a resource that psst gives itself begins with.
  public static let psstResource = "psst"

  /// Whether it is the full address of a psst.
  public var isPsst: Bool { resource?.hasPrefix(Self.psstResource) ?? false }
}

extension JID: CustomStringConvertible {
  public var description: String {
    (local.map { $0 + "@" } ?? "") + domain + (resource.map { "/" + $0 } ?? "")
  }
}

extension JID: Comparable {
  public static func < (left: JID, right: JID) -> Bool {
    (left.local ?? "", left.domain, left.resource ?? "")
      < (right.local ?? "", right.domain, right.resource ?? "")
  }
}
