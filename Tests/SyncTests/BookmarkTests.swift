import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// The same groups on all devices (C5, XEP-0402).
@Suite struct BookmarkTests {
  private static let mine = Bookmark(room: team, nick: "me")

  private static func offline() throws -> Rig {
    let rig = try Rig()
    rig.startOffline()
    return rig
  }

  private static func isIn(_ rig: Rig) throws -> Bool { try !rig.database.rooms.all().isEmpty }

  private static func join(_ rig: Rig, nick: String? = nil) {
    rig.wish(.join(team, nick: nick, password: nil))
    rig.run()
  }

  private static func writes(_ rig: Rig) -> Int {
    rig.commands.count {
      switch $0 {
      case .keepBookmark, .removeBookmark: true
      default: false
      }
    }
  }

  @Test
  func `C5 a group that is joined here is on all my devices, and one that is left is on none`()
    throws
  {
    let rig = try Rig.online()
    Self.join(rig)
    #expect(rig.server.bookmarks == [Self.mine])
    rig.wish(.leave(team))
    rig.run()
    #expect(rig.server.bookmarks.map(\.isAutojoin) == [false])
    #expect(Self.writes(rig) == 2)
  }

  @Test func `C5 what is joined and left without a connection is told on the next, once`() throws {
    let rig = try Self.offline()
    Self.join(rig)
    try rig.kill()
    rig.link()
    rig.run()
    #expect(rig.server.bookmarks == [Self.mine])
    rig.cut()
    rig.wish(.leave(team))
    try rig.kill()
    rig.link()
    rig.run()
    #expect(rig.server.bookmarks.map(\.isAutojoin) == [false])
    #expect(try !Self.isIn(rig))
    rig.cut()
    rig.link()
    rig.run()
    #expect(Self.writes(rig) == 2)
  }

  @Test func `C5 what another device joined, or left, is so here, at the next link and at once`()
    throws
  {
    let rig = try Self.offline()
    rig.server.bookmarks = [Bookmark(room: team, nick: "ana")]
    rig.link()
    rig.run()
    #expect(try rig.database.rooms.all().map(\.nick) == ["ana"])
    #expect(rig.server.room.hasMe)
    rig.handle(.session(.bookmarksChanged([Bookmark(room: team, isAutojoin: false)], gone: [])))
    rig.run()
    #expect(try !Self.isIn(rig) && !rig.server.room.hasMe)
    rig.handle(.session(.bookmarksChanged([Self.mine], gone: [])))
    rig.run()
    #expect(try Self.isIn(rig))
    rig.handle(.session(.bookmarksChanged([], gone: [team])))
    #expect(try !Self.isIn(rig))
    #expect(Self.writes(rig) == 0)
    rig.handle(.session(.bookmarksChanged([Self.mine], gone: [])))
    rig.run()
    rig.cut()
    rig.server.bookmarks = []
    rig.link()
    rig.run()
    #expect(try !Self.isIn(rig))
  }

  @Test func `C5 A3 groups that another device takes off the list are named before they are left`()
    throws
  {
    let rig = try Self.offline()
    let rooms = (1...7).map { JID("team\($0)@rooms.example.org")! }
    rig.server.bookmarks = rooms.map { Bookmark(room: $0, nick: "ana") }
    rig.link()
    rig.run()
    rig.forget()
    rig.handle(.session(.bookmarksChanged([], gone: rooms)))
    let told = rig.changes.compactMap { if case .notice(let one) = $0 { one.text } else { nil } }
    #expect(told.count == 1 && told[0].contains("7 groups: team1") && told[0].hasSuffix("…"))
    #expect(try rig.database.rooms.all().isEmpty)
  }

  @Test func `C5 of a list that is cut short nothing follows from what is not in it`() throws {
    let rig = try Rig.online()
    Self.join(rig)
    rig.handle(.session(.bookmarks([], isWhole: false)))
    rig.run()
    #expect(try Self.isIn(rig))
  }

  @Test func `C5 what was done here last goes over what another device did before`() throws {
    let rig = try Rig.online()
    Self.join(rig)
    rig.cut()
    rig.wish(.leave(team))
    rig.link()
    rig.run()
    #expect(try !Self.isIn(rig))
    #expect(rig.server.bookmarks.map(\.isAutojoin) == [false])
  }

