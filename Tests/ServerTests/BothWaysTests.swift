import Harness
import Testing

extension ServerTests {
  @Suite struct BothWaysTests {
    @Test func `C1 D1 a message reaches another program, which the archive and a receipt show`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      try server.home.run("--account", "ana")
      let send = try server.home.run("--account", "ana", "send", "cy", "marmalade")
      #expect(send.exitCode == 0, "\(send.errorText)")
      try cy.waitUntil("the message") { _ in cy.received.count == 1 }
      let message = try #require(cy.received.first)
      #expect(message.body == "marmalade")
      #expect(message.from?.hasPrefix("ana@localhost/") == true)
      #expect(message.origin == message.id && message.id?.isEmpty == false)
      let stored = try cy.archive()
      #expect(stored.map(\.body) == ["marmalade"] && stored.map(\.id) == [message.id])
    }

    @Test func `C1 D1 another program's message is shown, received and read`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let ana = try server.home.open("--account", "ana")
      try ana.wait(for: "cy", bound: 20)
      cy.send("marmalade", to: "ana@localhost", id: "m-1")
      try cy.waitUntil("the receipt") { $0.contains { $0.event == "receipt" && $0.id == "m-1" } }
      #expect(!cy.events.contains { $0.event == "marker" }, "read before its chat was open")
      try openChat("cy", in: ana)
      try ana.wait(for: "marmalade")
      try cy.waitUntil("the marker") { $0.contains { $0.event == "marker" && $0.id == "m-1" } }
    }

    @Test func `D1 S5 the other program's receipt and marker move the status on`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let ana = try server.home.open("--account", "ana")
      try ana.wait(for: "cy", bound: 20)
      try openChat("cy", in: ana)
      ana.type("marmalade")
      ana.press(.enter)
      try ana.waitUntil("✓✓") { $0.row(of: "marmalade")?.contains("✓✓") == true }
      #expect(ana.row(of: "marmalade")?.contains("read") == false)
      let id = try #require(cy.received.first?.id)
      cy.markRead(id, of: "ana@localhost")
      try ana.waitUntil("read") { $0.row(of: "marmalade")?.contains("✓✓ read") == true }
    }

    @Test func `D3 typing is shown both ways`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let ana = try server.home.open("--account", "ana")
      try ana.wait(for: "cy", bound: 20)
      try openChat("cy", in: ana)
      cy.show("composing", to: "ana@localhost")
      try ana.wait(for: "typing")
      cy.show("paused", to: "ana@localhost")
      try ana.waitUntilGone("typing")
      ana.type("marma")
      try cy.waitUntil("composing") {
        $0.contains { $0.event == "state" && $0.state == "composing" }
      }
    }

    @Test func `X2 what came while away is there in order at the start`() throws {
      let server = try RealServer()
      defer { server.close() }
      try server.home.run("--account", "ana")
      let cy = try server.peer("cy")
      let all = (1...5).map { "line-\($0)" }
      for text in all { cy.send(text, to: "ana@localhost", id: text) }
      try cy.waitUntil("its archive") { _ in try cy.archive().count == all.count }
      let ana = try server.home.start("--account", "ana")
      try ana.waitUntil("the fifth", bound: 20) { $0.words(beginning: "line-").count >= all.count }
      ana.endInput()
      try ana.waitForEnd()
      #expect(ana.words(beginning: "line-") == all)
    }

    @Test func `Z1 a copy that only one's own account may send counts from nobody else`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let ana = try server.home.start("--account", "ana")
      try cy.waitUntil("ana", bound: 20) {
        $0.contains { $0.event == "presence" && $0.from?.hasPrefix("ana@") == true }
      }
      let forged = { (wrapper: String) in
        """
        <message to="ana@localhost" type="chat">\(wrapper)\
        <forwarded xmlns="urn:xmpp:forward:0"><message xmlns="jabber:client" \
        from="bo@localhost/x" to="ana@localhost" type="chat"><body>forged</body></message>\
        </forwarded>
        """
      }
      cy.sendRaw(forged(#"<received xmlns="urn:xmpp:carbons:2">"#) + "</received></message>")
      cy.sendRaw(forged(#"<result xmlns="urn:xmpp:mam:2" id="9">"#) + "</result></message>")
      cy.send("genuine", to: "ana@localhost", id: "m-1")
      try ana.waitUntil("what is genuine") { $0.outputText.contains("genuine") }
      #expect(!ana.outputText.contains("forged"))
    }

    private func openChat(_ name: String, in session: TerminalSession) throws {
      try session.choose(name)
      try session.wait(for: "Write to \(name)")
    }
  }
}

extension TerminalSession {
  /// The first row that holds the text.
  fileprivate func row(of text: String) -> String? {
    lines.compactMap { line in line.firstIndex(of: "│").map { String(line[$0...]) } }
      .first { $0.contains(text) }
  }
}

extension ChildProcess {
  /// The words of its output that begin so, in their order.
  func words(beginning prefix: String) -> [String] {
    outputText.split(whereSeparator: \.isWhitespace).map(String.init).filter {
      $0.hasPrefix(prefix)
    }
  }
}
