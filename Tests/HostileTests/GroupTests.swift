import Model
import Screen
import Storage
import Store
import Testing

@testable import Sync
@testable import Views

extension HostileTests {
  /// What people in a group, and the group itself, may try: from the wire to the cells.
  @MainActor @Suite struct GroupTests {
    private nonisolated static let room = "talk@rooms.test"
    private nonisolated static let jid = JID(room)!
    /// As an origin ID is that nobody can guess, but who was told it.
    private nonisolated static let mine = "018f0000-0000-7000-8000-0000000000aa"
    private nonisolated static let bos = "018f0000-0000-7000-8000-0000000000bb"

    // MARK: Who says what

    private nonisolated static func identity(_ id: String?) -> String {
      id.map { "<occupant-id xmlns='urn:xmpp:occupant-id:0' id='\($0)'/>" } ?? ""
    }

    private nonisolated static func presence(
      _ nick: String, as id: String?, _ attributes: String = "", codes: [Int] = [],
      item: String = "affiliation='member' role='participant'"
    ) -> String {
      let status = codes.map { "<status code='\($0)'/>" }.joined()
      return "<presence from='\(room)/\(nick)' \(attributes)><x"
        + " xmlns='http://jabber.org/protocol/muc#user'><item \(item)/>\(status)</x>"
        + identity(id) + "</presence>"
    }

    private nonisolated static func said(
      _ text: String, by nick: String, as id: String?, under origin: String,
      _ more: String = "", type: String = "groupchat"
    ) -> String {
      "<message type='\(type)' from='\(room)/\(nick)' id='\(origin)'><body>\(text)</body>"
        + "<origin-id xmlns='urn:xmpp:sid:0' id='\(origin)'/>\(identity(id))\(more)</message>"
    }

    private nonisolated static func entry(
      _ number: Int, _ text: String, by nick: String = "bo", stamp: String
    ) -> String {
      "<message from='\(room)'><result xmlns='urn:xmpp:mam:2' queryid='QUERY' id='e\(number)'>"
        + "<forwarded xmlns='urn:xmpp:forward:0'><delay xmlns='urn:xmpp:delay' stamp='\(stamp)'/>"
        + "<message xmlns='jabber:client' type='groupchat' from='\(room)/\(nick)' id='x\(number)'>"
        + "<body>\(text)</body></message></forwarded></result></message>"
    }

    /// In the group with Bo, whose chat is open.
    private func joined(
      as id: String? = "i-ana", _ prepare: (AttackServer) -> Void = { _ in }
    ) throws -> Victim {
      let victim = try Victim.online()
      prepare(victim.server)
      victim.wish(.join(Self.jid, nick: "ana", password: nil))
      victim.say(
        Self.presence("bo", as: id.map { _ in "i-bo" })
          + Self.presence("ana", as: id, codes: [110]))
      victim.open("talk")
      victim.pass(200)
      try #require(victim.store.snapshot.room(ChatID(Self.jid, of: .first))?.attendance == .joined)
      return victim
    }

    private func texts(_ victim: Victim) throws -> [String] {
      try victim.database.messages.page(Self.jid, limit: 1_000).map(\.text)
    }

    private func people(_ victim: Victim) -> Occupants {
      victim.store.snapshot.room(ChatID(Self.jid, of: .first))?.occupants ?? Occupants()
    }

    // MARK: In somebody else's name

    /// By Eve, who is in the group and was told the id of my message, or by who is not even there.
    nonisolated static let reflections: [String] =
      [
        said("hi", by: "eve", as: "i-eve", under: mine),
        said("hi", by: "ana", as: "i-eve", under: mine),
        said("hi", by: "eve", as: nil, under: mine, identity("i-ana") + identity("i-eve")),
        said("hi", by: "ana", as: "i-ana", under: mine, type: "chat"),
        said("hi", by: "ana", as: "i-ana", under: mine, type: "normal"),
        said("hi", by: "ana", as: "i-ana", under: mine).replacing(room, with: "other@rooms.test"),
        said("hi", by: "ana", as: "i-ana", under: mine).replacing(room + "/ana", with: room),
        "<message from='eve@evil.test'><received xmlns='urn:xmpp:carbons:2'><forwarded"
          + " xmlns='urn:xmpp:forward:0'>" + said("hi", by: "ana", as: "i-ana", under: mine)
          + "</forwarded></received></message>",
        "<message from='\(AttackServer.account)'><sent xmlns='urn:xmpp:carbons:2'><forwarded"
          + " xmlns='urn:xmpp:forward:0'>" + said("hi", by: "ana", as: "i-ana", under: mine)
          + "</forwarded></sent></message>",
        entry(1, "hi", by: "ana", stamp: "2024-01-01T00:00:00Z"),
      ]

