import Glibc
import Harness
import Testing

extension TerminalTests {
  /// Two accounts in one window, both on the private server, and a third person who knows both (C1).
  @Suite struct SeveralAccountsTests {
    private static let names = ["ana", "bo"]

    private func open(_ home: PsstHome) throws -> TerminalSession {
      let both = try home.open("--account", "ana", "--account", "bo", columns: 120)
      try both.waitForChats()
      try wait(for: "●", on: both)
      return both
    }

    /// Each account's link stands in the title.
    private func wait(for dot: Character, on both: TerminalSession) throws {
      try both.waitUntil("\(dot) of both", bound: Bound.start) { screen in
        Self.names.allSatisfy { screen.lines[0].contains("\(dot) \($0)") }
      }
    }

    /// The chat of one of my accounts with Cy, whom both have; other rows may change places meanwhile.
    private func openCy(as name: String, on both: TerminalSession) throws {
      try both.choose("cy \(name)", titled: "cy · \(name)")
      try both.wait(for: "\(Wording.composerFor) cy as \(name)")
    }

    @Test func `C1 two accounts in one window write and are written to as themselves`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let cy = try home.open("--account", "cy")
      try cy.waitForChats()
      let both = try open(home)
      for name in Self.names {
        try openCy(as: name, on: both)
        both.say("from-\(name)")
        try cy.openChat(name)
        try cy.wait(for: "from-\(name)")
        cy.say("to-\(name)")
        try both.waitUntil("what Cy wrote to \(name), and nothing else") {
          $0.messages(beginning: "to-") == ["to-\(name)"]
            && $0.messages(beginning: "from-") == ["from-\(name)"]
        }
      }
    }

    @Test func `C1 O3 P2 what waits in two accounts goes out as each after kill -9`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let cy = try home.open("--account", "cy")
      try cy.waitForChats()
      var both = try open(home)
      try home.run("server", "stop", bound: 20)
      try wait(for: "○", on: both)
      for name in Self.names {
        try openCy(as: name, on: both)
        both.say("late-\(name)")
        try both.wait(for: .queued, of: "late-\(name)")
      }
      both.press(.alt("q"))
      try both.wait(for: Wording.queueTitle(2))
      try both.waitUntil("whose they are") { screen in
        Self.names.allSatisfy { screen.contains("cy · \($0)") }
      }
      try both.killHard()
      try home.run("server", "start", bound: 30)
      both = try open(home)
      // The first account's chat, whichever of them is read first.
      try both.wait(for: "\(Wording.composerFor) cy as ana")
      for name in Self.names {
        try openCy(as: name, on: both)
        try both.waitUntil("late-\(name) has gone", bound: Bound.start) {
          ($0.status(of: "late-\(name)") ?? .queued) != .queued
            && $0.messages(beginning: "late-") == ["late-\(name)"]
        }
        try cy.openChat(name)
        try cy.waitUntil("late-\(name) once", bound: Bound.start) {
          $0.messages(beginning: "late-") == ["late-\(name)"]
        }
      }
    }

    @Test func `C1 a name that no account has is asked about before one is made`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      let slip = try home.begin("--account", "anna")
      try slip.wait(for: "There is no account anna here")
      try slip.wait(for: "▸ Open ana")
      slip.press(.escape)
      try slip.waitForEnd()
      #expect(!home.hasAccount("anna"))
      let meant = try home.begin("--account", "anna")
      try meant.wait(for: "▸ Open ana")
      meant.press(.enter)
      try meant.wait(for: "ana@localhost", bound: Bound.start)
      #expect(!home.hasAccount("anna"))
      let both = try home.open("--account", "bo", "--account", "cy")
      try both.waitForChats()
      #expect(home.hasAccount("bo") && home.hasAccount("cy"))
    }

    @Test func `C1 plain psst opens the accounts of the configuration in one window`() throws {
      let home = try PsstHome()
      defer { home.close() }
      for name in Self.names { try home.run("--account", name, bound: Bound.start) }
      try home.write("accounts = [\"bo\", \"ana@localhost\"]\n", to: "config/config.toml")
      let both = try home.open()
      try both.waitUntil("both, in their order", bound: Bound.start) {
        $0.lines[0].contains("● bo  ● ana")
      }
      #expect(try home.run("account", "list").outputText.contains("* bo@localhost"))
      try home.run("send", "ana", "as-the-first")
      #expect(
        try home.run("--account", "bo", "export", "ana").outputText.contains("as-the-first"))
    }

    @Test func `C1 I5 plain mode asks about a new name too, and tells what it made`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let refused = try home.begin("--plain", "--account", "ana")
      try refused.wait(for: "Make ana on the private server? [y/N]")
      refused.type("n\r")
      try refused.waitForEnd()
      #expect(refused.exitCode == 1 && !home.hasAccount("ana"))
      let made = try home.begin("--plain", "--account", "ana")
      try made.wait(for: "[y/N]")
      made.type("y\r")
      try made.wait(for: "made the account ana@localhost", bound: Bound.start)
      made.signal(SIGTERM)
      try made.waitForEnd()
      let piped = try home.run("--account", "anna")
      #expect(piped.errorText.contains("made the account anna@localhost"))
    }

    @Test func `C1 an account that is opened for once is not the usual one afterwards`() throws {
      let home = try PsstHome()
      defer { home.close() }
      for name in ["ana", "bo"] {
        let psst = try home.open("--account", name)
        try psst.waitForChats()
        psst.press(.control("c"), .control("c"))
        try psst.waitForEnd()
      }
      let usual = try home.open()
      try usual.wait(for: "ana@localhost", bound: Bound.start)
      let send = try home.run("--account", "anna", "send", "bo", "hi")
      #expect(send.exitCode != 0 && send.errorText.contains("there is no account anna"))
    }
  }
}
