import Foundation
import Harness
import Testing

extension TerminalTests {
  @Suite struct SpellingTests {
    /// A home whose PATH begins with a spell checker of the test's.
    /// - Parameter cases: of a shell, by the line that was read.
    private static func home(_ cases: String, setting: String = "auto") throws -> PsstHome {
      let home = try PsstHome()
      try home.replaceProgram(
        "aspell",
        by: """
          echo "@(#) Ispell"
          while read -r line; do
            case "$line" in
            \(cases)
            '^'*) echo '*';;
            *) continue;;
            esac
            echo
          done
          """)
      try home.write("spelling = \"\(setting)\"\n", to: "config/config.toml")
      return home
    }

    private static let usual = "'^helo') echo '& helo 2 1: hello, help';;"

    private static func checkers(of home: PsstHome) -> [Int32] {
      home.processes().filter { pid in
        let words = (try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)) ?? ""
        return words.contains("/bin/aspell") || words.hasPrefix("sleep")
      }
    }

    private static func isMarked(_ session: TerminalSession, _ word: String) -> Bool {
      session.cell(at: word)?.isUnderlined ?? false
    }

    @Test func `I12 what is misspelt is underlined, corrected, and sent as it stands then`() throws
    {
      let home = try Self.home(Self.usual)
      defer { home.close() }
      let ana = try home.open("--account", "ana", rows: 30)
      try ana.waitForChats()
      try ana.openChat("notes")
      #expect(Self.checkers(of: home).isEmpty, "none before something is written")
      ana.type("helo you")
      try ana.waitUntil("helo is underlined") { Self.isMarked($0, "helo") }
      #expect(!Self.isMarked(ana, "you") && Self.checkers(of: home).count == 1)
      try ana.wait(for: "Alt-; spelling")
      ana.press(.alt(";"))
      try ana.wait(for: "In place of “helo”")
      ana.press(.enter)
      try ana.wait(for: "hello you")
      #expect(!Self.isMarked(ana, "hello"))
      ana.press(.enter)
      try ana.wait(for: "┃ hello you")
      ana.press(.control("c"), .control("c"))
      try ana.waitForEnd()
      #expect(Self.checkers(of: home).isEmpty, "it ends with psst")
    }

    @Test func `I12 X4 kill -9 of psst ends the checker too`() throws {
      let home = try Self.home(Self.usual)
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      ana.type("helo you")
      try ana.waitUntil("helo is underlined") { Self.isMarked($0, "helo") }
      try ana.killHard()
      #expect(Pump.wait(bound: 5) { Self.checkers(of: home).isEmpty })
    }

    @Test func `I12 I9 the setting counts at once, both ways`() throws {
      let home = try Self.home(Self.usual, setting: "off")
      defer { home.close() }
      let ana = try home.open("--account", "ana", rows: 30)
      try ana.waitForChats()
      ana.type("helo you")
      try ana.wait(for: "helo you")
      func set(_ value: String) throws {
        ana.press(.alt(","))
        ana.type("/spelling")
        ana.press(.enter)
        try ana.wait(for: "▌ Spelling")
        ana.press(.enter, .control("u"))
        ana.type(value)
        ana.press(.enter)
        try ana.waitUntil("it is kept") { _ in
          let file = home.path + "/config/config.toml"
          let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
          return text == "spelling = \"\(value)\"\n"
        }
        ana.press(.escape)
        try ana.wait(for: "Background")
        ana.press(.escape)
        try ana.wait(for: "helo you")
      }
      #expect(!Self.isMarked(ana, "helo") && Self.checkers(of: home).isEmpty)
      try set("auto")
      try ana.waitUntil("helo is underlined") { Self.isMarked($0, "helo") }
      try set("off")
      try ana.waitUntil("nothing is underlined") { !Self.isMarked($0, "helo") }
      #expect(Pump.wait(bound: 5) { Self.checkers(of: home).isEmpty })
    }

    @Test func `I12 S1 a checker that hangs holds nothing up, and is given up`() throws {
      let home = try Self.home("'^helo') exec sleep 1000;;")
      defer { home.close() }
      let ana = try home.open("--account", "ana", rows: 30)
      try ana.waitForChats()
      try ana.openChat("notes")
      ana.type("helo you")
      try ana.wait(for: "helo you")
      ana.press(.enter)
      try ana.wait(for: "┃ helo you")
      try ana.wait(for: "The spell checker aspell does not answer.", bound: 20)
      #expect(Pump.wait(bound: 5) { Self.checkers(of: home).isEmpty })
      ana.say("more helo text")
      try ana.wait(for: "┃ more helo text")
      #expect(Self.checkers(of: home).isEmpty)
    }

    private static let aspell = FileManager.default.isExecutableFile(atPath: "/usr/bin/aspell")

    @Test(.enabled(if: aspell, "aspell is not installed"))
    func `I12 aspell finds what is wrong, and keeps a word of the user's own`() throws {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["HOME"] = home.path
      try home.write("spelling = \"en_US\"\n", to: "config/config.toml")
      let ana = try home.open("--account", "ana", rows: 30)
      try ana.waitForChats()
      ana.type("this is qwertzian and wrogn here")
      try ana.waitUntil("both are underlined") {
        Self.isMarked($0, "qwertzian") && Self.isMarked($0, "wrogn")
      }
      ana.press(.alt(";"))
      try ana.wait(for: "wrong")
      ana.type("1")
      try ana.waitUntilGone("wrogn")
      ana.press(.alt(";"))
      try ana.wait(for: "Add “qwertzian” to my words")
      ana.type("+")
      try ana.waitUntil("it counts as right") { !Self.isMarked($0, "qwertzian") }
      try ana.waitUntil("it is kept") { _ in
        let file = home.path + "/.aspell.en.pws"
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        return text.contains("qwertzian")
      }
    }

    @Test(.enabled(if: aspell, "aspell is not installed"))
    func `I12 A4 a language that no checker knows is said`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write("spelling = \"xx_XX\"\n", to: "config/config.toml")
      let ana = try home.open("--account", "ana", rows: 30)
      try ana.waitForChats()
      ana.type("helo you")
      try ana.wait(for: "no words of xx_XX. Install aspell-xx.")
    }
  }
}