    @Test(arguments: reflections)
    func `Z1 G2 what others say under the id of my message does not make it sent`(xml: String)
      throws
    {
      let victim = try joined()
      victim.wish(.send(chat: Self.jid, text: "hi", originID: OriginID(Self.mine)))
      victim.say(xml)
      victim.pass(1_000)
      #expect(try victim.database.messages.mine(OriginID(Self.mine))?.status == .sending)
      #expect(try texts(victim).count { $0 == "hi" } <= 2)
      // The group's own word still counts.
      victim.say(Self.said("hi", by: "ana", as: "i-ana", under: Self.mine))
      #expect(try victim.database.messages.mine(OriginID(Self.mine))?.status == .sent)
    }

    /// The group passes on what its people write there.
    @Test func `Z1 G2 without occupant ids of the group nobody can choose one`() throws {
      let victim = try joined(as: nil)
      victim.say(Self.said("what Bo said", by: "bo", as: nil, under: Self.bos))
      victim.wish(.send(chat: Self.jid, text: "hi", originID: OriginID(Self.mine)))
      victim.say(Self.said("hi", by: "eve", as: "i-ana", under: Self.mine))
      let correction = "<replace xmlns='urn:xmpp:message-correct:0' id='\(Self.bos)'/>"
      victim.say(Self.said("what Eve says", by: "eve", as: "i-bo", under: "e1", correction))
      #expect(try victim.database.messages.mine(OriginID(Self.mine))?.status == .sending)
      #expect(try texts(victim).contains("what Bo said"))
    }

    nonisolated static let amendments = [
      "<replace xmlns='urn:xmpp:message-correct:0' id='\(bos)'/>",
      "<retract xmlns='urn:xmpp:message-retract:1' id='\(bos)'/>",
      "<retract xmlns='urn:xmpp:message-retract:1' id='s1'/>",
    ]

    @Test(arguments: amendments, ["eve", "bo"])
    func `Z1 G2 nobody else corrects or deletes what somebody said, whatever they are called`(
      amendment: String, nick: String
    ) throws {
      let victim = try joined()
      let place = "<stanza-id xmlns='urn:xmpp:sid:0' by='\(Self.room)' id='s1'/>"
      victim.say(Self.said("what Bo said", by: "bo", as: "i-bo", under: Self.bos, place))
      victim.say(Self.presence("bo", as: "i-bo", "type='unavailable'"))
      victim.say(Self.said("what Eve says", by: nick, as: "i-eve", under: "e1", amendment))
      victim.say(
        Self.said("what Eve says", by: nick, as: "i-bo", under: "e2", amendment, type: "chat"))
      #expect(try texts(victim).contains("what Bo said"))
      #expect(victim.shows("what Bo said"))
    }

    @Test func `Z1 G3 places in the archive, and times, are the group's to give`() throws {
      let victim = try joined()
      let claims =
        "<stanza-id xmlns='urn:xmpp:sid:0' by='\(Victim.me)' id='a1'/>"
        + "<stanza-id xmlns='urn:xmpp:sid:0' by='eve@evil.test' id='a2'/>"
        + "<delay xmlns='urn:xmpp:delay' from='eve@evil.test' stamp='1970-01-01T00:00:00Z'/>"
        + "<delay xmlns='urn:xmpp:delay' from='\(Self.room)/eve' stamp='2099-01-01T00:00:00Z'/>"
      victim.say(Self.said("hello", by: "eve", as: "i-eve", under: "e1", claims))
      let message = try #require(try victim.database.messages.page(Self.jid, limit: 9).last)
      #expect(message.archiveID == nil && message.serverTime == nil)
      let two =
        "<stanza-id xmlns='urn:xmpp:sid:0' by='\(Self.room)' id='s1'/>"
        + "<stanza-id xmlns='urn:xmpp:sid:0' by='\(Self.room)' id='s2'/>"
      victim.say(Self.said("again", by: "eve", as: "i-eve", under: "e2", two))
      #expect(try victim.database.messages.page(Self.jid, limit: 9).last?.archiveID == nil)
    }

