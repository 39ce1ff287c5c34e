import Foundation
import Harness
import Testing

extension TerminalTests {
  /// psst in the language of who uses it.
  @Suite struct LanguageTests {
    @Test
    func
      `I10 I4 who has a German locale reads German, with its letters, also where this computer lacks it`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      try home.run("--account", "ana", bound: Bound.start)
      home.environment["LANG"] = "de_DE.UTF-8"
      let ana = try home.open("--account", "ana", rows: 30, columns: 100)
      try ana.wait(for: "Notizen an mich", bound: Bound.start)
      try ana.wait(for: "Esc blättern")
      try ana.choose("echo")
      try ana.wait(for: "Nachricht an Echo")
      ana.say("marmalade")
      try ana.waitUntil("the echo") { $0.lines.count { $0.contains("marmalade") } >= 2 }
      try home.run("server", "stop", bound: 20)
      ana.say("later")
      try ana.wait(for: "Wartet", bound: Bound.start)
      try ana.wait(for: "Offline · 1 Nachricht wartet")
      // Commands are for scripts: they speak English.
      #expect(try home.run("queue").outputText.contains("queued"))
      try ana.killHard()
      let again = try home.open("--account", "ana", rows: 30, columns: 100)
      try again.wait(for: "Offline · 1 Nachricht wartet", bound: Bound.start)
    }

    @Test func `I10 C1 a question in German is answered in German`() throws {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["LANG"] = "de_DE.UTF-8"
      let ana = try home.begin("--plain", "--account", "ana")
      try ana.wait(for: "ana auf dem privaten Server anlegen? [j/N]")
      ana.type("j\r")
      try ana.waitUntil("the account is there", bound: Bound.start) { _ in home.hasAccount("ana") }
    }

    @Test func `I10 I9 the language of the settings counts at once, and before that of the locale`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      try home.run("--account", "ana", bound: Bound.start)
      try home.write("language = \"de\"\n", to: "config/config.toml")
      let ana = try home.open("--account", "ana", rows: 30, columns: 100)
      try ana.wait(for: "Notizen an mich", bound: Bound.start)
      ana.press(.alt(","))
      try ana.wait(for: "Sprache")
      for setting in ["Hintergrund", "Sprache"] {
        ana.press(.down)
        try ana.waitUntil("\(setting) to be selected") { screen in
          screen.lines.contains { $0.contains("▌ \(setting)") }
        }
      }
      // From de to auto: the test's own locale is none of a language.
      ana.press(.enter)
      try ana.wait(for: "Language")
      ana.press(.escape)
      try ana.wait(for: "Esc browse")
    }

    @Test func `I10 I5 plain mode speaks it too`() throws {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["LANG"] = "de_DE.UTF-8"
      let answers = try home.run(
        "--plain", "--account", "ana", input: "/to nobody here\n/quit\n", bound: Bound.start)
      #expect(answers.outputText.contains("Fehler"), "\(answers.outputText)")
    }
  }
}
