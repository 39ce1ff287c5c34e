import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What other people's servers and programs do with ids, archives and places.
@Suite struct StrangersTests {
  private func live(
    _ text: String, id: String?, archiveID: String? = nil, from: JID = bo
  ) -> CoreEvent {
    .session(
      .message(
        InboundMessage(
          source: .live, from: from.with(resource: "bot")!, to: me,
          id: id.map { NamedID.id(of: $0) },
          archiveID: archiveID.map { ArchiveID(named: $0) }, body: text, payloads: [.receiptRequest]
        )))
  }

  private func receipts(_ rig: Rig) -> [String] {
    rig.commands.compactMap {
      if case .tell(_, .receipt(let id)) = $0 { NamedID.name(of: id) } else { nil }
    }
  }

  // MARK: Ids

  @Test func `O9 a program that counts its ids from 1 again loses no message`() throws {
    let rig = try Rig.online()
    for (text, id) in [("hello", "1"), ("again", "2"), ("new start", "1"), ("two", "2")] {
      rig.server.deliver(text, id: id, from: bo)
      rig.run()
    }
    #expect(try rig.texts() == ["hello", "again", "new start", "two"])
    #expect(try rig.database.chats.chat(bo)?.unread == 4)
  }

  @Test func `O9 the same short id and text with another place in the archive is another message`()
    throws
  {
    let rig = try Rig.online()
    for _ in 0..<3 {
      rig.server.deliver("ok", id: "1", from: bo)
      rig.run()
    }
    #expect(try rig.texts() == ["ok", "ok", "ok"])
    #expect(Set(try rig.page().map(\.archiveID)).count == 3)
  }

  @Test func `O9 a message sent again under its long id is shown once and answered again`() throws {
    let rig = try Rig.online()
    let id = "0190a6f0-7b1c-7d3e-8f00-000000000001"
    rig.server.deliver("once", id: id, from: bo)
    rig.run()
    rig.server.deliver("once", id: id, from: bo)
    rig.run()
    #expect(try rig.texts() == ["once"])
    #expect(receipts(rig) == [id, id])
    rig.server.deliver("another text under it", id: id, from: bo)
    rig.run()
    #expect(try rig.texts() == ["once", "another text under it"])
  }

  // MARK: Places

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
    let right = rig.server.archive.map { $0.message.body! }
    #expect(right.contains("late two"))
    #expect(try rig.texts() == right)
    rig.cut()
    rig.link()
    rig.run()
    #expect(try rig.texts() == right, "and nothing comes twice")
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
    #expect(try rig.texts() == rig.server.archive.map { $0.message.body! })
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

  // MARK: What must not come back

  @Test func `O12 what was refused and deleted with its chat does not come back`() throws {
    let rig = try Rig.online()
    rig.server.refusals["bad"] = StanzaError(kind: "cancel", condition: "forbidden")
    rig.send("good", "m1")
    rig.send("bad", "m2")
    rig.run()
    rig.wish(.deleteChat(bo))
    // The archive is read from its beginning once more.
    try rig.database.archiveCursors.save(ArchiveCursor())
    try rig.kill()
    rig.link()
    rig.run()
    #expect(try rig.page().isEmpty)
    rig.send("afterwards", "m3")
    rig.run()
    #expect(try rig.texts() == ["afterwards"])
  }

  @Test func `O12 a refused message that was deleted does not come back, and undone it does`()
    throws
  {
    let rig = try Rig.online()
    rig.server.refusals["bad"] = StanzaError(kind: "cancel", condition: "forbidden")
    rig.send("bad", "m1")
    rig.run()
    rig.wish(.cancel(OriginID(named: "m1")))
    try rig.database.archiveCursors.save(ArchiveCursor())
    rig.cut()
    rig.link()
    rig.run()
    #expect(try rig.page().isEmpty)
    rig.wish(.undo)
    #expect(try rig.status("m1") == .failed)
  }

  @Test func `C5 a refused message is failed on my other devices, before and after its copy came`()
    throws
  {
    for isFirst in [true, false] {
      let rig = try Rig.online()
      let notice = RefusalNotice(chat: bo, originID: OriginID(named: "c1"), reason: "not allowed")
      let news = InboundMessage(source: .live, from: me.with(resource: "laptop")!, to: me)
      var told = news
      told.payloads = [.refusal(notice)]
      if isFirst { rig.handle(.session(.message(told))) }
      rig.server.carbon("from the laptop", id: "c1", to: bo)
      rig.run()
      if !isFirst { rig.handle(.session(.message(told))) }
      #expect(try rig.page().map(\.status) == [.failed])
      #expect(try rig.page()[0].failure == "not allowed")
      #expect(rig.sends.isEmpty)
    }
  }

