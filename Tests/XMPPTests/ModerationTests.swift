import Model
import Testing

@testable import XMPP

/// What is asked of rooms by who moderates them (XEP-0045 §8, §9, §10; XEP-0317).
@Suite struct ModerationTests {
  private static let room = JID("team@rooms.example.net")!
  private static let admin = "http://jabber.org/protocol/muc#admin"

  @Test func `G6 a role goes by name, an affiliation by bare address, each with its reason`() {
    var rig = Rig.ready()
    let kick = rig.command(
      .order(Self.room, .role(.none, nick: "bo & co", reason: "enough"), id: "k"))
    #expect(
      kick.sentTexts.joined().contains(
        "<query xmlns='\(Self.admin)'><item nick='bo &amp; co' role='none'>"
          + "<reason>enough</reason></item></query>"))
    let cy = JID("cy@example.org/phone")!
    let ban = rig.command(.order(Self.room, .affiliation(.outcast, cy, reason: ""), id: "b"))
    #expect(
      ban.sentTexts.joined().contains("<item affiliation='outcast' jid='cy@example.org'/>"))
  }

  @Test(arguments: [nil, "not-allowed"])
  func `G6 the answer is told under the id of the wish`(condition: String?) {
    var rig = Rig.ready()
    let xml = rig.command(.order(Self.room, .role(.none, nick: "bo", reason: ""), id: "k"))
      .sentTexts.joined()
    let error = condition.map {
      "<error type='cancel'><\($0) xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>"
    }
    let type = condition == nil ? "result" : "error"
    let id = xml.value(of: "id") ?? ""
    let answer = "<iq type='\(type)' from='\(Self.room)' id='\(id)'>\(error ?? "")</iq>"
    guard case .roomObeyed(id: "k", let told) = rig.receive(answer).events.first else {
      Issue.record("no answer")
      return
    }
    #expect(told?.condition == condition)
  }

  @Test func `G6 what XML cannot carry is refused before it is asked`() {
    var rig = Rig.ready()
    let order = RoomOrder.role(.none, nick: "bo", reason: "a\u{0}b")
    let output = rig.command(.order(Self.room, order, id: "k"))
    #expect(output.sentTexts.isEmpty)
    guard case .roomObeyed(id: "k", let told?) = output.events.first else {
      Issue.record("no answer")
      return
    }
    #expect(told.condition == "not-acceptable")
    #expect(rig.command(.changeTopic(Self.room, "a\u{0}b", id: "t")).sentTexts.isEmpty)
  }

  @Test func `Z4 G6 a list of people is read up to its bound, and what is none is left out`() {
    var rig = Rig.ready()
    let xml = rig.command(.listPeople(Self.room, .outcast)).sentTexts.joined()
    #expect(xml.contains("type='get'") && xml.contains("<item affiliation='outcast'/>"))
    let items = (0..<1_500).map { "<item affiliation='outcast' jid='n\($0)@example.org'/>" }
    let all = "<item affiliation='outcast' jid='@'/>" + items.joined()
    let id = xml.value(of: "id") ?? ""
    let answer =
      "<iq type='result' from='\(Self.room)' id='\(id)'><query xmlns='\(Self.admin)'>\(all)</query></iq>"
    guard case .roomPeople(Self.room, .outcast, let people?) = rig.receive(answer).events.first
    else {
      Issue.record("no list")
      return
    }
    #expect(people.count == RoomModeration.mostPeople - 1)
    #expect(people.first == .init(address: JID("n0@example.org")!, affiliation: .outcast))
  }

  @Test func `Z4 G6 hats are few and short`() {
    var rig = Rig.ready()
    let long = String(repeating: "x", count: 1_000)
    let hats = (0..<100).map { "<hat uri='u\($0)' title='\($0 == 0 ? long : "h\($0)")'/>" }.joined()
    let xml = """
      <presence from='team@rooms.example.net/bo' to='\(Rig.own)'>\
      <x xmlns='http://jabber.org/protocol/muc#user'><item affiliation='none' role='participant'/></x>\
      <hats xmlns='urn:xmpp:hats:0'>\(hats)</hats></presence>
      """
    guard case .presence(let presence) = rig.receive(xml).events.first else {
      Issue.record("no presence")
      return
    }
    #expect(presence.occupancy?.hats == [String(long.prefix(40)), "h1", "h2", "h3", "h4"])
  }
}
