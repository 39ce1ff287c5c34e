import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Groups that give my messages other ids, or none, or tell them in pieces, as those behind gateways.
@Suite struct RoomEchoTests {
  private static let renamings = ModelRoom.Renaming.allCases.filter { $0 != .none }

  private static func rig(
    _ renaming: ModelRoom.Renaming = .another, cutsLines: Bool = false
  ) throws -> Rig {
    let rig = try Rig.online()
    rig.server.room.hasArchive = false
    rig.server.room.givesIDs = false
    rig.server.room.renaming = renaming
    rig.server.room.cutsLines = cutsLines
    rig.server.room.facts?.changesIDs = renaming != .none
    rig.server.room.facts?.cutsLines = cutsLines
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    return rig
  }

  /// - Parameter ahead: so much is the room's clock, milliseconds.
  private static func say(_ text: String, _ id: String, _ rig: Rig, ahead: Int64 = 0) {
    rig.server.room.time = rig.uptime + ahead
    rig.send(text, id, to: team)
    rig.run()
  }

  private static func statuses(_ rig: Rig) throws -> [DeliveryStatus?] {
    try rig.database.messages.page(team, limit: 100).map(\.status)
  }

  /// A new stream: no room knows me.
  private static func comeAgain(
    _ rig: Rig, after time: Int64 = 1_000, acknowledges: Bool = true
  ) {
    rig.cut()
    rig.server.cut()
    rig.server.room.hasMe = false
    rig.pass(time)
    rig.server.room.time = rig.uptime
    rig.link(acknowledges: acknowledges)
    rig.run()
    rig.pass(RoomHistory.patience)
    rig.run()
  }

  @Test(arguments: renamings)
  func `G8 G2 what a group tells of mine under another id is confirmed by its text, once`(
    renaming: ModelRoom.Renaming
  ) throws {
    let rig = try Self.rig(renaming)
    for (text, id) in [("one", "a"), ("ok", "b"), ("ok", "c")] { Self.say(text, id, rig) }
    #expect(try RoomHistoryTests.texts(rig) == ["one", "ok", "ok"])
    #expect(try Self.statuses(rig) == [.sent, .sent, .sent])
    for _ in 1...3 { Self.comeAgain(rig) }
    #expect(try RoomHistoryTests.texts(rig) == ["one", "ok", "ok"], "told again")
    #expect(RoomHistoryTests.sends(rig) == 3)
  }

  @Test(arguments: renamings)
  func `G8 O9 what the group had when the link broke is found in its history, and sent no more`(
    renaming: ModelRoom.Renaming
  ) throws {
    let rig = try Self.rig(renaming)
    Self.say("one", "a", rig)
    rig.server.room.isSilent = true
    Self.say("two", "b", rig)
    rig.server.room.isSilent = false
    #expect(try Self.statuses(rig) == [.sent, .sending])
    Self.comeAgain(rig)
    #expect(try Self.statuses(rig) == [.sent, .sent])
    #expect(try RoomHistoryTests.texts(rig) == ["one", "two"])
    #expect(RoomHistoryTests.sends(rig) == 2)
  }

  @Test(arguments: renamings)
  func `G8 M1 M2 M4 what is said of a message is confirmed as well, and once`(
    renaming: ModelRoom.Renaming
  ) throws {
    let rig = try Self.rig(renaming)
    for (text, id) in [("helo", "a"), ("secret", "b"), ("ok", "c")] { Self.say(text, id, rig) }
    rig.server.room.time = rig.uptime
    rig.wish(.edit(OriginID(named: "a"), text: "hello", newID: OriginID(named: "d")))
    rig.wish(.retract(OriginID(named: "b"), newID: OriginID(named: "e")))
    let row = try #require(try rig.database.messages.mine(OriginID(named: "c"))?.id)
    rig.wish(.react(row: row, Emoji("👍")!, newID: OriginID(named: "f")))
    rig.run()
    for _ in 1...3 {
      #expect(try rig.database.outbox.entries().isEmpty)
      let page = try rig.database.messages.page(team, limit: 9)
      #expect(page.map(\.text) == ["hello", "", "ok"])
      #expect(page.map(\.reactions.count) == [0, 0, 1])
      Self.comeAgain(rig)
    }
    #expect(RoomHistoryTests.sends(rig) == 6)
  }

