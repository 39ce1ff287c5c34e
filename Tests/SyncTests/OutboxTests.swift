import Model
import Scratch
import Testing
import XMPP

@testable import Storage
@testable import Sync

@Suite struct OutboxTests {
  @Test func `S4 online a message goes through sending and sent to delivered and read`() throws {
    let rig = try Rig.online()
    rig.send("hi", "m1")
    rig.run()
    rig.answer(receiptFor: "m1")
    rig.answer(displayedFor: "m1")
    #expect(rig.told("m1") == [.sending, .sent, .delivered, .read])
    #expect(try rig.counts() == OutboxCounts())
    #expect(rig.server.received.map(\.name) == ["m1"])
  }

  @Test func `S3 a message keeps its row from the echo to the archive's word`() throws {
    let rig = try Rig.online()
    rig.send("hi", "m1")
    let echo = try #require(try rig.page().first)
    rig.run()
    let placed = try #require(try rig.page().first)
    #expect(placed.id == echo.id)
    #expect(placed.archiveID == ArchiveID(named: "a1"))
    #expect(placed.serverTime == Timestamp(milliseconds: 1_000))
    #expect(placed.order.anchor == 1)
    #expect(try rig.page().count == 1)
  }

  @Test func `S2 the draft goes and the message comes in one transaction`() throws {
    let rig = try Rig.online()
    rig.wish(.saveDraft(chat: bo, text: "hi"))
    rig.send("hi", "m1")
    #expect(try rig.database.drafts.draft(bo) == "")
    #expect(try rig.texts() == ["hi"])
  }

  @Test func `S2 a full disk gives the text back and queues nothing`() throws {
    let rig = try Rig.online()
    try rig.database.limitGrowth(pages: 2)
    let text = String(repeating: "x", count: 9_999)
    var refused: [Change] = []
    for index in 0..<4 where refused.isEmpty {
      rig.forget()
      rig.send(text, "m\(index)")
      refused = rig.changes.filter { if case .notSaved = $0 { true } else { false } }
      if refused.isEmpty { continue }
      #expect(rig.sends.isEmpty)
      #expect(try rig.database.messages.mine(OriginID(named: "m\(index)")) == nil)
      let expected = Change.notSaved(
        chat: bo, originID: OriginID(named: "m\(index)"), text: text, reason: "the disk is full")
      #expect(refused == [expected])
    }
    #expect(!refused.isEmpty)
  }

  @Test(arguments: [
    ("  hi \n", OutgoingText.text("hi")),
    (" \n\t ", .empty),
    ("", .empty),
    (String(repeating: "a", count: 10_000), .text(String(repeating: "a", count: 10_000))),
    (
      String(repeating: "a", count: 10_001),
      .refused("The message is too long: 10,001 of 10,000 characters")
    ),
    ("a\u{1}b", .refused("The message has a character that cannot be sent (U+1)")),
    ("a\u{FFFE}b", .refused("The message has a character that cannot be sent (U+FFFE)")),
    ("a\tb\nc👩‍👩‍👧", .text("a\tb\nc👩‍👩‍👧")),
  ])
  func `S8 text is trimmed, and what cannot be sent is refused`(raw: String, verdict: OutgoingText)
  {
    #expect(OutgoingText(raw) == verdict)
  }

  @Test func `S8 a refused text stays in nobody's way`() throws {
    let rig = try Rig.online()
    rig.send("a\u{0}b", "m1")
    #expect(try rig.page().isEmpty)
    #expect(rig.changes.contains { if case .notSaved = $0 { true } else { false } })
    rig.send("   ", "m2")
    #expect(try rig.page().isEmpty)
  }

  @Test func `O3 what is written offline is queued and goes out once, in order`() throws {
    let rig = try Rig()
    rig.handle(.start)
    for index in 1...3 { rig.send("text \(index)", "m\(index)") }
    #expect(rig.told("m1") == [.queued])
    #expect(try rig.counts() == OutboxCounts(queued: 3))
    try rig.kill()
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m3"])
    #expect(try rig.page().map(\.status) == [.sent, .sent, .sent])
    #expect(try rig.texts() == ["text 1", "text 2", "text 3"])
  }

