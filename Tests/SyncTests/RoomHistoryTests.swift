import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Groups without an archive, which is how many come: what was said while I was away is told to who enters.
@Suite struct RoomHistoryTests {
  static func rig() throws -> Rig {
    let rig = try Rig.online()
    rig.server.room.hasArchive = false
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    return rig
  }

  private static func resumableRig() throws -> Rig {
    let rig = try Rig()
    rig.server.room.hasArchive = false
    rig.handle(.start)
    rig.linkResumable()
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    return rig
  }

  static func say(
    _ text: String, _ rig: Rig, id: String? = nil, isHeard: Bool = true
  ) {
    rig.server.room.time = rig.uptime
    let said = rig.server.room.say(
      text, id: id.map { OriginID($0) } ?? OriginID(named: text), as: "bo")
    if isHeard { rig.handle(.session(.message(said))) }
    rig.run()
  }

  @Test
  func `Z1 G2 nobody gives what is said now another time, for it looks like the group's word`()
    throws
  {
    let rig = try Self.rig()
    var said = rig.server.room.say("now", id: OriginID(named: "n"), as: "bo")
    said.roomStamp = Timestamp(milliseconds: 1)
    rig.handle(.session(.message(said)))
    rig.run()
    let message = try #require(try rig.database.messages.page(team, limit: 1).first)
    #expect(message.text == "now" && message.serverTime == nil)
  }

  @Test func `G2 what the group tells of before has the time when it was said`() throws {
    let rig = try Self.rig()
    Self.say("one", rig)
    var time: Int64 = 0
    Self.goAway(rig) {
      rig.uptime += 60_000
      time = rig.uptime
      Self.say("two", rig, isHeard: false)
      rig.uptime += 60_000
    }
    let all = try rig.database.messages.page(team, limit: 10)
    #expect(all.map(\.text) == ["one", "two"])
    #expect(all.last?.serverTime?.milliseconds == time)
  }

  static func texts(_ rig: Rig) throws -> [String] {
    try rig.database.messages.page(team, limit: 100).map(\.text)
  }

  static func sends(_ rig: Rig) -> Int {
    rig.commands.count { if case .send(team, _, _, _, _, _) = $0 { true } else { false } }
  }

  /// A new stream: no room knows me.
  private static func goAway(_ rig: Rig, _ meanwhile: () -> Void) {
    rig.cut()
    rig.server.cut()
    rig.server.room.hasMe = false
    meanwhile()
    rig.pass(10_000)
    rig.server.room.time = rig.uptime
    rig.link()
    rig.run()
    rig.pass(RoomHistory.patience)
    rig.run()
  }

  @Test func `T1 G3 without an archive mine and theirs stand as the group told them`() throws {
    let rig = try Self.rig()
    Self.say("one", rig)
    rig.send("two", "two", to: team)
    rig.run()
    Self.say("three", rig)
    rig.send("four", "four", to: team)
    rig.run()
    Self.say("five", rig)
    #expect(try Self.texts(rig) == ["one", "two", "three", "four", "five"])
    let page = try rig.database.messages.page(team, limit: 9)
    #expect(page.allSatisfy { $0.order.anchor < MessageOrder.unplaced })
    #expect(try rig.database.chats.chat(team)?.last?.preview == "five")
  }

  @Test func `G3 O9 what was said there while I was away comes once, in its order`() throws {
    let rig = try Self.rig()
    Self.say("one", rig)
    rig.pass(60_000)
    Self.goAway(rig) {
      Self.say("two", rig, isHeard: false)
      Self.say("three", rig, isHeard: false)
    }
    Self.say("four", rig)
    #expect(try Self.texts(rig) == ["one", "two", "three", "four"])
    Self.goAway(rig) {}
    #expect(try Self.texts(rig) == ["one", "two", "three", "four"], "told again")
    #expect(Self.gaps(rig) == 0)
  }

