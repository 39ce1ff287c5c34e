import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What is old is removed here, and comes again from the archive (P4, P7). The model's server takes a message each second.
@Suite struct RetentionTests {
  /// Messages of bo, all told and answered.
  private func filled(_ count: Int = 300) throws -> Rig {
    let rig = try Rig.online()
    deliver(1...count, to: rig)
    rig.forget()
    return rig
  }

  private func deliver(
    _ range: ClosedRange<Int>, to rig: Rig, _ word: String = "text", from: JID = bo
  ) {
    for index in range {
      rig.server.deliver("\(word) \(index)", id: "\(word)\(index)", from: from)
    }
    rig.run()
    rig.pass(5_000)
  }

  /// What is older than 100 s goes, but for the newest ten.
  private static let short = Keep(age: 100_000, newest: 10)

  private func purge(_ rig: Rig, _ keep: Keep = short) throws {
    try readAll(rig)
    rig.wish(.setKeep(keep))
    rig.pass(30_000)
  }

  /// Unread messages stay.
  private func readAll(_ rig: Rig) throws {
    for chat in [bo, cy, team] {
      guard let newest = try rig.page(chat).last else { continue }
      rig.wish(.markRead(chat: chat, through: newest.order))
    }
    rig.pass(5_000)
  }

  /// psst is started anew, and all was read.
  private func restart(_ rig: Rig) throws {
    try readAll(rig)
    rig.cut()
    try rig.kill()
    rig.link()
    rig.run()
    rig.pass(30_000)
  }

  /// Somebody scrolls up to the beginning.
  private func readBack(_ rig: Rig, _ chat: JID = bo) throws {
    for _ in 0..<50 {
      rig.forget()
      let oldest = try rig.page(chat).first?.order
      rig.wish(.loadOlder(chat: chat, before: oldest ?? MessageOrder(anchor: .max, sequence: 0)))
      rig.run()
      let isStart = rig.changes.contains {
        if case .page(_, _, let isStart) = $0 { isStart } else { false }
      }
      if isStart { return }
    }
    Issue.record("no end")
  }

  private func texts(_ range: ClosedRange<Int>, _ word: String = "text") -> [String] {
    range.map { "\(word) \($0)" }
  }

