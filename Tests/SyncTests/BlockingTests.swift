import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Whom I want to have nothing to do with (C2, XEP-0191).
@Suite struct BlockingTests {
  private static func offline() throws -> Rig {
    let rig = try Rig()
    rig.startOffline()
    rig.forget()
    return rig
  }

  private func orders(_ rig: Rig) -> [String] {
    rig.commands.compactMap {
      guard case .block(_, let who, let isBlocked, let report) = $0 else { return nil }
      return (isBlocked ? "+" : "-") + (who.local ?? who.domain) + (report?.rawValue ?? "")
    }
  }

  private func list(_ rig: Rig) -> BlockList? {
    rig.changes.compactMap { if case .blocked(let list) = $0 { list } else { nil } }.last
  }

  private func notices(_ rig: Rig) -> [String] {
    rig.changes.compactMap { if case .notice(let notice) = $0 { notice.text } else { nil } }
  }

  @Test func `C2 P8 who is blocked is so at the server, and known here over kill -9`() throws {
    let rig = try Rig.online()
    rig.wish(.block(bo, report: .spam))
    #expect(list(rig) == BlockList(entries: [bo], waiting: [bo]))
    rig.run()
    #expect(orders(rig) == ["+bospam"] && rig.server.blocked == [bo])
    #expect(list(rig) == BlockList(entries: [bo]) && notices(rig) == ["Blocked bo@example.org"])
    rig.forget()
    try rig.kill()
    #expect(list(rig) == BlockList(entries: [bo]), "seen without a link")
    rig.link()
    rig.run()
    rig.wish(.unblock(bo))
    rig.run()
    #expect(orders(rig) == ["-bo"] && rig.server.blocked == [] && list(rig) == BlockList())
  }

  @Test func `M7 orders given offline go out at the next link, once and in their order`() throws {
    let rig = try Self.offline()
    rig.server.blocked = [cy]
    let dee = JID("dee@example.org")!
    for who in [dee, bo] { rig.wish(.block(who)) }
    rig.wish(.unblock(dee))
    rig.wish(.block(dee))
    #expect(orders(rig).isEmpty && list(rig)?.waiting == [bo, dee])
    #expect(notices(rig).first == "dee@example.org will be blocked when you are online")
    rig.forget()
    try rig.kill()
    #expect(list(rig) == BlockList(entries: [bo, dee], waiting: [bo, dee]))
    rig.link()
    let presence = rig.commands.firstIndex { $0 == .presence(to: nil, .available) }
    let last = rig.commands.lastIndex { if case .block = $0 { true } else { false } }
    #expect(last! < presence!, "before anybody learns that I am there")
    rig.run()
    #expect(orders(rig) == ["+bo", "+dee"])
    #expect(rig.server.blocked == [cy, bo, dee])
    #expect(list(rig) == BlockList(entries: [bo, cy, dee]))
    rig.cut()
    rig.link()
    rig.run()
    #expect(orders(rig) == ["+bo", "+dee"], "not again")
  }

  @Test func `M7 an order whose answer was lost with the link is given again`() throws {
    let rig = try Rig.online()
    rig.isSilent = true
    rig.wish(.block(bo))
    rig.cut()
    rig.isSilent = false
    #expect(rig.server.blocked == [])
    rig.link()
    rig.run()
    #expect(rig.server.blocked == [bo] && list(rig) == BlockList(entries: [bo]))
  }

  @Test func `C5 what another device changes is so here`() throws {
    let rig = try Rig.online()
    rig.server.tell(.blocked([bo, cy]))
    rig.run()
    #expect(list(rig)?.entries == [bo, cy])
    rig.server.tell(.unblocked([cy]))
    rig.run()
    #expect(list(rig)?.entries == [bo])
    rig.server.tell(.unblocked(nil))
    rig.run()
    #expect(list(rig)?.entries == [] && orders(rig).isEmpty)
  }

  @Test func `A4 where the server cannot block it is said, and nobody passes for blocked`() throws {
    let rig = try Self.offline()
    rig.server.blocked = nil
    rig.wish(.block(bo))
    rig.link()
    rig.run()
    #expect(list(rig) == BlockList())
    #expect(
      notices(rig).last == "bo@example.org was not blocked: your server cannot block people")
    rig.wish(.block(cy))
    rig.run()
    #expect(notices(rig).last == "Your server cannot block people" && orders(rig) == ["+bo"])
  }

  @Test func `C2 whom I blocked gets and gives nothing, and what I write comes back to me`() throws
  {
    let rig = try Rig.online()
    rig.befriend()
    rig.server.deliver("before", id: "m1", from: bo)
    rig.run()
    rig.wish(.block(bo))
    rig.run()
    rig.forget()
    let phone = bo.with(resource: "phone")!
    rig.handle(.session(.presence(InboundPresence(from: phone, kind: .available))))
    rig.handle(.session(.presence(InboundPresence(from: bo, kind: .subscribe))))
    rig.handle(
      .session(
        .message(
          InboundMessage(
            source: .live, from: phone, to: me, payloads: [.chatState(.composing)]))))
    rig.server.deliver("late", id: "m2", from: bo)
    rig.run()
    rig.wish(.typing(chat: bo, isTyping: true))
    rig.wish(.markRead(chat: bo, through: MessageOrder(anchor: .max, sequence: .max)))
    rig.send("hello?", "h1")
    rig.pass(5_000)
    #expect(try rig.texts() == ["before", "late"], "nothing is lost")
    let told = rig.changes.contains {
      switch $0 {
      case .presence, .typing, .arrived, .requests: true
      default: false
      }
    }
    let said = rig.commands.contains { if case .tell = $0 { true } else { false } }
    #expect(!told && !said && rig.sends.isEmpty)
    let back = Change.notStored(
      chat: bo, originID: OriginID(named: "h1"), text: "hello?",
      reason: "You blocked bo. Unblock to write.")
    #expect(rig.changes.contains(back))
  }

  @Test func `N1 who is blocked sees me go, and who is unblocked is met again`() throws {
    let rig = try Rig.online()
    rig.befriend()
    func said() -> [OwnPresence] {
      rig.commands.compactMap { if case .presence(bo, let said, _) = $0 { said } else { nil } }
    }
    rig.wish(.block(bo))
    rig.run()
    #expect(said() == [.unavailable], "not every server says so")
    rig.wish(.unblock(bo))
    rig.run()
    #expect(said() == [.unavailable, .available, .probe])
  }

  @Test func `Z4 a list has a bound, and one entry for a server is for all who are there`() throws {
    let rig = try Rig.online()
    let server = JID("example.org")!
    rig.server.tell(.blocked([server] + (1...10_050).map { JID("n\($0)@example.net")! }))
    rig.run()
    #expect(list(rig)?.entries.count == BlockList.capacity)
    #expect(list(rig)?.entry(of: cy) == server && rig.log.contains { $0.contains("51 blocked") })
    rig.send("hello?", "h1", to: cy)
    #expect(rig.sends.isEmpty)
    rig.wish(.block(JID("one@more.example")!))
    #expect(notices(rig).last == "Not blocked: 10000 are blocked already")
  }

  @Test func `C2 nobody blocks himself`() throws {
    let rig = try Rig.online()
    rig.wish(.block(me))
    #expect(orders(rig).isEmpty && notices(rig) == ["You cannot block yourself"])
  }
}