  @Test func `T1 G3 what I wrote on another device stands where the group told it`() throws {
    let rig = try Self.rig()
    Self.say("one", rig)
    let elsewhere = rig.server.room.say("mine", id: OriginID(named: "elsewhere"), as: "me")
    rig.handle(.session(.message(elsewhere)))
    rig.run()
    Self.say("two", rig)
    #expect(try Self.texts(rig) == ["one", "mine", "two"])
  }

  @Test func `T1 G3 what was lost on the way stands where the group tells it later`() throws {
    let rig = try Self.rig()
    Self.say("one", rig)
    Self.say("lost", rig, isHeard: false)
    Self.say("two", rig)
    Self.goAway(rig) {}
    #expect(try Self.texts(rig) == ["one", "lost", "two"])
    #expect(Self.gaps(rig) == 0)
  }

  @Test func `G3 O9 a clock that was turned back hides nothing that was said meanwhile`() throws {
    let rig = try Self.rig()
    rig.uptime += 1_000_000
    Self.say("one", rig)
    rig.cut()
    rig.server.cut()
    rig.server.room.hasMe = false
    Self.say("two", rig, isHeard: false)
    rig.uptime -= 500_000
    rig.server.room.time += 700_000
    rig.link()
    rig.run()
    rig.pass(RoomHistory.patience)
    rig.run()
    #expect(try Self.texts(rig) == ["one", "two"])
  }

  @Test func `O9 G2 what of mine the group has, and has not told me of, does not go again`() throws
  {
    let rig = try Self.rig()
    Self.say("one", rig)
    rig.server.room.isSilent = true
    rig.server.room.time = rig.uptime
    rig.send("mine", "mine", to: team)
    rig.run()
    rig.server.room.isSilent = false
    Self.goAway(rig) { Self.say("two", rig, isHeard: false) }
    #expect(try Self.texts(rig) == ["one", "mine", "two"])
    #expect(try rig.database.messages.page(team, limit: 9).compactMap(\.status) == [.sent])
    #expect(Self.sends(rig) == 1)
  }

  @Test(arguments: ["7", ""])
  func `O9 what has a counted id, or none, is shown as often as it was said`(id: String) throws {
    let rig = try Self.rig()
    for _ in 0..<3 { Self.say("ok", rig, id: id) }
    #expect(try Self.texts(rig) == ["ok", "ok", "ok"])
    Self.goAway(rig) { Self.say("ok", rig, id: id, isHeard: false) }
    #expect(try Self.texts(rig) == ["ok", "ok", "ok", "ok"])
    Self.goAway(rig) {}
    #expect(try Self.texts(rig).count == 4)
  }

  static func gaps(_ rig: Rig) -> Int {
    rig.core.state.rooms[team]?.people.events.count { $0.kind == .missed } ?? 0
  }

  @Test
  func `G3 where the group does not tell so far back it is said that something may be missing`()
    throws
  {
    let rig = try Self.rig()
    Self.say("one", rig)
    rig.server.room.kept = 2
    Self.goAway(rig) {
      for text in ["two", "three", "four"] { Self.say(text, rig, isHeard: false) }
    }
    #expect(try Self.texts(rig) == ["one", "three", "four"])
    #expect(Self.gaps(rig) == 1)
  }

  @Test func `G3 a group that tells nothing of before lets one write all the same`() throws {
    let rig = try Self.rig()
    Self.say("one", rig)
    rig.server.room.kept = 0
    rig.cut()
    rig.server.cut()
    rig.send("mine", "mine", to: team)
    Self.goAway(rig) {}
    #expect(try Self.texts(rig) == ["one", "mine"])
    #expect(Self.sends(rig) == 1)
  }

