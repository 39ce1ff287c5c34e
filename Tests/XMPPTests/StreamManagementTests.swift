import Model
import Testing
import XMLStream

@testable import XMPP

@Suite struct StreamManagementTests {
  private let bo = JID("bo@example.net")!

  /// The answer about copies was the first stanza, the question the first of ours.
  private func ready() -> Rig { Rig.ready() }

  private func send(_ id: String, _ rig: inout Rig) {
    rig.command(.send(to: bo, originID: OriginID(id), text: "x"))
  }

  private func acknowledge(_ h: String, _ rig: inout Rig) -> [SessionEvent] {
    rig.receive("<a xmlns='urn:xmpp:sm:3' h='\(h)'/>").events
  }

  @Test func `D1 acknowledged are the messages in the order they were sent, each once`() {
    var rig = ready()
    for id in ["a", "b", "c"] { send(id, &rig) }
    rig.command(.presence(to: nil, .available))
    send("d", &rig)
    #expect(acknowledge("3", &rig) == [.acknowledged([OriginID("a"), OriginID("b")])])
    #expect(acknowledge("3", &rig) == [])
    #expect(acknowledge("6", &rig) == [.acknowledged([OriginID("c"), OriginID("d")])])
  }

  @Test func `N3 whether somebody looks is told where it is wanted, and counts as no stanza`() {
    var rig = Rig()
    let features = Rig.boundFeatures.replacing("<sm ", with: "<csi xmlns='urn:xmpp:csi:0'/><sm ")
    rig.signIn(
      bound: features, features: [],
      answer: "<enabled xmlns='urn:xmpp:sm:3' id='x' resume='true'/>")
    let ready = Ready(
      jid: Rig.own, isResumed: false, hasAcknowledgements: true, hasClientState: true)
    #expect(rig.events.contains(.ready(ready)))
    let before = rig.session.streamState
    for (isActive, name) in [(false, "inactive"), (true, "active")] {
      let outputs = rig.command(.clientState(isActive: isActive))
      #expect(outputs.sentTexts == ["<\(name) xmlns='urn:xmpp:csi:0'/>"])
    }
    #expect(before != nil && rig.session.streamState == before)
  }

  @Test(arguments: ["3", "4294967295", "-1", "", "x", "4294967296"])
  func `an acknowledgement beyond what was sent is an error, never a confirmation`(h: String) {
    var rig = ready()
    send("a", &rig)
    #expect(acknowledge("1", &rig) == [])
    let events = acknowledge(h, &rig)
    guard case .ended(.protocolError)? = events.first, events.count == 1 else {
      Issue.record("\(events)")
      return
    }
  }

  @Test func `an acknowledgement that goes back is an error`() {
    var rig = ready()
    send("a", &rig)
    _ = acknowledge("2", &rig)
    guard case .ended(.protocolError)? = acknowledge("1", &rig).first else {
      Issue.record("a count that fell was taken")
      return
    }
  }

  @Test func `counts go on after 4294967295 from 0`() throws {
    var machine = XEP0198StreamManagement(acknowledged: .max - 1, received: .max)
    machine.enableSent()
    machine.enabled(enabled)
    let ids = (0..<4).map { OriginID("\($0)") }
    for id in ids { _ = try machine.sent(.message(id, to: bo)) }
    #expect(try machine.acknowledged(answer(UInt32.max)) == [ids[0]])
    #expect(try machine.acknowledged(answer(1)) == [ids[1], ids[2]])
    #expect(throws: SessionFailure.self) { try machine.acknowledged(answer(3)) }
    machine.stanzaReceived()
    _ = machine.committed()
    #expect(machine.answer["h"] == "0")
  }

  private let enabled = XMLElement("enabled", XEP0198StreamManagement.namespace)

  private func answer(_ h: UInt32) -> XMLElement {
    XMLElement("a", XEP0198StreamManagement.namespace, ["h": String(h)])
  }

  @Test func `only stored stanzas are acknowledged`() {
    var rig = ready()
    #expect(rig.receive("<r xmlns='urn:xmpp:sm:3'/>").sentTexts == [answer(1).serialized()])
    rig.receive("<message from='bo@example.net'><body>x</body></message>")
    #expect(rig.receive("<r xmlns='urn:xmpp:sm:3'/>").isEmpty)
    #expect(rig.handle(.committed).sentTexts == [answer(2).serialized()])
    #expect(rig.handle(.committed).isEmpty, "one question, one answer")
  }

  @Test func `every stanza counts, dropped or not, and nothing else does`() {
    var rig = ready()
    rig.receive("<presence/><message/><iq/> <unknown/><a xmlns='urn:xmpp:sm:3' h='1'/>")
    rig.handle(.committed)
    #expect(rig.receive("<r xmlns='urn:xmpp:sm:3'/>").sentTexts == [answer(4).serialized()])
  }

  @Test func `the server is asked when the engine wants it, and now and then anyway`() {
    var rig = ready()
    let request = "<r xmlns='urn:xmpp:sm:3'/>"
    #expect(rig.command(.requestAcknowledgement).sentTexts == [request])
    for number in 0..<XEP0198StreamManagement.askEvery { send("\(number)", &rig) }
    #expect(rig.sent.filter { $0 == request }.count == 2)
  }

  @Test func `Z4 a server that acknowledges nothing is given up`() throws {
    var machine = XEP0198StreamManagement()
    machine.enableSent()
    machine.enabled(enabled)
    for _ in 0..<XEP0198StreamManagement.mostUnacknowledged { _ = try machine.sent(.passing) }
    #expect(throws: SessionFailure.self) { try machine.sent(.passing) }
  }
}
