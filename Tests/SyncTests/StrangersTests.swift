import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What other people's servers and programs do with ids, and what must not come back.
@Suite struct StrangersTests {
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

  /// As where the archive keeps no such news.
  @Test func `C5 O9 a copy from before the news is read behind it, and does not make it sent`()
    throws
  {
    let rig = try Rig.online()
    rig.server.carbon("from the laptop", id: "c1", to: bo)
    rig.run()
    rig.server.carbon("from the laptop", id: "c1", to: bo, isLive: false)
    var told = InboundMessage(source: .live, from: me.with(resource: "laptop")!, to: me)
    let notice = RefusalNotice(chat: bo, originID: OriginID(named: "c1"), reason: "not allowed")
    told.payloads = [.refusal(notice)]
    rig.handle(.session(.message(told)))
    rig.run()
    #expect(try rig.status("c1") == .failed)
    rig.cut()
    rig.link()
    rig.run()
    #expect(try rig.status("c1") == .failed)
    rig.server.carbon("from the laptop", id: "c1", to: bo)
    rig.run()
    #expect(try rig.status("c1") == .sent, "it was tried again since")
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

  /// Nobody is left here who would try again.
  @Test func `C5 O12 my other devices are told of a refusal that comes when the chat is deleted`()
    throws
  {
    let rig = try Rig.online()
    rig.send("bad", "m1")
    rig.send("good", "m2")
    while rig.server.step() {}
    rig.wish(.deleteChat(bo))
    rig.handle(.session(.refused(OriginID(named: "m1"), from: cy, BounceTests.full)))
    rig.handle(.session(.refused(OriginID(named: "other"), from: bo, BounceTests.full)))
    rig.run()
    #expect(rig.server.others.compactMap(\.toldRefusal).isEmpty)
    rig.handle(.session(.refused(OriginID(named: "m1"), from: bo, BounceTests.full)))
    rig.run()
    let told = rig.server.others.compactMap(\.toldRefusal)
    #expect(told.map(\.chat) == [bo] && told.map(\.originID) == [OriginID(named: "m1")])
    #expect(try rig.page().isEmpty)
  }

  /// It came to the link before, and was lost with it.
  @Test func `C5 O12 my other devices are told of a refusal that only the archive tells`() throws {
    for resource in ["psst", "laptop"] {
      let rig = try Rig.online()
      rig.send("bad", "m1")
      while rig.server.step() {}
      rig.cut()
      rig.wish(.deleteChat(bo))
      rig.server.deliver(
        "", id: "m1", from: bo, kind: .error(BounceTests.full), isLive: false,
        to: me.with(resource: resource)!)
      rig.link()
      rig.run()
      let told = rig.server.others.compactMap(\.toldRefusal).map(\.originID)
      #expect(told == (resource == "psst" ? [OriginID(named: "m1")] : []), "it was this one's")
      #expect(try rig.page().isEmpty)
    }
  }

  @Test func `C5 what was tried again and refused once more before they knew is told once more`()
    throws
  {
    let rig = try Rig.online()
    rig.server.refusals["bad"] = StanzaError(kind: "cancel", condition: "forbidden")
    rig.send("bad", "m1")
    while rig.server.step() {}
    while rig.receive() {}
    // Told, and not answered for when the error of the next try comes.
    rig.server.refusals = [:]
    rig.wish(.retry(OriginID(named: "m1")))
    let forbidden = StanzaError(kind: "cancel", condition: "forbidden")
    rig.handle(.session(.refused(OriginID(named: "m1"), from: bo, forbidden)))
    rig.run()
    #expect(try rig.status("m1") == .failed)
    #expect(rig.server.others.compactMap(\.toldRefusal).count == 2)
    #expect(try rig.database.refusalNews.owed(limit: 10).isEmpty)
  }
}

extension SessionCommand {
  fileprivate var toldRefusal: RefusalNotice? {
    if case .tell(me, .refusal(let notice)) = self { notice } else { nil }
  }
}
