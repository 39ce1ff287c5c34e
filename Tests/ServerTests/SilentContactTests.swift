import Harness
import Testing

extension ServerTests {
  /// A contact whose link is dead and whose server has not noticed: nothing is closed, nothing comes (N2).
  @Suite struct SilentContactTests {
    @Test func `N2 the contact of the open chat turns gray though its server says online`() throws {
      let server = try RealServer()
      defer { server.close() }
      let (home, wire) = try server.home(of: "bo") { try CutProxy(to: $0) }
      let bo = try home.open("--account", "bo@localhost")
      try bo.wait(for: "● online", bound: 20)
      // An account that was added is not the private server's own, as far as psst knows.
      let ana = try server.device(server.invite("ana")).open("--account", "ana@localhost")
      try ana.wait(for: "● online", bound: 20)
      let cy = try server.peer("cy")
      ana.press(.control("k"))
      ana.type("bo")
      ana.press(.enter)
      try ana.wait(for: "Write to bo")
      try ana.waitUntil("bo's dot") { $0.contains("● bo") }
      try cy.waitUntil("bo") { $0.last { $0.isOf("bo") }?.type == "available" }
      wire.goSilent()
      try ana.waitUntil("bo's end", bound: 20) { $0.contains("○ bo") && !$0.contains("● bo") }
      let gone = cy.events.contains { $0.isOf("bo") && $0.type == "unavailable" }
      #expect(!gone, "the server has noticed as well")
      try bo.killHard()
      let again = try home.open("--account", "bo@localhost")
      try again.wait(for: "● online", bound: 20)
      try ana.waitUntil("bo's return", bound: 20) { $0.contains("● bo") }
    }

    @Test func `N2 the independent client is asked, answers, and stays green`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let home = try server.device(server.invite("ana"))
      let ana = try home.open("--account", "ana@localhost", "--log-stanzas")
      try ana.wait(for: "● online", bound: 20)
      ana.press(.control("k"))
      ana.type("cy")
      ana.press(.enter)
      try ana.wait(for: "Write to cy")
      try ana.waitUntil("two questions", bound: 20) { _ in
        (try? home.log())?.count(of: "<iq type='get' to='\(cy.jid)/") ?? 0 >= 2
      }
      #expect(ana.contains("● cy"))
      #expect(try home.log().count(of: "urn:xmpp:ping") >= 3)
    }
  }
}
