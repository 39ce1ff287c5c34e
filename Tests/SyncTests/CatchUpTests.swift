import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

@Suite struct CatchUpTests {
  func fill(_ rig: Rig, _ range: ClosedRange<Int>, from: JID = bo) {
    for index in range {
      rig.server.deliver("text \(index)", id: "x\(index)", from: from, isLive: false)
    }
  }

  @Test func `P7 the first time the newest page is fetched, then all that is newer`() throws {
    let rig = try Rig()
    fill(rig, 1...60)
    rig.handle(.start)
    rig.link()
    rig.run()
    #expect(try rig.texts() == (11...60).map { "text \($0)" })
    rig.cut()
    fill(rig, 61...230)
    rig.link()
    rig.run()
    #expect(try rig.texts() == (11...230).map { "text \($0)" })
    #expect(try rig.database.archiveCursors.cursor()?.newest == ArchiveID(named: "a230"))
  }

  /// Who asks before may miss what is stored in between.
  @Test func `O9 T1 the archive is asked when I am online, on every new stream`() throws {
    let rig = try Rig.online()
    for _ in 1...2 {
      rig.cut()
      rig.forget()
      rig.link()
      let isOnline = rig.commands.firstIndex {
        if case .presence(nil, _, _) = $0 { true } else { false }
      }
      let asks = rig.commands.firstIndex { if case .queryArchive = $0 { true } else { false } }
      #expect(try #require(isOnline) < #require(asks))
    }
  }

  @Test func `I5 O9 it is told when all that waited is here, and when the link is gone`() throws {
    let rig = try Rig()
    fill(rig, 1...60)
    rig.handle(.start)
    rig.link()
    rig.run()
    rig.cut()
    fill(rig, 61...230)
    rig.forget()
    rig.link()
    while !rig.changes.contains(.caughtUp(true)), rig.serve() || rig.receive() {}
    #expect(rig.changes.contains(.caughtUp(true)))
    #expect(try rig.texts().last == "text 230")
    rig.cut()
    #expect(rig.changes.contains(.caughtUp(false)))
  }

  @Test(arguments: [1, 50, 51, 180, 900])
  func `T1 X2 what waited for a new device stands in order, however much it is`(
    count: Int
  ) throws {
    let rig = try Rig()
    fill(rig, 1...60)
    rig.server.carbon("from the laptop", id: "c1", to: bo)
    for index in 1...count { rig.server.deliver("news \(index)", id: "n\(index)", from: bo) }
    rig.handle(.start)
    rig.link()
    rig.run()
    let all = ["from the laptop"] + (1...count).map { "news \($0)" }
    let stored = try rig.database.messages.page(bo, before: nil, limit: 2_000).map(\.text)
    #expect(stored.suffix(count + 1) == all)
    #expect(!rig.changes.contains { if case .notice = $0 { true } else { false } })
    #expect(try !rig.database.messages.awaitsPlace(through: .max))
  }

  @Test func `O9 in an archive that was empty at first nothing is overlooked`() throws {
    let rig = try Rig.online()
    for index in 1...120 { rig.send("\(index)", "m\(index)") }
    while rig.server.step() {}
    rig.cut()
    rig.forget()
    rig.link()
    rig.run()
    #expect(rig.server.received.count == 120)
    #expect(Set(rig.server.received).count == 120)
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `P7 scrolling back fetches older pages until the archive's beginning`() throws {
    let rig = try Rig()
    fill(rig, 1...130)
    rig.handle(.start)
    rig.link()
    rig.run()
    while try rig.page().count < 130 {
      let before = try rig.page()
      rig.forget()
      rig.wish(.loadOlder(chat: bo, before: before[0].order))
      rig.run()
      let pages = rig.changes.filter { if case .page = $0 { true } else { false } }
      #expect(pages.count == 1)
      guard try rig.page().count > before.count else { break }
    }
    #expect(try rig.texts() == (1...130).map { "text \($0)" })
    #expect(try rig.database.archiveCursors.cursor()?.isStartKnown == true)
  }

  @Test func `P7 older messages of a quiet chat are found behind those of others`() throws {
    let rig = try Rig()
    fill(rig, 1...1, from: cy)
    fill(rig, 2...160)
    rig.handle(.start)
    rig.link()
    rig.run()
    rig.forget()
    rig.wish(.open(cy))
    rig.run()
    guard
      case .page(cy, let messages, let isStart) = rig.changes.last(where: {
        if case .page = $0 { true } else { false }
      })
    else {
      Issue.record("no page came")
      return
    }
    #expect(messages.map(\.text) == ["text 1"])
    #expect(isStart)
    #expect(try rig.database.chats.chat(cy)?.unread == 0)
  }

  @Test func `P3 offline an empty chat is an empty page, not a wait`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.forget()
    rig.wish(.open(cy))
    #expect(rig.changes.contains(.page(chat: cy, messages: [], isStart: true)))
  }

