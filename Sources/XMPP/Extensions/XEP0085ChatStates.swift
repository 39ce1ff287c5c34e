internal import XMLStream

/// XEP-0085: typing.
enum XEP0085ChatStates: Extension {
  static let namespace = "http://jabber.org/protocol/chatstates"
  static let features = [namespace]

  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    let element = stanza.children.first { $0.namespace == namespace }
    guard let state = element.flatMap({ ChatState(rawValue: $0.name) }) else { return }
    message.payloads.append(.chatState(state))
  }

  static func element(for payload: Payload) -> XMLElement? {
    guard case .chatState(let state) = payload else { return nil }
    return XMLElement(state.rawValue, namespace)
  }
}