  @Test func `G2 G8 what another device says does not confirm mine`() throws {
    let rig = try Self.rig()
    rig.handle(
      .session(.presence(InboundPresence(from: me.with(resource: "phone")!, kind: .available))))
    rig.server.room.isFar = true
    Self.say("ok", "a", rig)
    let phone = rig.server.room.say("ok", id: OriginID("phone-1"), as: "me")
    rig.handle(.session(.message(phone)))
    rig.run()
    let mine = try rig.database.messages.mine(OriginID(named: "a"))
    #expect(mine?.status == .failed && mine?.failure == "not confirmed by team")
    rig.pass(60_000)
    #expect(RoomHistoryTests.sends(rig) == 1, "the group may have it")
  }

  @Test func `G2 G8 what was told before and comes again does not confirm what says the same`()
    throws
  {
    let rig = try Self.rig()
    Self.say("ok", "a", rig)
    let time = rig.uptime
    rig.server.room.isFar = true
    rig.pass(10_000)
    Self.say("ok", "b", rig)
    var again = rig.server.room.say("ok", id: OriginID("x-1"), as: "me")
    again.stamp = Timestamp(milliseconds: time)
    rig.handle(.session(.message(again)))
    rig.run()
    #expect(try rig.database.messages.mine(OriginID(named: "b"))?.status == .sending)
    #expect(try RoomHistoryTests.texts(rig) == ["ok", "ok"])
  }

  @Test func `G2 O9 of two that say the same, one known and one in doubt, a history has both`()
    throws
  {
    let rig = try Self.rig(.dropped)
    Self.say("ok", "a", rig)
    rig.server.room.isSilent = true
    Self.say("ok", "b", rig)
    rig.server.room.isSilent = false
    Self.comeAgain(rig)
    #expect(RoomHistoryTests.sends(rig) == 2)
    #expect(try Self.statuses(rig) == [.sent, .sent])
  }

  @Test func `G2 G8 what failed is not confirmed by what another device says`() throws {
    let rig = try Self.rig(.dropped)
    rig.server.room.isFar = true
    Self.say("ok", "a", rig)
    rig.pass(10 * LiveRoom.doubt)
    rig.server.room.isFar = false
    rig.handle(
      .session(.presence(InboundPresence(from: me.with(resource: "phone")!, kind: .available))))
    var phone = rig.server.room.say("ok", id: OriginID(""), as: "me")
    phone.stamp = Timestamp(milliseconds: rig.uptime)
    rig.handle(.session(.message(phone)))
    rig.run()
    #expect(try rig.database.messages.mine(OriginID(named: "a"))?.status == .failed)
    #expect(try RoomHistoryTests.texts(rig).count == 2)
  }

  @Test func `G8 O10 a group that is asked again before anything was sent again counts once`()
    throws
  {
    let rig = try Self.rig()
    rig.server.room.isFar = true
    Self.say("lost", "a", rig)
    // Nothing goes out before the account's own archive has answered.
    rig.server.archiveTrouble = StanzaError(kind: "wait", condition: "internal-server-error")
    for _ in 1...5 { Self.comeAgain(rig, acknowledges: false) }
    #expect(RoomHistoryTests.sends(rig) == 1)
    #expect(try rig.database.messages.mine(OriginID(named: "a"))?.status == .queued)
  }

  @Test func `G2 G8 what failed before is not taken for what says the same now`() throws {
    let rig = try Self.rig()
    rig.server.room.isFar = true
    Self.say("ok", "a", rig)
    rig.pass(10 * LiveRoom.doubt)
    #expect(try rig.database.messages.mine(OriginID(named: "a"))?.status == .failed)
    rig.server.room.isFar = false
    Self.say("ok", "b", rig)
    #expect(try rig.database.messages.mine(OriginID(named: "a"))?.status == .failed)
    #expect(try rig.database.messages.mine(OriginID(named: "b"))?.status == .sent)
  }

  @Test func `G8 what an archive never has goes a few times, then it says so`() throws {
    let rig = try Self.rig(.none)
    rig.server.room.hasArchive = true
    Self.comeAgain(rig)
    rig.server.room.isFar = true
    Self.say("lost", "a", rig)
    for _ in 1...40 { rig.pass(LiveRoom.doubt) }
    #expect(RoomHistoryTests.sends(rig) == LiveRoom.mostSends)
    #expect(try Self.statuses(rig) == [.failed])
  }

  @Test func `G8 a line is no piece where none are cut`() throws {
    let rig = try Self.rig()
    Self.say("one\ntwo", "a", rig)
    rig.handle(.session(.message(rig.server.room.say("two", id: OriginID("x-1"), as: "me"))))
    rig.run()
    #expect(try RoomHistoryTests.texts(rig) == ["one\ntwo", "two"])
  }

