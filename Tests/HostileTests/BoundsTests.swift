import Foundation
import Model
import Storage
import Store
import Testing

@testable import Sync
@testable import XMPP

extension HostileTests {
  /// Floods: what grows is counted in bytes, in memory and on disk. Scaled down; the bounds are those of the program.
  @MainActor @Suite struct BoundsTests {
    /// Of the database and its log.
    private func disk(_ victim: Victim) -> Int {
      ["", "-wal"].reduce(0) { sum, end in
        let facts = try? FileManager.default.attributesOfItem(atPath: victim.path + end)
        return sum + (facts?[.size] as? Int ?? 0)
      }
    }

    @Test func `Z4 messages of a quarter of a megabyte stay on disk, and a few of them in memory`()
      throws
    {
      let victim = try Victim.online()
      let text = String(repeating: "x", count: 255_000)
      for number in 0..<120 {
        victim.say(
          "<message from='bo@psst.test/x' type='chat' id='m\(number)'><body>\(text)</body></message>"
        )
      }
      let snapshot = victim.store.snapshot
      let pane = try #require(snapshot.pane)
      let bytes = pane.messages.reduce(0) { $0 + $1.text.utf8.count }
      #expect(bytes <= Pane.mostBytes && pane.messages.count > 50 && pane.isEnd)
      let arrivals = victim.events.compactMap(\.arrived)
      #expect(!arrivals.isEmpty && arrivals.allSatisfy { $0.text.utf8.count <= 1_200 })
      #expect(try victim.database.messages.page(Victim.bo, limit: 1_000).count == 120)
      // Scrolled back to the oldest, page by page.
      while let pane = victim.store.snapshot.pane, !pane.isStart, let first = pane.messages.first {
        // Without the screen, which stays at the end and would ask for that again.
        victim.wish(.loadOlder(chat: Victim.bo, before: first.order), isDrawn: false)
        let shown = try #require(victim.store.snapshot.pane)
        try #require(shown.isStart || shown.messages.first!.order < first.order)
        #expect(shown.messages.contains { $0.order == first.order }, "no gap")
        #expect(shown.messages.reduce(0) { $0 + $1.text.utf8.count } <= Pane.mostBytes)
      }
      #expect(victim.store.snapshot.pane?.messages.first?.originID?.value == "m0")
      #expect(victim.store.snapshot.pane?.isEnd == false, "the newest were forgotten")
    }

    /// Servers pass them on, and hand them out again after each end of a stream.
    nonisolated static let excesses: [String] = [
      String(repeating: "<x>", count: 60) + String(repeating: "</x>", count: 60),
      "<x \((0..<90).map { "a\($0)='1'" }.joined(separator: " "))/>",
      "<x a='\(String(repeating: "a", count: 200_000))'/>",
      "<x xmlns='\(String(repeating: "a", count: 20_000))'/>",
      "<\(String(repeating: "a", count: 20_000))/>", String(repeating: "<x/>", count: 130_000),
    ]

    @Test(arguments: excesses)
    func `O1 Z4 a message beyond a bound leaves psst online, and its words are shown`(
      excess: String
    ) throws {
      let victim = try Victim.online()
      let connections = victim.connections
      victim.say(
        "<message from='eve@psst.test/x' type='chat' id='e'><body>look</body>\(excess)</message>")
      victim.say(
        "<message from='bo@psst.test/x' type='chat' id='b'>\(excess)<body>hello</body></message>")
      victim.say("<presence from='bo@psst.test/x'>\(excess)</presence>")
      victim.say("<message from='bo@psst.test/x' type='chat' id='c'><body>there</body></message>")
      let page = try victim.database.messages.page(Victim.bo, limit: 10)
      #expect(page.map(\.text) == ["hello", "there"])
      #expect(victim.isConnected && victim.connections == connections)
      victim.send("and mine", "m")
      #expect(victim.server.messages.map(\.text) == ["and mine"])
    }

    @Test
    func `O1 Z4 what stands in a stanza's own tag beyond a bound is left out with the stanza`()
      throws
    {
      let victim = try Victim.online()
      let attributes = (0..<90).map { "a\($0)='1'" }.joined(separator: " ")
      victim.say(
        "<message from='bo@psst.test/x' type='chat' id='b' \(attributes)><body>hm</body></message>")
      victim.say("<message from='bo@psst.test/x' type='chat' id='c'><body>there</body></message>")
      let page = try victim.database.messages.page(Victim.bo, limit: 10)
      #expect(page.map(\.text) == ["there"] && victim.isConnected)
      #expect(victim.log.contains { $0.contains("too much") })
    }

