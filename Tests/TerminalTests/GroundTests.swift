import Harness
import Testing

extension TerminalTests {
  /// What psst makes of the colour of the terminal's own ground (OSC 11), which the test tells as a terminal
  /// does.
  @Suite struct GroundTests {
    private static let question = "\u{1B}]11;?\u{1B}\\"
    private static let cyan = 6
    private static let blue = 4

    private func open(
      in home: PsstHome, _ configuration: String = "", answers: Bool = true
    ) throws -> TerminalSession {
      try home.write(configuration, to: "config/config.toml")
      let ana = try home.open("--account", "ana", rows: 30, answers: answers)
      try ana.wait(for: "F1 help", bound: Bound.start)
      return ana
    }

    private func asks(_ session: TerminalSession) -> Bool {
      String(decoding: session.output, as: UTF8.self).contains(Self.question)
    }

    /// The colour of the keys in the last line.
    private func accent(_ session: TerminalSession) -> Int? {
      session.cells(inRow: session.rows - 1).first { $0.text != " " }?.foreground
    }

    @Test(arguments: [
      ("rgb:ffff/ffff/dddd\u{1B}\\", Self.blue), ("rgb:ff/ff/ff\u{7}", Self.blue),
      ("rgb:0000/0000/0000\u{1B}\\", Self.cyan), ("rgb:what/ever\u{1B}\\", Self.cyan),
    ])
    func `I4 the theme of the terminal's colours follows its ground, and no answer is typed`(
      answer: String, expected: Int
    ) throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try open(in: home)
      try ana.waitUntil("the question") { asks($0) }
      #expect(accent(ana) == Self.cyan, "nobody waits for an answer")
      ana.type("be")
      ana.type("\u{1B}]11;\(answer)")
      ana.type("fore")
      try ana.wait(for: "❯ before")
      try ana.waitUntil("the accent of that ground") { accent($0) == expected }
      ana.press(.alt("t"))
      try ana.wait(for: "Theme:")
      ana.press(.up, .down)
      try ana.waitUntil("the same theme again") { accent($0) == expected }
    }

    @Test func `I4 C1 the ground told at the first question holds after the last`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let both = try home.begin("--account", "ana", "--account", "bo")
      try both.wait(for: "There is no account ana here")
      both.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}")
      both.press(.enter)
      try both.wait(for: "There is no account bo here", bound: Bound.start)
      both.press(.enter)
      try both.wait(for: "F1 help", bound: Bound.start)
      #expect(accent(both) == Self.blue)
    }

    @Test func `I4 an answer in pieces is one`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try open(in: home, answers: false)
      for piece in ["\u{1B}]", "11;r", "gb:ffff/ff", "ff/ffff", "\u{1B}", "\\"] {
        let before = ana.output.count
        ana.type(piece)
        _ = Pump.wait(bound: 0.1) { ana.output.count > before }
      }
      ana.type("typed")
      try ana.wait(for: "typed")
      #expect(!ana.contains("gb:") && !ana.contains("11;"))
    }

    @Test(arguments: [("background = \"light\"", Self.blue), ("background = \"dark\"", Self.cyan)])
    func `I4 a ground that is set is not asked for`(setting: String, expected: Int) throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try open(in: home, setting + "\n")
      #expect(accent(ana) == expected && !asks(ana))
      ana.type("\u{1B}]11;rgb:8080/ffff/8080\u{7}typed")
      try ana.wait(for: "❯ typed")
    }

    @Test func `I4 without colours, and of a terminal of another kind, nothing is asked`() throws {
      for (name, value) in [("NO_COLOR", "1"), ("TERM", "linux")] {
        let home = try PsstHome()
        defer { home.close() }
        home.environment[name] = value
        #expect(try !asks(open(in: home)))
      }
    }
  }
}
