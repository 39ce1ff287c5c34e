import Model
import Testing

@testable import XMPP

/// XEP-0048, in a node of the account and in its private storage (XEP-0049).
@Suite struct OldBookmarkTests {
  private static let room = JID("room@x.org")!
  private static let space = "storage:bookmarks"
  static let stores: [BookmarkStore] = [.node, .privateStorage]
  /// What other programs wrote.
  private static let others =
    "<url name='Site' url='https://x.org/'/><conference jid='b@x.org' autojoin='false'><x xmlns='urn:o'/>"
    + "</conference>"

  private static func conference(_ inner: String = "", _ attributes: String = "autojoin='1'")
    -> String
  {
    "<conference jid='room@x.org' \(attributes)>\(inner)</conference>"
  }

  private static func event(_ inner: String, from: String = "ana@example.org") -> String {
    "<message from='\(from)' type='headline'><event xmlns='http://jabber.org/protocol/pubsub#event'>"
      + inner + "</event></message>"
  }

  private static func items(_ conferences: String) -> String {
    "<items node='\(space)'><item id='current'><storage xmlns='\(space)'>\(conferences)</storage>"
      + "</item></items>"
  }

  private static func answer(_ conferences: String, _ store: BookmarkStore, _ rig: Rig) -> String {
    let payload =
      store == .node
      ? "<pubsub xmlns='http://jabber.org/protocol/pubsub'>\(items(conferences))</pubsub>"
      : "<query xmlns='jabber:iq:private'><storage xmlns='\(space)'>\(conferences)</storage></query>"
    return "<iq type='result' id='\(rig.lastID)'>\(payload)</iq>"
  }

  private static func place(_ store: BookmarkStore) -> BookmarkPlace {
    BookmarkPlace(store: store, node: .made)
  }

  @Test(arguments: [
    (["urn:xmpp:bookmarks:1#compat", "urn:xmpp:bookmarks-conversion:0"], BookmarkStore.items),
    (["urn:xmpp:bookmarks-conversion:0", "urn:xmpp:bookmarks:1"], .node),
    (["urn:xmpp:bookmarks:1"], .privateStorage), ([], .privateStorage),
  ])
  func `C5 the list is where the other programs of the account have it`(
    features: [String], store: BookmarkStore
  ) {
    #expect(BookmarkStore(features: features) == store)
  }

  @Test(arguments: stores)
  func `C5 the groups that other programs wrote down are read`(store: BookmarkStore) {
    var rig = Rig.ready()
    rig.command(.fetchBookmarks(in: store))
    let first = Self.conference("<nick>ana</nick><password>s</password>", "name='T' autojoin='1'")
    let told = rig.receive(Self.answer(first + Self.others + "<conference/>", store, rig)).events
    let all = [
      Bookmark(room: Self.room, nick: "ana", name: "T", password: "s"),
      Bookmark(room: JID("b@x.org")!, isAutojoin: false),
    ]
    #expect(told == [.bookmarks(all, isWhole: true)])
  }

  @Test(arguments: stores)
  func `C5 what psst does not know of the list is written back with it`(store: BookmarkStore)
    throws
  {
    var rig = Rig.ready()
    rig.command(.fetchBookmarks(in: store))
    let note = "<password>s</password><x xmlns='urn:o'/>"
    let known = Self.conference("<nick>old</nick>" + note, "name='T' autojoin='1'")
    _ = rig.receive(Self.answer(known + Self.others, store, rig))
    let place = Self.place(store)
    let kept = rig.command(.keepBookmark(id: "b1", Self.room, nick: "ana", at: place)).sentTexts
    let text = try #require(kept.first)
    #expect(text.contains(Self.others))
    #expect(
      text.contains(
        "<conference jid='room@x.org' name='T' autojoin='true'><nick>ana</nick>\(note)</conference>"
      ))
    #expect(text.contains("whitelist") == (store == .node))
    let answer = rig.receive("<iq type='result' id='\(rig.lastID)'/>").events
    #expect(answer == [.bookmarkKept(id: "b1", nil)])
    let gone = rig.command(.removeBookmark(id: "b2", JID("b@x.org")!, at: place)).sentTexts.joined()
    #expect(gone.contains(known) && gone.contains("<url "), "as it was read last")
    #expect(!gone.contains("b@x.org"))
  }

  @Test func `C5 changes of the node are told, and those of nodes that do not count are not`() {
    var rig = Rig.ready()
    let event = Self.event(Self.items(Self.conference()))
    #expect(rig.receive(event).events.isEmpty, "not where the list is")
    rig.command(.fetchBookmarks(in: .node))
    _ = rig.receive(Self.answer("", .node, rig))
    let told = SessionEvent.bookmarks([Bookmark(room: Self.room)], isWhole: true)
    #expect(rig.receive(event).events == [told])
    #expect(rig.receive(Self.event(Self.items(""), from: "bo@example.net")).isAllDropped)
    for word in ["purge", "delete"] {
      let emptied = rig.receive(Self.event("<\(word) node='\(Self.space)'/>")).events
      #expect(emptied == [.bookmarks([], isWhole: true)])
    }
    let other = "<items node='urn:xmpp:bookmarks:1'><retract id='room@x.org'/></items>"
    #expect(rig.receive(Self.event(other)).events.isEmpty)
  }

  @Test(arguments: [("service-unavailable", true), ("resource-constraint", false)])
  func `C5 only where there is no private storage the list is in items`(
    condition: String, isAbsent: Bool
  ) {
    var rig = Rig.ready()
    rig.command(.fetchBookmarks(in: .privateStorage))
    let refusal =
      "<iq type='error' id='\(rig.lastID)'><error type='cancel'>"
      + "<\(condition) xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"
    #expect((rig.receive(refusal).events == [.bookmarkStore(.items)]) == isAbsent)
  }

  @Test(arguments: stores)
  func `Z4 of thousands so many count, and the list is not taken for whole`(store: BookmarkStore) {
    var rig = Rig.ready()
    rig.command(.fetchBookmarks(in: store))
    let many = (1...1_100).map { "<conference jid='r\($0)@x.org'/>" }.joined()
    guard
      case .bookmarks(let all, let isWhole) = rig.receive(Self.answer(many, store, rig)).events
        .first
    else {
      Issue.record("no answer")
      return
    }
    #expect(all.count == 1_000 && !isWhole)
  }
}
