internal import Localization
internal import XMLStream

/// What a server does for a session.
struct SessionOffer: Equatable {
  /// XEP-0198
  var hasManagement = false
  /// XEP-0352
  var hasClientState = false
  /// XEP-0386
  var bindsInline = false
}

/// What the server offers (RFC 6120 §4.3.2).
struct StreamFeatures {
  var offersTLS = false
  var mechanisms: [String] = []
  /// Channel-binding types the server knows, XEP-0440; `nil` where it does not say.
  var bindings: [String]?
  var offersBind = false
  /// XEP-0388
  var inline: XEP0388ExtensibleSASL.Offer?
  var session = SessionOffer()

  init(_ element: XMLElement) throws(SessionFailure) {
    guard element.is("features", Namespace.streams) else {
      throw .broken(tr("stream features expected, not \(element.name)"))
    }
    offersTLS = element.child("starttls", Namespace.tls) != nil
    offersBind = element.child("bind", Namespace.bind) != nil
    session.hasManagement = element.child("sm", XEP0198StreamManagement.namespace) != nil
    session.hasClientState = element.child("csi", XEP0352ClientState.namespace) != nil
    inline = XEP0388ExtensibleSASL.Offer(element)
    mechanisms =
      element.child("mechanisms", Namespace.sasl)?.children
      .filter { $0.is("mechanism", Namespace.sasl) }.map(\.text) ?? []
    bindings = element.child("sasl-channel-binding", "urn:xmpp:sasl-cb:0")?.children
      .compactMap { $0["type"] }
  }
}
