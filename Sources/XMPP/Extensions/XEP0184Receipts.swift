internal import XMLStream

/// XEP-0184: the recipient's device has the message.
enum XEP0184Receipts: Extension {
  static let namespace = "urn:xmpp:receipts"
  static let features = [namespace]

  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    if stanza.child("request", namespace) != nil, message.id != nil {
      message.payloads.append(.receiptRequest)
    }
    if let id = stanza.child("received", namespace)?["id"] {
      message.payloads.append(.receipt(id: id))
    }
  }

  static func element(for payload: Payload) -> XMLElement? {
    switch payload {
    case .receiptRequest: XMLElement("request", namespace)
    case .receipt(let id): XMLElement("received", namespace, ["id": id])
    default: nil
    }
  }
}
