import Model
import Scratch
import Testing
import XMPP

@testable import Sync

@Suite struct TypingTests {
  func hear(_ rig: Rig, _ state: ChatState, device: String = "phone") {
    let message = InboundMessage(
      source: .live, from: bo.with(resource: device)!, to: me, payloads: [.chatState(state)])
    rig.handle(.session(.message(message)))
  }

  func who(_ rig: Rig) -> [[JID]] {
    rig.changes.compactMap { if case .typing(bo, let who) = $0 { who } else { nil } }
  }

  func told(_ rig: Rig) -> [ChatState] {
    rig.commands.compactMap { if case .tell(bo, .chatState(let state)) = $0 { state } else { nil } }
  }

  @Test func `D3 another program's typing is gone on its pause or after 30 s`() throws {
    let rig = try Rig.online()
    hear(rig, .composing)
    hear(rig, .paused)
    #expect(who(rig) == [[bo], []])
    rig.forget()
    hear(rig, .composing)
    rig.pass(29_999)
    #expect(who(rig) == [[bo]])
    rig.pass(1)
    #expect(who(rig) == [[bo], []])
  }

  @Test(arguments: [("psst.1", false), ("phone", true)])
  func `D3 between psst programs it is gone after 3 s without news`(device: String, renews: Bool)
    throws
  {
    let rig = try Rig.online()
    hear(rig, .composing, device: device)
    if renews {
      rig.pass(2_500)
      hear(rig, .composing, device: device)
    }
    rig.pass(2_999)
    #expect(who(rig) == [[bo]])
    rig.pass(1)
    #expect(who(rig) == [[bo], []])
  }

  @Test func `D3 a message and a lost link end the typing`() throws {
    let rig = try Rig.online()
    hear(rig, .composing)
    rig.server.deliver("hi", id: "x1", from: bo)
    rig.run()
    hear(rig, .composing)
    rig.cut()
    #expect(who(rig) == [[bo], [], [bo], []])
  }

  @Test func `D3 my typing is told at once, every 2.5 s while it lasts, and its end`() throws {
    let rig = try Rig.online()
    for _ in 0..<60 {
      rig.wish(.typing(chat: bo, isTyping: true))
      rig.pass(100)
    }
    #expect(told(rig) == [.composing, .composing, .composing])
    rig.pass(10_000)
    #expect(told(rig) == [.composing, .composing, .composing, .composing, .paused])
    #expect(rig.core.nextDeadline == nil)
  }

  /// The interface says 3 s after the last key that it is over.
  @Test func `D3 a key every 2.7 s never lets the other's 3 s run out, and the end is not early`()
    throws
  {
    let rig = try Rig.online()
    let start = rig.uptime
    var said: [Int64] = []
    func note() { while said.count < told(rig).count { said.append(rig.uptime - start) } }
    for _ in 0..<5 {
      rig.wish(.typing(chat: bo, isTyping: true))
      note()
      for _ in 0..<27 {
        rig.pass(100)
        note()
      }
    }
    rig.pass(300)
    rig.wish(.typing(chat: bo, isTyping: false))
    rig.pass(500)
    note()
    #expect(told(rig).dropLast().allSatisfy { $0 == .composing } && told(rig).last == .paused)
    #expect(zip(said, said.dropFirst()).allSatisfy { $1 - $0 <= 2_600 }, "\(said)")
    let last: Int64 = 4 * 2_700
    #expect((3_000...3_500).contains(said[said.count - 1] - last), "\(said)")
  }

  @Test func `D3 at most one chat state in 500 ms, and the last one counts`() throws {
    let rig = try Rig.online()
    for index in 0..<10 {
      rig.wish(.typing(chat: bo, isTyping: index % 2 == 0))
      rig.pass(10)
    }
    #expect(told(rig) == [.composing])
    rig.pass(500)
    #expect(told(rig) == [.composing, .paused])
  }

  @Test func `D3 sending says by itself that I stopped`() throws {
    let rig = try Rig.online()
    rig.wish(.typing(chat: bo, isTyping: true))
    rig.send("hi", "m1")
    rig.run()
    rig.pass(10_000)
    #expect(told(rig) == [.composing])
  }

  @Test func `D3 a correction says by itself that I stopped`()
    throws
  {
    let rig = try Rig.online()
    rig.send("hi", "m1")
    rig.run()
    rig.wish(.typing(chat: bo, isTyping: true))
    rig.wish(.edit(OriginID(named: "m1"), text: "hello", newID: OriginID(named: "m2")))
    rig.run()
    rig.pass(10_000)
    #expect(told(rig) == [.composing])
    #expect(rig.sends == ["m1", "m2"])
  }

  @Test func `D3 a text that is refused is not being typed any more`() throws {
    let rig = try Rig.online()
    rig.wish(.typing(chat: bo, isTyping: true))
    rig.send("a\u{0}b", "m1")
    rig.pass(500)
    #expect(told(rig) == [.composing, .paused])
  }

  @Test func `D3 nothing is told offline or to myself`() throws {
    let rig = try Rig.online()
    rig.wish(.typing(chat: me, isTyping: true))
    rig.cut()
    rig.wish(.typing(chat: bo, isTyping: true))
    #expect(rig.commands.allSatisfy { if case .tell(_, .chatState) = $0 { false } else { true } })
  }
}
