import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Entering a group once more before it has answered: each request has an answer of its own, and what the group tells of
/// before belongs to one of them.
@Suite struct RoomEntryTests {
  /// "ana" was asked for, the group has answered and "two" was said; nothing of it has arrived.
  private static func asked() throws -> Rig {
    let rig = try Rig.online()
    rig.server.room.hasArchive = false
    _ = rig.server.room.say("one", id: OriginID(named: "one"), as: "bo")
    rig.wish(.join(team, nick: "ana", password: nil))
    while rig.server.step() {}
    rig.server.tell(
      .message(rig.server.room.say("two", id: OriginID(named: "two"), as: "bo")))
    return rig
  }

  /// The group has "mine" and told nobody of it: it is entered anew, and has not answered.
  private static func askAnew(_ rig: Rig) throws {
    rig.server.room.isSilent = true
    rig.send("mine", "mine", to: team)
    rig.run()
    rig.server.room.isSilent = false
    rig.uptime = try #require(rig.core.nextDeadline)
    rig.handle(.wake)
  }

  private static func expectJoined(_ rig: Rig, as nick: String) {
    #expect(rig.core.state.rooms[team]?.stored.nick == nick)
    #expect(rig.core.state.rooms[team]?.phase == .joined)
  }

  @Test func `T1 G3 another name asked for before the answer leaves all in its order`() throws {
    let rig = try Self.asked()
    rig.wish(.join(team, nick: "dee", password: nil))
    rig.run()
    #expect(try RoomHistoryTests.texts(rig) == ["one", "two"])
    Self.expectJoined(rig, as: "dee")
  }

  @Test func `T1 G3 a request that is repeated before the answer goes out once`() throws {
    let rig = try Self.asked()
    rig.wish(.join(team, nick: "ana", password: nil))
    rig.run()
    #expect(try RoomHistoryTests.texts(rig) == ["two"])
    #expect(rig.commands.count { if case .join = $0 { true } else { false } } == 1)
  }

  @Test func `G3 a group that calls me as it first did, whatever I asked for, has let me in`()
    throws
  {
    let rig = try Self.asked()
    rig.wish(.join(team, nick: "dee", password: nil))
    rig.server.room.forcedNick = "ana"
    rig.run()
    Self.expectJoined(rig, as: "ana")
  }

  @Test func `G3 the refusal of a name that was replaced says nothing of the one asked for since`()
    throws
  {
    let rig = try Rig.online()
    rig.server.room.takenNick = "ana"
    rig.wish(.join(team, nick: "ana", password: nil))
    rig.wish(.join(team, nick: "dee", password: nil))
    rig.run()
    Self.expectJoined(rig, as: "dee")
  }

  @Test func `G3 an answer that a cut has taken is not waited for on the next link`() throws {
    let rig = try Rig.online()
    rig.wish(.join(team, nick: "ana", password: nil))
    rig.wish(.join(team, nick: "dee", password: nil))
    rig.cut()
    rig.server.cut()
    rig.server.room.forcedNick = "ana"
    rig.link()
    rig.run()
    Self.expectJoined(rig, as: "ana")
  }

  @Test func `O9 G3 a topic that changes meanwhile does not end what is told of before`() throws {
    let rig = try RoomHistoryTests.rig()
    RoomHistoryTests.say("one", rig)
    rig.server.room.time = rig.uptime
    try Self.askAnew(rig)
    rig.server.tell(.message(rig.server.room.told(topic: "another")))
    rig.run()
    rig.pass(LiveRoom.doubt + RoomHistory.patience)
    #expect(try RoomHistoryTests.texts(rig) == ["one", "mine"])
    #expect(RoomHistoryTests.gaps(rig) == 0)
    #expect(RoomHistoryTests.sends(rig) == 1)
  }

  @Test
  func `O9 G3 who has the name there from before asks for what was said since that entry`() throws {
    let rig = try Rig.online()
    rig.server.room.hasArchive = false
    rig.wish(.join(team, nick: nil, password: nil))
    _ = rig.serve()
    rig.cut()
    rig.server.cut()
    rig.server.room.takenNick = "me"
    rig.uptime += 60_000
    RoomHistoryTests.say("meanwhile", rig, isHeard: false)
    rig.link()
    rig.run()
    #expect(try rig.texts(team) == ["meanwhile"])
  }

  /// The room had put me out before it let me in again, and says so behind that.
  @Test func `T1 G3 who hears late of having been put out has all in its order`() throws {
    let rig = try RoomHistoryTests.rig()
    RoomHistoryTests.say("one", rig)
    RoomHistoryTests.say("lost", rig, isHeard: false)
    RoomHistoryTests.say("two", rig)
    rig.cut()
    rig.server.cut()
    rig.link()
    rig.server.room.time = rig.uptime
    rig.server.tell(rig.server.room.presence(of: "me", .unavailable, codes: [110, 333, 307]))
    rig.run()
    rig.pass(RoomHistory.patience)
    #expect(try RoomHistoryTests.texts(rig) == ["one", "lost", "two"])
  }

  @Test
  func `T1 G3 who is put out after asking to enter anew has all in its order`() throws {
    let rig = try RoomHistoryTests.rig()
    RoomHistoryTests.say("one", rig)
    RoomHistoryTests.say("lost", rig, isHeard: false)
    RoomHistoryTests.say("two", rig)
    try Self.askAnew(rig)
    rig.server.tell(rig.server.room.presence(of: "me", .unavailable, codes: [110, 333, 307]))
    rig.run()
    rig.pass(LiveRoom.doubt + RoomHistory.patience)
    #expect(try RoomHistoryTests.texts(rig) == ["one", "lost", "two", "mine"])
    #expect(RoomHistoryTests.gaps(rig) == 0)
    #expect(RoomHistoryTests.sends(rig) == 1)
  }
}
