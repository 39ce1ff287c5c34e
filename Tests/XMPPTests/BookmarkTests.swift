import Model
import Testing

@testable import XMPP

/// XEP-0402.
@Suite struct BookmarkTests {
  private static let room = JID("room@x.org")!
  private static let space = "urn:xmpp:bookmarks:1"

  private static func item(_ inner: String = "", _ attributes: String = "autojoin='true'") -> String
  {
    "<item id='room@x.org'><conference xmlns='\(space)' \(attributes)>\(inner)</conference></item>"
  }

  private static func event(_ inner: String, from: String = "ana@example.org") -> String {
    "<message from='\(from)' type='headline'><event xmlns='http://jabber.org/protocol/pubsub#event'>"
      + "<items node='\(space)'>\(inner)</items></event></message>"
  }

  private static func place(_ node: NodeKnowledge) -> BookmarkPlace {
    BookmarkPlace(store: .items, node: node)
  }

  private static func answer(_ items: String, _ rig: Rig) -> String {
    "<iq type='result' id='\(rig.lastID)'><pubsub xmlns='http://jabber.org/protocol/pubsub'>"
      + "<items node='\(space)'>\(items)</items></pubsub></iq>"
  }

  @Test func `C5 the groups of the account are read, and their changes`() {
    var rig = Rig.ready()
    rig.command(.fetchBookmarks(in: .items))
    let items = Self.item("<nick>ana</nick><password>s</password>", "name='Team' autojoin='1'")
    let told = rig.receive(Self.answer(items + "<item id='@'/><item id='b@x.org'/>", rig)).events
    let all = [Bookmark(room: Self.room, nick: "ana", name: "Team", password: "s")]
    #expect(told == [.bookmarks(all, isWhole: true)])
    let left = rig.receive(Self.event(Self.item("", "") + "<retract id='c@x.org'/>")).events
    let off = Bookmark(room: Self.room, isAutojoin: false)
    #expect(left == [.bookmarksChanged([off], gone: [JID("c@x.org")!])])
  }

  @Test(arguments: ["purge", "delete"])
  func `C5 a list that is emptied has no group any more`(word: String) {
    var rig = Rig.ready()
    rig.command(.fetchBookmarks(in: .items))
    _ = rig.receive(Self.answer(Self.item("", "autojoin='1'"), rig))
    let event =
      "<message from='ana@example.org'><event xmlns='http://jabber.org/protocol/pubsub#event'>"
      + "<\(word) node='\(Self.space)'/></event></message>"
    #expect(rig.receive(event).events == [.bookmarksChanged([], gone: [Self.room])])
    #expect(rig.receive(event).events == [.bookmarksChanged([], gone: [])], "once")
  }

  @Test(arguments: ["", "<note xmlns='urn:example'/>", "<items node='urn:example'/>"])
  func `C5 what stands beside it in an event hides no change`(beside: String) {
    var rig = Rig.ready()
    rig.command(.fetchBookmarks(in: .items))
    _ = rig.receive(Self.answer(Self.item("", "autojoin='1'"), rig))
    let event =
      "<message from='ana@example.org'><event xmlns='http://jabber.org/protocol/pubsub#event'>"
      + beside + "<purge node='\(Self.space)'/></event></message>"
    #expect(rig.receive(event).events == [.bookmarksChanged([], gone: [Self.room])])
  }

  @Test func `Z1 nobody else tells of my groups`() {
    var rig = Rig.ready()
    #expect(rig.receive(Self.event(Self.item(), from: "bo@example.net")).isAllDropped)
  }

  @Test func `C5 a group is told in a private node, and what others wrote of it stays`() throws {
    var rig = Rig.ready()
    let fresh = try #require(
      rig.command(.keepBookmark(id: "b1", Self.room, nick: "ana", at: Self.place(.unknown)))
        .sentTexts.first)
    #expect(fresh.contains("<publish node='\(Self.space)'><item id='room@x.org'>"))
    #expect(
      fresh.contains(
        "<conference xmlns='\(Self.space)' autojoin='true'><nick>ana</nick></conference>"))
    #expect(fresh.contains("<field var='pubsub#access_model'><value>whitelist</value>"))
    #expect(
      rig.receive("<iq type='result' id='\(rig.lastID)'/>").events == [
        .bookmarkKept(id: "b1", nil)
      ])
    let kept = "<password>s</password><extensions><x xmlns='urn:other'/></extensions>"
    _ = rig.receive(Self.event(Self.item("<nick>old</nick>" + kept, "name='Team' autojoin='true'")))
    for (nick, autojoin, name) in [("ana", "true", "ana"), (nil, "false", "old")] {
      let sent = rig.command(.keepBookmark(id: "b2", Self.room, nick: nick, at: Self.place(.made)))
        .sentTexts
      let text = sent.joined()
      #expect(text.contains("name='Team' autojoin='\(autojoin)'"))
      #expect(text.contains("<nick>\(name)</nick>") && text.contains(kept))
    }
  }

  @Test func `C5 one that is no more is taken out, and the other devices are told`() {
    var rig = Rig.ready()
    let sent = rig.command(.removeBookmark(id: "b1", Self.room, at: Self.place(.made))).sentTexts
      .joined()
    #expect(
      sent.contains(
        "<retract node='\(Self.space)' notify='true'><item id='room@x.org'/></retract>"))
  }

  @Test func `Z4 of thousands so many count, and the others are not taken for gone`() {
    var rig = Rig.ready()
    rig.command(.fetchBookmarks(in: .items))
    let items = (1...1_100).map {
      "<item id='r\($0)@x.org'><conference xmlns='\(Self.space)'/></item>"
    }
    guard
      case .bookmarks(let all, let isWhole) = rig.receive(Self.answer(items.joined(), rig)).events
        .first
    else {
      Issue.record("no answer")
      return
    }
    #expect(all.count == 1_000 && !isWhole)
  }
}
