internal import Model
internal import XMLStream

/// A node of the account where its own devices keep something for each other (XEP-0163, XEP-0223): private, and kept.
struct PrivateNode {
  let name: String

  private static let forms = "jabber:x:data"

  /// What the node must be like for an item to be put in it (XEP-0490 §4, XEP-0402 §5.1).
  private static let options = [
    ("pubsub#access_model", "whitelist"), ("pubsub#persist_items", "true"),
    ("pubsub#max_items", "max"), ("pubsub#send_last_published_item", "never"),
  ]

  /// The question for all that is in it.
  var question: XMLElement { PubSub.question(of: name) }

  /// What a message tells of it, as ``PubSub/news(of:inMessage:)``.
  func news(inMessage message: XMLElement) -> PubSub.News? {
    PubSub.news(of: name, inMessage: message)
  }

  /// Puts something in the node, which is made first where it is missing.
  /// - Parameter done: is told why it was refused; `nil` where it is there.
  func publishing(
    _ id: String, _ payload: XMLElement, in node: NodeKnowledge,
    done: @escaping @Sendable (StanzaError?) -> [SessionEvent]
  ) -> [Request] {
    let item = XMLElement("item", PubSub.namespace, ["id": id], [payload])
    // Whatever the server knows of options, the node is private.
    let options = node == .unknown ? Self.options : Array(Self.options.prefix(2))
    let publish = XMLElement(
      "pubsub", PubSub.namespace, [:],
      [
        XMLElement("publish", PubSub.namespace, ["node": name], [item]),
        XMLElement(
          "publish-options", PubSub.namespace, [:], [Self.form("publish-options", options)]),
      ])
    let steps = node == .missing ? making : []
    // One of the two steps is always refused; the word that follows shows whether the other was taken.
    return steps.map { Request(.set, $0) { _, _ in [] } } + [PubSub.request(publish, done)]
  }

  /// Takes something out of it, and tells the other devices.
  func retracting(
    _ id: String, done: @escaping @Sendable (StanzaError?) -> [SessionEvent]
  ) -> Request {
    let retract = XMLElement(
      "retract", PubSub.namespace, ["node": name, "notify": "true"],
      [XMLElement("item", PubSub.namespace, ["id": id])])
    return PubSub.request(XMLElement("pubsub", PubSub.namespace, [:], [retract]), done)
  }

  /// Makes the node as it must be, and then makes one that was there so: for a server that does not
  /// (ejabberd before 23.04 refuses the options it does not know), or where somebody made it otherwise.
  private var making: [XMLElement] {
    let configure = {
      XMLElement("configure", $0, $1, [Self.form("node_config", Self.options)])
    }
    let create = XMLElement("create", PubSub.namespace, ["node": name])
    return [
      XMLElement("pubsub", PubSub.namespace, [:], [create, configure(PubSub.namespace, [:])]),
      XMLElement("pubsub", PubSub.owner, [:], [configure(PubSub.owner, ["node": name])]),
    ]
  }

  private static func form(_ kind: String, _ options: [(String, String)]) -> XMLElement {
    let fields = ([("FORM_TYPE", PubSub.namespace + "#" + kind)] + options).map { name, value in
      XMLElement(
        "field", forms, ["var": name, "type": name == "FORM_TYPE" ? "hidden" : nil],
        [XMLElement("value", forms, text: value)])
    }
    return XMLElement("x", forms, ["type": "submit"], fields)
  }
}
