internal import XMLStream

/// What is common to the nodes of accounts (XEP-0060, XEP-0163).
enum PubSub {
  static let namespace = "http://jabber.org/protocol/pubsub"
  static let owner = namespace + "#owner"
  static let event = namespace + "#event"

  /// The question for all that a node has.
  static func question(of node: String) -> XMLElement {
    XMLElement("pubsub", namespace, [:], [XMLElement("items", namespace, ["node": node])])
  }

  /// What the answer to ``question(of:)`` has.
  static func items(inAnswer answer: XMLElement) -> [XMLElement] {
    let items = answer.child("pubsub", namespace)?.child("items", namespace)
    return items?.children.filter { $0.name == "item" } ?? []
  }

  /// What a message tells of a node, of whomever it may be: what is new, and the names of what is gone; `nil` where it is
  /// none such.
  static func news(
    of node: String, inMessage message: XMLElement
  ) -> (items: [XMLElement], gone: [String])? {
    guard let items = message.child("event", event)?.child("items", event), items["node"] == node
    else { return nil }
    return (
      items.children.filter { $0.name == "item" },
      items.children.filter { $0.name == "retract" }.compactMap { $0["id"] }
    )
  }

  /// Puts something in a node that those who see my presence may read, as a server makes one by itself (XEP-0163 §3).
  /// - Parameter done: is told why it was refused; `nil` where it is there.
  static func publishing(
    _ id: String, _ payload: XMLElement, in node: String,
    done: @escaping @Sendable (StanzaError?) -> [SessionEvent]
  ) -> Request {
    let item = XMLElement("item", namespace, ["id": id], [payload])
    let publish = XMLElement("publish", namespace, ["node": node], [item])
    return request(XMLElement("pubsub", namespace, [:], [publish]), done)
  }

  static func request(
    _ payload: XMLElement, _ done: @escaping @Sendable (StanzaError?) -> [SessionEvent]
  ) -> Request {
    Request(.set, payload) { answer, _ in
      switch answer {
      case .result: done(nil)
      case .error(let error): done(error)
      case .timeout: done(.timeout)
      }
    }
  }
}
