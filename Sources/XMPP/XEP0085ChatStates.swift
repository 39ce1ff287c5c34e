internal import XMLStream

/// XEP-0085: typing.
enum XEP0085ChatStates: Extension {
  static let namespace = "http://jabber.org/protocol/chatstates"
  static let features = [namespace]

  static func element(_ state: ChatState) -> XMLElement {
    XMLElement(state.rawValue, namespace)
  }

  static func state(of message: XMLElement) -> ChatState? {
    message.children.first { $0.namespace == namespace }.flatMap { ChatState(rawValue: $0.name) }
  }
}
