internal import XMLStream

/// XEP-0199: is anybody there?
enum XEP0199Ping {
  static let namespace = "urn:xmpp:ping"
  static let ping = XMLElement("ping", namespace)
}
