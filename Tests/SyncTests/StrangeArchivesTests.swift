import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Archives that are late, slow, large, or leave something out.
@Suite struct StrangeArchivesTests {
  private func live(
    _ text: String, id: String?, archiveID: String? = nil, from: JID = bo
  ) -> CoreEvent {
    .session(
      .message(
        InboundMessage(
          source: .live, from: from.with(resource: "bot")!, to: me,
          id: id.map { NamedID.id(of: $0) },
          archiveID: archiveID.map { ArchiveID(named: $0) }, content: .text(text),
          payloads: [.receiptRequest]
        )))
  }

  @Test func `O7 T1 what is not archived stands behind what came before it and has its place`()
    throws
  {
    let rig = try Rig.online()
    for id in ["second", "first"] { rig.server.deliver(id, id: id, from: bo, isLive: false) }
    for var message in rig.server.archive.map(\.message).reversed() {
      (message.source, message.archiveID, message.stamp) = (.live, nil, nil)
      rig.handle(.session(.message(message)))
    }
    rig.handle(live("third", id: "third"))
    rig.run()
    rig.pass(60_000)
    #expect(try rig.texts() == ["second", "first", "third"])
  }

  @Test func `T1 what has no place in the archive stands by its time of arrival`() throws {
    let rig = try Rig.online()
    rig.server.deliver("one", id: "x1", from: bo)
    rig.run()
    rig.handle(live("fleeting", id: "x2"))
    rig.run()
    for number in 3...6 {
      rig.server.deliver("\(number)", id: "x\(number)", from: bo)
      rig.run()
      rig.pass(4_000)
    }
    #expect(try rig.texts() == ["one", "fleeting", "3", "4", "5", "6"])
    #expect(try rig.page().allSatisfy(\.isPlaced))
  }

