import Foundation
import Harness
import Testing

extension ServerTests {
  /// psst beside a second independent program, as two people use them.
  @Suite(
    .enabled(
      if: Profanity.isInstalled,
      "profanity is not installed: README's test command installs it"))
  struct ProfanityTests {
    @Test func `D1 D3 typing, texts and receipts go both ways`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try Profanity(server.invite("cy"), in: server.home)
      let ana = try server.home.open("--account", "ana", "--log-stanzas")
      try ana.open("cy")
      cy.enter("/msg ana@localhost")
      // It is told once, and shown where the chat is open.
      try cy.screen.wait(for: "ana@localhost [online]")
      try ana.wait(for: "● cy")

      ana.type("marma")
      try cy.screen.wait(for: "typing...")
      ana.type("lade")
      ana.press(.enter)
      try cy.screen.wait(for: "marmalade")
      try ana.waitUntil("the receipt") { $0.row("marmalade")?.contains("✓✓") == true }

      cy.screen.type("bread and")
      try ana.wait(for: "typing…")
      cy.screen.type(" butter")
      cy.screen.press(.enter)
      try ana.waitUntil("the text") { $0.row("bread and butter")?.contains("cy") == true }
      try ana.waitUntilGone("typing…")
      try ana.waitUntil("the receipt in the log") { _ in
        let log = try String(contentsOfFile: server.home.path + "/state/log", encoding: .utf8)
        return log.split(separator: "\n").contains {
          $0.contains(" out ") && $0.contains("<received ") && $0.contains("cy@localhost")
        }
      }
    }

    @Test func `C5 what one device of an account writes and gets, the other shows`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let ana = try server.home.open("--account", "ana")
      try ana.open("cy")
      let other = try Profanity(server.invite("ana"), in: server.home)
      other.enter("/msg cy@localhost")

      other.enter("from the other device")
      try ana.waitUntil("my own text") { $0.row("from the other device")?.contains("you") == true }
      ana.type("from psst")
      ana.press(.enter)
      try other.screen.wait(for: "from psst")
      cy.send("to both of you", to: "ana@localhost", id: "x-1")
      try ana.wait(for: "to both of you")
      try other.screen.wait(for: "to both of you")
      try cy.waitUntil("both texts") { _ in cy.received.count == 2 }
      #expect(cy.received.map(\.body) == ["from the other device", "from psst"])
      for text in ["from the other device", "from psst", "to both of you"] {
        #expect(ana.lines.count { $0.contains(text) } == 1)
      }
    }
  }
}

/// profanity in a terminal, signed in.
final class Profanity {
  private static let path = "/usr/bin/profanity"
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }
  let screen: TerminalSession

  init(_ invitation: Peer.Invitation, in home: PsstHome) throws {
    let own = home.path + "/profanity"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    screen = try TerminalSession(
      [Self.path], environment: ["HOME": own, "PSST_TEST": home.path], rows: 24, columns: 110)
    try screen.wait(for: "/help")
    for setting in [
      "/receipts request on", "/receipts send on", "/carbons on", "/states on", "/outtype on",
      "/correction on",
    ] {
      enter(setting)
    }
    try screen.wait(for: "typing notifications enabled")
    let security = invitation.authority == nil ? "disable" : "trust"
    enter(
      "/connect \(invitation.jid) server \(invitation.host) port \(invitation.port) tls \(security)"
    )
    try screen.wait(for: "Enter password")
    enter(invitation.password)
    try screen.wait(for: "logged in successfully")
  }

  func enter(_ line: String) {
    screen.type(line)
    screen.press(.enter)
  }
}

extension TerminalSession {
  /// Ctrl-K, the name, Enter.
  fileprivate func open(_ name: String) throws {
    try wait(for: "● online", bound: 20)
    try wait(for: name, bound: 20)
    press(.control("k"))
    type(name)
    press(.enter)
    try wait(for: "Write to \(name)")
  }

  /// The row of the pane that holds the text.
  fileprivate func row(_ text: String) -> String? {
    lines.compactMap { line in line.firstIndex(of: "│").map { String(line[$0...]) } }
      .first { $0.contains(text) && !$0.contains("❯") }
  }
}
