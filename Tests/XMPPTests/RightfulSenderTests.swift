import Model
import Testing

@testable import XMPP

@Suite struct RightfulSenderTests {
  private static func carbon(
    from: String?, _ direction: String, innerFrom: String, innerTo: String, type: String = "chat"
  ) -> String {
    let sender = from.map { " from='\($0)'" } ?? ""
    return "<message\(sender) to='ana@example.org/phone' type='chat'>"
      + "<\(direction) xmlns='urn:xmpp:carbons:2'><forwarded xmlns='urn:xmpp:forward:0'>"
      + "<message xmlns='jabber:client' type='\(type)' id='1' from='\(innerFrom)' to='\(innerTo)'>"
      + "<body>x</body></message></forwarded></\(direction)></message>"
  }

  static let rightfulCarbons = [
    (
      carbon(
        from: "ana@example.org", "sent", innerFrom: "ana@example.org/pc", innerTo: "bo@example.net"
      ), "ana@example.org/pc", "bo@example.net"
    ),
    (
      carbon(
        from: "ana@example.org", "received", innerFrom: "bo@example.net/x",
        innerTo: "ana@example.org/pc"), "bo@example.net/x", "ana@example.org/pc"
    ),
  ]

  @Test(arguments: rightfulCarbons)
  func `Z1 a copy from the account itself counts`(xml: String, from: String, to: String) throws {
    var rig = Rig.ready()
    let expected = InboundMessage(
      source: .carbon, from: try #require(JID(from)), to: try #require(JID(to)), id: "1",
      originID: OriginID("1"), content: .text("x"))
    #expect(rig.receive(xml).events == [.message(expected)])
  }

  static let forgedCarbons = [
    carbon(
      from: "eve@example.net", "sent", innerFrom: "ana@example.org/pc", innerTo: "bo@example.net"),
    carbon(
      from: "ana@example.org/pc", "sent", innerFrom: "ana@example.org/pc",
      innerTo: "bo@example.net"),
    carbon(
      from: "example.org", "received", innerFrom: "bo@example.net", innerTo: "ana@example.org"),
    carbon(from: nil, "sent", innerFrom: "ana@example.org/pc", innerTo: "bo@example.net"),
    carbon(
      from: "ana@example.org", "sent", innerFrom: "bo@example.net", innerTo: "ana@example.org"),
    carbon(
      from: "ana@example.org", "received", innerFrom: "ana@example.org", innerTo: "bo@example.net"),
    carbon(
      from: "room@x.org/bo", "received", innerFrom: "room@x.org/bo", innerTo: "ana@example.org/pc",
      type: "groupchat"),
    carbon(
      from: "ana@example.org", "received", innerFrom: "ana@example.org", innerTo: "room@x.org",
      type: "groupchat"),
    "<message from='ana@example.org'><sent xmlns='urn:xmpp:carbons:2'/></message>",
  ]

  @Test(arguments: forgedCarbons)
  func `Z1 a forged copy is dropped`(xml: String) {
    var rig = Rig.ready()
    #expect(rig.receive(xml).isAllDropped)
  }

  private static let item = "<query xmlns='jabber:iq:roster'><item jid='bo@example.net'/></query>"

  @Test(arguments: ["", " from='ana@example.org'"])
  func `Z1 a roster push of the account counts and is answered`(from: String) throws {
    var rig = Rig.ready()
    let outputs = rig.receive("<iq type='set' id='p'\(from)>\(Self.item)</iq>")
    let contact = Contact(
      jid: try #require(JID("bo@example.net")), name: nil, subscription: .none)
    #expect(outputs.events == [.rosterPush(RosterItem(contact: contact, isRemoved: false))])
    #expect(outputs.sentTexts.first?.contains("type='result'") == true)
    #expect(outputs.sentTexts.first?.contains("id='p'") == true)
  }

  @Test(arguments: ["eve@example.net", "ana@example.org/pc", "example.org", "@@"])
  func `Z1 a forged roster push is dropped`(from: String) {
    var rig = Rig.ready()
    let outputs = rig.receive("<iq type='set' id='p' from='\(from)'>\(Self.item)</iq>")
    #expect(outputs.isAllDropped)
  }

  @Test(arguments: [
    ("", true), (" from='ana@example.org'", true), (" from='ana@example.org/phone'", true),
    (" from='ana@example.org/pc'", false), (" from='eve@example.net'", false),
    (" from='example.org'", false), (" from='@@'", false),
  ])
  func `Z1 an answer counts only from whom we asked`(from: String, counts: Bool) {
    var rig = Rig.ready()
    rig.command(.fetchRoster)
    let id = rig.lastID
    let answer = "<iq type='result' id='\(id)'\(from)><query xmlns='jabber:iq:roster'/></iq>"
    let outputs = rig.receive(answer)
    #expect(counts ? outputs.events == [.roster([])] : outputs.isAllDropped)
    let right = rig.receive("<iq type='result' id='\(id)'><query xmlns='jabber:iq:roster'/></iq>")
    #expect(counts ? right.isAllDropped : right.events == [.roster([])])
  }

  @Test func `Z1 an answer to a question never asked is dropped`() {
    var rig = Rig.ready()
    #expect(rig.receive("<iq type='result' id='1'/>").isAllDropped)
    #expect(rig.receive("<iq type='error' id='1'/>").isAllDropped)
  }

  @Test(arguments: [("example.org", true), ("ana@example.org", false), ("eve@example.net", false)])
  func `Z1 a ping is answered by the server only`(from: String, counts: Bool) {
    var rig = Rig.ready()
    rig.command(.ping(id: "mine"))
    #expect(rig.sent.last?.contains("to='example.org'") == true)
    let outputs = rig.receive("<iq type='result' id='\(rig.lastID)' from='\(from)'/>")
    #expect(counts ? outputs.events == [.pong(id: "mine")] : outputs.isAllDropped)
  }
}
