import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// The ways one message can reach this device.
enum Copy: String, CaseIterable, Sendable {
  case live, carbon, archive
}

@Suite struct InboxTests {
  static let orders: [[Copy]] = [
    [.live, .carbon, .archive], [.live, .archive, .carbon], [.carbon, .live, .archive],
    [.carbon, .archive, .live], [.archive, .live, .carbon], [.archive, .carbon, .live],
  ]

  @Test(arguments: orders, [true, false])
  func `O9 copies of a message make one row, whatever their order`(
    copies: [Copy], hasArchiveID: Bool
  ) throws {
    let rig = try Rig.online()
    rig.server.deliver("hi", id: "x1", from: bo, isLive: false)
    for copy in copies { give(copy, hasArchiveID: hasArchiveID, to: rig) }
    rig.run()
    #expect(try rig.texts() == ["hi"])
    let message = try #require(try rig.page().first)
    #expect(message.archiveID == ArchiveID(named: "a1"))
    #expect(message.order.anchor == 1)
    #expect(try rig.database.chats.chat(bo)?.unread == 1)
  }

  private func give(_ copy: Copy, hasArchiveID: Bool, to rig: Rig) {
    guard copy != .archive else { return rig.run() }
    var message = InboundMessage(
      source: copy == .live ? .live : .carbon, from: bo.with(resource: "phone")!, to: me,
      id: NamedID.id(of: "x1"), originID: OriginID(named: "x1"), content: .text("hi"))
    if hasArchiveID { message.archiveID = ArchiveID(named: "a1") }
    rig.handle(.session(.message(message)))
  }

  @Test func `O9 the same text twice is two messages`() throws {
    let rig = try Rig.online()
    rig.server.deliver("hi", id: "x1", from: bo)
    rig.server.deliver("hi", id: "x2", from: bo)
    rig.run()
    #expect(try rig.texts() == ["hi", "hi"])
  }

  @Test func `O9 the same id from two people is two messages`() throws {
    let rig = try Rig.online()
    rig.server.deliver("from bo", id: "x1", from: bo)
    rig.server.deliver("from cy", id: "x1", from: cy)
    rig.run()
    #expect(try rig.texts(bo) == ["from bo"])
    #expect(try rig.texts(cy) == ["from cy"])
  }

  @Test func `S6 a live message is visible at once, and placed by one question`() throws {
    let rig = try Rig.online()
    rig.server.deliver("one", id: "x1", from: bo)
    rig.server.deliver("two", id: "x2", from: bo)
    while rig.receive() {}
    #expect(try rig.page().map(\.order.anchor) == Array(repeating: MessageOrder.unplaced, count: 2))
    let questions = rig.commands.filter { if case .queryArchive = $0 { true } else { false } }
    #expect(questions.count == 1)
    rig.run()
    #expect(try rig.page().map(\.order.anchor) == [1, 2])
  }

  @Test func `T1 messages end in the archive's order, whatever the order of arrival`() throws {
    let rig = try Rig.online()
    rig.server.deliver("first", id: "x1", from: bo, isLive: false)
    rig.send("mine", "m1")
    while rig.server.step() {}
    rig.server.deliver("last", id: "x2", from: bo)
    rig.run()
    #expect(try rig.texts() == rig.server.archive.map { $0.message.text! })
    #expect(try rig.texts() == ["first", "mine", "last"])
  }

  @Test func `C5 what another device of mine sent appears as mine, sent, in its place`() throws {
    let rig = try Rig.online()
    rig.server.carbon("from the laptop", id: "c1", to: bo)
    rig.run()
    let message = try #require(try rig.page().first)
    #expect(message.isMine && message.status == .sent && message.order.anchor == 1)
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `D2 an answer from another device does not make read what nobody saw`() throws {
    let rig = try Rig.online()
    rig.server.deliver("hi", id: "x1", from: bo)
    rig.server.carbon("hello", id: "c1", to: bo)
    rig.run()
    #expect(try rig.database.chats.chat(bo)?.unread == 1)
  }

  @Test func `C6 a note to myself stands once and asks for no receipt`() throws {
    let rig = try Rig.online()
    rig.send("remember", "m1", to: me)
    rig.run()
    #expect(try rig.texts(me) == ["remember"])
    #expect(try rig.status("m1") == .sent)
    #expect(try rig.database.chats.chat(me)?.unread == 0)
    #expect(
      rig.server.others.filter { if case .tell(_, .receipt) = $0 { true } else { false } }.isEmpty)
  }

  @Test func `D1 a new message is receipted once, live or caught up with, history never`() throws {
    let rig = try Rig()
    for index in 1...120 {
      rig.server.deliver("old \(index)", id: "x\(index)", from: bo, isLive: false)
    }
    rig.handle(.start)
    rig.link()
    rig.run()
    rig.server.deliver("live", id: "live", from: bo)
    rig.run()
    rig.wish(.open(bo))
    rig.wish(.loadOlder(chat: bo, before: try rig.page()[0].order))
    rig.run()
    let receipts = rig.server.others.compactMap { command -> String? in
      if case .tell(bo, .receipt(let id)) = command { NamedID.name(of: id) } else { nil }
    }
    #expect(receipts == (71...120).map { "x\($0)" } + ["live"])
    #expect(try rig.texts().count > 51)
  }

  @Test func `D1 a receipt or marker counts only from the peer of the chat`() throws {
    let rig = try Rig.online()
    rig.send("hi", "m1")
    rig.run()
    rig.answer(receiptFor: "m1", from: cy)
    rig.answer(displayedFor: "m1", from: cy)
    #expect(try rig.status("m1") == .sent)
    let line = "dropped: an answer from \(cy) for \(OriginID(named: "m1")), which was not for them"
    #expect(rig.log.filter { $0 == line }.count == 2)
  }

