import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What I have read in a room, told to it (D2, D4).
@Suite struct RoomMarkerTests {
  @Test func `D2 D4 what was on screen in a small group is told to it, the newest for all`()
    throws
  {
    let rig = try RoomReceiptTests.joined()
    rig.hear(3)
    try rig.read(1)
    try rig.read(3)
    rig.run()
    #expect(rig.server.markers == [NamedID.id(of: "r1")])
    rig.pass(ReadMarkers.interval)
    #expect(rig.server.markers == ["r1", "r3"].map(NamedID.id))
    #expect(try rig.database.readMarkers.pendingInRooms() == [])
    try rig.read(3)
    rig.pass(5_000)
    #expect(rig.server.markers.count == 2)
  }

  @Test func `D2 a marker that the room did not take goes again, also after a crash`() throws {
    let rig = try RoomReceiptTests.joined()
    rig.hear(1)
    try rig.read(1)
    rig.cut()
    #expect(rig.server.markers == [])
    try rig.kill()
    rig.link()
    rig.run()
    #expect(rig.server.markers == [NamedID.id(of: "r1")])
  }

  @Test func `G3 a marker that says that I am not there brings me back, and is told then`() throws {
    let rig = try RoomReceiptTests.joined()
    rig.hear(1)
    rig.server.room.hasMe = false
    try rig.read(1)
    rig.run()
    rig.pass(2_000)
    #expect(rig.server.room.hasMe && rig.server.markers == [NamedID.id(of: "r1")])
  }

  @Test(arguments: ["public", "hidden from", "off", "not asked"])
  func `D2 D4 nothing is told of what I read where it is nobody's business`(why: String) throws {
    let facts = RoomFacts(isMembersOnly: why != "public")
    let rig = try RoomReceiptTests.joined(facts: facts)
    rig.hear(1, isMarkable: why != "not asked")
    if why == "hidden from" { rig.wish(.hideReading(team, true)) }
    if why == "off" {
      rig.privacy = Privacy(tellsRead: false)
      try rig.kill()
      rig.link()
      rig.run()
    }
    try rig.read(1)
    rig.run()
    rig.pass(5_000)
    #expect(rig.server.markers == [])
    #expect(try rig.database.chats.chat(team)?.unread == 0)
  }

  @Test func `C5 what another device of mine has shown in the room is read here`() throws {
    let rig = try RoomReceiptTests.joined()
    rig.hear(2)
    #expect(try rig.database.chats.chat(team)?.unread == 2)
    rig.show("r2", as: "me")
    #expect(try rig.database.chats.chat(team)?.unread == 0)
  }

  @Test func `a group that is set up otherwise is asked what it is now`() throws {
    let rig = try RoomReceiptTests.joined()
    rig.server.room.facts = RoomFacts()
    var news = InboundMessage(source: .live, from: team, to: me, kind: .group)
    news.news = .configured
    rig.server.tell(.message(news))
    rig.run()
    rig.hear(1)
    try rig.read(1)
    rig.run()
    rig.pass(5_000)
    #expect(rig.server.markers == [])
  }
}

extension Rig {
  /// Somebody says so many things in the room, and asks for markers.
  fileprivate func hear(_ count: Int, isMarkable: Bool = true) {
    for number in 1...count {
      var said = server.room.say("m\(number)", id: OriginID(named: "x\(number)"), as: "bo")
      if isMarkable { said.payloads.append(.markable) }
      server.tell(.message(said))
    }
    run()
  }

  /// The messages of the room through this one were on screen.
  fileprivate func read(_ number: Int) throws {
    wish(.markRead(chat: team, through: try page(team)[number - 1].order))
  }
}
