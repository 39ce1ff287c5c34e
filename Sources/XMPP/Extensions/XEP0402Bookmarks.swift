public import Model
internal import XMLStream

/// XEP-0402: the rooms that the account is in, kept for all its devices in a private node of the account. The item's
/// name is the room's bare address.
enum XEP0402Bookmarks: Extension {
  static let namespace = "urn:xmpp:bookmarks:1"
  static let features = [namespace + "+notify"]
  static let node = PrivateNode(name: namespace)
  /// Most rooms of one answer (Z4).
  static let most = 1_000
  /// Characters of a name.
  private static let longestName = 1_000

  /// The question for all of them.
  static var request: Request {
    Request(.get, node.question) { answer, session in
      switch answer {
      case .result(let stanza):
        let items = PubSub.items(inAnswer: stanza)
        session.bookmarks = [:]
        return [.bookmarks(learn(items, &session), isWhole: items.count <= most)]
      case .error(let error) where error.condition == "item-not-found":
        session.bookmarks = [:]
        return [.bookmarks([], isWhole: true)]
      case .error(let error): return [.dropped(reason: "no bookmarks: \(error.condition)")]
      case .timeout: return [.dropped(reason: "no answer about bookmarks in time")]
      }
    }
  }

  /// What the account itself tells of them.
  static func changes(
    _ news: PubSub.News, _ session: inout BoundSession
  ) -> SessionEvent? {
    // Those are another list.
    guard session.bookmarkStore ?? .items == .items else { return nil }
    let rooms =
      news.isEmptied
      ? session.bookmarks.keys.sorted()
      : news.gone.prefix(most).compactMap { JID($0) }.filter(\.isRoom)
    for room in rooms { session.bookmarks[room] = nil }
    return .bookmarksChanged(learn(news.items, &session), gone: rooms)
  }

  /// What others wrote in them is kept for when they are written again: extensions, and passwords, which psst writes
  /// nowhere by itself.
  private static func learn(
    _ items: [XMLElement], _ session: inout BoundSession
  ) -> [Bookmark] {
    items.prefix(most).compactMap { item in
      guard let room = item["id"].flatMap({ JID($0) }), room.isRoom,
        let conference = item.child("conference", namespace)
      else { return nil }
      if session.bookmarks[room] != nil || session.bookmarks.count < most {
        session.bookmarks[room] = conference
      }
      return bookmark(room, conference, namespace)
    }
  }

  /// What a conference says, which is written alike here and in XEP-0048.
  static func bookmark(_ room: JID, _ conference: XMLElement, _ namespace: String) -> Bookmark {
    let nick = conference.child("nick", namespace)?.text
    return Bookmark(
      room: room, isAutojoin: ["true", "1"].contains(conference["autojoin"] ?? ""),
      nick: nick.flatMap { $0.isEmpty || $0.count > longestName ? nil : $0 },
      name: conference["name"],
      password: XEP0249DirectInvitations.password(
        conference.child("password", namespace)?.text))
  }

  /// A conference with what others wrote in the `known` one.
  static func conference(
    _ namespace: String, jid: JID? = nil, nick: String?, over known: XMLElement?
  ) -> XMLElement {
    let autojoin = nick == nil ? "false" : "true"
    var conference = XMLElement(
      "conference", namespace,
      ["jid": jid?.description, "name": known?["name"], "autojoin": autojoin],
      nick.map { [XMLElement("nick", namespace, text: $0)] } ?? [])
    let others = (known?.children ?? []).filter { nick == nil || !$0.is("nick", namespace) }
    conference.nodes += others.map(XMLNode.element)
    return conference
  }

  static func keeping(
    _ id: String, _ room: JID, nick: String?, in node: NodeKnowledge, over known: XMLElement?
  ) -> [Request] {
    let conference = conference(namespace, nick: nick, over: known)
    return Self.node.publishing(room.description, conference, in: node) {
      [.bookmarkKept(id: id, $0)]
    }
  }

  static func removing(_ id: String, _ room: JID) -> Request {
    node.retracting(room.description) { [.bookmarkKept(id: id, $0)] }
  }
}

/// A room that the account's devices know of.
public struct Bookmark: Sendable, Equatable {
  public var room: JID
  /// The devices are to be in it.
  public var isAutojoin: Bool
  /// What to be called there.
  public var nick: String?
  /// What the account's user calls it.
  public var name: String?
  /// What lets one in, where another program wrote it.
  public var password: String?

  public init(
    room: JID, isAutojoin: Bool = true, nick: String? = nil, name: String? = nil,
    password: String? = nil
  ) {
    self.room = room
    self.isAutojoin = isAutojoin
    self.nick = nick
    self.name = name
    self.password = password
  }
}

extension JID {
  /// It could be a room's.
  var isRoom: Bool { isBare && local != nil }
}
