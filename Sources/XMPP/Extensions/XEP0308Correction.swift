internal import Model
internal import XMLStream

/// XEP-0308: a message that says in other words what an earlier one of its author said.
enum XEP0308Correction: Extension {
  static let namespace = "urn:xmpp:message-correct:0"
  static let features = [namespace]

  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard let id = stanza.child("replace", namespace)?["id"], id.isID else { return }
    message.payloads.append(.amendment(.correction(of: id)))
  }

  static func element(for payload: Payload) -> XMLElement? {
    guard case .amendment(.correction(let id)) = payload else { return nil }
    return XMLElement("replace", namespace, ["id": id])
  }
}