    @Test(arguments: [
      ("<ping xmlns='urn:xmpp:ping'/>", 12), ("<ping xmlns='urn:xmpp:ping'/>", 900),
      ("<query xmlns='http://jabber.org/protocol/disco#info'/>", 900), ("<x xmlns='y'/>", 16_000),
    ])
    func `Z4 questions that are never acknowledged leave nothing in memory or on disk`(
      payload: String, length: Int
    ) throws {
      let victim = try Victim.online()
      victim.server.acknowledges = false
      let before = disk(victim)
      let id = String(repeating: "i", count: length)
      for number in 0..<3_000 {
        victim.say("<iq type='get' from='bo@psst.test/x' id='\(number)\(id)'>\(payload)</iq>")
      }
      let stored = try #require(try victim.database.streams.state())
      let kept = stored.unacknowledged.reduce(0) { sum, stanza in
        if case .bound(let xml) = stanza { sum + xml.utf8.count } else { sum }
      }
      #expect(kept <= XEP0198StreamManagement.mostKept + 2_000)
      #expect(disk(victim) - before < 6 << 20)
      #expect(victim.isConnected)
    }

    @Test func `Z4 N4 the presence of people who are no contacts is not stored`() throws {
      let victim = try Victim.online()
      let before = disk(victim)
      let name = String(repeating: "n", count: 900)
      for number in 0..<4_000 {
        victim.say("<presence from='\(number)@\(name).test/\(name)'/>")
      }
      #expect(try victim.database.presences.devices().isEmpty)
      #expect(try victim.database.presences.all().isEmpty)
      #expect(disk(victim) - before < 4 << 20)
      #expect(victim.store.snapshot[.first].presence.isEmpty)
    }

    @Test func `Z4 N1 a contact's devices are bounded, and who is there is seen all the same`()
      throws
    {
      let victim = try Victim.online()
      let name = String(repeating: "n", count: 900)
      for number in 0..<2_000 { victim.say("<presence from='bo@psst.test/\(number)\(name)'/>") }
      let devices = try victim.database.presences.devices()
      #expect(devices[Victim.bo]?.count == PresenceTracker.mostDevices)
      #expect(victim.store.snapshot[.first].presence[Victim.bo] == .online)
      for number in 0..<2_000 {
        victim.say("<presence type='unavailable' from='bo@psst.test/\(number)\(name)'/>")
      }
      victim.pass(1_000)
      #expect(victim.store.snapshot[.first].presence[Victim.bo] == nil)
      #expect(try victim.database.presences.devices().isEmpty)
    }

    @Test(arguments: [1, 900])
    func `Z4 N1 what is held of people who are no contacts has a bound`(length: Int) throws {
      let victim = try Victim.online()
      let name = String(repeating: "n", count: length)
      for number in 0..<2_000 {
        victim.say("<presence from='\(number)@\(name).test/\(name)'/>")
      }
      // By number, or by bytes before that.
      let beyond = length == 1 ? 1_999 : 500
      for number in [0, beyond] {
        let item = "<item jid='\(number)@\(name).test' subscription='both'/>"
        victim.say("<iq type='set' id='p'><query xmlns='jabber:iq:roster'>\(item)</query></iq>")
      }
      #expect(victim.store.snapshot[.first].presence[JID("0@\(name).test")!] == .online)
      #expect(victim.store.snapshot[.first].presence[JID("\(beyond)@\(name).test")!] == nil)
    }

    @Test func `Z4 N1 the devices of all contacts together have a bound`() throws {
      let people = (0..<600).map { "p\($0)@psst.test" }
      let items = people.map { "<item jid='\($0)' subscription='both'/>" }.joined()
      let victim = try Victim.online(roster: Victim.contact + items)
      let name = String(repeating: "n", count: 1_000)
      for who in people {
        let devices = (10..<10 + PresenceTracker.mostDevices).map {
          "<presence from='\(who)/\($0)\(name)'/>"
        }
        victim.say(devices.joined())
      }
      let kept = try victim.database.presences.devices().values.reduce(0) { $0 + $1.count }
      #expect(kept * name.utf8.count <= PresenceTracker.mostBytes)
      #expect(victim.store.snapshot[.first].presence[JID(people[0])!] == .online)
      #expect(victim.store.snapshot[.first].presence[JID(people[599])!] == nil)
    }

