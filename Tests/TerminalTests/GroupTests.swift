import Harness
import Testing

extension TerminalTests {
  @Suite struct GroupTests {
    /// In the group, where so many are then.
    private static func join(_ session: TerminalSession, members: Int) throws {
      session.press(.control("k"))
      session.type("team")
      try session.wait(for: "join the group team@rooms.localhost")
      session.press(.down, .enter)
      try session.waitUntil("\(members) in the group", bound: Bound.start) {
        $0.contains("\(members) online")
      }
    }

    @Test func `A1 Tab completes who is in a group, and that one is told`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      let bo = try home.open("--account", "bo")
      try ana.waitForChats()
      try bo.waitForChats()
      try Self.join(ana, members: 1)
      try Self.join(bo, members: 2)
      try ana.openChat("echo")

      bo.say("nothing for anybody")
      try ana.waitUntil("a number alone") {
        $0.lines.contains { $0.contains("team  ") && $0.contains(" 1 ") }
      }
      #expect(!ana.contains("nothing for anybody"))
      bo.type("AN")
      bo.press(.tab)
      bo.type("hello")
      bo.press(.enter)
      try bo.wait(for: "ana: hello")
      try ana.wait(for: "team: bo: ana: hello")
      try ana.wait(for: "@1 2 ")
      ana.press(.alt("a"))
      try ana.waitUntil("all read") { !$0.contains("@1 ") }
    }
  }
}
