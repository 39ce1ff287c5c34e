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

    @Test
    func
      `P6 O9 what profanity wrote to its files is taken over once, and the archive doubles nothing`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let invitation = try server.invite("ana")
      let there = try Profanity(invitation, in: server.home)
      there.enter("/msg cy@localhost")
      there.enter("written in profanity")
      try cy.waitUntil("the text") { _ in cy.received.map(\.body) == ["written in profanity"] }
      cy.send("answered by cy", to: "ana@localhost", id: "x-1")
      try there.screen.wait(for: "answered by cy")
      there.enter("/quit")
      _ = try there.screen.waitForEnd()

      let folder = server.home.path + "/profanity/.local/share/profanity"
      let first = try server.home.run("import", folder, "--account", "ana").outputText
      #expect(first.contains("from profanity's history"), "\(first)")
      let again = try server.home.run("import", folder, "--account", "ana").outputText
      #expect(again.contains("New here: 0."), "\(again)")
      let texts = ["written in profanity", "answered by cy"]
      let stored = { try server.home.run("read", "cy", "--account", "ana").outputText }
      for text in texts { #expect(try stored().components(separatedBy: text).count == 2) }

      let ana = try server.home.open("--account", "ana")
      try ana.open("cy")
      try ana.waitUntil("both, from the archive") { session in
        texts.allSatisfy { session.row($0) != nil }
      }
      let refused = try server.home.run("import", folder, "--account", "ana")
      #expect(refused.errorText.contains("psst is open with ana@localhost: leave it first"))
      ana.press(.control("c"), .control("c"))
      _ = try ana.waitForEnd()
      for text in texts { #expect(try stored().components(separatedBy: text).count == 2) }
    }
  }
}

/// profanity in a terminal, signed in.
final class Profanity {
  private static let path = "/usr/bin/profanity"
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }
  let screen: TerminalSession

  /// - Parameter name: of the folder that it keeps its own in.
  init(_ invitation: Peer.Invitation, in home: PsstHome, named name: String = "profanity") throws {
    let own = home.path + "/" + name
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
    try choose(name)
    try wait(for: "Write to \(name)")
  }

  /// The row of the pane that holds the text.
  fileprivate func row(_ text: String) -> String? {
    lines.compactMap { line in line.firstIndex(of: "│").map { String(line[$0...]) } }
      .first { $0.contains(text) && !$0.contains("❯") }
  }
}