  @Test func `O9 nothing goes out before the archive was asked`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.send("hi", "m1")
    rig.link()
    #expect(rig.sends.isEmpty)
    rig.run()
    #expect(rig.sends == ["m1"])
  }

  @Test(arguments: 0...3)
  func `O9 after a cut only what the archive does not have is sent again`(arrived: Int) throws {
    let rig = try Rig.online()
    for index in 1...3 { rig.send("text \(index)", "m\(index)") }
    // Each send is followed by a request for acknowledgement.
    for _ in 0..<(2 * arrived) { _ = rig.server.step() }
    rig.cut()
    #expect(try rig.counts() == OutboxCounts(queued: 3))
    rig.forget()
    rig.link()
    rig.run()
    let missing = (1...3).filter { $0 > arrived }.map { "m\($0)" }
    #expect(rig.sends == missing)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m3"])
    #expect(try rig.page().map(\.status) == [.sent, .sent, .sent])
  }

  @Test func `O9 what was under way at a cut is told to wait again, oldest first`() throws {
    let rig = try Rig.online()
    for index in 1...5 { rig.send("\(index)", "m\(index)") }
    rig.forget()
    rig.cut()
    #expect(rig.told(as: .queued) == (1...5).map { "m\($0)" })
  }

  @Test func `O9 what was never sent goes after the older ones of its chat`() throws {
    let rig = try Rig.online()
    rig.send("one", "m1")
    rig.cut()
    rig.send("two", "m2")
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1", "m2"])
  }

  @Test func `O7 no more than the window is under way`() throws {
    let rig = try Rig.online()
    for index in 1...120 { rig.send("\(index)", "m\(index)") }
    #expect(rig.sends.count == Outbox.window)
    #expect(try rig.counts() == OutboxCounts(queued: 70, sending: 50))
    rig.run()
    #expect(rig.server.received.map(\.name) == (1...120).map { "m\($0)" })
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `O7 a refused message stops no other and stays with its reason`() throws {
    let rig = try Rig.online()
    rig.server.refusals["bad"] = StanzaError(kind: "cancel", condition: "service-unavailable")
    for (id, text) in [("m1", "one"), ("m2", "bad"), ("m3", "three")] { rig.send(text, id) }
    rig.run()
    #expect(try rig.page().map(\.status) == [.sent, .failed, .sent])
    #expect(try rig.page()[1].failure == "no such address, or it does not accept messages")
    #expect(try rig.counts() == OutboxCounts(failed: 1))
  }

  @Test func `S12 a failed message stays failed across restart and catch-up until retried`() throws
  {
    let rig = try Rig.online()
    rig.server.refusals["bad"] = StanzaError(kind: "cancel", condition: "forbidden")
    rig.send("bad", "m1")
    rig.run()
    try rig.kill()
    rig.link()
    rig.run()
    #expect(try rig.status("m1") == .failed)
    rig.server.refusals = [:]
    rig.wish(.retry(OriginID(named: "m1")))
    rig.run()
    #expect(try rig.status("m1") == .sent)
    #expect(try rig.counts() == OutboxCounts())
    #expect(try rig.page().count == 1)
    #expect(try rig.page()[0].isPlaced)
  }

  @Test func `O9 an archived but refused message is not taken for sent`() throws {
    let rig = try Rig.online()
    rig.server.refusals["bad"] = StanzaError(kind: "cancel", condition: "forbidden")
    rig.send("bad", "m1")
    rig.run()
    rig.server.deliver("hi", id: "x1", from: bo)
    rig.run()
    #expect(try rig.status("m1") == .failed)
  }

  @Test func `O10 what can heal is retried at once and then ever later, and fails at last`() throws
  {
    let rig = try Rig.online()
    rig.server.refusals["busy"] = StanzaError(kind: "wait", condition: "internal-server-error")
    rig.send("busy", "m1")
    rig.run()
    #expect(try rig.status("m1") == .sending)
    #expect(rig.server.received.count == 2)
    for (wait, count) in [(1_200, 3), (2_400, 4), (4_800, 5)] {
      rig.pass(Int64(wait))
      #expect(rig.server.received.count == count)
    }
    #expect(rig.told("m1") == [.sending, .failed])
    #expect(try rig.counts() == OutboxCounts(failed: 1))
  }

  @Test func `O10 what healed is sent`() throws {
    let rig = try Rig.online()
    rig.server.refusals["busy"] = StanzaError(kind: "wait", condition: "resource-constraint")
    rig.send("busy", "m1")
    rig.run()
    rig.server.refusals = [:]
    rig.pass(2_000)
    #expect(rig.told("m1") == [.sending, .sent])
    #expect(try rig.page().count == 1)
  }

  @Test func `S4 an error after sent puts it back into the outbox, after delivered it does not`()
    throws
  {
    let rig = try Rig.online()
    let error = StanzaError(kind: "cancel", condition: "item-not-found")
    rig.send("one", "m1")
    rig.send("two", "m2")
    rig.run()
    rig.answer(receiptFor: "m2")
    for id in ["m1", "m2"] { rig.handle(.session(.refused(OriginID(named: id), from: bo, error))) }
    #expect(try rig.status("m1") == .failed)
    #expect(try rig.status("m2") == .delivered)
    #expect(try rig.counts() == OutboxCounts(failed: 1))
  }

  @Test func `Z1 an error from somebody else is dropped`() throws {
    let rig = try Rig.online()
    rig.send("one", "m1")
    let error = StanzaError(kind: "cancel", condition: "forbidden")
    rig.handle(.session(.refused(OriginID(named: "m1"), from: cy, error)))
    #expect(try rig.status("m1") == .sending)
  }

  @Test func `O8 a queued message can be cancelled, one that may have left cannot`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.send("one", "m1")
    rig.wish(.cancel(OriginID(named: "m1")))
    #expect(try rig.page().isEmpty)
    #expect(try rig.counts() == OutboxCounts())
    rig.link()
    rig.run()
    rig.send("two", "m2")
    rig.wish(.cancel(OriginID(named: "m2")))
    #expect(try rig.texts() == ["two"])
  }

  @Test func `O16 an edited message keeps its id and place`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.send("one", "m1")
    rig.send("two", "m2")
    rig.wish(.edit(OriginID(named: "m1"), text: " uno ", newID: OriginID(named: "edit")))
    rig.link()
    rig.run()
    #expect(try rig.texts() == ["uno", "two"])
    #expect(rig.server.received.map(\.name) == ["m1", "m2"])
    #expect(rig.server.archive.map(\.message.text) == ["uno", "two"])
  }

  @Test func `O1 a server that acknowledges nothing is a dead link, and nothing is lost`() throws {
    let rig = try Rig.online()
    rig.server.acknowledges = false
    rig.send("one", "m1")
    rig.run()
    rig.pass(Outbox.timeout)
    #expect(!rig.isLinked)
    #expect(try rig.status("m1") == .queued)
    rig.link()
    rig.run()
    #expect(try rig.status("m1") == .sent)
    #expect(rig.server.received.count == 1)
  }

  @Test func `O7 a message that twice ends the stream alone is set aside`() throws {
    let rig = try Rig.online()
    rig.send("poison", "m1")
    rig.send("fine", "m2")
    let end = CoreEvent.session(.ended(.streamError(condition: "policy-violation", text: nil)))
    for _ in 0..<3 {
      rig.handle(end)
      rig.cut()
      rig.link()
      while rig.server.inbound.contains(where: { if case .send = $0 { false } else { true } }) {
        guard rig.server.stepOverSends() || rig.receive() else { break }
      }
      while rig.receive() {}
    }
    rig.run()
    #expect(try rig.status("m1") == .failed)
    #expect(try rig.status("m2") == .sent)
  }

  @Test func `O9 S2 an id that is known already is told again, and queued no second time`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.send("hi", "m1")
    rig.send("hi again", "m1")
    rig.send("elsewhere", "m1", to: cy)
    #expect(try rig.counts() == OutboxCounts(queued: 1))
    rig.link()
    rig.run()
    #expect(try rig.status("m1") == .sent)
    rig.forget()
    rig.send("hi", "m1")
    rig.run()
    #expect(rig.sends.isEmpty && rig.told("m1") == [.sent])
    #expect(rig.server.received.count == 1)
    #expect(try rig.texts() == ["hi"])
  }

  @Test(arguments: [
    ("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("a\r\r\nb", "a\n\nb"), ("a\n\rb", "a\n\nb"),
    ("\r\na\r", "a"), ("a\nb", "a\nb"),
  ])
  func `S8 line ends are what XML makes of them, before they are stored`(
    written: String, stored: String
  ) throws {
    let rig = try Rig.online()
    rig.send(written, "m1")
    #expect(try rig.texts().map { Array($0.unicodeScalars) } == [Array(stored.unicodeScalars)])
  }

  @Test func `S9 messages stand in the order they were written while they are sent`() throws {
    let rig = try Rig.online()
    for index in 1...20 { rig.send("\(index)", "m\(index)") }
    #expect(try rig.texts() == (1...20).map(String.init))
    while rig.server.step() || rig.receive() {
      #expect(try rig.texts() == (1...20).map(String.init))
    }
  }

  @Test func `O13 every change of the counts is told`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.forget()
    rig.send("one", "m1")
    #expect(rig.changes.contains(.outbox(OutboxCounts(queued: 1))))
    rig.link()
    rig.run()
    #expect(rig.changes.last { if case .outbox = $0 { true } else { false } } == .outbox(.init()))
  }
}

extension Database {
  /// Makes the disk full after so many more pages.
  func limitGrowth(pages: Int) throws {
    let count = try first("PRAGMA page_count") { $0.int(0) } ?? 0
    try run(script: "PRAGMA max_page_count = \(count + pages)")
  }
}

extension ModelServer {
  /// Handles everything but messages, which stay under way.
  mutating func stepOverSends() -> Bool {
    guard
      let index = inbound.firstIndex(where: {
        switch $0 {
        case .send, .requestAcknowledgement: false
        default: true
        }
      })
    else { return false }
    let command = inbound.remove(at: index)
    inbound.insert(command, at: 0)
    return step()
  }
}
