import Glibc
import Harness
import Testing

extension TerminalTests {
  @Suite struct OfflineTests {
    @Test func `O2 O3 O9 X5 what is written offline waits and goes out once and in order`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let (ana, bo) = try home.openPair()
      try ana.wait(for: .read, ofSaid: "line-0")

      try stopServer(of: home)
      try ana.wait(for: Wording.offlineEmpty)
      let banner = try #require(ana.row(containing: Wording.offline))
      #expect(banner == 1, "the banner stands under the title line")
      for number in 1...3 {
        ana.say("line-\(number)")
        try ana.wait(for: .queued, of: "line-\(number)")
        try ana.wait(for: Wording.queued(number))
      }
      #expect(ana.status(of: "line-0") == .read, "what was read stays read")

      #expect(try home.run("server", "start").exitCode == 0)
      try bo.wait(for: "line-3", bound: Bound.start)
      try ana.wait(for: .read, of: "line-3")
      try ana.waitUntilGone(Wording.offline)
      let all = (0...3).map { "line-\($0)" }
      #expect(bo.messages(beginning: "line-") == all)
      #expect(ana.messages(beginning: "line-") == all)
    }

    @Test func `O18 quitting with messages waiting says how many and that they are kept`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("echo")
      try stopServer(of: home)
      try ana.wait(for: Wording.offline)
      ana.say("line-1")
      ana.say("line-2")
      try ana.wait(for: .queued, of: "line-2")
      ana.press(.control("c"))
      try ana.waitUntil("the question") { ana in Wording.kept(2).allSatisfy(ana.contains) }
      ana.press(.control("c"))
      #expect(try ana.waitForEnd() == 0)
      try ana.waitUntil("the word that they are kept") { ana in
        !ana.isOnAlternateScreen && Wording.kept(2).allSatisfy(ana.contains)
      }
    }

    @Test func `P1 P2 O3 X4 after kill -9 all is there without a server, and what waits goes out`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      try home.run("--account", "bo", bound: Bound.start)
      let before = try home.open("--account", "ana")
      try before.waitForChats()
      try before.openChat("bo")
      try before.wait(for: .sent, ofSaid: "line-1")
      try stopServer(of: home)
      try before.wait(for: Wording.offline)
      before.say("line-2")
      before.say("line-3")
      // The echo is drawn when it is on disk: from here on it must survive.
      try before.wait(for: .queued, of: "line-3")
      try before.killHard()

      let after = try home.open("--account", "ana")
      try after.waitForChats()
      try after.wait(for: Wording.howToStart)
      #expect(after.dot(of: "echo") != nil && after.dot(of: "bo") != nil)
      try after.openChat("bo")
      try after.wait(for: .sent, of: "line-1")
      try after.wait(for: .queued, of: "line-2")
      try after.wait(for: .queued, of: "line-3")
      try after.wait(for: Wording.queued(2))

      let bo = try home.open("--account", "bo")
      try bo.waitForChats()
      #expect(try home.run("server", "start").exitCode == 0)
      try after.wait(for: .delivered, of: "line-3", bound: Bound.start)
      try bo.openChat("ana")
      try bo.wait(for: "line-3")
      #expect(bo.messages(beginning: "line-") == ["line-1", "line-2", "line-3"])
      #expect(after.messages(beginning: "line-") == ["line-1", "line-2", "line-3"])
    }

    @Test func `O2 C1 a private server that was stopped is started by a key`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.run("--account", "bo", bound: Bound.start)
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("bo")
      try stopServer(of: home)
      ana.say("line-1")
      try ana.wait(for: "Start it")
      try ana.wait(for: "Alt-Q Review   Alt-C Start it")
      ana.press(.alt("c"))
      try ana.wait(for: .sent, ofSaid: "line-1")
      ana.press(.alt("c"))
      try ana.wait(for: "You are connected.")
    }

    @Test func `O9 a server killed while messages go out loses none and repeats none`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let (ana, bo) = try home.openPair(rows: 40)
      let all = (10..<30).map { "line-\($0)" }
      all.prefix(10).forEach(ana.say)
      try ana.wait(for: "line-12")
      kill(try #require(home.serverProcess()), SIGKILL)
      all.suffix(10).forEach(ana.say)
      try ana.wait(for: .read, of: "line-29", bound: 60)
      try bo.waitUntil("all messages") { $0.messages(beginning: "line-").count >= all.count }
      #expect(bo.messages(beginning: "line-") == all)
      #expect(ana.messages(beginning: "line-") == all)
    }

    private func stopServer(of home: PsstHome) throws {
      let stop = try home.run("server", "stop")
      try #require(stop.exitCode == 0, "psst server stop: \(stop.errorText)")
    }
  }
}

extension TerminalSession {
  fileprivate func wait(
    for status: ShownStatus, ofSaid text: String, line: Int = #line
  ) throws {
    say(text)
    try wait(for: status, of: text, line: line)
  }
}
