internal import Model
internal import XMLStream

/// XEP-0490: how far each chat was read, shared among the account's own devices in a private node of
/// the account (XEP-0163), whatever the others are told. The item's name is the chat's bare address.
enum XEP0490DisplayedSynchronization: Extension {
  static let namespace = "urn:xmpp:mds:displayed:0"
  /// The server's notifications go to devices that name the node so (XEP-0163 §4.3.2).
  static let features = [namespace + "+notify"]
  private static let node = PrivateNode(name: namespace)
  /// Most chats of one answer (Z4).
  static let mostPlaces = 10_000

  /// The question for all that is known.
  static func request(own: JID) -> Request {
    Request(.get, node.question) { answer, _ in
      switch answer {
      case .result(let stanza):
        [.readElsewhere(places(in: PubSub.items(inAnswer: stanza), own: own))]
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
  static func requests(
    _ id: String, _ place: ReadPlace, own: JID, in node: NodeKnowledge
  ) -> [Request] {
    let stanzaID = XMLElement(
      "stanza-id", XEP0359StanzaIDs.namespace,
      ["by": (place.archive ?? own.bare).description, "id": place.archiveID.value])
    return Self.node.publishing(
      place.chat.bare.description, XMLElement("displayed", namespace, [:], [stanzaID]), in: node
    ) { [.readShared(id: id, $0)] }
  }

  /// What a message says that tells of this node, of whomever it may be; `nil` where it is none such.
  static func places(inMessage message: XMLElement, own: JID) -> [ReadPlace]? {
    node.news(inMessage: message).map { places(in: $0.items, own: own) }
  }

  /// Ids that another archive than one's own, or a room's, has given say nothing here.
  private static func places(in items: [XMLElement], own: JID) -> [ReadPlace] {
    items.prefix(mostPlaces).compactMap { item in
      guard let chat = item["id"].flatMap({ JID($0) }), chat.isBare,
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
