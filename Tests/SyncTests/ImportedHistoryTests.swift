import Model
import Scratch
import Testing
import XMPP

@testable import Storage
@testable import Sync

/// What was read from files of other programs, beside what the archive tells (P4, P7, T1, O9). The model's server takes a
/// message each second.
@Suite struct ImportedHistoryTests {
  private func imported(
    _ text: String, second: Double, mine: Bool = false, id: String? = nil, archive: String? = nil
  ) -> ImportedMessage {
    var message = ImportedMessage(
      chat: bo, isRoom: false, sender: mine ? me : bo, isMine: mine,
      time: Timestamp(milliseconds: Int64(second * 1_000)), content: .text(text))
    message.originID = id.map { OriginID(named: $0) }
    message.archiveID = archive.map { ArchiveID(named: $0) }
    return message
  }

  @discardableResult
  private func take(_ messages: [ImportedMessage], into rig: Rig) throws -> ImportReport {
    let history = try HistoryImport(
      into: rig.database, me: me, now: Timestamp(milliseconds: 100_000_000))
    for message in messages.reversed() { try history.add(message) }
    try history.finish()
    return history.report
  }

  private func deliver(_ range: ClosedRange<Int>, to rig: Rig, isLive: Bool = false) {
    for index in range {
      rig.server.deliver("text \(index)", id: "text\(index)", from: bo, isLive: isLive)
    }
    rig.run()
  }

  private func link(_ rig: Rig) {
    rig.link()
    rig.run()
    rig.pass(40_000)
  }

  /// Somebody looks at the gap until it is closed.
  private func readBack(_ rig: Rig) throws {
    for _ in 0..<50 {
      rig.forget()
      if try rig.database.purges.record(bo)?.isWhole ?? true { return }
      rig.wish(.fillGap(chat: bo, fromBelow: true))
      rig.run()
      rig.pass(1_000)
    }
    Issue.record("no end")
  }

  private func texts(_ range: ClosedRange<Int>) -> [String] { range.map { "text \($0)" } }

  private func expectQuiet(_ rig: Rig) throws {
    #expect(try rig.database.chats.chat(bo)?.unread == 0)
    #expect(!rig.changes.contains { if case .arrived = $0 { true } else { false } })
    #expect(try rig.database.outbox.entries().isEmpty)
  }

  @Test(arguments: [true, false])
  func `O9 T1 P7 what the archive tells of an imported message is not doubled`(
    _ hasIDs: Bool
  ) throws {
    let rig = try Rig()
    rig.handle(.start)
    deliver(1...300, to: rig)
    let all = (1...300).map { number in
      imported(
        "text \(number)", second: Double(number) + 0.3, id: hasIDs ? "text\(number)" : nil,
        archive: hasIDs ? "a\(number)" : nil)
    }
    #expect(try take(all, into: rig).new == 300)
    try expectQuiet(rig)
    #expect(try rig.texts() == texts(1...300))
    link(rig)
    #expect(try rig.texts() == texts(1...300))
    try readBack(rig)
    #expect(try rig.texts() == texts(1...300))
    #expect(try rig.page().allSatisfy { $0.archiveID != nil && $0.originID != nil })
    #expect(try take(all, into: rig).new == 0)
  }

  @Test func `T1 P7 what only the file has stands at its time among what the archive tells`() throws
  {
    let rig = try Rig()
    rig.handle(.start)
    deliver(1...300, to: rig)
    let only = (1...300).map { imported("only \($0)", second: Double($0) + 0.5, mine: true) }
    try take(only, into: rig)
    link(rig)
    let wanted = (1...300).flatMap { ["text \($0)", "only \($0)"] }
    #expect(try rig.texts().suffix(100) == wanted.suffix(100))
    try readBack(rig)
    rig.pass(10_000)
    #expect(try rig.texts() == wanted)
    #expect(try rig.page().filter(\.isMine).allSatisfy { $0.status == .sent })
    #expect(try rig.database.outbox.entries().isEmpty)
    #expect(try rig.database.messages.expected(limit: 10).isEmpty)
  }

  @Test func `T1 O9 a gap that another program filled closes in order`() throws {
    let rig = try Rig.online()
    deliver(1...100, to: rig, isLive: true)
    rig.wish(.markRead(chat: bo, through: try #require(rig.page().last).order))
    rig.pass(5_000)
    rig.cut()
    deliver(101...200, to: rig)
    let there = (101...150).flatMap { number in
      [
        imported("text \(number)", second: Double(number)),
        imported("mine \(number)", second: Double(number) + 0.5, mine: true),
      ]
    }
    try take(there, into: rig)
    #expect(try rig.database.chats.chat(bo)?.unread == 0)
    link(rig)
    let wanted =
      texts(1...100) + (101...150).flatMap { ["text \($0)", "mine \($0)"] } + texts(151...200)
    #expect(try rig.texts() == wanted)
    #expect(!rig.commands.contains { if case .send = $0 { true } else { false } })
  }

  @Test func `P4 what the archive cannot give back is never removed, however old`() throws {
    let rig = try Rig.online()
    deliver(1...300, to: rig, isLive: true)
    rig.pass(5_000)
    rig.wish(.markRead(chat: bo, through: try #require(rig.page().last).order))
    try take((1...20).map { imported("only \($0)", second: Double($0) + 0.5) }, into: rig)
    rig.wish(.setKeep(Keep(age: 100_000, newest: 10)))
    rig.pass(60_000)
    let left = try rig.texts()
    #expect(left.prefix(20) == (1...20).map { "only \($0)" }[...])
    #expect(!left.contains("text 12") && left.contains("text 250"))
    try readBack(rig)
    rig.pass(10_000)
    let wanted = (1...20).flatMap { ["text \($0)", "only \($0)"] } + texts(21...300)
    #expect(try rig.texts() == wanted)
  }

  @Test func `T1 what the archive tells later on the same link puts imported messages right again`()
    throws
  {
    let rig = try Rig.online()
    deliver(1...10, to: rig, isLive: true)
    rig.pass(5_000)
    try take([imported("only", second: 5.5)], into: rig)
    // As if what stands before it had not been known.
    try rig.database.run(
      script: "UPDATE message SET anchor = 0 WHERE text = 'only'; UPDATE import SET is_settled = 0;"
    )
    #expect(try rig.texts().first == "only")
    deliver(11...11, to: rig, isLive: true)
    rig.pass(5_000)
    #expect(try rig.texts() == texts(1...5) + ["only"] + texts(6...11))
  }

  @Test func `D2 O9 a marker of the other says nothing of what was imported`() throws {
    let rig = try Rig.online()
    try take((1...20).map { imported("mine \($0)", second: Double($0), mine: true) }, into: rig)
    let end = MessageOrder(anchor: .max, sequence: .max)
    #expect(try rig.database.messages.unreadThere(bo, through: end).isEmpty)
    #expect(try rig.database.messages.stored(after: 0, limit: 100).isEmpty)
  }
}
