import Foundation
import Harness
import Testing

extension ServerTests {
  /// XEP-0444 with an independent client on the real Prosody.
  @Suite struct ReactionTests {
    @Test func `M4 a reaction reaches the other's client, and theirs reach psst, taken back too`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let ana = try server.said("are we on", to: cy)
      cy.send("yes we are", to: "ana@localhost", id: "cy-yes-1")
      try ana.waitUntil("the answer", bound: 20) { $0.outputText.contains(": yes we are\n") }
      ana.write("/react 👍\n")
      try cy.waitUntil("the reaction", bound: 20) { _ in cy.reactions.count == 1 }
      #expect(cy.reactions[0].reactsTo == "cy-yes-1" && cy.reactions[0].emoji == "👍")
      #expect(cy.reactions[0].body == "")
      try ana.waitUntil("its confirmation", bound: 20) {
        $0.outputText.contains("you reacted 👍 to: yes we are\n")
      }
      ana.write("/react 🎉\n")
      try cy.waitUntil("both", bound: 20) { _ in cy.reactions.count == 2 }
      #expect(cy.reactions[1].emoji == "🎉 👍")
      cy.react("❤️ 👀", to: cy.received[0].id ?? "", of: "ana@localhost")
      try ana.waitUntil("theirs", bound: 20) {
        $0.outputText.contains("cy reacted ❤️ 👀 to: your message: are we on\n")
      }
      cy.react("", to: cy.received[0].id ?? "", of: "ana@localhost")
      try ana.waitUntil("that they are taken back", bound: 20) {
        $0.outputText.contains("cy took back the reaction to: your message: are we on\n")
      }
      ana.endInput()
      #expect(try ana.waitForEnd() == 0)
      let export = try server.home.run("export", "cy", "--account", "ana").outputText
      #expect(export.contains("yes we are [you 👍 🎉]") && !export.contains("👀"), "\(export)")
      #expect(cy.received.count == 1)
    }

    @Test func `M4 M7 O9 reacted while the server is silent, and killed then, it goes once`() throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let first = try server.said("are we on", to: cy)
      cy.send("yes we are", to: "ana@localhost", id: "cy-yes-1")
      try first.waitUntil("the answer", bound: 20) { $0.outputText.contains(": yes we are\n") }
      let second = try server.restarted(
        first, amid: "/react 👍", "your reaction 👍 to: yes we are: sending")
      second.write("/to cy\n")
      try cy.waitUntil("the reaction", bound: 30) { _ in cy.reactions.count >= 1 }
      second.endInput()
      #expect(try second.waitForEnd(bound: 40) == 0)
      #expect(cy.reactions.map(\.emoji) == ["👍"])
      let export = try server.home.run("export", "cy", "--account", "ana").outputText
      #expect(export.contains("yes we are [you 👍]"), "\(export)")
    }

    @Test func `M4 what came while psst was away is there, and is not unread`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let first = try server.said("are we on", to: cy)
      first.endInput()
      #expect(try first.waitForEnd() == 0)
      let id = cy.received[0].id ?? ""
      cy.react("👍", to: id, of: "ana@localhost")
      cy.react("🎉", to: id, of: "ana@localhost")
      cy.send("the end", to: "ana@localhost", id: "cy-end-1")
      let second = try server.home.start("--account", "ana")
      try second.waitUntil("what came after it", bound: 30) { $0.outputText.contains("the end") }
      second.endInput()
      #expect(try second.waitForEnd() == 0)
      let export = try server.home.run("export", "cy", "--account", "ana").outputText
      #expect(export.contains("are we on") && export.contains("[cy 🎉]"), "\(export)")
      #expect(!second.outputText.contains("2 unread") && !second.outputText.contains("3 unread"))
    }
  }
}
