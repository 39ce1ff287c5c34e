import Model
import Scratch
import Testing
import XMPP

@testable import Storage
@testable import Storage
@testable import Sync

@Suite struct QueueTests {
  /// Linked, with these messages held: m1 and m3 to Bo, m2 and m4 to Cy.
  static func held() throws -> Rig {
    let rig = try Rig()
    rig.startOffline()
    rig.wish(.setPolicy(.review))
    for index in 1...4 { rig.send("text \(index)", "m\(index)", to: index % 2 == 0 ? cy : bo) }
    rig.link()
    rig.run()
    rig.forget()
    return rig
  }

  private static func notices(_ rig: Rig) -> [String] {
    rig.changes.compactMap { if case .notice(let notice) = $0 { notice.text } else { nil } }
  }

  @Test func `O3 a full outbox refuses the next, which stays with who wrote it`() throws {
    let rig = try Rig()
    rig.startOffline()
    rig.send("one", "m1")
    try rig.database.run(
      script: "UPDATE outbox_count SET number = \(Outbox.capacity - 1) WHERE state = 'failed'")
    rig.forget()
    rig.send("two", "m2")
    #expect(try rig.texts() == ["one"])
    #expect(
      rig.changes.contains { change in
        if case .notSaved(bo, OriginID(named: "m2"), "two", _) = change { true } else { false }
      })
    rig.wish(.delete([OriginID(named: "m1")]))
    rig.send("three", "m3")
    #expect(try rig.texts() == ["three"])
  }

  @Test func `O7 O15 sending all tries again what failed, in its place, and says so`() throws {
    let rig = try Rig.online()
    rig.server.refusals["bad"] = StanzaError(kind: "cancel", condition: "forbidden")
    rig.send("bad", "m1")
    rig.send("good", "m2")
    rig.run()
    #expect(try rig.counts() == OutboxCounts(failed: 1))
    rig.forget()
    rig.wish(.sendAll)
    #expect(Self.notices(rig) == ["Trying 1 failed message again."])
    rig.run()
    #expect(try rig.status("m1") == .failed, "it is refused as before")
    rig.server.refusals = [:]
    rig.cut()
    rig.forget()
    rig.wish(.sendAll)
    #expect(
      Self.notices(rig) == [
        "Not connected: 1 message will go when the link is back, with 1 failed message tried again"
      ])
    rig.link()
    rig.run()
    #expect(try rig.status("m1") == .sent)
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `O6 S3 what is picked goes alone, moves once, and what still waits is said`() throws {
    let rig = try Self.held()
    rig.wish(.sendOne(OriginID(named: "m4")))
    #expect(Self.notices(rig) == ["1 older message of this chat still waits"])
    #expect(try rig.texts(cy) == ["text 2", "text 4"])
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m4"])
    #expect(try rig.texts(cy) == ["text 2", "text 4"], "it is confirmed where it stands")
    #expect(try rig.counts() == OutboxCounts(queued: 3, held: 3))
    rig.forget()
    rig.wish(.sendOne(OriginID(named: "m1")))
    #expect(Self.notices(rig).isEmpty)
    #expect(try rig.texts() == ["text 3", "text 1"], "as if it had been written now")
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m4", "m1"])
    #expect(try rig.texts() == ["text 3", "text 1"])
    rig.wish(.sendAll)
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m4", "m1", "m3", "m2"])
    #expect(try rig.texts() == ["text 1", "text 3"])
    #expect(try rig.texts(cy) == ["text 4", "text 2"])
  }

  @Test func `O6 what is picked goes in the order picked, with its written time`() throws {
    let rig = try Rig()
    rig.startOffline()
    rig.wish(.setPolicy(.review))
    for index in 1...3 {
      rig.send("text \(index)", "m\(index)")
      rig.uptime += 60_000
    }
    let written = try rig.page().map(\.writtenAt)
    rig.link()
    rig.run()
    for id in ["m3", "m1"] { rig.wish(.sendOne(OriginID(named: id))) }
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m3", "m1"])
    #expect(try rig.texts() == ["text 2", "text 3", "text 1"])
    #expect(try rig.page().map(\.writtenAt) == [written[1], written[2], written[0]])
  }

  @Test func `O6 sending one without a link is remembered, and says so`() throws {
    let rig = try Self.held()
    rig.cut()
    rig.forget()
    rig.wish(.sendOne(OriginID(named: "m3")))
    #expect(
      Self.notices(rig) == ["Will be sent when online · 1 older message of this chat still waits"])
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m3"])
    #expect(try rig.counts().held == 3)
  }

  @Test func `O7 what has its place in the order is never held again`() throws {
    let rig = try Self.held()
    rig.wish(.sendAll)
    rig.cut()
    rig.send("later", "m5")
    rig.uptime += 900_000
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m3", "m4"])
    #expect(try rig.counts() == OutboxCounts(queued: 1, held: 1))
  }

  @Test func `O7 what is typed online is never held, though the link is lost before it goes`()
    throws
  {
    let rig = try Rig.online()
    rig.wish(.setPolicy(.review))
    rig.isSilent = true
    for index in 0..<60 { rig.send("text \(index)", "m\(index)") }
    rig.cut()
    rig.isSilent = false
    rig.uptime += 900_000
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == (0..<60).map { "m\($0)" })
  }

  @Test func `O6 O7 a retry blocks what was picked after it`() throws {
    let rig = try Self.held()
    rig.server.refusals["text 1"] = StanzaError(kind: "wait", condition: "resource-constraint")
    for id in ["m1", "m3"] { rig.wish(.sendOne(OriginID(named: id))) }
    rig.run()
    #expect(rig.server.received.map(\.name).filter { $0 == "m3" }.count <= 1)
    rig.server.refusals = [:]
    rig.wish(.sendAll)
    rig.run()
    rig.pass(10_000)
    #expect(try rig.counts() == OutboxCounts())
    #expect(Set(rig.server.received.map(\.name)) == ["m1", "m2", "m3", "m4"])
  }

  @Test func `O6 sending a failed one is another attempt`() throws {
    let rig = try Rig.online()
    rig.server.refusals["bad"] = StanzaError(kind: "cancel", condition: "forbidden")
    rig.send("bad", "m1")
    rig.run()
    rig.server.refusals = [:]
    rig.wish(.sendOne(OriginID(named: "m1")))
    rig.run()
    #expect(try rig.status("m1") == .sent)
  }

  @Test func `O6 a deletion is undone with id, place, text and life`() throws {
    let rig = try Self.held()
    let before = (try rig.page(), try rig.database.outbox.entries())
    let id = try #require(before.0.first?.id)
    let life = try rig.database.lives.events(of: id)
    rig.wish(.delete(["m1", "m3"].map { OriginID(named: $0) }))
    #expect(try rig.page().isEmpty)
    #expect(try rig.counts() == OutboxCounts(queued: 2, held: 2))
    rig.wish(.undo)
    #expect(try rig.page() == before.0)
    #expect(try rig.database.outbox.entries() == before.1)
    #expect(try rig.counts() == OutboxCounts(queued: 4, held: 4))
    let after = try rig.database.lives.events(of: id)
    #expect(Array(after.dropLast()) == life)
    #expect(after.last?.kind == .restored)
    rig.wish(.sendAll)
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m3", "m4"])
  }

  @Test func `O6 what comes back after a newer one went stands at the end`() throws {
    let rig = try Self.held()
    rig.wish(.delete([OriginID(named: "m1")]))
    rig.wish(.sendOne(OriginID(named: "m3")))
    rig.run()
    rig.wish(.undo)
    #expect(try rig.texts() == ["text 3", "text 1"])
    #expect(try rig.counts().held == 3)
    rig.wish(.sendAll)
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m3", "m2", "m4", "m1"])
    #expect(try rig.texts() == ["text 3", "text 1"])
  }

  @Test func `O6 nothing to undo says so, and the newest deletion comes back first`() throws {
    let rig = try Self.held()
    rig.wish(.cancel(OriginID(named: "m1")))
    rig.wish(.cancel(OriginID(named: "m2")))
    rig.wish(.undo)
    #expect(try rig.database.outbox.entries().map(\.originID.name) == ["m2", "m3", "m4"])
    rig.wish(.undo)
    rig.wish(.undo)
    #expect(try rig.database.outbox.entries().map(\.originID.name) == ["m1", "m2", "m3", "m4"])
    #expect(Self.notices(rig) == ["Nothing to undo"])
  }

  @Test func `O12 deleting a chat deletes what waits in it, and nothing of it goes out`() throws {
    let rig = try Self.held()
    rig.wish(.openQueue)
    rig.wish(.delete([OriginID(named: "m1")]))
    rig.forget()
    rig.wish(.deleteChat(bo))
    #expect(try rig.counts() == OutboxCounts(queued: 2, held: 2))
    #expect(rig.changes.contains(.chatRemoved(bo)))
    #expect(rig.changes.contains(.queueEntryRemoved(OriginID(named: "m3"))))
    #expect(try rig.page().isEmpty)
    rig.wish(.undo)
    rig.wish(.sendAll)
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m2", "m4"])
  }

  @Test func `O16 a held message is edited in its place`() throws {
    let rig = try Self.held()
    rig.wish(.edit(OriginID(named: "m1"), text: " uno ", newID: OriginID(named: "edit")))
    let book = String(repeating: "x", count: 10_001)
    rig.wish(.edit(OriginID(named: "m3"), text: book, newID: OriginID(named: "edit")))
    rig.wish(.sendAll)
    rig.run()
    let bodies = rig.server.archive.map(\.message.text)
    #expect(bodies == ["uno", "text 2", "text 3", "text 4"])
  }

  @Test func `the shown queue is told whole, then by its changes, until it is closed`() throws {
    let rig = try Self.held()
    rig.wish(.openQueue)
    #expect(rig.changes == [.queue(try rig.database.outbox.entries())])
    rig.forget()
    rig.wish(.delete([OriginID(named: "m4")]))
    rig.wish(.edit(OriginID(named: "m3"), text: "drei", newID: OriginID(named: "edit")))
    #expect(rig.changes.contains(.queueEntryRemoved(OriginID(named: "m4"))))
    #expect(
      rig.changes.contains { if case .queueEntry(let e) = $0 { e.text == "drei" } else { false } })
    rig.wish(.sendOne(OriginID(named: "m1")))
    rig.run()
    #expect(rig.changes.contains(.queueEntryRemoved(OriginID(named: "m1"))))
    rig.wish(.closeQueue)
    rig.forget()
    rig.wish(.sendAll)
    rig.run()
    #expect(!rig.changes.contains { if case .queueEntryRemoved = $0 { true } else { false } })
  }

  @Test func `the life of a message is told from its writing to its reading`() throws {
    let rig = try Rig()
    rig.startOffline()
    rig.send("hi", "m1")
    rig.wish(.openInfo(OriginID(named: "m1")))
    rig.link()
    while rig.sends.isEmpty { if !(rig.server.step() || rig.receive()) { break } }
    rig.cut()
    rig.link()
    rig.run()
    rig.answer(receiptFor: "m1")
    rig.answer(displayedFor: "m1")
    let told = rig.changes.compactMap { if case .life(let life) = $0 { life } else { nil } }
    let events = try #require(told.last).events
    #expect(
      events.map { [$0.kind.rawValue, $0.cause ?? ""] } == [
        ["written", "on disk"], ["queued", "offline"], ["sending", ""],
        ["queued", "link lost before the answer"], ["archive asked", "not there"],
        ["sending", ""], ["sent", ""], ["delivered", "bo/phone"], ["read", ""],
      ])
    #expect(events.map(\.attempt) == [0, 0, 1, 0, 1, 2, 0, 0, 0])
    #expect(told.last?.message.status == .read)
  }
}
