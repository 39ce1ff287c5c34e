import Model
import Testing
import XMLStream

@testable import XMPP

/// XEP-0424: what goes out to delete a message for everyone, and what is read of it.
@Suite struct RetractionTests {
  private func read(_ children: String, type: String = "chat") -> [InboundMessage] {
    var rig = Rig.ready()
    let xml = "<message from='bo@example.net/pc' id='m1' type='\(type)'>\(children)</message>"
    return rig.receive(xml).events.compactMap { event in
      if case .message(let message) = event { message } else { nil }
    }
  }

  @Test func `M2 a retraction names the message, and says the rest for programs that know none`() {
    var rig = Rig.ready()
    let sent = rig.command(
      .send(
        to: JID("bo@example.net")!, originID: OriginID("r1"), text: "the secret",
        amending: .retraction(of: "a<b"))
    ).sentTexts.joined()
    let expected = [
      "<message type='chat' to='bo@example.net' id='r1'><body>\(XEP0424Retraction.fallbackText)",
      "</body><origin-id xmlns='urn:xmpp:sid:0' id='r1'/><request xmlns='urn:xmpp:receipts'/>",
      "<retract xmlns='urn:xmpp:message-retract:1' id='a&lt;b'/>",
      "<fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:message-retract:1'/>",
      "<store xmlns='urn:xmpp:hints'/></message>",
    ].joined()
    #expect(sent.hasPrefix(expected), "\(sent)")
    #expect(!sent.contains("secret"))
  }

  @Test(arguments: [
    "<retract xmlns='urn:xmpp:message-retract:1' id='k1'/>",
    "<body>x</body><retract xmlns='urn:xmpp:message-retract:1' id='k1'/>",
    "<apply-to xmlns='urn:xmpp:fasten:0' id='k1'>"
      + "<retract xmlns='urn:xmpp:message-retract:0'/></apply-to>",
    "<apply-to xmlns='urn:xmpp:fasten:0' id='k1'>"
      + "<retract xmlns='urn:xmpp:message-retract:0'/></apply-to><body>x</body>"
      + "<fallback xmlns='urn:xmpp:fallback:0'/>",
  ])
  func `M2 a retraction is read as either version has it, with a body and without`(xml: String) {
    let messages = read(xml)
    #expect(messages.map(\.amendment) == [.retraction(of: "k1")])
    #expect(messages.first?.text == nil || messages.first?.text == "x")
  }

  @Test(arguments: [
    "<retract xmlns='urn:xmpp:message-retract:1'/>",
    "<retract xmlns='urn:xmpp:message-retract:1' id=''/>",
    "<retract xmlns='urn:xmpp:message-retract:0' id='k1'/>",
    "<retract xmlns='urn:other' id='k1'/>",
    "<apply-to xmlns='urn:xmpp:fasten:0' id='k1'/>",
    "<apply-to xmlns='urn:xmpp:fasten:0'><retract xmlns='urn:xmpp:message-retract:0'/></apply-to>",
    "<apply-to xmlns='urn:xmpp:fasten:0' id='k1'><x xmlns='y'>"
      + "<retract xmlns='urn:xmpp:message-retract:0'/></x></apply-to>",
    "<retract xmlns='urn:xmpp:message-retract:1' id='"
      + String(repeating: "k", count: Session.longestID + 1) + "'/>",
  ])
  func `M2 Z4 what names no message deletes none, and its text is shown`(xml: String) {
    #expect(read(xml).isEmpty)
    #expect(read("<body>x</body>" + xml).map(\.amendment) == [nil])
    #expect(read("<body>x</body>" + xml).map(\.text) == ["x"])
  }

  @Test func `M2 Z1 a retraction that came back as an error deletes nothing`() {
    let messages = read(
      "<retract xmlns='urn:xmpp:message-retract:1' id='k1'/><error type='cancel'>"
        + "<service-unavailable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>",
      type: "error")
    #expect(messages.allSatisfy { $0.amendment == nil })
  }

  @Test func `M2 Z6 an id that XML cannot carry is refused here`() {
    var rig = Rig.ready()
    let outputs = rig.command(
      .send(
        to: JID("bo@example.net")!, originID: OriginID("r1"), text: "",
        amending: .retraction(of: "a\u{1B}b")))
    #expect(outputs.sentTexts.isEmpty)
    #expect(
      outputs.events.contains {
        if case .refused(OriginID("r1"), _, _) = $0 { true } else { false }
      })
  }

  @Test func `M2 others are told that retractions are understood`() {
    #expect(Extensions.features.contains("urn:xmpp:message-retract:1"))
  }
}
