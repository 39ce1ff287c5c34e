import Foundation
import Harness
import Testing

extension ServerTests {
  /// XEP-0308 with an independent client on the real Prosody.
  @Suite struct CorrectionTests {
    @Test func `M1 an edit reaches the other's client as a correction, and theirs reach psst`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let ana = try server.said("helo", to: cy)
      ana.write("/edit hello\n")
      try cy.waitUntil("the correction", bound: 20) { _ in cy.received.count == 2 }
      #expect(cy.received.map(\.body) == ["helo", "hello"])
      #expect(cy.received[1].replaces == cy.received[0].id && cy.received[0].replaces == "")
      try ana.waitUntil("its confirmation", bound: 20) { $0.outputText.contains("hello (edited)") }
      cy.send("thx", to: "ana@localhost", id: "cy-thx-1")
      try ana.waitUntil("the answer", bound: 20) { $0.outputText.contains(": thx\n") }
      cy.send("thanks", to: "ana@localhost", id: "cy-thanks-2", replacing: "cy-thx-1")
      try ana.waitUntil("its correction", bound: 20) {
        $0.outputText.contains(": thanks (edited)\n")
      }
      ana.endInput()
      #expect(try ana.waitForEnd() == 0)
      let export = try server.home.run("export", "cy", "--account", "ana")
      #expect(export.outputText.contains("hello (edited)") && !export.outputText.contains("helo "))
      #expect(export.outputText.contains("thanks (edited)") && !export.outputText.contains("thx"))
    }

    @Test func `M1 M7 O9 edited while the server is silent, and killed then, it goes once`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let first = try server.said("helo", to: cy)
      let second = try server.restarted(first, amid: "/edit hello", "hello: edit sending")
      second.write("/to cy\n")
      try second.waitUntil("the edited message", bound: 30) {
        $0.outputText.contains("hello (edited)")
      }
      second.endInput()
      #expect(try second.waitForEnd(bound: 40) == 0)
      #expect(try cy.archive().map(\.body) == ["helo", "hello"])
      #expect(cy.received.map(\.body) == ["helo", "hello"])
    }
  }
}
