import Model
import Testing

@testable import XMPP

/// What moderators delete in rooms, on the wire (XEP-0425).
@Suite struct RemovalTests {
  private static let room = JID("team@rooms.example.net")!
  private static let current = """
    <retract xmlns='urn:xmpp:message-retract:1' id='r1'>\
    <moderated xmlns='urn:xmpp:message-moderate:1' by='team@rooms.example.net/bo'/>\
    <reason>spam</reason></retract>
    """
  private static let old = """
    <apply-to xmlns='urn:xmpp:fasten:0' id='r1'>\
    <moderated xmlns='urn:xmpp:message-moderate:0' by='team@rooms.example.net/bo'>\
    <retract xmlns='urn:xmpp:message-retract:0'/><reason>spam</reason></moderated></apply-to>
    """

  private func message(
    _ inner: String, from: String = "team@rooms.example.net"
  ) -> InboundMessage? {
    var rig = Rig.ready()
    let xml =
      "<message from='\(from)' to='\(Rig.own)' type='groupchat' id='m1'><body>b</body>\(inner)</message>"
    guard case .message(let message) = rig.receive(xml).events.first else { return nil }
    return message
  }

  @Test(arguments: [current, old, current + old])
  func `G6 the room says what a moderator deleted, who it was and why`(xml: String) {
    let message = message(xml)
    #expect(
      message?.news == .removal(Removal(by: "bo", reason: "spam"), of: ArchiveID("r1")))
    #expect(message?.content == nil && message?.amendment == nil)
  }

  @Test(arguments: [current, old])
  func `Z1 G6 what an occupant writes so is no deletion, the author's or a moderator's`(xml: String)
  {
    let message = message(
      xml + "<origin-id xmlns='urn:xmpp:sid:0' id='o'/>", from: "team@rooms.example.net/mallory")
    #expect(message?.news == nil && message?.amendment == nil && message?.content == nil)
  }

  @Test func `Z1 G6 what stands in the archive for what was deleted counts there alone`() {
    let tombstone = """
      <retracted xmlns='urn:xmpp:message-retract:1' id='r1' stamp='2026-05-12T14:00:00Z'>\
      <moderated xmlns='urn:xmpp:message-moderate:1' by='team@rooms.example.net/bo'/></retracted>
      """
    #expect(message(tombstone, from: "team@rooms.example.net/mallory")?.news == nil)
    var rig = Rig.ready()
    let question = rig.command(
      .queryArchive(ArchiveQuery(id: "q", archive: Self.room, page: .after(nil))))
    let query = question.sentTexts.joined().value(of: "queryid") ?? ""
    let id = question.sentTexts.joined().value(of: "id") ?? ""
    let inner =
      "<message xmlns='jabber:client' from='\(Self.room)/cy' type='groupchat' id='m1'>\(tombstone)</message>"
    let forwarded = "<forwarded xmlns='urn:xmpp:forward:0'>\(inner)</forwarded>"
    let part = rig.receive(
      "<message from='\(Self.room)'><result xmlns='urn:xmpp:mam:2' queryid='\(query)' id='r1'>\(forwarded)</result></message>"
    )
    let output = rig.receive(
      "<iq type='result' from='\(Self.room)' id='\(id)'><fin xmlns='urn:xmpp:mam:2' complete='true'/></iq>"
    )
    let entries = (part.events + output.events).flatMap { event -> [ArchivePage.Entry] in
      switch event {
      case .archivePage(let page): page.entries
      case .archivePart(_, let entries): entries
      default: []
      }
    }
    #expect(entries.first?.message?.news == .removed, "\(output.events)")
  }

  @Test(arguments: [
    (
      false,
      "<moderate xmlns='urn:xmpp:message-moderate:1' id='r&amp;1'>"
        + "<retract xmlns='urn:xmpp:message-retract:1'/></moderate>"
    ),
    (
      true,
      "<apply-to xmlns='urn:xmpp:fasten:0' id='r&amp;1'><moderate xmlns='urn:xmpp:message-moderate:0'>"
        + "<retract xmlns='urn:xmpp:message-retract:0'/></moderate></apply-to>"
    ),
  ])
  func `G6 a room is asked in the way that it announces`(isOld: Bool, xml: String) {
    var rig = Rig.ready()
    let order = RoomOrder.remove(ArchiveID("r&1"), isOld: isOld)
    #expect(rig.command(.order(Self.room, order, id: "d")).sentTexts.joined().contains(xml))
  }

  @Test(arguments: [
    (["urn:xmpp:message-moderate:1", "urn:xmpp:message-moderate:0"], RoomFacts.Deletion.current),
    (["urn:xmpp:message-moderate:0"], .old), ([], nil),
  ])
  func `G6 a room says whether its moderators can delete`(
    features: [String], deletion: RoomFacts.Deletion?
  ) {
    var rig = Rig.ready()
    let id = rig.command(.describeRoom(Self.room)).sentTexts.joined().value(of: "id") ?? ""
    let all = features.map { "<feature var='\($0)'/>" }.joined()
    let answer =
      "<iq type='result' from='\(Self.room)' id='\(id)'><query xmlns='http://jabber.org/protocol/disco#info'>\(all)</query></iq>"
    guard case .roomDescribed(Self.room, let facts?) = rig.receive(answer).events.first else {
      Issue.record("no facts")
      return
    }
    #expect(facts.deletion == deletion)
  }
}
