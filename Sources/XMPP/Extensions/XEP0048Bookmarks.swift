internal import Model
internal import XMLStream

/// XEP-0048: the rooms that the account is in, all in one element, in a node of the account (XEP-0163) or in its private
/// storage (XEP-0049). Other programs keep them so where the server does not convert them to XEP-0402.
enum XEP0048Bookmarks: Extension {
  static let namespace = "storage:bookmarks"
  static let features = [namespace + "+notify"]
  static let node = PrivateNode(name: namespace)
  private static let privateStorage = "jabber:iq:private"
  private static let absent: Set = ["service-unavailable", "feature-not-implemented"]
  /// The only item of the node.
  private static let item = "current"

  /// The question for all of them.
  static func request(in store: BookmarkStore) -> Request {
    let question =
      store == .node ? node.question : query(XMLElement("storage", namespace))
    return Request(.get, question) { answer, session in
      switch answer {
      case .result(let stanza):
        let payload =
          store == .node
          ? PubSub.items(inAnswer: stanza).last : stanza.child("query", privateStorage)
        return [learn(payload?.child("storage", namespace), &session)]
      case .error(let error) where error.condition == "item-not-found":
        return [learn(nil, &session)]
      // There is no such place; an error that may pass moves no list.
      case .error(let error) where store == .privateStorage && absent.contains(error.condition):
        return [.bookmarkStore(.items)]
      case .error(let error): return [.dropped(reason: "no bookmarks: \(error.condition)")]
      case .timeout: return [.dropped(reason: "no answer about bookmarks in time")]
      }
    }
  }

  /// What the account itself tells of them: always all.
  static func changes(_ news: PubSub.News, _ session: inout BoundSession) -> SessionEvent? {
    guard session.bookmarkStore == .node else { return nil }
    let isGone = news.isEmptied || news.items.isEmpty && !news.gone.isEmpty
    let storage = news.items.last?.child("storage", namespace)
    return isGone || storage != nil ? learn(storage, &session) : nil
  }

  /// All is kept for when it is written again, with what psst does not know.
  private static func learn(
    _ storage: XMLElement?, _ session: inout BoundSession
  ) -> SessionEvent {
    session.bookmarkStorage = storage
    var rooms: [JID: Bookmark] = [:]
    var order: [JID] = []
    for conference in (storage?.children ?? []) where order.count <= XEP0402Bookmarks.most {
      guard let room = room(of: conference) else { continue }
      if rooms[room] == nil { order.append(room) }
      rooms[room] = XEP0402Bookmarks.bookmark(room, conference, namespace)
    }
    let most = XEP0402Bookmarks.most
    return .bookmarks(
      order.prefix(most).compactMap { rooms[$0] }, isWhole: order.count <= most)
  }

  private static func room(of conference: XMLElement) -> JID? {
    guard conference.is("conference", namespace) else { return nil }
    return conference["jid"].flatMap { JID($0) }.flatMap { $0.isRoom ? $0 : nil }
  }

  /// - Parameter nick: `nil`: no device is to be in it.
  static func keeping(
    _ id: String, _ room: JID, nick: String?, at place: BookmarkPlace, _ session: BoundSession
  ) -> [Request] {
    let known = children(session).last { self.room(of: $0) == room }
    let conference = XEP0402Bookmarks.conference(
      namespace, jid: room, nick: nick, over: known)
    var all = children(session).filter { self.room(of: $0) != room }
    all.append(conference)
    return writing(all, id, at: place)
  }

  static func removing(
    _ id: String, _ room: JID, at place: BookmarkPlace, _ session: BoundSession
  ) -> [Request] {
    writing(children(session).filter { self.room(of: $0) != room }, id, at: place)
  }

  private static func children(_ session: BoundSession) -> [XMLElement] {
    session.bookmarkStorage?.children ?? []
  }

  private static func writing(
    _ all: [XMLElement], _ id: String, at place: BookmarkPlace
  ) -> [Request] {
    let storage = XMLElement("storage", namespace, [:], all)
    let done: @Sendable (StanzaError?) -> [SessionEvent] = { [.bookmarkKept(id: id, $0)] }
    return place.store == .node
      ? node.publishing(item, storage, in: place.node, done: done)
      : [PubSub.request(query(storage), done)]
  }

  private static func query(_ storage: XMLElement) -> XMLElement {
    XMLElement("query", privateStorage, [:], [storage])
  }
}

/// Where the devices of an account keep the rooms that they are in. The server decides: what it converts to the newest
/// way is there for all programs, otherwise psst does as they do.
public enum BookmarkStore: String, Sendable, CaseIterable {
  /// An item each, XEP-0402. The server says `urn:xmpp:bookmarks:1#compat`.
  case items
  /// All in one item, XEP-0048. The server says `urn:xmpp:bookmarks-conversion:0` (XEP-0411): what stands in the
  /// private storage is there, too.
  case node
  /// All in one element, XEP-0049; nobody tells of changes.
  case privateStorage

  init(features: [String]) {
    self =
      if features.contains("urn:xmpp:bookmarks:1#compat") {
        .items
      } else if features.contains("urn:xmpp:bookmarks-conversion:0") {
        .node
      } else {
        .privateStorage
      }
  }
}

/// Where a bookmark is written.
public struct BookmarkPlace: Sendable, Equatable {
  public var store: BookmarkStore
  public var node: NodeKnowledge

  public init(store: BookmarkStore, node: NodeKnowledge) {
    (self.store, self.node) = (store, node)
  }
}