  /// Where the server lets an id through that somebody else wrote in the archive's name.
  @Test func `Z1 an archive's id of another chat's message makes no message disappear`() throws {
    let rig = try Rig.online()
    rig.server.deliver("from bo", id: "x1", from: bo)
    rig.run()
    let known = try #require(try rig.page().first?.archiveID)
    let forged = InboundMessage(
      source: .live, from: cy, to: me, id: NamedID.id(of: "x9"), originID: OriginID(named: "x9"),
      archiveID: known,
      content: .text("from cy"))
    rig.handle(.session(.message(forged)))
    #expect(try rig.texts(cy) == ["from cy"])
    #expect(try rig.page(cy).first?.archiveID != known)
    #expect(try rig.texts(bo) == ["from bo"] && rig.page(bo).first?.archiveID == known)
    #expect(rig.log.contains { $0.contains("an archive's id from \(cy)") })
  }

  /// Said in a room, whoever says it and however it comes, about messages that are here.
  @Test(arguments: [InboundMessage.Source.live, .carbon], [true, false])
  func `Z6 a group's message is dropped with one line in the log, and nothing of it is kept`(
    source: InboundMessage.Source, isMine: Bool
  ) throws {
    let rig = try Rig.online()
    rig.send("hi", "m1")
    rig.run()
    rig.forget()
    let (phone, laptop) = (bo.with(resource: "phone")!, me.with(resource: "laptop")!)
    let notice = RefusalNotice(chat: bo, originID: OriginID(named: "m1"), reason: "not allowed")
    let message = InboundMessage(
      source: source, from: isMine ? laptop : phone, to: isMine ? bo : me, kind: .group, id: "g1",
      originID: OriginID(named: "g1"), archiveID: ArchiveID(named: "g1"), content: .text("to all"),
      payloads: [
        .receiptRequest, .markable, .receipt(id: "m1"), .displayed(id: "m1"),
        .chatState(.composing), .refusal(notice),
      ])
    rig.handle(.session(.message(message)))
    #expect(rig.log == ["dropped: a group's message from \(message.from)"])
    #expect(rig.changes.isEmpty && rig.commands.isEmpty)
    #expect(try rig.texts() == ["hi"] && rig.status("m1") == .sent)
    #expect(try rig.database.receipts.owed(after: 0, limit: 10).isEmpty)
  }

  @Test func `Z6 a group's message in the archive takes its place there, and no more`() throws {
    let rig = try Rig.online()
    rig.server.deliver("to all", id: "g1", from: cy, kind: .group, isLive: false)
    rig.server.deliver("hi", id: "x1", from: bo)
    rig.run()
    #expect(try rig.page().map(\.order.anchor) == [2])
    #expect(try rig.database.chats.chat(cy) == nil)
    #expect(rig.log.filter { $0.contains("a group's message from \(cy)") }.count == 1)
  }

  @Test func `Z1 an answer for what was never sent is dropped`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.send("hi", "m1")
    rig.answer(receiptFor: "m1")
    #expect(try rig.status("m1") == .queued)
    #expect(try rig.counts() == OutboxCounts(queued: 1))
  }

  @Test func `D1 a receipt before the acknowledgement takes it out of the outbox`() throws {
    let rig = try Rig.online()
    rig.send("hi", "m1")
    rig.answer(receiptFor: "m1")
    #expect(try rig.counts() == OutboxCounts())
    rig.run()
    #expect(try rig.status("m1") == .delivered)
  }

  @Test func `D1 a marker makes all earlier ones read, but no later and no failed one`() throws {
    let rig = try Rig.online()
    rig.server.refusals["bad"] = StanzaError(kind: "cancel", condition: "forbidden")
    for (id, text) in [("m1", "1"), ("m2", "bad"), ("m3", "3"), ("m4", "4")] { rig.send(text, id) }
    rig.run()
    rig.answer(displayedFor: "m3")
    #expect(try rig.page().map(\.status) == [.read, .failed, .read, .sent])
    rig.answer(receiptFor: "m1")
    #expect(try rig.status("m1") == .read)
  }

  @Test func `Z4 a text over the bound is not stored`() throws {
    let rig = try Rig.online()
    rig.server.deliver(String(repeating: "x", count: 262_145), id: "x1", from: bo)
    rig.server.deliver("fine", id: "x2", from: bo)
    rig.run()
    #expect(try rig.texts() == ["fine"])
  }

  @Test func `P5 what a full disk refused comes again from the archive`() throws {
    let rig = try Rig.online()
    try rig.database.limitGrowth(pages: 0)
    rig.server.deliver(String(repeating: "x", count: 50_000), id: "x1", from: bo)
    rig.run()
    #expect(!rig.isLinked)
    let told = rig.changes.contains {
      if case .disk(let trouble?) = $0 { trouble.reason == "the disk is full" } else { false }
    }
    #expect(told)
    try rig.database.limitGrowth(pages: 1_000)
    rig.pass(3_000)
    #expect(rig.disk == nil)
    #expect(rig.isConnecting)
    rig.link()
    rig.run()
    #expect(try rig.page().count == 1)
  }

  @Test func `A4 somebody who asks to see my presence is announced`() throws {
    let rig = try Rig.online()
    rig.handle(.session(.presence(InboundPresence(from: cy, kind: .subscribe))))
    let notice = Notice(
      .information, "cy@example.org asks to see when you are online", remedy: .answer)
    #expect(rig.changes.contains(.notice(notice)))
  }
}
