internal import Model
internal import XMLStream

/// A node of the account where its own devices keep something for each other (XEP-0163, XEP-0223): private, and kept.
struct PrivateNode {
  let name: String

  private static let pubsub = "http://jabber.org/protocol/pubsub"
  private static let owner = pubsub + "#owner"
  private static let event = pubsub + "#event"
  private static let forms = "jabber:x:data"

  /// What the node must be like for an item to be put in it (XEP-0490 §4, XEP-0402 §5.1).
  private static let options = [
    ("pubsub#access_model", "whitelist"), ("pubsub#persist_items", "true"),
    ("pubsub#max_items", "max"), ("pubsub#send_last_published_item", "never"),
  ]

  /// The question for all that is in it.
  var question: XMLElement {
    let items = XMLElement("items", Self.pubsub, ["node": name])
    return XMLElement("pubsub", Self.pubsub, [:], [items])
  }

  /// What the answer to ``question`` has.
  func items(inAnswer answer: XMLElement) -> [XMLElement] {
    let items = answer.child("pubsub", Self.pubsub)?.child("items", Self.pubsub)
    return items?.children.filter { $0.name == "item" } ?? []
  }

  /// What a message tells of it, of whomever it may be: what is new, and the names of what is gone; `nil` where it is
  /// none such.
  func news(inMessage message: XMLElement) -> (items: [XMLElement], gone: [String])? {
    guard let items = message.child("event", Self.event)?.child("items", Self.event),
      items["node"] == name
    else { return nil }
    return (
      items.children.filter { $0.name == "item" },
      items.children.filter { $0.name == "retract" }.compactMap { $0["id"] }
    )
  }

  /// Puts something in the node, which is made first where it is missing.
  /// - Parameter done: is told why it was refused; `nil` where it is there.
  func publishing(
    _ id: String, _ payload: XMLElement, in node: NodeKnowledge,
    done: @escaping @Sendable (StanzaError?) -> [SessionEvent]
  ) -> [Request] {
    let item = XMLElement("item", Self.pubsub, ["id": id], [payload])
    // Whatever the server knows of options, the node is private.
    let options = node == .unknown ? Self.options : Array(Self.options.prefix(2))
    let publish = XMLElement(
      "pubsub", Self.pubsub, [:],
      [
        XMLElement("publish", Self.pubsub, ["node": name], [item]),
        XMLElement(
          "publish-options", Self.pubsub, [:], [Self.form("publish-options", options)]),
      ])
    let steps = node == .missing ? making : []
    // One of the two steps is always refused; the word that follows shows whether the other was taken.
    return steps.map { Request(.set, $0) { _, _ in [] } } + [Self.request(publish, done)]
  }

  /// Takes something out of it, and tells the other devices.
  func retracting(
    _ id: String, done: @escaping @Sendable (StanzaError?) -> [SessionEvent]
  ) -> Request {
    let retract = XMLElement(
      "retract", Self.pubsub, ["node": name, "notify": "true"],
      [XMLElement("item", Self.pubsub, ["id": id])])
    return Self.request(XMLElement("pubsub", Self.pubsub, [:], [retract]), done)
  }

  private static func request(
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

  /// Makes the node as it must be, and then makes one that was there so: for a server that does not
  /// (ejabberd before 23.04 refuses the options it does not know), or where somebody made it otherwise.
  private var making: [XMLElement] {
    let configure = {
      XMLElement("configure", $0, $1, [Self.form("node_config", Self.options)])
    }
    let create = XMLElement("create", Self.pubsub, ["node": name])
    return [
      XMLElement("pubsub", Self.pubsub, [:], [create, configure(Self.pubsub, [:])]),
      XMLElement("pubsub", Self.owner, [:], [configure(Self.owner, ["node": name])]),
    ]
  }

  private static func form(_ kind: String, _ options: [(String, String)]) -> XMLElement {
    let fields = ([("FORM_TYPE", pubsub + "#" + kind)] + options).map { name, value in
      XMLElement(
        "field", forms, ["var": name, "type": name == "FORM_TYPE" ? "hidden" : nil],
        [XMLElement("value", forms, text: value)])
    }
    return XMLElement("x", forms, ["type": "submit"], fields)
  }
}
