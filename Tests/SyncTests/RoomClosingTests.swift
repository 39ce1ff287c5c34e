import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Groups that are deleted, and ways in that stay closed for a while (XEP-0045 §10.9, §7.2).
@Suite struct RoomClosingTests {
  private static func attendance(_ rig: Rig) -> Room.Attendance? {
    rig.changes.compactMap { if case .room(let room) = $0 { room.attendance } else { nil } }.last
  }

  private static func notices(_ rig: Rig) -> [String] {
    rig.changes.compactMap { if case .notice(let notice) = $0 { notice.text } else { nil } }
  }

  @Test func `a group of mine is deleted for all, and is left; what was said stays`() throws {
    let rig = try RoomTests.joined()
    rig.server.tell(.message(rig.server.room.say("hi", id: OriginID(named: "x1"), as: "bo")))
    rig.run()
    rig.wish(.destroyRoom(team))
    rig.run()
    #expect(rig.server.room.isDestroyed)
    #expect(rig.changes.contains(.roomLeft(team)))
    #expect(try rig.database.rooms.all().isEmpty)
    #expect(try rig.texts(team) == ["hi"])
  }

  @Test(arguments: [
    ("forbidden", "only its owners may do that"), ("item-not-found", "there is no such group"),
    ("internal-server-error", "its server refused (internal-server-error)"),
  ])
  func `a group that may not be deleted stays, and why is said`(condition: String, why: String)
    throws
  {
    let rig = try RoomTests.joined()
    rig.server.room.destruction = StanzaError(kind: "auth", condition: condition)
    rig.wish(.destroyRoom(team))
    rig.run()
    #expect(Self.notices(rig) == ["The group \(team) was not deleted: \(why)"])
    #expect(try rig.database.rooms.all().map(\.jid) == [team])
  }

  @Test func `without a link no group is deleted, now or later`() throws {
    let rig = try RoomTests.joined()
    rig.cut()
    rig.wish(.destroyRoom(team))
    #expect(Self.notices(rig).count == 1)
    rig.link()
    rig.run()
    #expect(!rig.server.room.isDestroyed)
    #expect(try rig.database.rooms.all().count == 1)
  }

  /// Who enters a group that is gone makes another.
  @Test(arguments: [true, false])
  func `a group that somebody deletes says so, stays readable, and is not made anew by a restart`(
    isToldOfMe: Bool
  ) throws {
    let rig = try RoomTests.joined()
    rig.server.tell(.message(rig.server.room.say("hi", id: OriginID(named: "x1"), as: "bo")))
    var gone = InboundPresence(from: ModelRoom.occupant("me"), kind: .unavailable)
    gone.occupancy = Occupancy(codes: isToldOfMe ? [110] : [], reason: "moved", isEnd: true)
    rig.server.tell(.presence(gone))
    rig.run()
    #expect(Self.attendance(rig) == .refused("This group was deleted: moved"))
    rig.forget()
    try rig.kill()
    rig.link()
    rig.run()
    rig.pass(200_000)
    #expect(rig.commands.allSatisfy { if case .join = $0 { false } else { true } })
    #expect(Self.attendance(rig) == .refused("This group was deleted: moved"))
    #expect(try rig.texts(team) == ["hi"])

    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    #expect(Self.attendance(rig) == .joined)
  }

  private static func end(goingOnIn venue: JID? = nil) -> SessionEvent {
    var gone = InboundPresence(from: ModelRoom.occupant("me"), kind: .unavailable)
    gone.occupancy = Occupancy(codes: [110], isEnd: true)
    gone.occupancy?.venue = venue
    return .presence(gone)
  }

  @Test func `C5 a group that somebody deletes is entered by no device of mine again`() throws {
    let rig = try RoomTests.joined()
    rig.run()
    #expect(rig.server.bookmarks.map(\.isAutojoin) == [true])
    rig.server.tell(Self.end())
    rig.run()
    #expect(rig.server.bookmarks.map(\.isAutojoin) == [false])
    for _ in 1...2 {
      try rig.kill()
      rig.link()
      rig.run()
    }
    #expect(rig.server.bookmarks.map(\.isAutojoin) == [false], "nobody takes it for joined")
    #expect(try rig.database.rooms.all().map(\.jid) == [team], "and it stays readable")
  }

  @Test func `G1 where a deleted group goes on is said and offered, and nothing is joined`() throws
  {
    let rig = try RoomTests.joined()
    let venue = JID("new@rooms.example.org")!
    rig.server.tell(Self.end(goingOnIn: venue))
    rig.run()
    #expect(Self.attendance(rig) == .refused("This group was deleted; it goes on in \(venue)"))
    let offered = rig.changes.compactMap {
      if case .invitations(let folded) = $0 { folded } else { nil }
    }
    #expect(offered.last?.map(\.invitation.room) == [venue])
    #expect(offered.last?.map(\.inviter) == [team])
    #expect(try rig.database.rooms.all().map(\.jid) == [team])
  }

  @Test(arguments: [true, false])
  func `C5 a group of the list that is no more is not made again`(isGone: Bool) throws {
    let rig = try Rig.online()
    rig.handle(.session(.bookmarksChanged([Bookmark(room: team, nick: "me")], gone: [])))
    rig.server.tell(rig.server.room.presence(of: "me", codes: isGone ? [110, 201] : [110]))
    _ = rig.receive()
    #expect(rig.commands.contains(.leave(ModelRoom.occupant("me"))) == isGone)
    #expect(!rig.commands.contains(.openRoom(team)))
    rig.run()
    #expect(try rig.database.rooms.all().isEmpty == isGone)
    #expect(Self.notices(rig).contains { $0.contains("was not made again") } == isGone)
    #expect(rig.server.bookmarks.map(\.isAutojoin) == (isGone ? [false] : []))
  }

  @Test(arguments: [
    ("remote-server-not-found", "The group's server cannot be found"),
    ("item-not-found", "There is no such group"),
  ])
  func `a group that is not there is looked for ever more seldom, and says so`(
    condition: String, words: String
  ) throws {
    let rig = try Rig.online()
    rig.server.room.refusal = StanzaError(kind: "cancel", condition: condition)
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.pass(3_600_000)
    let tries = rig.commands.count { if case .join = $0 { true } else { false } }
    #expect((10...16).contains(tries))
    #expect(Self.attendance(rig) == .retrying(words))
    let said = rig.changes.compactMap { if case .room(let room) = $0 { room } else { nil } }
    #expect(said.filter { $0.attendance == .joining }.count <= 1)

    rig.server.room.refusal = nil
    rig.wish(.connectNow)
    rig.run()
    #expect(Self.attendance(rig) == .joined)
  }
}
