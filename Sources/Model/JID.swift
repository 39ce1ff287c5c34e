/// An XMPP address, `local@domain/resource` (RFC 7622), compared in its normalised form.
///
/// The local part and the domain are lowercased; characters RFC 7622 §3.3.1 forbids make it invalid.
public struct JID: Hashable, Sendable {
  public let local: String?
  public let domain: String
  public let resource: String?

  /// Parses and normalises; `nil` where a part is empty, too long (1,023 bytes) or has a forbidden character.
  public init?(_ text: String) {
    let bytes = text.utf8
    let slash = bytes.firstIndex(of: UInt8(ascii: "/"))
    let address = slash.map { text[..<$0] } ?? text[...]
    let resource = slash.map { String(text[bytes.index(after: $0)...]) }
    let at = address.utf8.firstIndex(of: UInt8(ascii: "@"))
    let local = at.map { String(address[..<$0]) }
    let domain = at.map { String(address[bytes.index(after: $0)...]) } ?? String(address)
    self.init(local: local, domain: domain, resource: resource)
  }

  /// Builds an address from its parts under the same rules as ``init(_:)``.
  public init?(local: String?, domain: String, resource: String? = nil) {
    guard let domain = Self.normalised(domain) else { return nil }
    if let local {
      guard let local = Self.normalised(local) else { return nil }
      self.local = local
    } else {
      self.local = nil
    }
    if let resource { guard Self.isPart(resource) else { return nil } }
    self.domain = domain
    self.resource = resource
  }

  private init(uncheckedLocal local: String?, domain: String, resource: String?) {
    self.local = local
    self.domain = domain
    self.resource = resource
  }

  /// The address without its resource: the account or room, not one of its devices.
  public var bare: JID { JID(uncheckedLocal: local, domain: domain, resource: nil) }

  /// It has no resource.
  public var isBare: Bool { resource == nil }

  /// The same account on the given device; `nil` where the resource is not allowed.
  public func with(resource: String) -> JID? {
    JID(local: local, domain: domain, resource: resource)
  }

  /// A local part or a domain in lower case; `nil` where it is none. Nearly all are plain already, and
  /// thousands of them are read at the start.
  private static func normalised(_ part: String) -> String? {
    if !part.isEmpty, part.utf8.count <= 1023, part.utf8.allSatisfy(isPlain) { return part }
    let lower = part.lowercased()
    let isAllowed = isPart(lower) && !lower.contains { forbidden.contains($0) }
    return isAllowed ? lower : nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static let forbidden: Set<Character> = ["\"", "&", "'", "/", ":", "<", ">", "@"]

  private static func isPart(_ part: String) -> Bool {
    !part.isEmpty && part.utf8.count <= 1023
      && part.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F || $0 == " " }
      && part.first != " " && part.last != " "
  }
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
