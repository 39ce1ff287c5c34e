internal import XMLStream

/// XEP-0352: the server is told whether somebody looks, so that it may hold back what nobody needs until then.
enum XEP0352ClientState: Extension {
  static let namespace = "urn:xmpp:csi:0"

  /// Counts as no stanza.
  static func element(isActive: Bool) -> XMLElement {
    XMLElement(isActive ? "active" : "inactive", namespace)
  }
}
