import Glibc
import Harness
import Testing

extension TerminalTests {
  /// Plain mode where somebody types in it.
  @Suite struct PlainTerminalTests {
    /// ana types to bo, whose psst runs.
    private func talk() throws -> (home: PsstHome, bo: ChildProcess, ana: TerminalSession) {
      let home = try PsstHome()
      let bo = try home.start("--account", "bo")
      try home.run("--account", "ana", bound: Bound.start)
      let ana = try home.begin("--plain", "--account", "ana", columns: 60)
      try ana.wait(for: "online", bound: Bound.start)
      ana.type("/to bo\r")
      try ana.wait(for: "to bo")
      return (home, bo, ana)
    }

    @Test func `I5 what is typed is never split by what comes, and is sent whole`() throws {
      let (home, bo, ana) = try talk()
      defer { home.close() }
      ana.type("mar")
      try ana.waitUntil("it is shown") { $0.lines.contains("mar") }
      bo.write("/to ana\napricot\n")
      try ana.waitUntil("the message, and the line under it", bound: Bound.start) { ana in
        guard let row = ana.lines.firstIndex(where: { $0.hasSuffix("bo: apricot") }) else {
          return false
        }
        return ana.lines[row...].contains("mar") && !ana.lines[..<row].contains("mar")
      }
      #expect(ana.cursor.column == 3)
      ana.type("malade\r")
      try ana.wait(for: "[bo] marmalade: delivered", bound: Bound.start)
      #expect(ana.lines.contains("marmalade"), "\(ana.report)")
      #expect(!ana.contains("marmalade: queued") && !ana.contains("marmalade: sent"))
      #expect(!ana.output.contains(0x1B), "no cursor is addressed")
    }

    @Test func `I5 M3 a message is answered by the number before it`() throws {
      let (home, bo, ana) = try talk()
      defer { home.close() }
      bo.write("/to ana\n")
      for fruit in ["apricot", "banana"] {
        bo.write("\(fruit)\n")
        try ana.wait(for: "bo: \(fruit)", bound: Bound.start)
      }
      let row = try #require(ana.lines.first { $0.hasSuffix("bo: apricot") })
      let number = try #require(row.split(separator: " ").first)
      ana.type("/reply \(number) yes please\r")
      try ana.wait(for: "yes please: delivered", bound: Bound.start)
      // The receipt may be read before the line that bo's program printed.
      try bo.waitUntil("the answer, and to what") {
        $0.outputText.contains("yes please (in reply to: apricot)")
      }
    }

    @Test func `I5 O6 what waits since an earlier run is edited and deleted by its number`() throws
    {
      let (home, bo, ana) = try talk()
      defer { home.close() }
      bo.endInput()
      try home.run("server", "stop", bound: 20)
      try ana.wait(for: "offline", bound: Bound.start)
      ana.type("apricot\r")
      try ana.wait(for: "1 message queued", bound: Bound.start)
      ana.type("banana\r")
      try ana.wait(for: "2 messages queued", bound: Bound.start)
      try ana.killHard()
      let again = try home.begin("--plain", "--account", "ana", columns: 60)
      try again.wait(for: "offline", bound: Bound.start)
      again.type("/queue\r")
      try again.wait(for: "#2 [bo]")
      again.type("/edit #1 cherry\r")
      try again.waitUntil("the first says something else") { again in
        again.lines.contains { $0.hasPrefix("#1 [bo]") && $0.contains("cherry: queued") }
      }
      again.type("/delete #2\r")
      try again.waitUntil("the second is gone") { again in
        let row = again.lines.lastIndex { $0.hasSuffix("/delete #2") } ?? 0
        let later = again.lines[row...].filter { $0.hasPrefix("#") }
        return later.count == 1 && later.allSatisfy { $0.contains("cherry: queued") }
      }
      #expect(try home.run("--account", "ana", "queue").outputText.contains("cherry"))
    }

    @Test func `I5 after a stop what was typed is drawn again, and can be sent`() throws {
      let (home, bo, ana) = try talk()
      defer { home.close() }
      ana.type("mar")
      try ana.waitUntil("it is shown") { $0.lines.contains("mar") }
      ana.signal(SIGTSTP)
      try ana.waitUntil("it is stopped") { $0.isStopped }
      ana.signal(SIGCONT)
      ana.type("malade\r")
      try ana.wait(for: "[bo] marmalade: delivered", bound: Bound.start)
      #expect(ana.lines.contains("marmalade"), "\(ana.report)")
      #expect(!bo.hasEnded)
    }

    @Test func `I5 what was half typed stays to be read after Ctrl-C`() throws {
      let (home, _, ana) = try talk()
      defer { home.close() }
      ana.type("marmal")
      try ana.waitUntil("it is shown") { $0.lines.contains("marmal") }
      ana.type("\u{3}")
      #expect(try ana.waitForEnd(bound: Bound.start) == 128 + SIGINT)
      #expect(ana.lines.contains("marmal"), "\(ana.report)")
    }

    @Test(arguments: ["/quit\r", "\u{4}", "\u{3}", "typed\u{3}"])
    func `I5 the terminal is given back as it was`(_ end: String) throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.run("--account", "ana", bound: Bound.start)
      let script = """
        trap : INT; "$0" --plain --account ana; echo; echo "icanon: $(stty -a | grep -c ' icanon')"
        echo "echo: $(stty -a | grep -c ' echo ')"
        """
      let shell = try TerminalSession(
        ["sh", "-c", script, Repository.psst], environment: home.environment, columns: 60)
      try shell.wait(for: "online", bound: Bound.start)
      shell.type(end)
      try shell.wait(for: "icanon: 1", bound: Bound.start)
      try shell.wait(for: "echo: 1")
    }
  }
}
