import Model
import Testing

@testable import XMPP

@Suite struct DisplayedSynchronizationTests {
  private let bo = ReadPlace(chat: JID("bo@example.net")!, archiveID: ArchiveID("a7"))

  private static func items(_ inner: String, node: String = "urn:xmpp:mds:displayed:0") -> String {
    "<items node='\(node)'>\(inner)</items>"
  }

  private static func item(
    _ chat: String = "bo@example.net", _ id: String = "a7", by: String = "ana@example.org"
  ) -> String {
    "<item id='\(chat)'><displayed xmlns='urn:xmpp:mds:displayed:0'>"
      + "<stanza-id xmlns='urn:xmpp:sid:0' by='\(by)' id='\(id)'/></displayed></item>"
  }

  private static func event(_ items: String, from: String? = "ana@example.org") -> String {
    "<message type='headline'\(from.map { " from='\($0)'" } ?? "")>"
      + "<event xmlns='http://jabber.org/protocol/pubsub#event'>\(items)</event></message>"
  }

  @Test func `C5 what was read is put in a private node that keeps it`() throws {
    var rig = Rig.ready()
    let sent = try #require(rig.command(.shareRead(id: "r1", bo, in: .unknown)).sentTexts.first)
    #expect(sent.hasPrefix("<iq type='set' id="))
    #expect(
      sent.contains(
        "<publish node='urn:xmpp:mds:displayed:0'><item id='bo@example.net'>"
          + "<displayed xmlns='urn:xmpp:mds:displayed:0'><stanza-id xmlns='urn:xmpp:sid:0'"
          + " by='ana@example.org' id='a7'/></displayed></item></publish>"))
    for (name, value) in [
      ("access_model", "whitelist"), ("persist_items", "true"), ("max_items", "max"),
      ("send_last_published_item", "never"),
    ] {
      #expect(sent.contains("<field var='pubsub#\(name)'><value>\(value)</value></field>"))
    }
    let answer = rig.receive("<iq type='result' id='\(rig.lastID)' from='ana@example.org'/>")
    #expect(answer.events == [.readShared(id: "r1", nil)])
  }

  @Test func `C5 where it must be the node is made before, and is private in any case`() {
    var rig = Rig.ready()
    let made = rig.command(.shareRead(id: "r1", bo, in: .missing)).sentTexts
    #expect(made.count == 3)
    #expect(made[0].contains("<create node='urn:xmpp:mds:displayed:0'/><configure>"))
    #expect(made[1].contains("<configure node='urn:xmpp:mds:displayed:0'>"))
    let again = rig.command(.shareRead(id: "r2", bo, in: .made)).sentTexts
    for publish in [made.last ?? "", again.last ?? ""] {
      #expect(publish.contains("<publish node="))
      #expect(publish.contains("<field var='pubsub#access_model'><value>whitelist</value>"))
      #expect(!publish.contains("max_items"))
    }
  }

  @Test func `C5 a server without such nodes says so, and nothing else happens`() {
    var rig = Rig.ready()
    rig.command(.shareRead(id: "r1", bo, in: .unknown))
    let refusal =
      "<error type='cancel'>"
      + "<service-unavailable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>"
    let error = StanzaError(kind: "cancel", condition: "service-unavailable")
    let answer = rig.receive("<iq type='error' id='\(rig.lastID)'>\(refusal)</iq>")
    #expect(answer.events == [.readShared(id: "r1", error)])
    rig.command(.fetchRead)
    let places = rig.receive("<iq type='error' id='\(rig.lastID)'>\(refusal)</iq>")
    #expect(places.events.contains(.readElsewhere([])))
  }

  @Test func `C5 a server that does not answer within 30 s has not taken it, or tells nothing`() {
    var rig = Rig.ready()
    rig.command(.shareRead(id: "r1", bo, in: .missing))
    rig.command(.fetchRead)
    rig.uptime += 30_000
    let error = StanzaError(kind: "wait", condition: "remote-server-timeout")
    #expect(
      rig.handle(.tick).events == [.readShared(id: "r1", error), .readElsewhere([])])
  }

  @Test func `C5 what is known is asked for, and what makes no sense is left out`() {
    var rig = Rig.ready()
    rig.command(.fetchRead)
    let inner =
      Self.item() + Self.item("cy@example.net", "b1", by: "dan@example.net")
      + Self.item("team@rooms.example.net", "r1", by: "team@rooms.example.net")
      + Self.item("@", "a1") + Self.item("bo@example.net/pc", "a1") + Self.item("cy@x", "")
      + "<item id='dan@x'/><retract id='bo@example.net'/>"
    let answer = rig.receive(
      "<iq type='result' id='\(rig.lastID)'>"
        + "<pubsub xmlns='http://jabber.org/protocol/pubsub'>\(Self.items(inner))</pubsub></iq>")
    // A room has an archive of its own.
    let team = JID("team@rooms.example.net")!
    let inRoom = ReadPlace(chat: team, archiveID: ArchiveID("r1"), archive: team)
    #expect(answer.events == [.readElsewhere([bo, inRoom])])
  }

  @Test func `C5 Z1 only my own account tells me what I have read`() {
    var rig = Rig.ready()
    #expect(
      rig.receive(Self.event(Self.items(Self.item()))).events == [.readElsewhere([bo])])
    for from in ["bo@example.net", "example.org", "ana@example.org/other", nil] {
      #expect(rig.receive(Self.event(Self.items(Self.item()), from: from)).isAllDropped)
    }
    let other = Self.event(Self.items(Self.item(), node: "urn:x"))
    #expect(rig.receive(other).isAllDropped)
  }
}
