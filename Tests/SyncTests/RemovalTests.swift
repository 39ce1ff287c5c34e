import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What moderators of rooms delete (XEP-0425): in whatever order it is told, and by the room alone.
@Suite struct RemovalTests {
  private static let removal = Removal(by: "warden", reason: "spam")

  /// - Parameter archived: the place in the archive, beginning with 1, of what was deleted.
  private static func announcement(
    of archived: Int, from: JID = team, source: InboundMessage.Source = .live
  ) -> InboundMessage {
    var message = InboundMessage(source: source, from: from, to: me, kind: .group)
    message.news = .removal(removal, of: ArchiveID(named: "r\(archived)"))
    return message
  }

  private static func texts(_ rig: Rig) throws -> [String] { try rig.page(team).map(\.text) }

  @Test func `G6 what a moderator deleted is gone, and who did it and why stands there`() throws {
    let rig = try RoomTests.joined()
    rig.hear("buy this", "x1", as: "mallory")
    rig.hear("hello", "x2", as: "bo")
    rig.server.tell(.message(Self.announcement(of: 1)))
    rig.run()
    let page = try rig.page(team)
    #expect(page.map(\.text) == ["", "hello"])
    #expect(page.first?.retraction?.removal == Self.removal)
    #expect(page.first?.isErased == true)
    #expect(try rig.database.search.find(SearchQuery("buy")).hits.isEmpty)
  }

  @Test func `G6 it counts when it is told before the message is`() throws {
    let rig = try RoomTests.joined()
    rig.server.tell(.message(Self.announcement(of: 1)))
    rig.run()
    rig.hear("buy this", "x1", as: "mallory")
    #expect(try Self.texts(rig) == [""])
    #expect(try rig.page(team).first?.retraction?.removal == Self.removal)
    let arrived = rig.changes.contains { if case .arrived = $0 { true } else { false } }
    #expect(!arrived)
  }

  /// What was said is told again, when the archive is read, in other words, or answered.
  @Test func `M2 G6 what was deleted never comes back`() throws {
    let rig = try RoomTests.joined()
    rig.hear("buy this", "x1", as: "mallory")
    rig.server.tell(.message(Self.announcement(of: 1)))
    rig.run()
    rig.cut()
    rig.link()
    rig.run()
    rig.hear("and this", "x2", as: "mallory", nil, .correction(of: OriginID(named: "x1").value))
    #expect(try Self.texts(rig) == [""])
    try rig.kill()
    rig.link()
    rig.run()
    #expect(try Self.texts(rig) == [""])
  }

  @Test func `G6 what was said in its place is deleted with it, whichever is named`() throws {
    for named in 1...2 {
      let rig = try RoomTests.joined()
      rig.hear("first", "x1", as: "mallory")
      rig.hear("second", "x2", as: "mallory", nil, .correction(of: OriginID(named: "x1").value))
      rig.server.tell(.message(Self.announcement(of: named)))
      rig.run()
      #expect(try Self.texts(rig) == [""], "\(named)")
    }
  }

  @Test func `Z1 G6 an occupant who speaks in the room's words deletes nothing`() throws {
    let rig = try RoomTests.joined()
    rig.hear("hello", "x1", as: "bo")
    rig.server.tell(
      .message(Self.announcement(of: 1, from: ModelRoom.occupant("mallory"))))
    rig.run()
    #expect(try Self.texts(rig) == ["hello"])
  }

  /// It stands under its ids in the archive, without what it said.
  @Test func `O9 G6 what was deleted before its writer knew that it was sent does not go again`()
    throws
  {
    let rig = try RoomTests.joined()
    rig.server.room.isSilent = true
    rig.send("hi", "m1", to: team)
    rig.run()
    rig.cut()
    rig.forget()
    rig.server.room.bury(1)
    rig.link()
    rig.run()
    rig.pass(60_000)
    #expect(rig.sends.isEmpty)
    #expect(try rig.database.outbox.counts().all == 0)
    let message = try #require(try rig.page(team).first)
    #expect(message.isErased && message.status == .sent)
    #expect(message.retraction?.removal == Removal())
  }

  @Test func `G6 who was not there finds in the archive that something was deleted`() throws {
    let rig = try Rig.online()
    _ = rig.server.room.say("buy this", id: OriginID(named: "x1"), as: "mallory")
    rig.server.room.bury(1)
    _ = rig.server.room.say("hello", id: OriginID(named: "x2"), as: "bo")
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    #expect(try Self.texts(rig) == ["", "hello"])
    #expect(try rig.page(team).first?.isErased == true)
    rig.server.tell(.message(Self.announcement(of: 1)))
    rig.run()
    #expect(try rig.page(team).first?.retraction?.removal == Self.removal)
  }

  // MARK: Mine

  @Test(arguments: [RoomFacts.Deletion.current, .old])
  func `G6 I ask in the room's way, for a message and what was said in its place`(
    way: RoomFacts.Deletion
  ) throws {
    let rig = try Rig.online()
    rig.server.room.facts?.deletion = way
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.hear("first", "x1", as: "mallory")
    rig.hear("second", "x2", as: "mallory", nil, .correction(of: OriginID(named: "x1").value))
    let row = try #require(try rig.page(team).first).id
    rig.wish(.moderate(team, .delete(row: row)))
    rig.run()
    let orders = (1...2).map {
      RoomOrder.remove(ArchiveID(named: "r\($0)"), isOld: way == .old)
    }
    #expect(rig.server.room.orders == orders)
    // Only the room's word that it did counts.
    #expect(try Self.texts(rig) == ["second"])
  }

  @Test func `G6 A4 where a room cannot delete, or will not, that is said`() throws {
    let rig = try RoomTests.joined()
    rig.hear("first", "x1", as: "mallory")
    let row = try #require(try rig.page(team).first).id
    rig.wish(.moderate(team, .delete(row: row)))
    rig.run()
    #expect(
      ModerationTests.notices(rig).last
        == "The message was not deleted for everyone: the group cannot do that")
    rig.server.room.facts?.deletion = .current
    rig.server.room.orderRefusal = StanzaError(kind: "auth", condition: "forbidden")
    rig.server.tell(.roomDescribed(team, rig.server.room.facts))
    rig.run()
    rig.wish(.moderate(team, .delete(row: row)))
    rig.run()
    #expect(
      ModerationTests.notices(rig).last
        == "The message was not deleted for everyone: only its moderators may do that")
  }
}
