internal import XMLStream

/// XEP-0115: what this program can do, named in its presence. The server's own notifications of the
/// account (XEP-0163) go to devices that name what they want in this way.
enum XEP0115Capabilities {
  static let namespace = "http://jabber.org/protocol/caps"
  /// Names the program, not an address.
  static let node = "urn:x-psst"
  static let version = version(of: XEP0030Discovery.identity, XEP0030Discovery.features)

  static let element = XMLElement(
    "c", namespace, ["hash": "sha-1", "node": node, "ver": version])

  /// The node by which others ask for exactly this list.
  static let askedNode = node + "#" + version

  /// The name of a list (XEP-0115 §5.1): one identity, and features.
  static func version(of identity: String, _ features: [String]) -> String {
    let sorted = features.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let parts = [identity] + sorted
    return Base64.encode(SHA1.digest(Array(parts.map { $0 + "<" }.joined().utf8)))
  }
}
