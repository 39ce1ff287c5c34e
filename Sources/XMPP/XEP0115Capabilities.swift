internal import XMLStream

/// XEP-0115: what this program can do, named in its presence. The server's own notifications of the
/// account (XEP-0163) go to devices that name what they want in this way.
enum XEP0115Capabilities {
  static let namespace = "http://jabber.org/protocol/caps"
  /// Names the program, not an address.
  static let node = "urn:x-psst"
  /// The name of ``XEP0030Discovery/features`` (XEP-0115 §5.1): the digest of ``named``, in base64. The list
  /// changes with the program only; a test computes the name anew.
  static let version = "LNv69unfu6+hBwMzhO8ZpKvE3Wc="

  static let element = XMLElement(
    "c", namespace, ["hash": "sha-1", "node": node, "ver": version])

  /// The node by which others ask for exactly this list.
  static let askedNode = node + "#" + version

  /// What the name is a digest of: the identity and the features in the order of their bytes, each with a `<`.
  static var named: String {
    named(XEP0030Discovery.identity, XEP0030Discovery.features)
  }

  static func named(_ identity: String, _ features: [String]) -> String {
    let sorted = features.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return ([identity] + sorted).map { $0 + "<" }.joined()
  }
}
