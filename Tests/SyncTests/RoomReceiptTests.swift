import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// How many have read what I wrote in a room (D4).
@Suite struct RoomReceiptTests {
  /// In a room that is closed to strangers, where these are members.
  static func joined(
    with nicks: [String] = ["bo", "cy", "dee"], facts: RoomFacts? = RoomFacts(isMembersOnly: true)
  ) throws -> Rig {
    let rig = try Rig.online()
    rig.server.room.facts = facts
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    for nick in nicks { rig.come(nick) }
    rig.forget()
    return rig
  }

  @Test func `D4 what I wrote is read by those who showed it, each once, and all that is older`()
    throws
  {
    let rig = try Self.joined()
    rig.send("one", "m1", to: team)
    rig.send("two", "m2", to: team)
    rig.run()
    #expect(rig.reading == .init(originID: OriginID(named: "m2"), readers: 0, all: 3))
    rig.show("r1", as: "bo")
    #expect(rig.reading?.readers == 0)
    rig.show("r2", as: "bo")
    rig.show("r2", as: "bo")
    #expect(rig.reading?.readers == 1 && rig.reading?.all == 3)
    rig.show("r2", as: "cy")
    #expect(try rig.status("m2") == .sent && rig.reading?.readers == 2)
    rig.show("r2", as: "dee")
    #expect(try rig.status("m1") == .read && rig.status("m2") == .read)
    #expect(rig.reading == .init(originID: OriginID(named: "m2"), readers: 3, all: 3))
  }

  @Test func `D4 Z1 a name counts nobody, my own devices neither, and of two devices one`() throws {
    let rig = try Self.joined()
    rig.send("one", "m1", to: team)
    rig.run()
    // Called as somebody who was there, and somebody under several names.
    rig.show("r1", as: "bo", identity: "one bo")
    rig.show("r1", as: "cy", identity: "one bo")
    rig.show("r1", as: "phone", identity: "one me")
    #expect(rig.reading?.readers == 1 && rig.reading?.all == 3)
    #expect(try rig.status("m1") == .sent)
    // Who was not there counts on both sides, so that no more have read it than there are.
    rig.show("r1", as: "dee", identity: "somebody else's")
    #expect(rig.reading?.readers == 2 && rig.reading?.all == 4)
  }

  @Test func `D4 Z1 where nothing but names tells who is who, nobody is counted`() throws {
    let rig = try Self.joined(with: [])
    let presence = { (nick: String, address: JID?) in
      var presence = InboundPresence(from: ModelRoom.occupant(nick), kind: .available)
      presence.occupancy = Occupancy(affiliation: .member, address: address)
      rig.server.tell(.presence(presence))
      rig.run()
    }
    rig.server.tell(rig.server.room.presence(of: "me", .unavailable, codes: [110, 333, 307]))
    rig.run()
    try rig.database.rooms.save(.init(jid: team, nick: "me"))
    try rig.kill()
    rig.server.room.givesIDs = false
    rig.link()
    rig.run()
    presence("bo", bo)
    presence("cy", nil)
    rig.send("one", "m1", to: team)
    rig.run()
    #expect(rig.reading?.all == 1)
    rig.show("r1", as: "cy", identity: "")
    #expect(rig.reading?.readers == 0)
    rig.show("r1", as: "bo", identity: "")
    #expect(try rig.reading?.readers == 1 && rig.status("m1") == .read)
  }

  @Test func `D4 a message is for those who were there, and members who were away`() throws {
    let rig = try Self.joined()
    rig.server.tell(rig.server.room.presence(of: "cy", .unavailable, affiliation: .member))
    rig.server.tell(rig.server.room.presence(of: "dee", .unavailable, affiliation: .none))
    rig.run()
    rig.send("one", "m1", to: team)
    rig.run()
    #expect(rig.reading?.all == 2)
    // Who comes later had nothing to read, who comes back is who they were.
    rig.come("eve")
    rig.come("cy")
    #expect(rig.reading?.all == 2)
    rig.show("r1", as: "eve")
    #expect(rig.reading?.readers == 1 && rig.reading?.all == 3)
    rig.server.tell(rig.server.room.presence(of: "bo", .unavailable, codes: [301]))
    rig.run()
    #expect(rig.reading?.all == 3)
    rig.send("two", "m2", to: team)
    rig.run()
    #expect(rig.reading == .init(originID: OriginID(named: "m2"), readers: 0, all: 2))
  }