  @Test func `P7 a wish for older messages is answered when the link breaks`() throws {
    let rig = try Rig()
    fill(rig, 1...130)
    rig.handle(.start)
    rig.link()
    rig.run()
    rig.wish(.loadOlder(chat: bo, before: try rig.page()[0].order))
    rig.forget()
    rig.cut()
    #expect(rig.changes.contains(.page(chat: bo, messages: [], isStart: true)))
  }

  @Test func `O9 a page and its cursor are stored together, or the page comes again`() throws {
    let rig = try Rig()
    fill(rig, 1...3)
    rig.handle(.start)
    rig.link()
    rig.run()
    rig.cut()
    fill(rig, 4...200)
    rig.link()
    for _ in 0..<3 {
      _ = rig.server.step()
      _ = rig.receive()
    }
    try rig.kill()
    rig.link()
    rig.run()
    #expect(try rig.texts() == (1...200).map { "text \($0)" })
    #expect(try rig.page().map(\.order.anchor) == Array(1...200).map(Int64.init))
  }

  @Test func `O9 where the archive forgot our place it is read from its beginning`() throws {
    let rig = try Rig()
    fill(rig, 1...3)
    rig.handle(.start)
    rig.link()
    rig.run()
    rig.cut()
    fill(rig, 4...5)
    rig.link()
    let error = StanzaError(kind: "cancel", condition: "item-not-found")
    // First what is a little behind our place is asked for, then our place itself.
    for _ in 0..<2 {
      let query = try #require(rig.lastQuery)
      rig.server.inbound.removeAll { if case .queryArchive = $0 { true } else { false } }
      rig.handle(.session(.archiveFailed(query: query.id, error)))
    }
    #expect(rig.lastQuery?.page == .after(nil))
    rig.run()
    #expect(try rig.texts() == (1...5).map { "text \($0)" })
  }

  @Test func `O9 a server without an archive is sent to all the same`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.send("hi", "m1")
    rig.link()
    let query = try #require(rig.lastQuery)
    rig.server.inbound.removeAll { if case .queryArchive = $0 { true } else { false } }
    let error = StanzaError(kind: "cancel", condition: "service-unavailable")
    rig.handle(.session(.archiveFailed(query: query.id, error)))
    rig.run()
    #expect(try rig.status("m1") == .sent)
  }

  @Test func `O9 an archive that is in trouble is asked again before anything goes out`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.send("hi", "m1")
    rig.link()
    rig.server.inbound.removeAll { if case .queryArchive = $0 { true } else { false } }
    let error = StanzaError(kind: "wait", condition: "internal-server-error")
    rig.handle(.session(.archiveFailed(query: try #require(rig.lastQuery).id, error)))
    rig.run()
    #expect(try rig.status("m1") == .queued)
    rig.pass(1_200)
    #expect(try rig.status("m1") == .sent)
  }

  @Test func `Z1 an archive page that nobody asked for changes nothing`() throws {
    let rig = try Rig.online()
    let message = InboundMessage(
      source: .archive, from: bo, to: me, id: NamedID.id(of: "x"), originID: OriginID(named: "x"),
      content: .text("forged"))
    let entry = ArchivePage.Entry(id: ArchiveID(named: "f"), message: message)
    rig.handle(.session(.archivePage(.init(query: "x", entries: [entry], isComplete: true))))
    #expect(try rig.page().isEmpty)
  }

  @Test func `T1 an entry that is not understood takes its place all the same`() throws {
    let rig = try Rig.online()
    rig.server.deliver("hi", id: "x1", from: bo)
    _ = rig.receive()
    let query = try #require(rig.lastQuery)
    let text = rig.server.archive[0]
    rig.handle(
      .session(
        .archivePage(
          ArchivePage(
            query: query.id,
            entries: [
              .init(id: ArchiveID(named: "r"), message: nil),
              .init(id: text.id, message: text.message),
            ],
            isComplete: true))))
    #expect(try rig.page().map(\.order.anchor) == [2])
  }
}

extension Rig {
  var lastQuery: ArchiveQuery? {
    for case .queryArchive(let query) in commands.reversed() { return query }
    return nil
  }
}
