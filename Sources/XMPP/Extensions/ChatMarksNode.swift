internal import Model
internal import XMLStream

/// Which chats are pinned and which muted, shared among the account's own devices in a private node of the account
/// (XEP-0163, XEP-0223), as XEP-0490 shares what was read. An extension of psst's own: there is no XEP for it. The item's
/// name is the chat's bare address.
enum ChatMarksNode: Extension {
  static let namespace = "urn:psst:chats:0"
  static let features = [namespace + "+notify"]
  private static let node = PrivateNode(name: namespace)

  /// The question for all that is known.
  static var request: Request {
    Request(.get, node.question) { answer, _ in
      switch answer {
      case .result(let stanza): [.chatMarks(marks(in: PubSub.items(inAnswer: stanza)))]
      case .error(let error) where error.condition != "item-not-found":
        [
          .dropped(reason: "nothing of what is pinned elsewhere: \(error.condition)"),
          .chatMarks([]),
        ]
      case .error, .timeout: [.chatMarks([])]
      }
    }
  }

  /// Tells the account's devices of one chat, in a node that is made first where it is missing.
  ///
  /// - Parameter id: the engine's.
  static func requests(_ id: String, _ marks: ChatMarks, in node: NodeKnowledge) -> [Request] {
    let chat = XMLElement(
      "chat", namespace,
      [
        "pinned": marks.isPinned ? "true" : "false", "alerts": marks.alerts?.rawValue,
        "muted-until": marks.mutedUntil?.dateTime, "unread": marks.isUnread ? "true" : nil,
        "archived-through": marks.archivedThrough?.dateTime,
      ])
    return Self.node.publishing(marks.chat.description, chat, in: node) {
      [.chatMarksShared(id: id, $0)]
    }
  }

  /// What a message says that tells of this node, of whomever it may be; `nil` where it is none such.
  static func marks(inMessage message: XMLElement) -> [ChatMarks]? {
    node.news(inMessage: message).map { marks(in: $0.items) }
  }

  private static func marks(in items: [XMLElement]) -> [ChatMarks] {
    items.prefix(ChatMarks.capacity).compactMap { item in
      guard let jid = item["id"].flatMap({ JID($0) }), jid.isBare,
        let chat = item.child("chat", namespace)
      else { return nil }
      return ChatMarks(
        chat: jid, isPinned: isSet("pinned", chat),
        alerts: chat["alerts"].flatMap { Chat.Alerts(rawValue: $0) },
        mutedUntil: chat["muted-until"].flatMap { Timestamp(dateTime: $0) },
        isUnread: isSet("unread", chat),
        archivedThrough: chat["archived-through"].flatMap { Timestamp(dateTime: $0) })
    }
  }

  private static func isSet(_ mark: String, _ chat: XMLElement) -> Bool {
    ["true", "1"].contains(chat[mark] ?? "")
  }
}
