import Model
import Testing

@testable import XMPP

/// Places for files at the server (XEP-0363).
@Suite struct UploadTests {
  private static let service = JID("files.example.org")!
  private static let upload = "urn:xmpp:http:upload:0"

  /// The answer to the question that was put last.
  private func answer(
    _ rig: inout Rig, _ command: SessionCommand, type: String = "result", from: String,
    _ payload: String
  ) -> [SessionEvent] {
    let asked = rig.command(command).sentTexts.last ?? ""
    let id = asked.firstMatch(of: /id='([^']+)'/).map { String($0.1) } ?? ""
    return rig.receive("<iq type='\(type)' from='\(from)' id='\(id)'>\(payload)</iq>").events
  }

  @Test func `F2 XEP-0030 the services of one's own server are found, and no more than some`() {
    var rig = Rig.ready()
    let items = (0..<99).map { "<item jid='s\($0).example.org'/>" }.joined()
    let events = answer(
      &rig, .findUploadServices, from: "example.org",
      "<query xmlns='http://jabber.org/protocol/disco#items'><item jid='a@b'/>\(items)</query>")
    guard case .uploadCandidates(let found?)? = events.first else {
      return _ = Issue.record("\(events)")
    }
    #expect(found.first == JID("example.org") && found.count == XEP0363Upload.mostServices + 1)
    #expect(found.allSatisfy { $0.local == nil })
  }

  @Test(arguments: [true, false])
  func `F2 XEP-0128 a service says how large a file may be`(saysLimit: Bool) {
    var rig = Rig.ready()
    let form = """
      <x xmlns='jabber:x:data' type='result'><field var='FORM_TYPE'><value>\(Self.upload)</value>\
      </field><field var='max-file-size'><value>1000</value></field></x>
      """
    let events = answer(
      &rig, .describeUploadService(Self.service), from: "files.example.org",
      "<query xmlns='http://jabber.org/protocol/disco#info'><feature var='\(Self.upload)'/>"
        + (saysLimit ? form : "") + "</query>")
    let told = UploadHost(address: Self.service, limit: saysLimit ? 1_000 : nil)
    #expect(events == [.uploadCandidate(Self.service, told)])
  }

  @Test func `F1 Z8 a server that is silent has not said that it takes no files`() {
    var rig = Rig.ready()
    for (service, events) in [
      (JID("example.org")!, [SessionEvent.uploadCandidates(nil)]),
      (Self.service, [.uploadCandidate(Self.service, nil)]),
    ] {
      rig.command(.describeUploadService(service))
      rig.uptime += 30_000
      #expect(rig.handle(.tick).events == events)
    }
  }

  private func slot(_ payload: String, type: String = "result") -> [SessionEvent] {
    var rig = Rig.ready()
    let command = SessionCommand.requestSlot(
      OriginID("o1"), of: Self.service, name: "a <b>.pdf", size: 12, mediaType: nil)
    return answer(&rig, command, type: type, from: "files.example.org", payload)
  }

  @Test func `F1 Z6 a slot is taken over with the headers that may go with it alone`() {
    let events = slot(
      "<slot xmlns='\(Self.upload)'><put url='https://x.org/put'>"
        + "<header name='Authorization'>Basic x</header><header name='Host'>evil</header>"
        + "<header name='cookie'>a&#10;X-Evil: b</header></put><get url='https://x.org/get'/></slot>"
    )
    let told = UploadSlot(
      put: "https://x.org/put", get: "https://x.org/get", headers: ["authorization": "Basic x"])
    #expect(events == [.uploadGranted(OriginID("o1"), told)])
  }

  @Test(arguments: [
    "", "<slot xmlns='urn:xmpp:http:upload:0'/>",
    "<slot xmlns='urn:xmpp:http:upload:0'><put url='file:///etc/passwd'/><get url='https://x'/></slot>",
    "<slot xmlns='urn:xmpp:http:upload:0'><put url='https://x'/><get url='javascript:x'/></slot>",
  ])
  func `F1 Z6 a slot that is of no use is none`(payload: String) {
    let error = StanzaError(kind: "cancel", condition: "undefined-condition")
    #expect(slot(payload) == [.uploadRefused(OriginID("o1"), error)])
  }

  @Test func `F2 XEP-0363 the limit comes with the refusal of what is too large`() {
    let events = slot(
      "<error type='modify'><not-acceptable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/>"
        + "<file-too-large xmlns='\(Self.upload)'><max-file-size>1000</max-file-size>"
        + "</file-too-large></error>", type: "error")
    var error = StanzaError(kind: "modify", condition: "not-acceptable")
    error.fileLimit = 1_000
    #expect(events == [.uploadRefused(OriginID("o1"), error)])
  }
}
