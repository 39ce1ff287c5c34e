import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

@Suite struct ReadMarkersTests {
  func markers(_ rig: Rig) -> [String] {
    rig.commands.compactMap {
      if case .tell(bo, .displayed(let id)) = $0 { NamedID.name(of: id) } else { nil }
    }
  }

  func rigWithThree() throws -> Rig {
    let rig = try Rig.online()
    for index in 1...3 { rig.server.deliver("\(index)", id: "x\(index)", from: bo) }
    rig.run()
    rig.forget()
    return rig
  }

  @Test func `D2 reading tells the newest once and counts down the unread`() throws {
    let rig = try rigWithThree()
    let page = try rig.page()
    rig.wish(.markRead(chat: bo, through: page[1].order))
    #expect(markers(rig) == ["x2"])
    #expect(try rig.database.chats.chat(bo)?.unread == 1)
    rig.wish(.markRead(chat: bo, through: page[0].order))
    rig.wish(.markRead(chat: bo, through: page[1].order))
    #expect(markers(rig) == ["x2"])
  }

  private func firstUnread(_ rig: Rig) -> MessageOrder?? {
    var told: MessageOrder??
    for case .firstUnread(bo, let order) in rig.changes { told = .some(order) }
    rig.forget()
    return told
  }

  @Test
  func
    `D2 where the first unread message stands is told with a chat that opens, and when it moves`()
    throws
  {
    let rig = try rigWithThree()
    let page = try rig.page()
    rig.wish(.markRead(chat: bo, through: page[0].order))
    #expect(firstUnread(rig) == nil, "nothing shows this chat")
    rig.wish(.open(bo))
    #expect(firstUnread(rig) == .some(page[1].order))
    rig.wish(.openAt(chat: bo, place: page[2].order))
    #expect(firstUnread(rig) == .some(page[1].order))
    rig.wish(.markRead(chat: bo, through: page[1].order))
    #expect(firstUnread(rig) == .some(page[2].order))
    rig.wish(.saveDraft(chat: bo, text: "so"))
    #expect(firstUnread(rig) == nil, "it stands where it stood")
    rig.wish(.markRead(chat: bo, through: page[2].order))
    #expect(firstUnread(rig) == .some(nil))
    rig.server.deliver("4", id: "x4", from: bo)
    rig.run()
    #expect(firstUnread(rig) == .some(try rig.page()[3].order))
  }

  @Test
  func `D2 of what cannot be read it is not told that it was, and of what stands above it is`()
    throws
  {
    let rig = try rigWithThree()
    rig.server.deliver("", id: "x4", from: bo, isEncrypted: true)
    rig.run()
    rig.wish(.markRead(chat: bo, through: try rig.page()[3].order))
    #expect(markers(rig) == ["x3"])
    #expect(try rig.database.chats.chat(bo)?.unread == 0)
    rig.server.deliver("", id: "x5", from: bo, isEncrypted: true)
    rig.run()
    rig.wish(.markRead(chat: bo, through: try rig.page()[4].order))
    rig.pass(2_000)
    #expect(markers(rig) == ["x3"])
  }

  @Test func `D2 while one scrolls the marker goes out once a second, the newest last`() throws {
    let rig = try rigWithThree()
    for message in try rig.page() { rig.wish(.markRead(chat: bo, through: message.order)) }
    #expect(markers(rig) == ["x1"])
    rig.pass(999)
    #expect(markers(rig) == ["x1"])
    rig.pass(1)
    #expect(markers(rig) == ["x1", "x3"])
    rig.pass(10_000)
    #expect(markers(rig) == ["x1", "x3"])
  }

  @Test func `D2 reading can be kept to oneself, in one chat or in all`() throws {
    let rig = try rigWithThree()
    rig.wish(.hideReading(bo, true))
    #expect(try rig.database.chats.chat(bo)?.hidesReading == true)
    rig.wish(.markRead(chat: bo, through: try rig.page()[2].order))
    rig.pass(2_000)
    #expect(markers(rig).isEmpty)
    #expect(try rig.database.chats.chat(bo)?.unread == 0)
    rig.wish(.hideReading(bo, false))
    rig.server.deliver("4", id: "x4", from: bo)
    rig.run()
    rig.wish(.markRead(chat: bo, through: try rig.page()[3].order))
    #expect(markers(rig) == ["x4"])
  }

