import Harness
import Testing

extension TerminalTests {
  @Suite struct GroupTests {
    /// In the group, where so many are then.
    private static func join(_ session: TerminalSession, members: Int) throws {
      session.press(.control("k"))
      session.type("team")
      try session.wait(for: "Join the group team@rooms.localhost")
      session.press(.down, .enter)
      try session.waitUntil("\(members) in the group", bound: Bound.start) {
        $0.contains("\(members) online")
      }
    }

    /// Both in the group.
    private static func two(_ home: PsstHome) throws -> (TerminalSession, TerminalSession) {
      let ana = try home.open("--account", "ana")
      let bo = try home.open("--account", "bo")
      try ana.waitForChats()
      try bo.waitForChats()
      try join(ana, members: 1)
      try join(bo, members: 2)
      return (ana, bo)
    }

    @Test func `A1 G5 Tab completes who is in a group, and that one is told`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let (ana, bo) = try Self.two(home)
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

    @Test
    func `N2 N5 who is in a group is right after kill -9, after the return, and for who comes`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let (ana, bo) = try Self.two(home)

      try bo.killHard()
      // Less than the ten seconds after which a session is given up that nobody returns to.
      try ana.waitUntil("ana alone", bound: 8) { $0.contains("1 online") }
      let cy = try home.open("--account", "cy")
      try cy.waitForChats()
      try Self.join(cy, members: 2)
      ana.say("while bo is gone")
      try cy.wait(for: "while bo is gone")

      let back = try home.open("--account", "bo")
      try back.waitForChats()
      try back.openChat("team")
      try back.wait(for: "while bo is gone")
      for one in [ana, cy, back] { try one.waitUntil("three") { $0.contains("3 online") } }
    }

    @Test func `N3 N5 who looks away is away in a group`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let (ana, bo) = try Self.two(home)
      ana.press(.alt("p"))
      // In the list of chats, and among the people of the group.
      try ana.waitUntil("bo is there") { $0.text.matches(of: /● bo/).count == 2 }
      bo.press(.focusOut)
      try ana.waitUntil("bo is away", bound: 3) { $0.text.matches(of: /◐ bo/).count == 2 }
      bo.press(.focusIn)
      try ana.waitUntil("bo is back", bound: 3) { $0.text.matches(of: /● bo/).count == 2 }
    }
  }
}