    /// XEP-0045 §7.5. It stands in a chat of its own, named by the group, and is nobody's but Eve's.
    @Test(arguments: ["eve", "bo", "ana"])
    func `Z1 what somebody in the group says to me alone is shown as that, and as theirs`(
      nick: String
    ) throws {
      let victim = try joined()
      victim.say(
        Self.said("psst", by: nick, as: "i-eve", under: "e1", type: "chat"))
      let chat = try #require(Self.jid.with(resource: nick))
      let all = try victim.database.messages.page(chat, limit: 9)
      #expect(all.map(\.text) == ["psst"] && all.allSatisfy { !$0.isMine && $0.sender == chat })
      #expect(victim.rows.contains { $0.contains("\(nick) in talk") })
      for other in [Self.jid, Victim.bo] {
        #expect(try victim.database.messages.page(other, limit: 9).isEmpty)
      }
    }

    // MARK: Names

    private nonisolated static let strange: [String] =
      FieldTests.texts + [
        String(repeating: "n", count: 1_000), String(repeating: "n", count: 10_000),
        String(repeating: "名", count: 340), "\u{202E}ana", "an\u{200B}a", "../../bo",
      ]

    private func isSafe(_ victim: Victim) -> Bool {
      let surface = victim.surface
      return (0..<victim.size.height).allSatisfy { y in
        (0..<victim.size.width).allSatisfy { x in
          surface[x, y].cluster.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
              && !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value)
          }
        }
      }
    }

    @Test(arguments: strange)
    func `Z2 a nickname is a text like any other, in the messages, the members and the header`(
      nick: String
    ) throws {
      let name = nick.replacing("'", with: "&apos;")
      let victim = try joined()
      victim.say(Self.presence(name, as: "i-eve"))
      victim.say(Self.said("hello", by: name, as: "i-eve", under: "e1"))
      victim.say(Self.said("hello", by: name, as: "i-eve", under: "e2", type: "chat"))
      victim.say(
        "<message type='groupchat' from='\(Self.room)/\(name)'><composing"
          + " xmlns='http://jabber.org/protocol/chatstates'/></message>")
      #expect(isSafe(victim))
      victim.press(.alt("p"))
      #expect(isSafe(victim))
      for (width, height) in [(60, 20), (30, 10), (5, 3)] {
        victim.resize(width, height)
        #expect(isSafe(victim))
      }
    }

    /// The first mix scripts, the last are of one that looks like another.
    @Test(arguments: [("аna", true), ("bо", true), ("сосо", true), ("anä", false), ("Инна", false)])
    func `Z2 a name that can pass for another's is marked`(nick: String, isMarked: Bool) throws {
      let victim = try joined()
      victim.say(Self.presence(nick, as: "i-eve"))
      victim.say(Self.said("hello", by: nick, as: "i-eve", under: "e1"))
      #expect(victim.rows.contains { $0.contains("?" + nick) && $0.contains("hello") } == isMarked)
      #expect(victim.shows(nick))
    }

    // MARK: Much, and nonsense

    @Test func `Z4 of 50,000 people in a group some are kept and all are counted`() throws {
      let victim = try joined()
      let nicks = (0..<50_000).map { "p\($0)" }
      victim.say(nicks.map { Self.presence($0, as: "i-\($0)") }.joined())
      #expect(people(victim).count == 50_002)
      #expect(people(victim).named == RoomPeople.mostOccupants)
      #expect(victim.shows("50002 online"))
      // Who says that they are away is not counted twice.
      victim.say(nicks.suffix(100).map { Self.presence($0, as: "i-\($0)") }.joined())
      #expect(people(victim).count == 50_002)
      victim.say(nicks.map { Self.presence($0, as: nil, "type='unavailable'") }.joined())
      #expect(people(victim).count == 2 && victim.shows("2 online"))
    }

    @Test func `Z4 codes by the thousand, and roles that nobody has, are nothing`() throws {
      let victim = try joined()
      let codes = (0..<5_000).map { $0 % 2 == 0 ? 1_110 + $0 : -$0 }
      victim.say(
        Self.presence(
          "eve", as: "i-eve", codes: codes,
          item: "affiliation='emperor' role='\(String(repeating: "r", count: 5_000))' jid='@@'"))
      let eve = try #require(people(victim)["eve"])
      #expect(eve.role == .none && eve.affiliation == .none && eve.address == nil)
      #expect(
        victim.isConnected
          && victim.store.snapshot.room(ChatID(Self.jid, of: .first))?.nick == "ana")
    }

    @Test func `Z4 a subject of a megabyte is cut`() throws {
      let victim = try joined()
      for length in [100_000, 1_000_000] {
        let subject = String(repeating: "s", count: length)
        victim.say(
          "<message type='groupchat' from='\(Self.room)/bo'><subject>\(subject)</subject></message>"
        )
        let topic = victim.store.snapshot.room(ChatID(Self.jid, of: .first))?.topic ?? ""
        #expect(topic.utf8.count <= 1_000)
      }
      #expect(victim.surface[0, 0].cluster.unicodeScalars.count < 20)
    }

    // MARK: The archive

    @Test func `Z4 G3 history of 1970 and of 2099 stands where the archive has it`() throws {
      let victim = try joined { server in
        server.roomPage = { after in
          after != nil
            ? ("", true)
            : (
              Self.entry(1, "of the future", stamp: "2099-12-31T23:59:59Z")
                + Self.entry(2, "of the past", stamp: "1970-01-01T00:00:00Z")
                + Self.entry(3, "of no time", stamp: "0000-00-00T99:99:99Z"), true
            )
        }
      }
      victim.say(Self.said("now", by: "bo", as: "i-bo", under: Self.bos))
      #expect(try texts(victim) == ["of the future", "of the past", "of no time", "now"])
      #expect(isSafe(victim) && victim.shows("of the past"))
    }

    @Test func `Z4 G3 an archive that gives the same page over and over is read once`() throws {
      let victim = try joined { server in
        server.roomPage = { _ in (Self.entry(1, "again", stamp: "2024-01-01T00:00:00Z"), false) }
      }
      victim.say(Self.said("now", by: "bo", as: "i-bo", under: Self.bos))
      victim.pass(60_000)
      #expect(victim.server.roomPages < 20)
      #expect(try texts(victim) == ["again", "now"])
    }

    @Test func `Z4 G3 an archive without an end is left alone for a while, and says so`() throws {
      var number = 0
      let victim = try joined { server in
        server.roomPage = { _ in
          number += 1
          return (Self.entry(number, "page \(number)", stamp: "2024-01-01T00:00:00Z"), false)
        }
      }
      victim.say(Self.said("now", by: "bo", as: "i-bo", under: Self.bos))
      #expect(number > 1_000 && number < 10_000)
      let asked = number
      victim.pass(300_000)
      #expect(number == asked)
      #expect(victim.isConnected)
      let notices = victim.events.compactMap {
        if case .notice(let one) = $0 { one.text } else { nil }
      }
      #expect(notices.contains { $0.contains(Self.room) && $0.contains("does not seem to end") })
    }

    /// Where a group never answers, the others go on.
    @Test func `Z4 G3 an archive that never answers holds back its own group alone`() throws {
      let victim = try joined { $0.roomPage = { _ in nil } }
      victim.send("to Bo", "o1")
      victim.pass(1_000)
      #expect(victim.server.messages.map(\.text) == ["to Bo"])
      #expect(try victim.database.messages.mine(OriginID("o1"))?.status == .sent)
    }
  }
}
