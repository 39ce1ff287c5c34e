import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Why what waits is not on its way although there is a link, as the screen is told (O15a).
@Suite struct DelayTests {
  private func delay(_ rig: Rig, _ chat: JID = bo) -> Delay? {
    var delays: [JID: Delay] = [:]
    for case .delay(let chat, let delay) in rig.changes { delays[chat] = delay }
    return delays[chat]
  }

  private func isSendingNow(_ rig: Rig) -> Bool? {
    for case .outgoing(_, let sendsNow) in rig.changes.reversed() { return sendsNow }
    return nil
  }

  private func standing(_ rig: Rig, _ id: String) throws -> Standing {
    var outlook = OutboxOutlook()
    for change in rig.changes { outlook.apply(change) }
    let record = try #require(try rig.database.outbox.record(OriginID(named: id)))
    return outlook.standing(record.entry, uptime: rig.uptime)
  }

  private func bounce(_ rig: Rig, _ error: StanzaError = BounceTests.full) {
    rig.bounces = error
    for _ in 0..<8 {
      rig.bounceNew(from: bo)
      rig.run()
      rig.pass(4_000)
    }
  }

  /// Online, with all that was told since the start.
  private static func online() throws -> Rig {
    let rig = try Rig()
    rig.handle(.start)
    rig.link()
    rig.run()
    return rig
  }

  @Test func `O10 O15a a full mailbox is named with its owner and the time of the next try`() throws
  {
    let rig = try Self.online()
    rig.send("hi", "m1")
    rig.run()
    bounce(rig)
    #expect(try rig.status("m1") == .queued)
    let found = try #require(delay(rig))
    #expect(found.cause == .trouble("bo's mailbox is full"))
    let left = try #require(found.until) - rig.uptime
    #expect((1...75_000).contains(left))
    rig.send("more", "m2")
    rig.run()
    for id in ["m1", "m2"] {
      let words = try standing(rig, id).words
      #expect(words.hasPrefix("bo's mailbox is full · trying again in "), "\(words)")
    }
    rig.bounces = nil
    rig.wish(.retry(OriginID(named: "m1")))
    rig.run()
    rig.pass(3_000)
    #expect(try rig.status("m1") == .sent && rig.status("m2") == .sent, "tried now (O8)")
    #expect(delay(rig) == nil)
  }

  @Test(arguments: [
    ("remote-server-timeout", "The server of bo does not answer"),
    ("recipient-unavailable", "bo cannot be reached now"),
    ("resource-constraint", "bo's mailbox is full"),
  ])
  func `O15a the reason is kept over a cut and told again on the next link`(
    condition: String, words: String
  ) throws {
    let rig = try Self.online()
    rig.send("hi", "m1")
    rig.run()
    bounce(rig, StanzaError(kind: "wait", condition: condition))
    rig.cut()
    #expect(try standing(rig, "m1").words == "\(words) · trying again when online")
    try rig.kill()
    rig.link()
    rig.run()
    #expect(delay(rig)?.cause == .trouble(words))
    #expect(try standing(rig, "m1").words.hasPrefix("\(words) · trying again in "))
  }

  @Test func `S5 it is told when what is written leaves at once`() throws {
    let rig = try Rig()
    rig.handle(.start)
    #expect(isSendingNow(rig) == nil)
    rig.link()
    rig.run()
    #expect(isSendingNow(rig) == true)
    for number in 0..<60 { rig.send("\(number)", "m\(number)") }
    #expect(isSendingNow(rig) == false, "the window is full")
    #expect(try standing(rig, "m59").words == "Queued · after older messages")
    rig.run()
    #expect(isSendingNow(rig) == true)
    rig.cut()
    #expect(isSendingNow(rig) == false)
  }

  @Test func `O4 O15a what the policy holds says that it waits for the user's OK`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.wish(.setPolicy(.review))
    rig.handle(.closed(reason: "no route"))
    rig.send("hi", "m1")
    #expect(try standing(rig, "m1").words == "Queued · asks you when online")
    rig.link()
    rig.run()
    #expect(try standing(rig, "m1").words == "Queued · waiting for your OK")
    rig.wish(.sendAll)
    rig.run()
    #expect(try rig.status("m1") == .sent && delay(rig) == nil)
  }

  @Test(arguments: [(307, "You were removed"), (301, "You were banned")])
  func `A4 O10 what waits for a group that put me out has failed, and says why`(
    code: Int, words: String
  ) throws {
    let rig = try RoomTests.joined()
    rig.server.room.isSilent = true
    rig.send("before", "m1", to: team)
    rig.run()
    putOut(rig, code)
    rig.send("after", "m2", to: team)
    rig.run()
    for id in ["m1", "m2"] {
      let message = try #require(try rig.database.messages.mine(OriginID(named: id)))
      #expect(message.status == .failed && message.failure?.hasPrefix(words) == true)
    }
    #expect(try rig.counts() == OutboxCounts(failed: 2))
    #expect(try rig.texts(team).suffix(2) == ["before", "after"], "the text is kept (S12)")
    rig.server.room.isSilent = false
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.wish(.sendAll)
    rig.run()
    #expect(try rig.counts().all == 0)
  }

  @Test func `A4 O5 O10 what waits for my word has failed as well where the group put me out`()
    throws
  {
    let rig = try RoomTests.joined()
    rig.wish(.setPolicy(.review))
    rig.cut()
    rig.send("first", "m1", to: team)
    rig.send("second", "m2", to: team)
    rig.link()
    rig.run()
    #expect(try rig.counts().held == 2)
    putOut(rig, 301)
    #expect(try rig.counts() == OutboxCounts(failed: 2))
    for id in ["m1", "m2"] {
      let message = try #require(try rig.database.messages.mine(OriginID(named: id)))
      #expect(message.status == .failed && message.failure == "You were banned from this group")
    }
    #expect(try rig.texts(team).suffix(2) == ["first", "second"])
  }

  private func putOut(_ rig: Rig, _ code: Int) {
    rig.server.tell(rig.server.room.presence(of: "me", .unavailable, codes: [110, code]))
    rig.run()
  }
}