    @Test func `N1 what was told just before the roster came counts once the person is in it`()
      throws
    {
      let victim = try Victim.online(roster: "")
      victim.say("<presence from='bo@psst.test/x'/>")
      #expect(victim.store.snapshot[.first].presence[Victim.bo] == nil)
      victim.say(
        "<iq type='set' id='p'><query xmlns='jabber:iq:roster'>\(Victim.contact)</query></iq>")
      #expect(victim.store.snapshot[.first].presence[Victim.bo] == .online)
    }

    /// The second is of characters of 18 bytes each.
    @Test(arguments: [String(repeating: "名", count: 5_000), String(repeating: "👩‍👩‍👧", count: 850)])
    func `Z4 names of 16 KB are kept as far as anybody reads, and every key is answered`(
      name: String
    ) throws {
      let people = (0..<150).map {
        "<item jid='p\($0)@psst.test' name='\($0)\(name)' subscription='both'/>"
      }
      let victim = try Victim.online(roster: Victim.contact + people.joined())
      let snapshot = victim.store.snapshot
      #expect(victim.contacts == 151)
      #expect(snapshot.chats.allSatisfy { $0.name.utf8.count <= 400 })
      #expect(try victim.database.roster.all().allSatisfy { ($0.name?.utf8.count ?? 0) <= 400 })
      #expect(try victim.database.chats.all().allSatisfy { $0.name.utf8.count <= 400 })
    }

    @Test func `Z4 a roster that never ends is kept to a bound, and it is said`() throws {
      let victim = try Victim.online()
      let part = String(repeating: "p", count: 1_000)
      var said = 0
      while said * 2_000 < RosterKeeper.capacity * 5 / 4 {
        let pushes = (0..<200).map { number in
          "<iq type='set' id='p'><query xmlns='jabber:iq:roster'>"
            + "<item jid='\(said + number)\(part)@\(part)' subscription='both'/></query></iq>"
        }
        victim.say(pushes.joined())
        said += 200
      }
      #expect(try victim.database.roster.size() <= RosterKeeper.capacity)
      #expect(victim.contacts < said)
      #expect(
        victim.events.contains { event in
          guard case .notice(let notice) = event else { return false }
          return notice.text.contains("contact list is too long")
        })
      // Who goes makes room for somebody as long.
      let new = "<item jid='n\(part)@\(part)' subscription='both'/>"
      victim.say("<iq type='set' id='p'><query xmlns='jabber:iq:roster'>\(new)</query></iq>")
      let newcomer = ChatID(JID("n\(part)@\(part)")!, of: .first)
      #expect(victim.store.snapshot.isStranger(newcomer))
      let first = "<item jid='0\(part)@\(part)' subscription='remove'/>"
      victim.say("<iq type='set' id='p'><query xmlns='jabber:iq:roster'>\(first)</query></iq>")
      victim.say("<iq type='set' id='p'><query xmlns='jabber:iq:roster'>\(new)</query></iq>")
      #expect(!victim.store.snapshot.isStranger(newcomer))
    }

    @Test func `Z4 ids of 16 KB name nothing, and the message is there`() throws {
      let victim = try Victim.online()
      let id = String(repeating: "i", count: 16_000)
      for number in 0..<50 {
        victim.say(
          "<message from='bo@psst.test/x' type='chat' id='\(number)\(id)'><body>text \(number)</body>"
            + "<request xmlns='urn:xmpp:receipts'/><origin-id xmlns='urn:xmpp:sid:0' id='\(id)'/>"
            + "<stanza-id xmlns='urn:xmpp:sid:0' by='\(Victim.me)' id='\(number)\(id)'/></message>")
      }
      let messages = try victim.database.messages.page(Victim.bo, limit: 100)
      #expect(messages.count == 50)
      #expect(messages.allSatisfy { $0.originID == nil && $0.archiveID == nil })
    }

    /// A condition that nobody has defined is told by its name.
    @Test(arguments: ["forbidden", String(repeating: "n", count: 16_000)])
    func `Z4 the words of an error are kept as far as anybody reads`(condition: String) throws {
      let victim = try Victim.online()
      victim.send("hello", "o1")
      let words = String(repeating: "no ", count: 100_000)
      victim.say(
        "<message type='error' from='bo@psst.test' id='o1'><error type='cancel'>"
          + "<\(condition) xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/>"
          + "<text xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'>\(words)</text></error></message>")
      let message = try #require(try victim.database.messages.mine(OriginID("o1")))
      #expect(message.status == .failed)
      #expect((message.failure ?? "").utf8.count < 1_000)
    }
  }
}
