import Model
import Testing

@testable import XMPP

/// What services and rooms say of themselves (XEP-0030, XEP-0045 §6, XEP-0059), and who is made a member (§9.3).
@Suite struct GroupDirectoryTests {
  private static let service = JID("rooms.example.net")!
  private static let room = JID("team@rooms.example.net")!

  private func answer(
    _ inner: String, to command: SessionCommand, from: JID
  ) -> (asked: String, told: SessionEvent?) {
    var rig = Rig.ready()
    let asked = rig.command(command).sentTexts.joined()
    let id = asked.value(of: "id") ?? ""
    let xml = "<iq type='result' from='\(from)' id='\(id)'>\(inner)</iq>"
    return (asked, rig.receive(xml).events.first)
  }

  private func page(_ inner: String, after place: String? = nil, seen: Int = 0) -> ItemPage? {
    let command = SessionCommand.fetchItems(of: Self.service, after: place, seen: seen)
    let query = "<query xmlns='http://jabber.org/protocol/disco#items'>\(inner)</query>"
    let (asked, told) = answer(query, to: command, from: Self.service)
    #expect(asked.contains("<max>100</max>"))
    if let place { #expect(asked.contains("<after>\(place)</after>")) }
    guard case .items(Self.service, let page, nil) = told else { return nil }
    return page
  }

  private static func set(last: String, count: Int) -> String {
    "<set xmlns='http://jabber.org/protocol/rsm'><last>\(last)</last><count>\(count)</count></set>"
  }

  @Test func `G1 the groups of a service come page by page`() {
    let items =
      "<item jid='team@rooms.example.net' name='Team'/><item jid='a b'/>"
      + "<item jid='more@rooms.example.net' node='x'/><item jid='old@rooms.example.net'/>"
    let first = page(items + Self.set(last: "p1", count: 9))
    #expect(first?.items.map(\.jid.local) == ["team", "old"])
    #expect(first?.items.map(\.name) == ["Team", ""])
    #expect(first?.next == "p1")
    #expect(page(items + Self.set(last: "p2", count: 8), after: "p1", seen: 4)?.next == nil)
    #expect(page(items)?.next == nil)
  }

  @Test func `Z4 a service that never ends its list is not followed in a circle`() {
    let items = "<item jid='team@rooms.example.net'/>"
    #expect(page(items + Self.set(last: "p1", count: 99), after: "p1")?.next == nil)
    #expect(page(Self.set(last: "p2", count: 99), after: "p1")?.next == nil)
  }

  private func facts(_ inner: String) -> RoomFacts? {
    let query = "<query xmlns='http://jabber.org/protocol/disco#info'>\(inner)</query>"
    let (_, told) = answer(query, to: .describeRoom(Self.room), from: Self.room)
    guard case .roomDescribed(Self.room, let facts) = told else { return nil }
    return facts
  }

  @Test func `G1 a group says its name, what it is about, and how many are in it`() {
    let identity = "<identity category='conference' type='text' name='Team'/>"
    let stable = "<feature var='http://jabber.org/protocol/muc#stable_id'/>"
    let feature = "<feature var='http://jabber.org/protocol/muc'/>" + stable
    func form(_ fields: String) -> String {
      "<x xmlns='jabber:x:data' type='result'><field var='FORM_TYPE' type='hidden'><value>"
        + "http://jabber.org/protocol/muc#roominfo</value></field>\(fields)</x>"
    }
    let subject = "<field var='muc#roominfo_subject'><value>today</value></field>"
    let people = "<field var='muc#roominfo_occupants'><value>12</value></field>"
    #expect(
      facts(identity + feature + form(subject + people))
        == RoomFacts(name: "Team", about: "today", people: 12))
    let description = "<field var='muc#roominfo_description'><value>all of us</value></field>"
    #expect(facts(identity + feature + form(subject + description))?.about == "all of us")
    let minus = "<field var='muc#roominfo_occupants'><value>-3</value></field>"
    #expect(facts(identity + feature + form(minus))?.people == nil)
    #expect(facts("<identity category='client' type='phone'/>" + feature)?.hasRooms == false)
  }

  @Test func `G8 a group says whether it keeps ids, and a channel of IRC that it cuts lines`() {
    let feature = "<feature var='http://jabber.org/protocol/muc'/>"
    let stable = "<feature var='http://jabber.org/protocol/muc#stable_id'/>"
    func identity(_ type: String) -> String {
      "<identity category='conference' type='\(type)' name='Team'/>"
    }
    let text = facts(identity("text") + feature + stable)
    #expect(text?.changesIDs == false && text?.cutsLines == false)
    #expect(facts(identity("text") + feature)?.changesIDs == true)
    let irc = facts(identity("irc") + feature + stable)
    #expect(irc?.changesIDs == false && irc?.cutsLines == true)
    // Nothing is concluded from what says nothing.
    #expect(facts("")?.changesIDs == false)
  }

  @Test func `G1 people are made members together`() {
    let people = [JID("bo@example.org")!, JID("cy@example.org/phone")!]
    let (asked, told) = answer("", to: .admit(people, to: Self.room), from: Self.room)
    #expect(asked.contains("<item affiliation='member' jid='bo@example.org'/>"))
    #expect(asked.contains("<item affiliation='member' jid='cy@example.org'/>"))
    #expect(told == .admitted(to: Self.room, nil))
  }
}
