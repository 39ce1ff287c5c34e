import Harness
import Testing

extension TerminalTests {
  /// What is decided of chats, in the real program and over kill -9.
  @Suite struct ChatMarkTests {
    private func open(_ home: PsstHome) throws -> TerminalSession {
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("echo")
      return ana
    }

    @Test func `A1 X4 a chat that is muted for an hour is so after kill -9, until the key`() throws
    {
      let home = try PsstHome()
      defer { home.close() }
      var ana = try open(home)
      try ana.choose("mute this chat for")
      try ana.waitUntil("the header's mark") { $0.lines[1].contains("muted until ") }
      try ana.killHard()
      ana = try open(home)
      try ana.waitUntil("the header's mark") { $0.lines[1].contains("muted until ") }
      ana.press(.escape)
      try ana.wait(for: "Browsing")
      ana.type("m")
      try ana.waitUntil("its end") { !$0.lines[1].contains("muted") }
    }

    @Test func `A5 X4 a chat that is marked as unread is so after kill -9, until one goes there`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      var ana = try open(home)
      ana.say("line-1")
      // Mine, and Echo's.
      try ana.waitUntil("both") { $0.messages(beginning: "line-").count == 2 }
      ana.press(.escape)
      try ana.wait(for: "Browsing")
      ana.type("u")
      try ana.waitUntil("the mark") { $0.isEchoMarked }
      try ana.killHard()
      ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.wait(for: "Write to Echo")
      try ana.waitUntil("the mark") { $0.isEchoMarked }
      ana.type("x")
      try ana.wait(for: "❯ x")
      #expect(ana.isEchoMarked, "psst began there by itself")
      ana.press(.alt("2"))
      try ana.waitUntil("another chat") { !$0.contains("Write to Echo") }
      #expect(ana.isEchoMarked)
      try ana.openChat("echo")
      try ana.waitUntil("the mark's end") { !$0.isEchoMarked }
      try ana.killHard()
      ana = try open(home)
      #expect(!ana.isEchoMarked)
    }

    @Test func `A6 O6 X4 an archived chat stays so over kill -9, with its queue, until one writes`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      var ana = try open(home)
      ana.say("line-1")
      try ana.wait(for: .read, of: "line-1")
      #expect(try home.run("server", "stop").exitCode == 0)
      try ana.wait(for: Wording.offline)
      ana.say("line-2")
      try ana.wait(for: .queued, of: "line-2")
      try ana.choose("archive this")
      try ana.wait(for: "Archived (1)")
      #expect(ana.dot(of: "echo") == nil)
      try ana.killHard()
      ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.wait(for: "Archived (1)")
      #expect(ana.dot(of: "echo") == nil)
      ana.press(.alt("q"))
      try ana.wait(for: "line-2")
      ana.press(.escape)
      try ana.wait(for: "Write to")
      try ana.openChat("echo")
      try ana.wait(for: .queued, of: "line-2")
      #expect(ana.dot(of: "echo") == nil)
      ana.say("line-3")
      try ana.waitUntil("its row") { $0.dot(of: "echo") != nil && !$0.contains("Archived") }
    }
  }
}

extension TerminalSession {
  /// Its row in the list says that it is unread, with no number.
  fileprivate var isEchoMarked: Bool {
    lines.contains { $0.prefix(30).contains("Echo") && $0.prefix(30).contains("•") }
  }
}
