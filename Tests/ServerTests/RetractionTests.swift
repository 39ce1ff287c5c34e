import Foundation
import Harness
import Testing

extension ServerTests {
  /// XEP-0424 with an independent client on the real Prosody.
  @Suite struct RetractionTests {
    @Test func `M2 a deletion reaches the other's client as a retraction, and theirs reach psst`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let ana = try server.said("mysecret", to: cy)
      ana.write("/delete\n")
      try cy.waitUntil("the retraction", bound: 20) { _ in cy.received.count == 2 }
      #expect(cy.received[1].retracts == cy.received[0].id && cy.received[0].retracts == "")
      #expect(cy.received[1].body?.contains("mysecret") == false)
      try ana.waitUntil("its confirmation", bound: 20) { $0.outputText.contains(": deleted\n") }
      cy.send("hissecret", to: "ana@localhost", id: "cy-secret-1")
      try ana.waitUntil("the answer", bound: 20) { $0.outputText.contains(": hissecret\n") }
      cy.retract("cy-secret-1", to: "ana@localhost")
      try ana.waitUntil("its deletion", bound: 20) {
        $0.outputText.contains("cy deleted this message\n")
      }
      #expect(!ana.outputText.contains("attempted to retract"))
      ana.endInput()
      #expect(try ana.waitForEnd() == 0)
      let export = try server.home.run("export", "cy", "--account", "ana")
      #expect(export.outputText.split(separator: "\n").count == 2, "\(export.outputText)")
      #expect(export.outputText.split(separator: "(deleted)").count == 3)
      #expect(!export.outputText.contains("secret"))
    }

    @Test func `M2 M7 O9 deleted while the server is silent, and killed then, it goes once`() throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let first = try server.said("mysecret", to: cy)
      let second = try server.restarted(first, amid: "/delete", ": delete sending")
      second.write("/to cy\n")
      try second.waitUntil("the deleted message", bound: 30) {
        $0.outputText.contains("you deleted this message") || $0.outputText.contains(": deleted\n")
      }
      second.endInput()
      #expect(try second.waitForEnd(bound: 40) == 0)
      #expect(cy.received.map(\.retracts) == ["", cy.received[0].id])
      #expect(try cy.archive().count == 2)
    }

    @Test func `M2 sent and deleted while psst was away, it is not read, nor found again`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let first = try server.home.start("--account", "ana")
      try first.waitUntil("being online", bound: 30) { $0.outputText.contains("online\n") }
      first.endInput()
      #expect(try first.waitForEnd() == 0)
      cy.send("hissecret", to: "ana@localhost", id: "cy-secret-1")
      cy.retract("cy-secret-1", to: "ana@localhost")
      cy.send("the end", to: "ana@localhost", id: "cy-end-1")
      let second = try server.home.start("--account", "ana")
      try second.waitUntil("what came after it", bound: 30) { $0.outputText.contains("the end") }
      second.write("/search hissecret\n")
      try second.waitUntil("the answer", bound: 20) { $0.outputText.contains("found 0 messages") }
      second.endInput()
      #expect(try second.waitForEnd() == 0)
      #expect(!second.outputText.contains(": hissecret"))
    }
  }
}
