import Foundation
import Harness
import Testing

extension ServerTests {
  /// XEP-0461 with an independent client on the real Prosody.
  @Suite struct ReplyTests {
    @Test func `M3 a reply reaches the other's client as one, and theirs reach psst`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let ana = try server.home.start("--account", "ana")
      ana.write("/to cy\n")
      try ana.waitUntil("being online", bound: 30) { $0.outputText.contains("online\n") }
      cy.send("👩‍👩‍👧 can you?", to: "ana@localhost", id: "cy-can-1")
      try ana.waitUntil("the message", bound: 30) { $0.outputText.contains("can you?\n") }
      ana.write("/reply yes 👍\n")
      try cy.waitUntil("the reply", bound: 20) { _ in cy.received.count == 1 }
      let reply = try #require(cy.received.first)
      #expect(reply.body == "> 👩‍👩‍👧 can you?\nyes 👍")
      #expect(reply.replyTo == "cy@localhost" && reply.replyID == "cy-can-1")
      #expect(reply.stripped == "yes 👍" && reply.fallback == "> 👩‍👩‍👧 can you?\n")
      let id = try #require(reply.id)
      cy.send(
        "great", to: "ana@localhost", id: "cy-great-2",
        answering: .init(author: "ana@localhost", id: id, text: "yes 👍"))
      try ana.waitUntil("their reply", bound: 20) {
        $0.outputText.contains(": great (in reply to: yes 👍)\n")
      }
      ana.write("/edit no\n")
      try cy.waitUntil("the edit", bound: 20) { _ in cy.received.count == 2 }
      #expect(cy.received[1].replaces == id && cy.received[1].replyID == "cy-can-1")
      #expect(cy.received[1].stripped == "no")
      ana.endInput()
      #expect(try ana.waitForEnd() == 0)
      let export = try server.home.run("export", "cy", "--account", "ana")
      #expect(export.outputText.contains("no (edited) (in reply to: 👩‍👩‍👧 can you?)"))
      #expect(export.outputText.contains("great (in reply to: no)"))
      let rows = try server.home.run("export", "cy", "--account", "ana", "--json")
      #expect(rows.outputText.contains(#""replyTo":{"author":"cy@localhost","id":"cy-can-1""#))
    }

    @Test func `M3 M7 O9 answered while the server is silent, and killed then, it goes once`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let first = try server.home.start("--account", "ana")
      first.write("/to cy\n")
      try first.waitUntil("being online", bound: 30) { $0.outputText.contains("online\n") }
      cy.send("can you?", to: "ana@localhost", id: "cy-can-1")
      try first.waitUntil("the message", bound: 30) { $0.outputText.contains("can you?\n") }
      let second = try server.restarted(first, amid: "/reply yes", "yes: sending")
      try cy.waitUntil("the reply", bound: 30) { _ in !cy.received.isEmpty }
      second.endInput()
      #expect(try second.waitForEnd(bound: 40) == 0)
      #expect(cy.received.map(\.stripped) == ["yes"])
      #expect(cy.received.map(\.replyID) == ["cy-can-1"])
      #expect(try cy.archive().map(\.body).filter { $0.hasSuffix("yes") } == ["> can you?\nyes"])
    }
  }
}