  @Test func `D4 who comes back under another name and another id of the room is one person`()
    throws
  {
    let rig = try Self.joined(with: [])
    rig.come("bo", address: bo)
    rig.send("one", "m1", to: team)
    rig.run()
    rig.show("r1", as: "bo")
    #expect(try rig.status("m1") == .read)
    rig.server.room.secret = "another "
    rig.cut()
    rig.link()
    rig.run()
    rig.come("bobby", address: bo)
    rig.show("r1", as: "bobby")
    #expect(rig.reading?.readers == 1 && rig.reading?.all == 1)
    #expect(try rig.database.roomReaders.readers(of: 1).map(\.nick) == ["bobby"])
  }

  @Test(arguments: [
    (RoomFacts(), 2, false), (RoomFacts(isHidden: true), 2, true),
    (RoomFacts(isMembersOnly: true), LiveRoom.mostTold + 1, false), (nil, 2, false),
  ])
  func `D4 nothing is counted or asked for in a group that is large or public`(
    facts: RoomFacts?, count: Int, isTold: Bool
  ) throws {
    let rig = try Self.joined(with: (1..<count).map { "n\($0)" }, facts: facts)
    rig.send("one", "m1", to: team)
    rig.run()
    let audience: Audience = isTold ? .smallRoom : .room
    #expect(
      rig.commands.contains(
        .send(to: team, originID: OriginID(named: "m1"), text: "one", audience: audience)))
    rig.show("r1", as: "n1")
    #expect(rig.reading?.readers == (isTold ? 1 : nil))
  }

  @Test func `D4 P1 who has read it is known after a restart, and what came meanwhile is learned`()
    throws
  {
    let rig = try Self.joined()
    rig.send("one", "m1", to: team)
    rig.run()
    rig.show("r1", as: "bo")
    rig.cut()
    _ = rig.server.room.mark("r1", as: "cy")
    try rig.kill()
    #expect(rig.reading == .init(originID: OriginID(named: "m1"), readers: 1, all: 3))
    rig.link()
    rig.run()
    #expect(rig.reading?.readers == 2 && rig.reading?.all == 3)
  }

  @Test func `D4 a marker for what is not here yet counts when it is`() throws {
    let rig = try Self.joined()
    rig.send("one", "m1", to: team)
    rig.run()
    // Somebody's message is lost on the way, and bo has read it.
    _ = rig.server.room.say("lost", id: OriginID(named: "x1"), as: "cy")
    rig.show("r2", as: "bo", isKept: false)
    #expect(rig.reading?.readers == 0)
    rig.server.tell(.message(rig.server.room.say("m", id: OriginID(named: "x2"), as: "cy")))
    rig.run()
    #expect(rig.reading?.readers == 1)
  }

  @Test func `D4 D5 the life of a message names who has read it, and is told anew with each`()
    throws
  {
    let rig = try Self.joined()
    rig.send("one", "m1", to: team)
    rig.run()
    rig.wish(.openInfo(OriginID(named: "m1")))
    #expect(rig.readers == ["bo", "cy", "dee"])
    rig.forget()
    rig.show("r1", as: "cy")
    #expect(rig.readers == ["bo", "cy read", "dee"])
  }
}

extension Rig {
  /// Somebody is there, a member of it.
  func come(_ nick: String, address: JID? = nil) {
    server.tell(server.room.presence(of: nick, affiliation: .member, address: address))
    run()
  }

  /// Somebody shows that they read it; `identity` is who they are there.
  func show(
    _ id: String, as nick: String, identity: String? = nil, isKept: Bool = true
  ) {
    var message = server.room.mark(id, as: nick, identity: identity, isKept: isKept)
    if identity == "" { message.occupantID = nil }
    server.tell(.message(message))
    run()
  }

  fileprivate var reading: ReadCount? { room?.reading }

  fileprivate var readers: [String] {
    for case .life(let life) in changes.reversed() {
      return life.readers.map { $0.nick + ($0.hasRead ? " read" : "") }
    }
    return []
  }
}