  @Test func `P4 P7 what is old goes, and comes again in its order when one scrolls back`() throws {
    let rig = try filled()
    try purge(rig)
    #expect(try rig.texts() == texts(200...300))
    #expect(try rig.database.search.find(SearchQuery("text 12 ")).hits.isEmpty)
    rig.wish(.markRead(chat: bo, through: try #require(rig.page().last).order))
    rig.pass(5_000)
    try readBack(rig)
    #expect(try rig.texts() == texts(1...300))
    #expect(try rig.database.chats.chat(bo)?.unread == 0)
    #expect(!rig.changes.contains { if case .arrived = $0 { true } else { false } })
    #expect(try rig.database.search.find(SearchQuery("text 12 ")).hits.count == 1)
    let newest = try rig.database.search.find(SearchQuery("text", limit: 3)).hits.map(
      \.message.text)
    #expect(newest == ["text 300", "text 299", "text 298"])
  }

  @Test func `P4 D2 what nobody has read stays, and with it how much that is`() throws {
    let rig = try filled()
    rig.wish(.markRead(chat: bo, through: try rig.page()[49].order))
    rig.wish(.setKeep(Self.short))
    rig.pass(30_000)
    #expect(try rig.texts() == texts(51...300))
    #expect(try rig.database.chats.chat(bo)?.unread == 250)
  }

  @Test func `P4 P7 who came to the beginning without a link finds more there once there is one`()
    throws
  {
    let rig = try filled()
    try purge(rig)
    rig.cut()
    rig.forget()
    rig.wish(.loadOlder(chat: bo, before: try #require(rig.page().first).order))
    #expect(rig.changes.contains(.page(chat: bo, messages: [], isStart: true)))
    rig.link()
    rig.run()
    #expect(rig.changes.count { $0 == .reachesBack(bo) } == 1)
    try readBack(rig)
    #expect(try rig.texts() == texts(1...300))
    rig.forget()
    rig.cut()
    rig.link()
    rig.run()
    #expect(!rig.changes.contains(.reachesBack(bo)), "this is the beginning")
  }

  @Test func `P4 what was read back stays until the next start`() throws {
    let rig = try filled()
    try purge(rig)
    try readBack(rig)
    rig.pass(Retention.day)
    // What happens a day later begins another look.
    rig.server.deliver("news", id: "n1", from: cy)
    rig.run()
    rig.pass(30_000)
    #expect(try rig.texts() == texts(1...300))
    try restart(rig)
    #expect(try rig.texts() == texts(201...300))
    try readBack(rig)
    #expect(try rig.texts() == texts(1...300))
  }

  @Test func `P4 the newest of each chat stay, however old`() throws {
    let rig = try filled(50)
    deliver(1...200, to: rig, "news", from: cy)
    try purge(rig)
    #expect(try rig.texts() == texts(41...50))
    #expect(try rig.page(cy).count == 101)
  }

  private func withOldOnes() throws -> Rig {
    let rig = try filled(101)
    rig.server.deliver("much later", id: "z1", from: bo, after: 31 * Keep.day)
    rig.run()
    rig.pass(30_000)
    try restart(rig)
    return rig
  }

  @Test func `P4 nothing is removed before somebody has said so`() throws {
    let rig = try withOldOnes()
    let oldest = Timestamp(milliseconds: 1_000)
    #expect(rig.changes.contains(.keepAsks(KeepQuestion(messages: 2, oldest: oldest, days: 30))))
    let words = "2 messages are older than 30 days and also on the server"
    #expect(rig.changes.contains(.notice(Notice(.information, words, remedy: .keep))))
    rig.pass(3 * Retention.day)
    #expect(try rig.page().count == 102)
    rig.forget()
    try purge(rig, .forever)
    #expect(rig.changes.contains(.keepAsks(nil)))
    rig.pass(3 * Retention.day)
    #expect(try rig.page().count == 102)
    try purge(rig, .standard)
    #expect(try rig.page().count == 100)
    #expect(try rig.texts().first == "text 3")
  }

  @Test func `P4 who lets the question go is not told of it at each start`() throws {
    let rig = try withOldOnes()
    rig.forget()
    try restart(rig)
    #expect(rig.changes.contains { if case .keepAsks(.some) = $0 { true } else { false } })
    #expect(!rig.changes.contains { if case .notice = $0 { true } else { false } })
  }

  @Test func `P4 T1 what failed stays at its place, also among what comes again`() throws {
    let rig = try filled(60)
    rig.server.refusals["bad"] = StanzaError(kind: "cancel", condition: "forbidden")
    rig.send("bad", "k1")
    rig.run()
    deliver(61...300, to: rig)
    let all = texts(1...60) + ["bad"] + texts(61...300)
    #expect(try rig.texts() == all)
    try purge(rig)
    #expect(try rig.texts().prefix(2) == ["bad", "text 200"])
    #expect(try rig.status("k1") == .failed)
    try readBack(rig)
    #expect(try rig.texts() == all)
  }

  @Test func `P4 what an archive may not give back stays`() throws {
    let rig = try filled(60)
    rig.server.forgets = ["unkept"]
    rig.send("unkept", "k1")
    rig.run()
    rig.pass(60_000)
    deliver(61...300, to: rig)
    try purge(rig)
    #expect(try rig.texts() == ["unkept"] + texts(200...300))
  }

  @Test func `P4 nothing is removed where the archive forgets`() throws {
    let rig = try filled(10)
    rig.server.deliver("text 11", id: "text11", from: bo, after: 2 * Keep.day)
    deliver(12...300, to: rig)
    rig.server.forgetOldest(10)
    try purge(rig)
    #expect(try rig.texts() == texts(1...300))
    #expect(try rig.database.purges.reach(of: nil)?.isForgetful == true)
  }

  @Test func `P4 nothing is removed where there is no archive`() throws {
    let rig = try Rig()
    rig.server.hasArchive = false
    rig.handle(.start)
    rig.link()
    rig.run()
    deliver(1...300, to: rig)
    try purge(rig)
    #expect(try rig.texts() == texts(1...300))
  }

  @Test func `P4 M1 M2 M4 what amends a message that went finds it when it comes again`() throws {
    let rig = try filled(299)
    func says(_ text: String, _ id: String, _ amendment: Amendment) {
      rig.server.deliver(text, id: id, from: bo, amending: amendment)
    }
    says("better", "c1", .correction(of: NamedID.id(of: "text5")))
    says("", "c2", .retraction(of: NamedID.id(of: "text6")))
    says("", "c3", .reactions([Emoji("👍")!], to: NamedID.id(of: "text7")))
    deliver(300...300, to: rig)
    try purge(rig)
    #expect(try rig.texts() == texts(203...300))
    try readBack(rig)
    var all = texts(1...300)
    (all[4], all[5]) = ("better", "")
    func check(_ expected: [String]) throws {
      #expect(try rig.page().map { $0.isDeleted ? "" : $0.text } == expected)
      #expect(try rig.page()[6].reactions.map(\.emoji) == [[Emoji("👍")!]])
    }
    try check(all)
    // In another run they are old themselves.
    deliver(1...200, to: rig, "more")
    try restart(rig)
    #expect(try rig.database.messages.stored(after: 0, limit: 1_000).count == 101)
    #expect(try rig.page().count == 101)
    try readBack(rig)
    try check(all + texts(1...200, "more"))
  }

  @Test func `P4 S4 how far mine had come is known of what comes again`() throws {
    let rig = try Rig.online()
    for index in 1...120 {
      rig.send("mine \(index)", "k\(index)")
      rig.run()
    }
    rig.answer(displayedFor: "k120")
    rig.pass(5_000)
    try purge(rig)
    #expect(try rig.page().count == 101)
    try readBack(rig)
    #expect(try rig.page().count == 120)
    #expect(try Set(rig.page().map(\.status)) == [.read])
    rig.pass(60_000)
    #expect(rig.server.received.count == 120)
  }

  @Test func `P4 an archive that is read from its beginning brings nothing old back`() throws {
    let rig = try filled()
    try purge(rig)
    rig.cut()
    var cursor = try #require(try rig.database.archiveCursors.cursor())
    cursor.newest = ArchiveID(named: "a1")
    try rig.database.archiveCursors.save(cursor)
    rig.link()
    rig.run()
    rig.pass(5_000)
    #expect(try rig.texts() == texts(200...300))
    try readBack(rig)
    #expect(try rig.texts() == texts(1...300))
  }

  /// One archive has both: what is read back for the one does not bring the other's back with it.
  @Test func `P4 P7 scrolling back in one chat brings nothing of another back`() throws {
    let rig = try Rig()
    for index in 1...200 {
      rig.server.deliver("text \(index)", id: "text\(index)", from: bo, isLive: false)
      rig.server.deliver("other \(index)", id: "other\(index)", from: cy, isLive: false)
    }
    rig.handle(.start)
    rig.link()
    rig.run()
    rig.pass(5_000)
    rig.wish(.keepAll(cy, true))
    try purge(rig, Keep(age: 5_000, newest: 3))
    let kept = try rig.texts()
    #expect(kept.count < 10 && kept.last == "text 200")
    let before = try rig.texts(cy).count
    try readBack(rig, cy)
    #expect(before < 200)
    #expect(try rig.texts(cy) == texts(1...200, "other"))
    #expect(try rig.texts() == kept)
    try readBack(rig)
    #expect(try rig.texts() == texts(1...200))
  }

  @Test func `P4 a chat that is to be kept is, and what is written comes first`() throws {
    let rig = try filled()
    rig.wish(.keepAll(bo, true))
    try purge(rig)
    #expect(try rig.texts() == texts(1...300))
    #expect(try rig.database.chats.chat(bo)?.keepsAll == true)
    rig.wish(.keepAll(bo, false))
    rig.server.acknowledges = false
    rig.send("wait", "k1")
    try purge(rig, Keep(age: 99_000, newest: 10))
    #expect(try rig.page().count == 301)
    rig.server.acknowledges = true
    rig.cut()
    rig.link()
    rig.run()
    rig.pass(30_000)
    #expect(try rig.page().count == 100)
  }

  @Test func `P4 P7 in a group it is the same`() throws {
    let rig = try RoomTests.joined()
    rig.server.room.isTimed = true
    for index in 1...300 {
      let said = rig.server.room.say("text \(index)", id: OriginID(named: "x\(index)"), as: "bo")
      rig.server.tell(.message(said))
    }
    rig.run()
    rig.pass(5_000)
    // The newest that the group's server has told counts there, whatever another says.
    rig.server.deliver("far ahead", id: "z1", from: cy, after: 1_000 * Keep.day)
    rig.run()
    rig.pass(5_000)
    try purge(rig)
    #expect(try rig.texts(team) == texts(200...300))
    try readBack(rig, team)
    #expect(try rig.texts(team) == texts(1...300))
    #expect(try Set(rig.page(team).map(\.sender)) == [ModelRoom.occupant("bo")])
  }

  @Test func `T2 P4 the clock here says nothing of what is old`() throws {
    let rig = try filled()
    rig.uptime += 3_650 * Keep.day
    try purge(rig, Keep(age: 1_000_000, newest: 10))
    #expect(try rig.texts() == texts(1...300))
  }
}