  @Test(arguments: ModelRoom.Renaming.allCases)
  func `G8 M3 an answer that a gateway tells with its quote is mine, once`(
    renaming: ModelRoom.Renaming
  ) throws {
    let rig = try Self.rig(renaming, cutsLines: true)
    RoomHistoryTests.say("see you\nat six?", rig)
    let asked = try #require(try rig.database.messages.page(team, limit: 1).first)
    var target = ReplyTarget(id: "x", author: asked.sender, quote: "see you\nat six?")
    target.stored = .init(row: asked.id, sender: asked.sender, text: asked.text)
    rig.server.room.time = rig.uptime
    rig.wish(.send(chat: team, text: "yes", originID: OriginID(named: "a"), replyTo: target))
    rig.run()
    for _ in 1...2 {
      #expect(try RoomHistoryTests.texts(rig) == ["see you\nat six?", "yes"])
      Self.comeAgain(rig)
    }
  }

  @Test func `G8 M4 others name mine by the id that the group gave it`() throws {
    let rig = try Self.rig()
    Self.say("one", "a", rig)
    let id = try #require(rig.server.room.archive.last?.message.id)
    let reaction = rig.server.room.say(
      "👍", id: OriginID(named: "r"), as: "bo", amending: .reactions([Emoji("👍")!], to: id))
    rig.handle(.session(.message(reaction)))
    rig.run()
    #expect(try rig.database.messages.page(team, limit: 9).map(\.reactions.count) == [1])
  }

  @Test func `G3 O9 what comes back late waits until the group is open again`() throws {
    let rig = try RoomHistoryTests.rig()
    rig.server.room.isFar = true
    Self.say("one", "a", rig)
    rig.server.room.outage = StanzaError(kind: "wait", condition: "remote-server-timeout")
    rig.server.tell(rig.server.room.presence(of: "me", .unavailable, codes: [110, 307, 333]))
    rig.run()
    let busy = StanzaError(kind: "wait", condition: "resource-constraint")
    rig.handle(.session(.refused(OriginID(named: "a"), from: team, busy)))
    rig.run()
    rig.pass(600_000)
    #expect(RoomHistoryTests.sends(rig) == 1)
  }

  @Test func `G2 G8 what another device said before does not confirm mine`() throws {
    let rig = try Self.rig()
    rig.server.room.isFar = true
    Self.say("ok", "a", rig)
    _ = rig.server.room.say("ok", id: OriginID("phone-1"), as: "me")
    rig.server.room.isFar = false
    rig.cut()
    rig.server.cut()
    rig.server.room.hasMe = false
    rig.pass(1_000)
    rig.server.room.time = rig.uptime
    rig.link()
    rig.handle(
      .session(.presence(InboundPresence(from: me.with(resource: "phone")!, kind: .available))))
    rig.run()
    rig.pass(RoomHistory.patience)
    rig.run()
    #expect(try rig.database.messages.mine(OriginID(named: "a"))?.status == .failed)
    #expect(RoomHistoryTests.sends(rig) == 1, "the group may have it")
  }

  @Test func `G2 G8 who is called almost as I am does not confirm mine`() throws {
    let rig = try Self.rig()
    rig.server.room.isFar = true
    Self.say("ok", "a", rig)
    rig.handle(.session(.message(rig.server.room.say("ok", id: OriginID("x-1"), as: "me_"))))
    rig.run()
    #expect(try rig.database.messages.mine(OriginID(named: "a"))?.status == .sending)
    Self.say("yes", "b", rig)
    _ = rig.server.room.say("yes", id: OriginID("x-2"), as: "me_")
    Self.comeAgain(rig)
    #expect(RoomHistoryTests.sends(rig) == 4, "told of before, by another")
  }

  @Test func `G8 what others said is there once, whatever ids it is told again under`() throws {
    let rig = try Self.rig(.anotherEachTime)
    for text in ["one", "ok", "ok"] { RoomHistoryTests.say(text, rig) }
    for _ in 1...3 {
      Self.comeAgain(rig)
      #expect(try RoomHistoryTests.texts(rig) == ["one", "ok", "ok"])
    }
  }

  @Test func `G8 what a stream that goes on brings once more is there once`() throws {
    let rig = try Self.rig()
    Self.say("one", "a", rig)
    Self.say("two", "b", rig)
    for text in ["one", "two"] {
      var again = rig.server.room.say(text, id: OriginID("x-\(text)"), as: "me")
      again.stamp = Timestamp(milliseconds: rig.uptime)
      rig.handle(.session(.message(again)))
      rig.run()
    }
    #expect(try RoomHistoryTests.texts(rig) == ["one", "two"])
  }

