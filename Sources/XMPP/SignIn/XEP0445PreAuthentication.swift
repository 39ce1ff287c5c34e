internal import XMLStream

/// XEP-0445: who was invited shows that before an account is made.
enum XEP0445PreAuthentication: Extension {
  static let namespace = "urn:xmpp:pars:0"

  static func presenting(_ token: String, to domain: String, id: String) -> XMLElement {
    XMLElement(
      "iq", Namespace.client, ["type": "set", "to": domain, "id": id],
      [XMLElement("preauth", namespace, ["token": token])])
  }
}