  @Test func `T1 what came live before a first archive was read stands by its time, too`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.link()
    rig.handle(live("fleeting", id: "x1"))
    rig.server.deliver("kept", id: "x2", from: bo)
    // Of the archive's end, which is read first, it is more than a page away.
    for number in 1...60 { rig.server.deliver("x", id: "c\(number)", from: cy, isLive: false) }
    rig.run()
    #expect(try rig.texts() == ["fleeting", "kept"])
    #expect(try rig.page().allSatisfy(\.isPlaced))
  }

  @Test func `T1 O9 what the archive shows late is fetched, and stands in the archive's order`()
    throws
  {
    let rig = try Rig.online()
    for number in 1...9 { rig.server.deliver("\(number)", id: "x\(number)", from: bo) }
    rig.run()
    rig.cut()
    rig.server.showLate("late one", id: "l1", from: bo, behind: 3)
    rig.server.showLate("late two", id: "l2", from: bo, behind: 3)
    rig.server.deliver("10", id: "x10", from: bo, isLive: false)
    rig.link()
    rig.run()
    let right = rig.server.archive.map { $0.message.text! }
    #expect(right.contains("late two"))
    #expect(try rig.texts() == right)
    rig.cut()
    rig.link()
    rig.run()
    #expect(try rig.texts() == right, "and nothing comes twice")
  }

  /// On a link that came behind nine messages and brought 91, and is to end soon.
  private func farOn() throws -> Rig {
    let rig = try Rig.online()
    for number in 1...9 { rig.server.deliver("\(number)", id: "x\(number)", from: bo) }
    rig.run()
    rig.cut()
    rig.link()
    rig.run()
    for number in 10...100 { rig.server.deliver("\(number)", id: "x\(number)", from: bo) }
    rig.run()
    rig.pass(LateLook.pause / 2)
    return rig
  }

  /// What stood a little behind the end when the link came stands far behind it when the next one comes.
  @Test(arguments: [false, true])
  func `T1 O9 what the archive shows late is fetched though the link was short and much came on it`(
    isKilled: Bool
  ) throws {
    let rig = try farOn()
    if isKilled { try rig.kill() } else { rig.cut() }
    rig.server.showLate("late", id: "l1", from: bo, behind: 93)
    rig.link()
    rig.run()
    let right = rig.server.archive.map { $0.message.text! }
    #expect(try rig.texts() == right)
    rig.pass(LateLook.pause + 1_000)
    rig.forget()
    rig.cut()
    rig.link()
    rig.run()
    #expect(try rig.texts() == right, "and nothing comes twice")
    #expect(rig.queries == 1, "nothing so far back is read any more")
  }

  /// It shows it only when the next link has looked already.
  @Test func `T1 O9 what the archive shows still later is found by a later look`() throws {
    let rig = try farOn()
    rig.cut()
    rig.link()
    rig.run()
    rig.server.showLate("late", id: "l1", from: bo, behind: 93)
    rig.pass(LateLook.pause + 1_000)
    #expect(try rig.texts() == rig.server.archive.map { $0.message.text! })
  }

  /// Of a slow link less is read once more at first.
  @Test(arguments: [false, true])
  func `T1 Z8 O9 what the archive shows late is looked for as far back after a slow link`(
    isSlow: Bool
  ) throws {
    let rig = try Rig.online()
    for number in 1...60 { rig.server.deliver("\(number)", id: "x\(number)", from: bo) }
    rig.run()
    rig.cut()
    if isSlow { breakSlowly(rig) }
    rig.link()
    rig.run()
    for number in 61...90 { rig.server.deliver("\(number)", id: "x\(number)", from: bo) }
    rig.run()
    rig.server.showLate("late", id: "l1", from: bo, behind: 30 + ArchiveCursor.overlap - 2)
    rig.pass(LateLook.pause + 1_000)
    #expect(try rig.texts() == rig.server.archive.map { $0.message.text! })
  }

  /// A link that comes, brings the beginning of the archive's answer, and breaks.
  private func breakSlowly(_ rig: Rig, after count: Int = 0) {
    rig.isSilent = true
    rig.link()
    if count > 0, let query = rig.lastQuery, case .after(let place) = query.page {
      let first = rig.server.archive.firstIndex { $0.id == place }.map { $0 + 1 } ?? 0
      let entries = rig.server.archive.dropFirst(first).prefix(count)
        .map { ArchivePage.Entry(id: $0.id, message: $0.message) }
      rig.handle(.session(.archivePart(query: query.id, entries)))
    }
    rig.pass(PageSize.aim + 1_000)
    rig.cut()
    rig.isSilent = false
  }

  @Test func `Z8 O9 links that break soon get on, though something is looked for far back`() throws
  {
    let rig = try farOn()
    rig.cut()
    for number in 101...110 {
      rig.server.deliver("\(number)", id: "x\(number)", from: bo, isLive: false)
    }
    for _ in 1...6 { breakSlowly(rig, after: 20) }
    #expect(try rig.texts() == rig.server.archive.map { $0.message.text! })
  }

  /// Where the stream goes on nothing is read for what was missed.
  @Test func `T1 O9 what the archive shows late is looked for though the link goes on as it was`()
    throws
  {
    let rig = try Rig()
    rig.handle(.start)
    rig.linkResumable()
    rig.run()
    for number in 1...9 { rig.server.deliver("\(number)", id: "x\(number)", from: bo) }
    rig.run()
    rig.cut()
    rig.linkResumable()
    rig.run()
    for number in 10...100 { rig.server.deliver("\(number)", id: "x\(number)", from: bo) }
    rig.run()
    rig.pass(LateLook.pause / 2)
    rig.cut()
    try #require(rig.resume())
    rig.run()
    rig.server.showLate("late", id: "l1", from: bo, behind: 93)
    rig.pass(LateLook.pause + 1_000)
    #expect(try rig.texts() == rig.server.archive.map { $0.message.text! })
  }

  @Test func `T1 what the archive shows last of all stands before what it showed late before`()
    throws
  {
    let rig = try Rig.online()
    for number in 1...4 { rig.server.deliver("\(number)", id: "x\(number)", from: bo) }
    rig.run()
    for (index, text) in ["third", "second", "first"].enumerated() {
      rig.cut()
      rig.server.showLate(text, id: "l\(index)", from: bo, behind: 2 + index)
      rig.link()
      rig.run()
      #expect(try rig.texts() == rig.server.archive.map { $0.message.text! })
    }
    #expect(try rig.texts() == ["1", "2", "first", "second", "third", "3", "4"])
  }

  @Test func `T1 a live message whose place is told late moves there`() throws {
    let rig = try Rig.online()
    for number in 1...4 { rig.server.deliver("\(number)", id: "x\(number)", from: bo) }
    rig.run()
    rig.handle(live("late", id: "l1"))
    rig.run()
    rig.server.deliver("5", id: "x5", from: bo)
    rig.run()
    #expect(try rig.texts() == ["1", "2", "3", "4", "late", "5"])
    rig.server.showLate("late", id: "l1", from: bo, behind: 3)
    rig.pass(10_000)
    #expect(try rig.texts() == rig.server.archive.map { $0.message.text! })
    #expect(try rig.texts() == ["1", "2", "late", "3", "4", "5"])
  }

  @Test func `T1 X2 with thousands waiting for a new device order and unread are right`() throws {
    let rig = try Rig()
    for index in 1...40 {
      rig.server.deliver("old \(index)", id: "o\(index)", from: bo, isLive: false)
    }
    for index in 1...2_300 { rig.server.deliver("news \(index)", id: "n\(index)", from: bo) }
    rig.handle(.start)
    rig.link()
    rig.run()
    let stored = try rig.database.messages.page(bo, before: nil, limit: 5_000).map(\.text)
    #expect(stored.suffix(2_300) == (1...2_300).map { "news \($0)" })
    #expect(try rig.database.chats.chat(bo)?.unread == 2_300)
  }

  @Test func `O9 many live messages are a few questions to the archive`() throws {
    let rig = try Rig.online()
    rig.forget()
    for number in 1...200 {
      rig.server.deliver("\(number)", id: "x\(number)", from: bo)
      rig.run()
      rig.pass(100)
    }
    let questions = rig.commands.filter { if case .queryArchive = $0 { true } else { false } }
    #expect(questions.count <= 12)
    rig.pass(10_000)
    #expect(try rig.texts() == (1...200).map(String.init))
    #expect(try rig.page().allSatisfy { $0.archiveID != nil && $0.isPlaced })
  }

  @Test func `O9 without acknowledgements, too, many messages are a few questions`() throws {
    let rig = try Rig()
    rig.server.acknowledges = false
    rig.handle(.start)
    rig.link(acknowledges: false)
    rig.run()
    rig.forget()
    for number in 1...200 {
      rig.send("\(number)", "m\(number)")
      rig.run()
      rig.pass(100)
    }
    #expect(rig.queries <= 12)
    rig.pass(10_000)
    #expect(try rig.page().allSatisfy { $0.status == .sent && $0.isPlaced })
    #expect(rig.server.received.count == 200 && rig.isLinked)
  }

  // MARK: Slow archives

  @Test func `Z8 parts of a page are kept when the link breaks`() throws {
    let rig = try Rig()
    rig.server.deliver("0", id: "x0", from: bo, isLive: false)
    rig.handle(.start)
    rig.link()
    rig.run()
    rig.cut()
    for number in 1...30 {
      rig.server.deliver("\(number)", id: "x\(number)", from: bo, isLive: false)
    }
    rig.link()
    let query = try #require(rig.lastQuery)
    let entries = rig.server.archive.dropFirst().prefix(10)
      .map { ArchivePage.Entry(id: $0.id, message: $0.message) }
    rig.handle(.session(.archivePart(query: query.id, entries)))
    rig.cut()
    #expect(try rig.texts() == (0...10).map(String.init))
    #expect(try rig.database.archiveCursors.cursor()?.newest == entries.last?.id)
    rig.link()
    rig.run()
    #expect(try rig.texts() == (0...30).map(String.init))
  }

  @Test func `Z8 an archive whose answer keeps coming is waited for, and asked for less`() throws {
    let rig = try Rig.online()
    rig.cut()
    rig.link()
    rig.isSilent = true
    let first = try #require(rig.lastQuery)
    for _ in 0..<20 {
      rig.pass(10_000)
      rig.core.heard(at: rig.uptime)
    }
    #expect(rig.isLinked)
    rig.handle(.session(.archivePage(.init(query: first.id, entries: [], isComplete: false))))
    rig.pass(31_000)
    rig.cut()
    rig.link()
    #expect(try #require(rig.lastQuery).limit == first.limit / 2)
  }

  @Test func `Z8 O9 a long catch-up holds back what is typed no longer than it must`() throws {
    let rig = try Rig.online()
    rig.send("may have arrived", "m1")
    while rig.server.step() {}
    rig.cut()
    for number in 1...500 {
      rig.server.deliver("\(number)", id: "x\(number)", from: cy, isLive: false)
    }
    rig.send("new", "m2")
    rig.link()
    var pages = 0
    while rig.sends.last != "m2", rig.serve() || rig.receive() {
      pages = rig.commands.count { if case .queryArchive = $0 { true } else { false } }
    }
    #expect(pages <= 5, "of some twelve")
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1", "m2"], "m1 was found in the archive")
    #expect(try rig.page(bo).map(\.status) == [.sent, .sent])
    #expect(try rig.texts(cy).count == 500)
  }

  @Test func `Z8 O9 on a new device what is typed leaves before the first page is whole, once`()
    throws
  {
    let rig = try Rig()
    for number in 1...80 {
      rig.server.deliver("\(number)", id: "x\(number)", from: cy, isLive: false)
    }
    rig.handle(.start)
    rig.isSilent = true
    rig.link()
    rig.send("mine", "m1")
    let query = try #require(rig.lastQuery)
    let entries = rig.server.archive.suffix(query.limit).prefix(10)
      .map { ArchivePage.Entry(id: $0.id, message: $0.message) }
    rig.pass(CatchUp.quickEnough)
    #expect(rig.sends.isEmpty, "nothing says what it stands behind")
    rig.handle(.session(.archivePart(query: query.id, entries)))
    #expect(rig.sends == ["m1"])
    while rig.server.step() {}
    rig.cut()
    // More than a page, so that what was typed is in no newest one.
    for number in 81...200 {
      rig.server.deliver("\(number)", id: "x\(number)", from: cy, isLive: false)
    }
    rig.isSilent = false
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1"])
    #expect(try rig.page(bo).map(\.status) == [.sent])
    #expect(try rig.texts(cy) == (31...200).map(String.init))
    #expect(try rig.database.archiveCursors.cursor()?.isStartKnown == false)
  }

  @Test func `Z8 P7 a first page that is all of the archive says so, though it came in parts`()
    throws
  {
    let rig = try Rig()
    for number in 1...5 {
      rig.server.deliver("\(number)", id: "x\(number)", from: cy, isLive: false)
    }
    rig.handle(.start)
    rig.isSilent = true
    rig.link()
    let query = try #require(rig.lastQuery)
    let entries = rig.server.archive.map { ArchivePage.Entry(id: $0.id, message: $0.message) }
    rig.handle(.session(.archivePart(query: query.id, Array(entries.prefix(2)))))
    rig.handle(
      .session(
        .archivePage(
          .init(query: query.id, entries: Array(entries.dropFirst(2)), isComplete: true))))
    #expect(try rig.texts(cy) == (1...5).map(String.init))
    #expect(try rig.database.archiveCursors.cursor()?.isStartKnown == true)
  }
}