  /// As a link between two servers loses it, of which neither learns.
  @Test(arguments: [true, false])
  func `O9 T1 what of mine a silent group was sent is looked for in what it tells of before`(
    hasIt: Bool
  ) throws {
    let rig = try Self.rig()
    Self.say("one", rig)
    rig.server.room.time = rig.uptime
    (rig.server.room.isSilent, rig.server.room.isFar) = (true, !hasIt)
    rig.send("mine", "mine", to: team)
    rig.run()
    (rig.server.room.isSilent, rig.server.room.isFar) = (false, false)
    rig.pass(LiveRoom.doubt + RoomHistory.patience)
    #expect(try Self.texts(rig) == ["one", "mine"])
    #expect(try rig.database.messages.page(team, limit: 9).compactMap(\.status) == [.sent])
    #expect(Self.sends(rig) == (hasIt ? 1 : 2))
    #expect(Self.gaps(rig) == 0)
  }

  @Test func `O9 the same words under another id were said once more`() throws {
    let rig = try Self.rig()
    Self.say("ok", rig, id: "7")
    rig.server.room.kept = 1
    Self.goAway(rig) { Self.say("ok", rig, id: "8", isHeard: false) }
    #expect(try Self.texts(rig) == ["ok", "ok"])
  }

  @Test func `O9 what is told while the link breaks is told once, where the stream goes on`() throws
  {
    let rig = try Self.resumableRig()
    for text in ["one", "two"] { Self.say(text, rig, id: "") }
    rig.cut()
    rig.linkResumable()
    while rig.server.step() {}
    rig.cut()
    #expect(rig.resume())
    rig.run()
    #expect(try Self.texts(rig) == ["one", "two"])
  }

  @Test func `O9 what an old stream still brings after kill -9 is told once`() throws {
    let rig = try Self.resumableRig()
    rig.server.room.time = rig.uptime
    rig.server.tell(.message(rig.server.room.say("one", id: OriginID(""), as: "bo")))
    try rig.kill()
    #expect(rig.resume())
    rig.run()
    #expect(try Self.texts(rig) == ["one"])
  }

  @Test func `G3 what may be missing stands behind what was heard, and before what waits`() throws {
    let rig = try Self.rig()
    Self.say("one", rig)
    let row = try #require(try rig.database.messages.page(team, limit: 9).last?.id)
    rig.server.room.kept = 1
    rig.cut()
    rig.server.cut()
    rig.send("mine", "mine", to: team)
    Self.goAway(rig) { for text in ["two", "three"] { Self.say(text, rig, isHeard: false) } }
    let gap = rig.core.state.rooms[team]?.people.events.first { $0.kind == .missed }
    #expect(gap?.after == row)
    #expect(try Self.texts(rig) == ["one", "three", "mine"])
  }

  @Test
  func `O9 G3 who was let in and was killed before hearing of it asks for what was said since`()
    throws
  {
    let rig = try Rig.online()
    rig.server.room.hasArchive = false
    rig.wish(.join(team, nick: nil, password: nil))
    _ = rig.serve()
    try rig.kill()
    rig.uptime += 60_000
    Self.say("meanwhile", rig, isHeard: false)
    rig.uptime += 60_000
    rig.link()
    rig.run()
    #expect(try rig.texts(team) == ["meanwhile"])
  }

  @Test func `G3 who leaves a group and enters it anew asks for nothing of before`() throws {
    let rig = try Self.rig()
    Self.say("one", rig)
    rig.wish(.leave(team))
    rig.run()
    rig.forget()
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    #expect(rig.commands.contains(.join(ModelRoom.occupant("me"), password: nil)))
  }

  @Test func `G2 who was called as I am has not said what I say`() throws {
    let rig = try Self.rig()
    rig.server.room.givesIDs = false
    rig.server.room.time = rig.uptime
    _ = rig.server.room.say("of another", id: OriginID(named: "other"), as: "me")
    Self.goAway(rig) {}
    let page = try rig.database.messages.page(team, limit: 9)
    #expect(page.map(\.isMine) == [false])
  }
}
