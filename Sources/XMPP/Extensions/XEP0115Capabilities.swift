internal import Model
internal import XMLStream

/// XEP-0115: what this program can do, named in its presence. The server's own notifications of the
/// account (XEP-0163) go to devices that name what they want in this way.
enum XEP0115Capabilities: Extension {
  static let namespace = "http://jabber.org/protocol/caps"
  static let features = [namespace]
  /// Names the program, not an address.
  static let node = "urn:x-psst"
  /// The name of what psst can do.
  static let version = version(of: XEP0030Discovery.identity, Extensions.features)

  /// The name of what a program can do (XEP-0115 §5.1).
  ///
  /// - Parameter identity: as ``XEP0030Discovery/identity`` writes it.
  static func version(of identity: String, _ features: [String]) -> String {
    let sorted = features.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let text = ([identity] + sorted).map { $0 + "<" }.joined()
    return Base64.encode(SHA1.digest(of: Array(text.utf8)))
  }

  static let element = XMLElement(
    "c", namespace, ["hash": "sha-1", "node": node, "ver": version])

  /// The node by which others ask for exactly this list.
  static let askedNode = node + "#" + version
}