  /// Of before psst shared them.
  @Test func `C5 groups that nobody was told of are told`() throws {
    let rig = try Self.offline()
    try rig.database.rooms.save(.init(jid: team, nick: "me"))
    try rig.kill()
    rig.link()
    rig.run()
    #expect(rig.server.bookmarks == [Self.mine])
  }

  @Test func `C5 what is left while the word that it was joined is under way is told, too`() throws
  {
    let rig = try Rig.online()
    rig.wish(.join(team, nick: nil, password: nil))
    rig.wish(.leave(team))
    rig.run()
    #expect(rig.server.bookmarks.map(\.isAutojoin) == [false])
  }

  @Test func `C5 a group that is deleted for everyone is on no list`() throws {
    let rig = try Rig.online()
    Self.join(rig)
    rig.wish(.destroyRoom(team))
    rig.run()
    #expect(rig.server.bookmarks.isEmpty)
  }

  @Test(arguments: [BookmarkStore.node, .privateStorage])
  func `C5 where the server keeps the list in the old way it is kept there, and nothing is left`(
    store: BookmarkStore
  ) throws {
    let rig = try Rig.online()
    Self.join(rig)
    // The server is another one now, or psst is.
    rig.cut()
    (rig.server.bookmarks, rig.server.bookmarkStore) = ([], store)
    let written = JID("written@rooms.example.org")!
    rig.server.bookmarks = [Bookmark(room: written, nick: "ana")]
    rig.server.tell(.bookmarkStore(store))
    rig.link()
    rig.run()
    #expect(try rig.database.rooms.all().map(\.jid).sorted() == [team, written].sorted())
    #expect(rig.server.bookmarks.map(\.room).sorted() == [team, written].sorted())
    rig.server.bookmarks.removeAll { $0.room == team }
    rig.cut()
    rig.link()
    rig.run()
    #expect(try rig.database.rooms.all().map(\.jid) == [written], "left elsewhere")
  }

  @Test(arguments: [BookmarkStore.node, .privateStorage])
  func `C5 a list that is written as a whole is read before each time`(store: BookmarkStore) throws
  {
    let rig = try Self.offline()
    rig.server.bookmarkStore = store
    rig.handle(.session(.bookmarkStore(store)))
    rig.link()
    rig.run()
    rig.server.bookmarks = [Bookmark(room: JID("written@rooms.example.org")!, nick: "ana")]
    Self.join(rig)
    #expect(try rig.database.rooms.all().count == 2, "and what it has is learned")
    #expect(rig.server.bookmarks.count == 2)
    let reads = rig.commands.count { if case .fetchBookmarks = $0 { true } else { false } }
    #expect(reads == 2 && Self.writes(rig) == 1)
  }

  @Test func `C5 where the old place does not exist the list is where it was`() throws {
    let rig = try Rig.online()
    Self.join(rig)
    rig.cut()
    rig.handle(.session(.bookmarkStore(.privateStorage)))
    rig.link()
    rig.run()
    #expect(rig.server.bookmarks == [Self.mine])
    #expect(try Self.isIn(rig))
  }

  @Test func `C5 a node that is missing is made, and a server without any is left alone`() throws {
    for makesNodes in [true, false] {
      let rig = try Self.offline()
      rig.server.bookmarkRefusal = StanzaError(kind: "cancel", condition: "item-not-found")
      rig.server.makesNodes = makesNodes
      rig.link()
      rig.run()
      if !makesNodes { rig.handle(.session(.bookmarks([], isWhole: true))) }
      Self.join(rig)
      #expect(rig.server.bookmarks == (makesNodes ? [Self.mine] : []))
      #expect(Self.writes(rig) == 2)
      #expect(try Self.isIn(rig))
    }
  }

  @Test func `C5 a password that another program wrote there lets one in`() throws {
    let rig = try Self.offline()
    rig.server.room.password = "open sesame"
    rig.server.bookmarks = [Bookmark(room: team, nick: "ana", password: "open sesame")]
    rig.link()
    rig.run()
    #expect(rig.server.room.hasMe)
    #expect(rig.roomPasswords == [team: "open sesame"])
  }
}