  @Test func `C5 O9 earlier copies of what another device gave up do not make it sent`() throws {
    let rig = try Rig.online()
    for _ in 1...2 { rig.server.carbon("from the laptop", id: "c1", to: bo) }
    rig.run()
    var told = InboundMessage(source: .live, from: me.with(resource: "laptop")!, to: me)
    let notice = RefusalNotice(chat: bo, originID: OriginID(named: "c1"), reason: "not allowed")
    told.payloads = [.refusal(notice)]
    rig.handle(.session(.message(told)))
    rig.send("may have arrived", "m1")
    while rig.server.step() {}
    rig.cut()
    for number in 1...500 {
      rig.server.deliver("\(number)", id: "x\(number)", from: cy, isLive: false)
    }
    rig.link()
    rig.run()
    #expect(try rig.status("m1") == .sent)
    #expect(try rig.status("c1") == .failed)
  }

  @Test func `C5 my other devices are told of a refusal until they know`() throws {
    let rig = try Rig.online()
    rig.server.refusals["bad"] = StanzaError(kind: "cancel", condition: "forbidden")
    rig.send("bad", "m1")
    while rig.server.step() {}
    while rig.receive() {}
    #expect(rig.server.inbound.contains { $0.toldRefusal != nil })
    rig.cut()
    rig.link()
    rig.run()
    let told = rig.server.others.compactMap(\.toldRefusal)
    #expect(told.map(\.chat) == [bo] && told.map(\.originID) == [OriginID(named: "m1")])
    rig.cut()
    rig.forget()
    rig.link()
    rig.run()
    #expect(!rig.commands.contains { $0.toldRefusal != nil })
  }

  // MARK: End to end

  private func online(_ texts: [String]) throws -> Rig {
    let rig = try Rig.online()
    for (index, text) in texts.enumerated() { rig.send(text, "m\(index + 1)") }
    rig.run()
    return rig
  }

  func psst(_ rig: Rig, receiptFor id: String? = nil, displayedFor read: String? = nil) {
    rig.answer(receiptFor: id, displayedFor: read, device: "psst.1")
  }

  @Test func `D1 O9 what another psst has later ones of and not this goes again`() throws {
    let rig = try online(["one", "two", "three"])
    psst(rig, receiptFor: "m1")
    psst(rig, receiptFor: "m3")
    rig.pass(DeliveryDoubts.grace + 100)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m3", "m2"])
    psst(rig, receiptFor: "m2")
    #expect(try rig.page().map(\.status) == [.delivered, .delivered, .delivered])
    rig.pass(60_000)
    #expect(rig.server.received.count == 4)
  }

  @Test func `D1 O9 a gap is seen though the receipts came before the places were known`() throws {
    let rig = try Rig.online()
    for (index, text) in ["one", "two", "three"].enumerated() { rig.send(text, "m\(index + 1)") }
    while try rig.page().contains(where: { $0.status != .sent }), rig.serve() || rig.receive() {}
    try #require(try rig.page().allSatisfy { !$0.isPlaced })
    psst(rig, receiptFor: "m1")
    psst(rig, receiptFor: "m3")
    rig.run()
    rig.pass(2 * DeliveryDoubts.grace + 100)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m3", "m2"])
  }

  @Test func `O12 what was deleted with its chat does not go again, though it never came`() throws {
    let rig = try online(["one", "two", "three"])
    psst(rig, receiptFor: "m1")
    psst(rig, receiptFor: "m3")
    rig.wish(.deleteChat(bo))
    rig.pass(60_000)
    #expect(rig.server.received.count == 3)
    #expect(try rig.texts().isEmpty)
  }

  @Test func `O9 a receipt that is only late sends nothing again`() throws {
    let rig = try online(["one", "two"])
    psst(rig, receiptFor: "m2")
    rig.pass(DeliveryDoubts.grace / 2)
    psst(rig, receiptFor: "m1")
    rig.pass(60_000)
    #expect(rig.server.received.count == 2)
  }

