import Harness
import Testing

extension ServerTests {
  /// Who sees whom, on a server where nobody sees everyone.
  @Suite(.enabled(if: NetworkLink.isPermitted, "this computer lets no test make a network"))
  struct SubscriptionTests {
    @Test func `N7 A4 a request is told, granted, and withdrawn again`() throws {
      let server = try NetworkedServer(.prosody)
      defer { server.close() }
      let cy = try server.peer("cy")
      let ana = try server.home.open("--account", "ana@\(NetworkedServer.domain)")
      try ana.wait(for: "Ctrl-K", bound: 20)
      try ana.wait(for: "● online", bound: 20)
      cy.sendRaw("<presence to='ana@\(NetworkedServer.domain)' type='subscribe'/>")
      try ana.wait(for: "cy@psst.test asks to see when you are online")
      #expect(!cy.sees("ana"))
      // The palette leads to the chat, and answers nothing by itself.
      ana.press(.control("k"))
      try ana.wait(for: "contact request")
      ana.press(.enter)
      try ana.wait(for: "Alt-I Accept")
      #expect(!cy.sees("ana"))
      ana.press(.alt("i"))
      try cy.waitUntil("ana") { _ in cy.sees("ana") }
      // It grants what it is asked by itself.
      try ana.waitUntil("cy's dot") { $0.contains("● cy") }

      try ana.choose("cy")
      try ana.wait(for: "Write to cy")
      ana.press(.control("k"))
      ana.type("remove cy")
      try ana.wait(for: "Remove cy from your contacts")
      ana.press(.enter)
      try cy.waitUntil("ana's end") { _ in !cy.sees("ana") }
      try ana.waitUntil("cy's dot") { !$0.contains("● cy") }
    }

    @Test func `C2 I5 in lines a request is told and accepted, and one asks oneself`() throws {
      let server = try NetworkedServer(.prosody)
      defer { server.close() }
      let cy = try server.peer("cy")
      let account = "ana@\(NetworkedServer.domain)"
      let ana = try server.home.start("--account", account, "--plain")
      try ana.waitUntil("online", bound: 20) { $0.outputText.contains("online\n") }
      cy.sendRaw("<presence to='\(account)' type='subscribe'/>")
      try ana.waitUntil("the request") {
        $0.outputText.contains("cy@psst.test asks to see when you are online: /accept cy")
      }
      ana.write("/accept cy\n")
      try cy.waitUntil("ana") { _ in cy.sees("ana") }
      try ana.waitUntil("cy's presence") { $0.outputText.contains("cy is online\n") }
      ana.endInput()
      #expect(try ana.waitForEnd() == 0)
      #expect(!ana.outputText.contains("Ctrl-"))
    }

    @Test func `N7 A4 one asks, is refused, and is told so`() throws {
      let server = try NetworkedServer(.prosody)
      defer { server.close() }
      let cy = try server.peer("cy")
      let ana = try server.home.open("--account", "ana@\(NetworkedServer.domain)")
      try ana.wait(for: "Ctrl-K", bound: 20)
      try ana.wait(for: "● online", bound: 20)
      cy.refuseAll()
      try ana.choose("cy@psst.test")
      try ana.wait(for: "Write to cy")
      ana.type("hello")
      ana.press(.enter)
      try ana.wait(for: "You have never written to cy@psst.test")
      ana.press(.enter)
      try ana.wait(for: "Alt-I Add")
      ana.press(.alt("i"))
      try ana.wait(for: "cy does not let you see when they are online")
    }
  }
}

extension Peer {
  /// The last that was told of the other's devices.
  fileprivate func sees(_ name: String) -> Bool {
    let last = events.last {
      $0.event == "presence" && $0.isOf(name) && $0.from?.contains("/") == true
    }
    return last.map { $0.type != "unavailable" } ?? false
  }
}
