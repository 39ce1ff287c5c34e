import Model
import Testing

@testable import Plain

/// Whom one has blocked, in plain mode.
struct PlainBlockingTests: PlainTalk {
  var mode = standardMode

  @Test mutating func `C2 I5 somebody is blocked and unblocked by name, and listed`() {
    #expect(read("/blocked") == [.say("nobody is blocked")])
    #expect(read("/unblock bo") == [.say("bo is not blocked")])
    #expect(read("/block") == [.say("error: /block needs a name; /blocked lists them")])
    #expect(read("/block bo") == [.submit(.block(bo))])
    #expect(!mode.isAnswered, "an order is waited for")
    _ = mode.apply(.blocked(BlockList(entries: [bo], waiting: [bo])))
    #expect(read("/blocked") == [.say("blocked: bo, once there is a connection")])
    #expect(!mode.isAnswered)
    _ = mode.apply(.blocked(BlockList(entries: [bo])))
    #expect(mode.isAnswered)
    #expect(read("/block bo") == [.say("bo is blocked already")])
    #expect(read("/unblock bo") == [.submit(.unblock(bo))])
  }

  @Test mutating func `A4 I5 who cannot be blocked is waited for no longer`() {
    _ = read("/block bo")
    _ = mode.apply(.notice(Notice(.error, "Your server cannot block people")))
    #expect(mode.isAnswered)
  }
}
