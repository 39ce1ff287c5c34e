import Glibc
import Harness
import Testing

extension TerminalTests {
  @Suite struct SecondProgramTests {
    static let readOnly = "Also open in another window"

    @Test func `P3 S2 a second psst shows what the first has, and hands over what is sent`() throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let first = try home.open("--account", "ana")
      try first.waitForChats()
      let bo = try home.open("--account", "bo")
      try bo.waitForChats()
      try first.openChat("bo")
      first.say("line-1")
      try first.waitUntil("line-1 with a status") { $0.status(of: "line-1") != nil }

      let second = try home.open("--account", "ana")
      try second.wait(for: Self.readOnly, bound: Bound.start)
      try second.openChat("bo")
      try second.wait(for: "line-1")
      second.say("line-2")
      try bo.openChat("ana")
      try bo.wait(for: "line-2")
      bo.say("line-3")
      for session in [first, second] {
        try session.waitUntil("all three") {
          $0.messages(beginning: "line-") == ["line-1", "line-2", "line-3"]
        }
        try session.waitUntil("bo's dot") { $0.contains("● bo") }
      }
      bo.press(.control("c"), .control("c"))
      for session in [first, second] {
        try session.waitUntil("bo's end") { $0.contains("○ bo") && !$0.contains("● bo") }
      }
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `O17 S2 the second goes on when the first has ended`(signal: Int32) throws {
      let home = try PsstHome()
      defer { home.close() }
      let first = try home.open("--account", "ana")
      try first.waitForChats()
      let second = try home.open("--account", "ana")
      try second.wait(for: Self.readOnly, bound: Bound.start)
      try second.openChat("echo")
      second.type("marmalade")
      try second.wait(for: "marmalade")
      kill(first.pid, signal)
      try second.waitUntil("no banner", bound: Bound.start) { !$0.contains(Self.readOnly) }
      second.press(.enter)
      try second.wait(for: .read, of: "marmalade", bound: Bound.start)
    }

    @Test func `O9 S2 what the first did not take goes once, in order, and not into the composer`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let bo = try home.open("--account", "bo")
      try bo.waitForChats()
      let first = try home.open("--account", "ana")
      try first.waitForChats()
      let second = try home.open("--account", "ana")
      try second.wait(for: Self.readOnly, bound: Bound.start)
      try second.openChat("bo")
      let lines = (1...3).map { "line-\($0)" }
      kill(first.pid, SIGSTOP)
      for line in lines { second.say(line) }
      second.type("marmalade")
      try second.waitUntil("all of it") { second in
        second.messages(beginning: "line-") == lines && second.contains("marmalade")
      }
      kill(first.pid, SIGKILL)
      try second.waitUntil("no banner", bound: Bound.start) { !$0.contains(Self.readOnly) }
      second.press(.enter)
      try bo.openChat("ana")
      try bo.wait(for: "marmalade", bound: Bound.start)
      try second.wait(for: .read, of: "marmalade", bound: Bound.start)
      for session in [bo, second] {
        #expect(session.messages(beginning: "line-") == lines)
        #expect(session.messages(beginning: "marmalade") == ["marmalade"])
      }
    }

    @Test func `S2 what nobody takes is a failed row, and one message when it is taken late`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let first = try home.open("--account", "ana")
      try first.waitForChats()
      let second = try home.open("--account", "ana")
      try second.wait(for: Self.readOnly, bound: Bound.start)
      try second.openChat("echo")
      kill(first.pid, SIGSTOP)
      second.say("line-1")
      second.type("marmalade")
      try second.wait(for: .failed, of: "line-1", bound: Bound.start + 20)
      #expect(second.messages(beginning: "line-") == ["line-1"])
      #expect(second.contains("marmalade"))
      kill(first.pid, SIGCONT)
      try second.wait(for: .read, of: "line-1", bound: Bound.start)
      try second.waitUntil("mine and Echo's") {
        $0.messages(beginning: "line-") == ["line-1", "line-1"]
      }
    }
  }
}
