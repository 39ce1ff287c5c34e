import Glibc
import Harness
import Testing

extension TerminalTests {
  @Suite struct QueueTests {
    /// Ana with the policy `review`, offline, with so many messages to Bo waiting; and Bo.
    private func waiting(
      _ count: Int, in home: PsstHome
    ) throws -> (ana: TerminalSession, bo: TerminalSession) {
      try home.write("policy = \"review\"\n", to: "config/config.toml")
      let (ana, bo) = try home.openPair()
      ana.say("line-0")
      try ana.wait(for: .read, of: "line-0")
      #expect(try home.run("server", "stop").exitCode == 0)
      try ana.wait(for: Wording.offline)
      for number in 1...count {
        ana.say("line-\(number)")
        try ana.wait(for: .queued, of: "line-\(number)")
      }
      return (ana, bo)
    }

    @Test func `O5 O6 O16 X8 of five queued one is edited and one deleted, and four arrive once`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let (ana, bo) = try waiting(5, in: home)
      #expect(try home.run("server", "start").exitCode == 0)
      try ana.wait(for: Wording.asks(5), bound: Bound.start)
      ana.type("typed ")
      try ana.wait(for: "typed")
      #expect(ana.contains(Wording.asks(5)), "typing answers nothing")

      ana.press(.alt("q"))
      try ana.wait(for: Wording.queueTitle(5))
      #expect(!ana.contains(Wording.asks(5)))
      ana.type("j")
      ana.type("e")
      try ana.wait(for: "❯ line-2")
      ana.type("-edited")
      ana.press(.enter)
      try ana.wait(for: "line-2-edited")
      try ana.wait(for: Wording.queueTitle(5))
      ana.type("jjd")
      try ana.wait(for: Wording.deleteQuestion)
      #expect(ana.contains("\"line-4\""))
      ana.press(.enter)
      try ana.wait(for: Wording.queueTitle(4))
      ana.type("S")
      try ana.wait(for: Wording.goTo)
      let all = ["line-0", "line-1", "line-2-edited", "line-3", "line-5"]
      try ana.wait(for: .read, of: "line-5")
      #expect(bo.messages(beginning: "line-") == all)
      #expect(ana.messages(beginning: "line-") == all)
      #expect(ana.contains("❯ typed"), "what was being typed is still there")
    }

    @Test func `O5 O15 the toast goes after ten seconds, the banner stays, Alt-S sends`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let (ana, bo) = try waiting(3, in: home)
      #expect(try home.run("server", "start").exitCode == 0)
      try ana.wait(for: Wording.asks(3), bound: Bound.start)
      try ana.waitUntilGone(Wording.asks(3), bound: 15)
      try ana.wait(for: Wording.queued(3))
      #expect(ana.status(of: "line-1") == .queued)
      ana.press(.alt("s"))
      try ana.wait(for: .read, of: "line-3")
      try ana.waitUntilGone(Wording.queued(3))
      #expect(bo.messages(beginning: "line-") == (0...3).map { "line-\($0)" })
    }

    @Test func `O6 a deletion is undone, and what is picked goes alone`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let (ana, bo) = try waiting(3, in: home)
      ana.press(.alt("q"))
      try ana.wait(for: Wording.queueTitle(3))
      ana.type("d")
      try ana.wait(for: Wording.deleteQuestion)
      ana.press(.enter)
      try ana.wait(for: Wording.queueTitle(2))
      ana.type("u")
      try ana.wait(for: Wording.queueTitle(3))
      ana.press(.escape)
      #expect(try home.run("server", "start").exitCode == 0)
      try ana.wait(for: Wording.asks(3), bound: Bound.start)
      ana.press(.alt("q"))
      try ana.wait(for: Wording.queueTitle(3))
      ana.type("gjs")
      try ana.wait(for: "1 older message of this chat still waits")
      try ana.wait(for: Wording.queueTitle(2))
      ana.press(.escape)
      try bo.wait(for: "line-2")
      #expect(bo.messages(beginning: "line-") == ["line-0", "line-2"])
      try ana.wait(for: .queued, of: "line-3")
    }

    @Test func `O4 a wrong configuration is told with its line, and psst starts`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write("policy = \"smart\"\nthme = \"mono\"\n", to: "config/config.toml")
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.wait(for: "config.toml:2: unknown key thme; did you mean theme?")
    }
  }
}
