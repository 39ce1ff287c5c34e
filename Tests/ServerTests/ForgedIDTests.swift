import Foundation
import Harness
import Testing

extension ServerTests {
  @Suite struct ForgedIDTests {
    /// However the archive's name is written.
    private static let names = [
      "ana@localhost", "ANA@localhost", "ana@localhost.", "ana@localhost/x",
    ]

    private func message(_ id: String, to: String, also: String = "") -> String {
      let ids = Self.names.map { "<stanza-id xmlns='urn:xmpp:sid:0' by='\($0)' id='forged'/>" }
      return "<message to='\(to)' type='chat' id='\(id)'><body>\(id)</body>\(ids.joined())\(also)"
        + "</message>"
    }

    @Test func `Z1 no archive's id that a contact wrote passes the private server`() throws {
      let server = try RealServer()
      defer { server.close() }
      let (ana, bo) = (try server.peer("ana"), try server.peer("bo"))
      bo.sendRaw(message("stored", to: ana.jid))
      bo.sendRaw(
        message("passing", to: ana.jid, also: "<no-store xmlns='urn:xmpp:hints'/>"))
      try ana.waitUntil("both messages", bound: 10) { events in
        ["stored", "passing"].allSatisfy { id in events.contains { $0.body == id } }
      }
      let stored = try #require(ana.events.first { $0.body == "stored" })
      let archived = try #require(try ana.archive().first { $0.body == "stored" })
      #expect(stored.ids == ["ana@localhost \(archived.archive)"])
      #expect(ana.events.first { $0.body == "passing" }?.ids == [])
    }
  }
}
