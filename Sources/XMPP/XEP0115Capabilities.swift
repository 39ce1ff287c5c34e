internal import XMLStream

/// XEP-0115: what this program can do, named in its presence. The server's own notifications of the
/// account (XEP-0163) go to devices that name what they want in this way.
enum XEP0115Capabilities {
  static let namespace = "http://jabber.org/protocol/caps"
  /// Names the program, not an address.
  static let node = "urn:x-psst"
  /// The name of ``XEP0030Discovery/features`` (XEP-0115 §5.1): the digest of its text, in base64. The list changes
  /// with the program only; a test computes the name anew.
  static let version = "LNv69unfu6+hBwMzhO8ZpKvE3Wc="

  static let element = XMLElement(
    "c", namespace, ["hash": "sha-1", "node": node, "ver": version])

  /// The node by which others ask for exactly this list.
  static let askedNode = node + "#" + version
}
