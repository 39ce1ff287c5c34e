import Foundation
import Harness
import Testing

extension TerminalTests {
  @Suite struct ThemeTests {
    /// The grounds of two themes, of which one stands among 256 colours, too.
    private static let gruvbox = 0x1000000 + 0x282828
    private static let gruvbox256 = 235
    private static let solarizedLight = 0x1000000 + 0xFDF6E3

    private func grounds(_ screen: TerminalSession) -> Set<Int> {
      Set((0..<screen.rows).flatMap { screen.cells(inRow: $0) }.map(\.background))
    }

    private func ground(_ screen: TerminalSession) -> Int? {
      screen.cell(at: "│")?.background
    }

    private func isDirect(_ color: Int) -> Bool { color >= 0x1000000 }

    private func configuration(_ home: PsstHome) throws -> String {
      try String(contentsOfFile: home.path + "/config/config.toml", encoding: .utf8)
    }

    @Test func `I4 Alt-T shows a theme at once, Enter keeps it, also for the next start`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write("# mine\nanimations = false # calm\n", to: "config/config.toml")
      let ana = try home.open("--account", "ana", rows: 30)
      try ana.waitForChats()
      try ana.waitUntil("the terminal's ground") { ground($0) == -1 }
      let header = ana.cell(at: "│")?.foreground

      ana.press(.alt("t"))
      try ana.wait(for: "Theme:")
      ana.type("solarized-light")
      try ana.waitUntil("the light ground") { ground($0) == Self.solarizedLight }
      try ana.waitUntil("it everywhere") { !grounds($0).contains(-1) }
      #expect(ana.cell(at: "│")?.foreground != header)
      ana.press(.escape)
      try ana.waitUntil("the terminal's ground") { ground($0) == -1 }

      ana.press(.alt("t"))
      ana.type("gruvbox")
      try ana.waitUntil("gruvbox's ground") { ground($0) == Self.gruvbox }
      ana.press(.enter)
      try ana.wait(for: "The theme gruvbox is kept in config.toml.")
      #expect(
        try configuration(home) == "# mine\nanimations = false # calm\ntheme = \"gruvbox\"\n")
      try ana.waitUntil("gruvbox's ground everywhere") {
        ground($0) == Self.gruvbox && !grounds($0).contains(-1)
      }
      try ana.killHard()

      let again = try home.open("--account", "ana", rows: 30)
      try again.waitForChats()
      try again.waitUntil("gruvbox's ground everywhere") {
        ground($0) == Self.gruvbox && !grounds($0).contains(-1)
      }
    }

    @Test(arguments: [
      ("xterm-direct2", Self.gruvbox), ("xterm-256color", Self.gruvbox256),
      ("xterm-16color", 0), ("xterm", 0), ("vt100", -1),
    ])
    func `I4 a theme has the colours that the terminal has`(type: String, ground: Int) throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write("theme = \"gruvbox\"\n", to: "config/config.toml")
      home.environment["TERM"] = type
      let ana = try home.open("--account", "ana", answers: false)
      try ana.waitForChats()
      try ana.waitUntil("the theme's ground everywhere") {
        self.ground($0) == ground && grounds($0).contains(-1) == (ground == -1)
      }
    }

    @Test(arguments: [
      ("COLORTERM", "truecolor", Self.gruvbox), ("COLORTERM", "24bit", Self.gruvbox),
      ("COLORTERM", "yes", Self.gruvbox256), ("TERM", "tmux-256color", Self.gruvbox256),
    ])
    func `I4 I8 COLORTERM says that a terminal shows all colours, whatever its description says`(
      name: String, value: String, ground: Int
    ) throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write("theme = \"gruvbox\"\n", to: "config/config.toml")
      home.environment[name] = value
      let ana = try home.open("--account", "ana", answers: false)
      try ana.waitForChats()
      try ana.waitUntil("the theme's ground everywhere") {
        self.ground($0) == ground
          && grounds($0).allSatisfy { $0 != -1 && isDirect($0) == isDirect(ground) }
      }
    }

    @Test func `I4 a terminal that is asked for its colours and answers gets them all`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write("theme = \"gruvbox\"\nbackground = \"dark\"\n", to: "config/config.toml")
      let ana = try home.open("--account", "ana", answers: false)
      try ana.waitForChats()
      #expect(ground(ana) == Self.gruvbox256)
      ana.type("\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}[?62;22cnot in vain")
      try ana.waitUntil("exact colours everywhere") {
        ground($0) == Self.gruvbox && grounds($0).allSatisfy(isDirect)
      }
      try ana.wait(for: "not in vain")
    }

    /// A fade goes through many colours, each of them for a tenth of a second.
    @Test func `I4 colours do not run out`() throws {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["COLORTERM"] = "truecolor"
      let ana = try home.open("--account", "ana", rows: 30)
      try ana.waitForChats()
      ana.press(.alt("t"))
      try ana.wait(for: "Theme:")
      for _ in 0..<3 {
        for name in ["tokyo", "dracula", "nord", "latte", "gruvbox", "mocha", "solarized-l"] {
          ana.press(.control("u"))
          ana.type(name)
        }
      }
      try ana.waitUntil("the last one's ground everywhere") {
        ground($0) == Self.solarizedLight && grounds($0).allSatisfy(isDirect)
      }
    }

    @Test func `I4 with NO_COLOR a theme has no colours, and states are seen`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write("theme = \"gruvbox\"\n", to: "config/config.toml")
      home.environment["NO_COLOR"] = "1"
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      let cells = (0..<ana.rows).flatMap { ana.cells(inRow: $0) }
      #expect(cells.allSatisfy { $0.background == -1 && $0.foreground == -1 })
      #expect(try #require(ana.cell(at: "psst")).isReverse)
      #expect(try !#require(ana.cell(at: "│")).isReverse)
    }

    @Test func `I4 a mistake in the user's theme is told with its line, and psst starts`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write("theme = \"mine\"\n", to: "config/config.toml")
      try home.write("[roles]\n\ntitel = \"red\"\n", to: "config/themes/mine.toml")
      let ana = try home.open("--account", "ana", columns: 120)
      try ana.waitForChats()
      try ana.wait(for: "mine.toml:3: unknown role \"titel\"; did you mean \"title\"?")
      #expect(ground(ana) == -1)
    }
  }
}