  @Test func `D1 D2 D3 with all turned off nobody learns of anything`() throws {
    let rig = try Rig()
    rig.privacy = Privacy(tellsDelivered: false, tellsRead: false, tellsTyping: false)
    try rig.kill()
    rig.link()
    rig.server.deliver("1", id: "x1", from: bo)
    rig.run()
    rig.wish(.typing(chat: bo, isTyping: true))
    rig.wish(.markRead(chat: bo, through: try rig.page()[0].order))
    rig.pass(10_000)
    #expect(!rig.commands.contains { if case .tell = $0 { true } else { false } })
    #expect(try rig.database.chats.chat(bo)?.unread == 0)
  }

  @Test func `D2 what was read offline is told at the next start`() throws {
    let rig = try rigWithThree()
    rig.cut()
    rig.wish(.markRead(chat: bo, through: try rig.page()[2].order))
    #expect(markers(rig).isEmpty)
    try rig.kill()
    rig.link()
    #expect(markers(rig) == ["x3"])
    #expect(try rig.database.chats.chat(bo)?.unread == 0)
  }

  /// What was told of bo's messages, in the order they came to the server.
  private func answers(_ rig: Rig) -> [String] {
    rig.server.others.compactMap { command in
      switch command {
      case .tell(_, .receipt(let id)): "receipt " + NamedID.name(of: id)
      case .tell(_, .displayed(let id)): "marker " + NamedID.name(of: id)
      default: nil
      }
    }
  }

  @Test(arguments: [false, true])
  func `D1 D2 O9 a marker comes after the receipts for what it covers`(isReadOffline: Bool) throws {
    let rig = try Rig.online()
    for index in 1...2 { rig.server.deliver("\(index)", id: "x\(index)", from: bo) }
    while rig.receive() {}
    rig.cut()
    if isReadOffline { rig.wish(.markRead(chat: bo, through: try rig.page()[1].order)) }
    rig.forget()
    rig.link()
    if !isReadOffline { rig.wish(.markRead(chat: bo, through: try rig.page()[1].order)) }
    #expect(markers(rig).isEmpty, "else the peer takes it for proof that all before it came")
    rig.run()
    #expect(answers(rig) == ["receipt x1", "receipt x2", "marker x2"])
    rig.pass(10_000)
    #expect(answers(rig).count == 3)
  }

  @Test func `D2 where no receipts are told a marker waits for none`() throws {
    let rig = try Rig.online()
    rig.server.deliver("1", id: "x1", from: bo)
    while rig.receive() {}
    rig.cut()
    rig.wish(.markRead(chat: bo, through: try rig.page()[0].order))
    rig.privacy = Privacy(tellsDelivered: false)
    try rig.kill()
    rig.forget()
    rig.link()
    #expect(markers(rig) == ["x1"])
  }

  @Test func `D2 a marker is forgotten only when the server has it for certain`() throws {
    let rig = try rigWithThree()
    rig.wish(.markRead(chat: bo, through: try rig.page()[2].order))
    rig.cut()
    rig.forget()
    rig.link()
    #expect(markers(rig) == ["x3"])
    rig.run()
    rig.cut()
    rig.forget()
    rig.link()
    #expect(markers(rig).isEmpty)
  }

  @Test func `D2 a question that nobody answers proves nothing of the marker before it`() throws {
    let rig = try rigWithThree()
    rig.isSilent = true
    rig.wish(.markRead(chat: bo, through: try rig.page()[2].order))
    rig.handle(
      .session(
        .message(
          InboundMessage(
            source: .live, from: bo.with(resource: "phone")!, to: me, id: NamedID.id(of: "x4"),
            originID: OriginID(named: "x4"), content: .text("4")))))
    rig.handle(.session(.archiveFailed(query: try #require(rig.lastQuery).id, .timeout)))
    rig.cut()
    rig.isSilent = false
    rig.forget()
    rig.link()
    #expect(markers(rig) == ["x3"])
  }

  @Test func `D2 a message read while it was unplaced stays read`() throws {
    let rig = try Rig.online()
    rig.server.deliver("1", id: "x1", from: bo)
    _ = rig.receive()
    rig.wish(.markRead(chat: bo, through: try rig.page()[0].order))
    rig.run()
    #expect(try rig.database.chats.chat(bo)?.unread == 0)
    rig.server.deliver("2", id: "x2", from: bo)
    rig.run()
    #expect(try rig.database.chats.chat(bo)?.unread == 1)
  }
}
