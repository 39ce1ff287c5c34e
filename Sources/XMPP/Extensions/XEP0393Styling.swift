internal import Model
internal import XMLStream

/// XEP-0393: what is marked in a text. The views read it; here is what is told of it, and that a sender wants a text
/// drawn as it is (§7).
enum XEP0393Styling: Extension {
  static let namespace = "urn:xmpp:styling:0"
  static let features = [namespace]

  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard case .text(let text, _) = message.content,
      stanza.child("unstyled", namespace) != nil
    else { return }
    message.content = .text(text, isUnstyled: true)
  }
}