  @Test func `G8 an archive that gives the only id is not told of another`() throws {
    let rig = try Self.rig()
    rig.server.room.hasArchive = true
    rig.server.room.tellsArchiveIDs = false
    Self.comeAgain(rig)
    for (text, id) in [("one", "a"), ("ok", "b"), ("ok", "c")] {
      Self.say(text, id, rig, ahead: 60_000)
    }
    for _ in 1...2 {
      Self.comeAgain(rig)
      #expect(try RoomHistoryTests.texts(rig) == ["one", "ok", "ok"])
      #expect(try Self.statuses(rig) == [.sent, .sent, .sent])
    }
    #expect(RoomHistoryTests.sends(rig) == 3)
  }

  @Test func `G2 G8 a group that has kept an id is believed to keep them, after a restart too`()
    throws
  {
    let rig = try Rig.online()
    rig.server.room.hasArchive = false
    rig.server.room.givesIDs = false
    rig.server.room.facts?.changesIDs = true
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    Self.say("one", "a", rig)
    try rig.kill()
    rig.handle(.start)
    Self.comeAgain(rig)
    rig.handle(
      .session(.presence(InboundPresence(from: me.with(resource: "phone")!, kind: .available))))
    rig.server.room.isFar = true
    Self.say("ok", "b", rig)
    rig.handle(.session(.message(rig.server.room.say("ok", id: OriginID("x-1"), as: "me"))))
    rig.run()
    #expect(try rig.database.messages.mine(OriginID(named: "b"))?.status == .sending)
  }

  @Test func `G2 G8 a group that keeps ids confirms nothing by its text`() throws {
    let rig = try Self.rig(.none)
    rig.server.room.isFar = true
    Self.say("ok", "a", rig)
    rig.handle(.session(.message(rig.server.room.say("ok", id: OriginID("x-1"), as: "me"))))
    rig.run()
    #expect(try rig.database.messages.mine(OriginID(named: "a"))?.status == .sending)
  }

  @Test(arguments: [ModelRoom.Renaming.none, .another])
  func `G8 what a group never tells of goes a few times, then it says so and waits for the user`(
    renaming: ModelRoom.Renaming
  ) throws {
    let rig = try Self.rig(renaming)
    rig.server.room.isFar = true
    Self.say("lost", "a", rig)
    let most = renaming == .none ? LiveRoom.mostSends : LiveRoom.fewSends
    for _ in 1...20 { Self.comeAgain(rig, after: 60_000) }
    #expect(RoomHistoryTests.sends(rig) == most)
    let message = try #require(try rig.database.messages.page(team, limit: 1).first)
    #expect(message.status == .failed && message.failure == "not confirmed by team")
    rig.wish(.retry(OriginID(named: "a")))
    rig.run()
    for _ in 1...20 { Self.comeAgain(rig, after: 60_000) }
    #expect(RoomHistoryTests.sends(rig) == 2 * most)
    #expect(try Self.statuses(rig) == [.failed])
    rig.server.room.isFar = false
    rig.wish(.retry(OriginID(named: "a")))
    rig.run()
    #expect(try Self.statuses(rig) == [.sent])
    #expect(RoomHistoryTests.sends(rig) == 2 * most + 1)
  }

  @Test(arguments: ModelRoom.Renaming.allCases)
  func `G8 what a gateway tells line by line is mine, once and whole`(
    renaming: ModelRoom.Renaming
  ) throws {
    let rig = try Self.rig(renaming, cutsLines: true)
    Self.say("one\ntwo\n\nthree", "a", rig)
    Self.say("four", "b", rig)
    for _ in 1...2 {
      #expect(try RoomHistoryTests.texts(rig) == ["one\ntwo\n\nthree", "four"])
      #expect(try Self.statuses(rig) == [.sent, .sent])
      Self.comeAgain(rig)
    }
    #expect(RoomHistoryTests.sends(rig) == 2)
  }

  @Test func `G8 a line that another device says later is a message of its own`() throws {
    let rig = try Self.rig(.none, cutsLines: true)
    Self.say("one\ntwo", "a", rig)
    rig.pass(RoomHistory.overlap + 1_000)
    rig.handle(.session(.message(rig.server.room.say("two", id: OriginID("x-1"), as: "me"))))
    rig.run()
    #expect(try RoomHistoryTests.texts(rig) == ["one\ntwo", "two"])
  }
}
