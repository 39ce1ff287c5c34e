internal import XMLStream

/// XEP-0333: up to which message the other has seen.
enum XEP0333Markers: Extension {
  static let namespace = "urn:xmpp:chat-markers:0"
  static let features = [namespace]

  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    if stanza.child("markable", namespace) != nil, message.id != nil {
      message.payloads.append(.markable)
    }
    // The older `received` marker says what a receipt says, which counts where there are both.
    if let id = stanza.child("received", namespace)?["id"], !message.hasReceipt {
      message.payloads.append(.receipt(id: id))
    }
    // `acknowledged` says more than `displayed` (older versions of the specification).
    let marker = stanza.child("displayed", namespace) ?? stanza.child("acknowledged", namespace)
    if let id = marker?["id"] { message.payloads.append(.displayed(id: id)) }
  }

  static func element(for payload: Payload) -> XMLElement? {
    switch payload {
    case .markable: XMLElement("markable", namespace)
    case .displayed(let id): XMLElement("displayed", namespace, ["id": id])
    default: nil
    }
  }
}

extension InboundMessage {
  fileprivate var hasReceipt: Bool {
    payloads.contains { if case .receipt = $0 { true } else { false } }
  }
}
