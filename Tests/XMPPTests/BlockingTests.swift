import Model
import Testing
import XMLStream

@testable import XMPP

/// XEP-0191, with XEP-0377.
@Suite struct BlockingTests {
  private static let bo = JID("bo@example.net")!
  private static let space = "xmlns='urn:xmpp:blocking'"

  private static func push(_ inner: String, from: String = "") -> String {
    "<iq type='set' id='p'\(from)>\(inner)</iq>"
  }

  @Test func `C2 the list is asked for and read, and whether reports are taken`() {
    var rig = Rig.ready()
    let ids = rig.command(.fetchBlockList).sentTexts.map { stanza($0)["id"] ?? "" }
    let list =
      "<blocklist \(Self.space)><item jid='bo@example.net'/><item jid='spam.example'/><item/>"
      + "<item jid='@'/></blocklist>"
    #expect(
      rig.receive("<iq type='result' id='\(ids[0])'>\(list)</iq>").events == [
        .blockList([Self.bo, JID("spam.example")!])
      ])
    let disco = "xmlns='http://jabber.org/protocol/disco#info'"
    let said =
      "<query \(disco)><feature var='urn:xmpp:blocking'/>"
      + "<feature var='urn:xmpp:reporting:1'/></query>"
    #expect(
      rig.receive("<iq type='result' id='\(ids[1])' from='example.org'>\(said)</iq>").events == [
        .takesReports(true)
      ])
  }

  @Test(arguments: [
    (true, nil, "<block \(space)><item jid='bo@example.net'/></block>"),
    (false, nil, "<unblock \(space)><item jid='bo@example.net'/></unblock>"),
    (
      true, BlockReport.spam,
      "<block \(space)><item jid='bo@example.net'>"
        + "<report xmlns='urn:xmpp:reporting:1' reason='urn:xmpp:reporting:spam'/></item></block>"
    ),
  ])
  func `C2 an order is written as the standard has it, and answered`(
    isBlocked: Bool, report: BlockReport?, xml: String
  ) {
    var rig = Rig.ready()
    let order = SessionCommand.block(id: "b1", Self.bo, isBlocked: isBlocked, report: report)
    #expect(rig.command(order).sentTexts.first?.contains(xml) == true)
    let id = rig.lastID
    let told = rig.receive(
      "<iq type='error' id='\(id)'><error type='cancel'>"
        + "<feature-not-implemented xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>")
    let error = StanzaError(kind: "cancel", condition: "feature-not-implemented")
    #expect(told.events == [.blockingDone(id: "b1", error)])
  }

  @Test(arguments: ["", " from='ana@example.org'"])
  func `Z1 the account's own server says what another device changed, and is answered`(
    from: String
  ) {
    var rig = Rig.ready()
    let item = "<item jid='bo@example.net'/>"
    let pushes: [(String, SessionEvent)] = [
      ("<block \(Self.space)>\(item)</block>", .blocked([Self.bo])),
      ("<unblock \(Self.space)>\(item)</unblock>", .unblocked([Self.bo])),
      ("<unblock \(Self.space)/>", .unblocked(nil)),
    ]
    for (inner, event) in pushes {
      let outputs = rig.receive(Self.push(inner, from: from))
      #expect(outputs.events == [event])
      #expect(outputs.sentTexts.first?.contains("type='result'") == true)
    }
  }

  @Test(arguments: ["eve@example.net", "ana@example.org/pc", "example.org", "@@"])
  func `Z1 nobody else blocks or unblocks`(from: String) {
    var rig = Rig.ready()
    let inner = "<unblock \(Self.space)/>"
    #expect(rig.receive(Self.push(inner, from: " from='\(from)'")).isAllDropped)
  }

  @Test(arguments: ["<block \(space)/>", "<unblock \(space)><item/></unblock>", "<x \(space)/>"])
  func `Z6 a push of nothing is refused, and unblocks nobody`(inner: String) {
    var rig = Rig.ready()
    let outputs = rig.receive(Self.push(inner))
    #expect(outputs.isAllDropped)
    #expect(outputs.sentTexts.first?.contains("type='error'") == true)
  }
}
