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

  /// What a message tells of a node.
  struct News {
    var items: [XMLElement] = []
    /// The names of what is gone.
    var gone: [String] = []
    /// All that was there is gone (XEP-0060 §8.5, §8.4).
    var isEmptied = false
  }

  /// What a message tells of a node, of whomever it may be; `nil` where it is none such.
  static func news(of node: String, inMessage message: XMLElement) -> News? {
    let told = message.child("event", event)?.children.first {
      $0.namespace == event && $0["node"] == node
    }
    guard let told else { return nil }
    switch told.name {
    case "items":
      return News(
        items: told.children.filter { $0.name == "item" },
        gone: told.children.filter { $0.name == "retract" }.compactMap { $0["id"] })
    case "purge", "delete": return News(isEmptied: true)
    default: return nil
    }
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
