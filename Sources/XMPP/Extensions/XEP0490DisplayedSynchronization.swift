internal import Model
internal import XMLStream

/// XEP-0490: how far each chat was read, shared among the account's own devices in a private node of
/// the account (XEP-0163), whatever the others are told. The item's name is the chat's bare address.
enum XEP0490DisplayedSynchronization: Extension {
  static let namespace = "urn:xmpp:mds:displayed:0"
  /// The server's notifications go to devices that name the node so (XEP-0163 §4.3.2).
  static let features = [namespace + "+notify"]
  private static let pubsub = "http://jabber.org/protocol/pubsub"
  private static let owner = "http://jabber.org/protocol/pubsub#owner"
  private static let event = "http://jabber.org/protocol/pubsub#event"
  private static let forms = "jabber:x:data"
  /// Most chats of one answer (Z4).
  static let mostPlaces = 10_000

  /// What the node must be like for an item to be put in it: private, and kept (XEP-0490 §4).
  private static let options = [
    ("pubsub#access_model", "whitelist"), ("pubsub#persist_items", "true"),
    ("pubsub#max_items", "max"), ("pubsub#send_last_published_item", "never"),
  ]

  /// The question for all that is known.
  static func request(own: JID) -> Request {
    let items = XMLElement("items", pubsub, ["node": namespace])
    return Request(.get, XMLElement("pubsub", pubsub, [:], [items])) { answer, _ in
      switch answer {
      case .result(let stanza): [.readElsewhere(places(inAnswer: stanza, own: own))]
      case .error(let error) where error.condition != "item-not-found":
        [
          .dropped(reason: "nothing of what was read elsewhere: \(error.condition)"),
          .readElsewhere([]),
        ]
      case .error, .timeout: [.readElsewhere([])]
      }
    }
  }

  /// Tells the account's devices of one chat, in a node that is made first where it is missing.
  ///
  /// - Parameter id: the engine's.
  static func requests(_ id: String, _ place: ReadPlace, own: JID, in node: ReadNode) -> [Request] {
    let steps = node == .missing ? making : []
    let publishing = Request(.set, publish(place, own: own, in: node)) { answer, _ in
      switch answer {
      case .result: [.readShared(id: id, nil)]
      case .error(let error): [.readShared(id: id, error)]
      case .timeout: [.readShared(id: id, .timeout)]
      }
    }
    // One of the two steps is always refused; the word that follows shows whether the other was taken.
    return steps.map { Request(.set, $0) { _, _ in [] } } + [publishing]
  }

  /// Makes the node as it must be, and then makes one that was there so: for a server that does not
  /// (ejabberd before 23.04 refuses the options it does not know), or where somebody made it otherwise.
  private static var making: [XMLElement] {
    let configure = { XMLElement("configure", $0, $1, [form("node_config", options)]) }
    let create = XMLElement("create", pubsub, ["node": namespace])
    return [
      XMLElement("pubsub", pubsub, [:], [create, configure(pubsub, [:])]),
      XMLElement("pubsub", owner, [:], [configure(owner, ["node": namespace])]),
    ]
  }

  /// Tells the account's devices of one chat. Whatever the server knows of options, the node is private.
  private static func publish(_ place: ReadPlace, own: JID, in node: ReadNode) -> XMLElement {
    let id = XMLElement(
      "stanza-id", XEP0359StanzaIDs.namespace,
      ["by": (place.archive ?? own.bare).description, "id": place.archiveID.value])
    let item = XMLElement(
      "item", pubsub, ["id": place.chat.bare.description],
      [XMLElement("displayed", namespace, [:], [id])])
    return XMLElement(
      "pubsub", pubsub, [:],
      [
        XMLElement("publish", pubsub, ["node": namespace], [item]),
        XMLElement(
          "publish-options", pubsub, [:],
          [form("publish-options", node == .unknown ? options : Array(options.prefix(2)))]),
      ])
  }

  private static func form(_ kind: String, _ options: [(String, String)]) -> XMLElement {
    let fields = ([("FORM_TYPE", pubsub + "#" + kind)] + options).map { name, value in
      XMLElement(
        "field", forms, ["var": name, "type": name == "FORM_TYPE" ? "hidden" : nil],
        [XMLElement("value", forms, text: value)])
    }
    return XMLElement("x", forms, ["type": "submit"], fields)
  }

  /// What the answer to ``request(own:)`` says.
  private static func places(inAnswer answer: XMLElement, own: JID) -> [ReadPlace] {
    places(in: answer.child("pubsub", pubsub)?.child("items", pubsub), own: own)
  }

  /// What a message says that tells of this node, of whomever it may be; `nil` where it is none such.
  static func places(inMessage message: XMLElement, own: JID) -> [ReadPlace]? {
    let items = message.child("event", event)?.child("items", event)
    return items?["node"] == namespace ? places(in: items, own: own) : nil
  }

  /// Ids that another archive than one's own, or a room's, has given say nothing here.
  private static func places(in items: XMLElement?, own: JID) -> [ReadPlace] {
    (items?.children ?? []).prefix(mostPlaces).compactMap { item in
      guard item.name == "item", let chat = item["id"].flatMap({ JID($0) }), chat.isBare,
        let displayed = item.child("displayed", namespace)
      else { return nil }
      for archive in [nil, chat] {
        if let id = XEP0359StanzaIDs.archiveID(of: displayed, by: archive ?? own.bare) {
          return ReadPlace(chat: chat, archiveID: id, archive: archive)
        }
      }
      return nil
    }
  }
}
