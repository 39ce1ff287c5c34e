import Foundation
import Harness
import Testing

extension ServerTests {
  /// A program whose connection stands and that answers nothing (N2).
  @Suite struct SilenceTests {
    @Test func `N2 I6 a frozen program is seen gone once it owes an answer, and back after`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let ana = try server.home.open("--account", "ana", "--log-stanzas")
      try ana.wait(for: "● online", bound: 20)
      try ana.choose("cy")
      try ana.wait(for: "Write to cy")
      // The server asks nothing of an idle program.
      var (asked, since) = (0, Monotonic.milliseconds)
      try ana.waitUntil("4 s without a question", bound: 40) { _ in
        let count = (try? server.home.log())?.count(of: "<r ") ?? 0
        if count != asked { (asked, since) = (count, Monotonic.milliseconds) }
        return Monotonic.milliseconds - since > 4_000
      }
      ana.signal(SIGSTOP)
      cy.send("meanwhile", to: "ana@localhost", id: "meanwhile")
      try cy.waitUntil("ana's silence") { _ in
        cy.lastPresence(of: "ana@localhost/") == "unavailable"
      }
      ana.signal(SIGCONT)
      try cy.waitUntil("ana's next byte") { _ in
        cy.lastPresence(of: "ana@localhost/") == "available"
      }
      try ana.wait(for: "meanwhile")
    }

    @Test func `N2 G3 a group is told nothing of a silence`() throws {
      let world = try GroupWorld(.prosody)
      defer { world.close() }
      let ana = try world.enter(as: "ana")
      let dee = try Peer(world.invitation("dee"))
      dee.sendRaw(
        "<presence to='\(world.room)/dee'><x xmlns='http://jabber.org/protocol/muc'/></presence>")
      try ana.wait(for: "2 online", bound: 20)
      ana.signal(SIGSTOP)
      dee.sendRaw(
        "<message to='\(world.room)' type='groupchat'><body>are you there?</body></message>")
      try dee.waitUntil("ana's silence") { _ in
        dee.lastPresence(of: "ana@localhost/") == "unavailable"
      }
      ana.signal(SIGCONT)
      try dee.waitUntil("ana's next byte") { _ in
        dee.lastPresence(of: "ana@localhost/") == "available"
      }
      try ana.wait(for: "are you there?")
      let told = dee.events.filter {
        $0.event == "presence" && $0.from == "\(world.room)/ana" && $0.type == "unavailable"
      }
      #expect(told.isEmpty)
    }
  }
}

extension Peer {
  /// What came last of addresses that begin so.
  fileprivate func lastPresence(of beginning: String) -> String? {
    events.last { $0.event == "presence" && $0.from?.hasPrefix(beginning) == true }?.type
  }
}