  @Test
  func `O9 what another program has later ones of goes again at the user's word, under its id`()
    throws
  {
    let rig = try online(["one", "two", "three"])
    other(rig, receiptFor: "m1")
    other(rig, receiptFor: "m3")
    rig.pass(60_000)
    #expect(rig.server.received.count == 3)
    #expect(try rig.page().map(\.failure) == [nil, "not confirmed by bo", nil])
    rig.handle(.intent(.retry(OriginID(named: "m2"))))
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m3", "m2"])
    #expect(try rig.page().map(\.failure) == [nil, "not confirmed by bo", nil])
    other(rig, receiptFor: "m2")
    #expect(try rig.page().map(\.failure) == [nil, nil, nil])
    rig.pass(600_000)
    #expect(rig.server.received.count == 4)
    #expect(try rig.page().map(\.status) == [.delivered, .delivered, .delivered])
  }

  private func other(
    _ rig: Rig, receiptFor id: String? = nil, displayedFor read: String? = nil,
    on device: String = "phone"
  ) {
    rig.answer(receiptFor: id, displayedFor: read, device: device)
  }

  @Test func `D1 a marker makes nothing read that a device with receipts sent none for`() throws {
    let rig = try online(["one", "two", "three"])
    psst(rig, receiptFor: "m1")
    psst(rig, receiptFor: "m3")
    psst(rig, displayedFor: "m3")
    #expect(try rig.page().map(\.status) == [.read, .sent, .read])
  }

  @Test(arguments: ["phone", "psst.1"])
  func `D1 O9 of several devices with receipts none makes read what none of them got`(
    second: String
  ) throws {
    let rig = try online(["one", "two", "three"])
    for device in ["laptop", second] {
      other(rig, receiptFor: "m1", on: device)
      other(rig, receiptFor: "m3", on: device)
    }
    other(rig, displayedFor: "m3", on: "laptop")
    #expect(try rig.page().map(\.status) == [.read, .sent, .read])
  }
}

extension StrangersTests {
  @Test
  func `O9 without an archive what a psst that is there says nothing of goes again, a few times`()
    throws
  {
    let rig = try startedWithoutArchive()
    psstIsThere(rig)
    for number in 1...2 {
      rig.send("\(number)", "m\(number)")
      rig.run()
      if number == 1 { psst(rig, receiptFor: "m1") }
    }
    rig.pass(DeliveryDoubts.silence + 100)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m2"])
    rig.pass(600_000)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m2", "m2"])
    #expect(try rig.page().map(\.failure) == [nil, "not confirmed by bo"])
    let told = rig.changes.filter { change in
      if case .notice(let notice) = change {
        notice.text.contains("resumes no link")
      } else {
        false
      }
    }
    #expect(told.count == 1)
  }

  @Test func `O9 without an archive the rest goes again though receipts came before it said no`()
    throws
  {
    let rig = try startedWithoutArchive()
    for number in 1...2 { rig.send("\(number)", "m\(number)") }
    rig.run()
    rig.cut()
    try linkWithoutArchive(rig) {
      psstIsThere(rig)
      psst(rig, receiptFor: "m1")
    }
    rig.pass(DeliveryDoubts.grace + DeliveryDoubts.silence + 100)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m2"])
  }

  private func psstIsThere(_ rig: Rig) {
    let device = bo.with(resource: "psst.1")!
    rig.handle(.session(.presence(InboundPresence(from: device, kind: .available))))
  }

  private func startedWithoutArchive() throws -> Rig {
    let rig = try Rig()
    rig.server.roster = [
      RosterItem(contact: Contact(jid: bo, name: nil, subscription: .both), isRemoved: false)
    ]
    rig.handle(.start)
    try linkWithoutArchive(rig) {}
    return rig
  }

  /// - Parameter meanwhile: what comes before the answer that there is no archive.
  private func linkWithoutArchive(_ rig: Rig, meanwhile: () -> Void) throws {
    rig.link()
    let query = try #require(rig.lastQuery)
    rig.server.inbound.removeAll { if case .queryArchive = $0 { true } else { false } }
    meanwhile()
    let error = StanzaError(kind: "cancel", condition: "service-unavailable")
    rig.handle(.session(.archiveFailed(query: query.id, error)))
    rig.run()
  }
}

extension SessionCommand {
  fileprivate var toldRefusal: RefusalNotice? {
    if case .tell(me, .refusal(let notice)) = self { notice } else { nil }
  }
}
