/// Namespaces of the core (RFC 6120, RFC 6121); extensions have theirs in their own files.
enum Namespace {
  static let client = "jabber:client"
  static let streams = "http://etherx.jabber.org/streams"
  static let streamErrors = "urn:ietf:params:xml:ns:xmpp-streams"
  static let stanzaErrors = "urn:ietf:params:xml:ns:xmpp-stanzas"
  static let tls = "urn:ietf:params:xml:ns:xmpp-tls"
  static let sasl = "urn:ietf:params:xml:ns:xmpp-sasl"
  static let bind = "urn:ietf:params:xml:ns:xmpp-bind"
  static let forward = "urn:xmpp:forward:0"
}
