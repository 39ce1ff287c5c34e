import Model
import Scratch
import Testing
import XMPP

@testable import Sync

/// Who comes to a room and goes (G4).
@Suite struct RoomEventTests {
  @Test func `G4 who comes and goes is told with the place, who was there before me is not`()
    throws
  {
    let rig = try Rig.online()
    rig.wish(.join(team, nick: nil, password: nil))
    rig.server.tell(rig.server.room.presence(of: "early"))
    rig.run()
    #expect(rig.words == [])
    rig.come("bo")
    rig.server.tell(.message(rig.server.room.say("hi", id: OriginID(named: "x1"), as: "bo")))
    rig.run()
    rig.come("bo")
    let room = rig.server.room
    rig.server.tell(room.presence(of: "bo", .unavailable, codes: [303], newNick: "bobby"))
    rig.server.tell(room.presence(of: "bobby", identity: "one bo"))
    rig.server.tell(room.presence(of: "bobby", .unavailable, identity: "one bo"))
    rig.run()
    #expect(rig.words == ["bo joined", "bo is now bobby", "bobby left"])
    #expect(rig.room?.events.map(\.after) == [nil, 1, 1])
    #expect(Set(rig.room?.events.map(\.person) ?? []) == ["one bo"])
  }

  private static let ends: [(codes: Set<Int>, words: String)] = [
    ([307], "max was removed by ana (spam)"), ([301], "max was banned by ana (spam)"),
    ([321], "max was removed by ana (spam)"), ([307, 333], "max left"), ([], "max left"),
  ]

  @Test(arguments: ends)
  func `G4 how somebody went is told, and by whom`(codes: Set<Int>, words: String) throws {
    let rig = try RoomReceiptTests.joined(with: ["max"])
    rig.server.tell(
      rig.server.room.presence(
        of: "max", .unavailable, codes: codes, reason: "spam", actor: "ana"))
    rig.run()
    #expect(rig.words.last == words)
  }

  @Test func `G4 what I do myself, and a link that breaks, are no news`() throws {
    let rig = try RoomReceiptTests.joined(with: [])
    let room = rig.server.room
    rig.server.tell(
      room.presence(of: "me", .unavailable, codes: [110, 303], newNick: "ana"))
    rig.server.tell(room.presence(of: "ana", codes: [110], identity: "one me"))
    rig.run()
    rig.cut()
    rig.link()
    rig.run()
    rig.come("bo")
    #expect(rig.words == ["bo joined"])
  }

  @Test func `G4 Z4 in a large group nobody is told of, and of a small one so many`() throws {
    let rig = try RoomReceiptTests.joined(with: [])
    for _ in 0..<RoomPeople.mostEvents {
      rig.come("bo")
      rig.server.tell(rig.server.room.presence(of: "bo", .unavailable))
      rig.run()
    }
    #expect(rig.words.count == RoomPeople.mostEvents)
    for number in 0..<LiveRoom.mostTold { rig.come("n\(number)") }
    #expect(rig.words == [])
  }

  @Test func `G4 who comes and goes makes nothing unread, and tells of nothing`() throws {
    let rig = try RoomReceiptTests.joined(with: [])
    rig.come("bo")
    #expect(
      rig.changes.allSatisfy { change in
        switch change {
        case .arrived, .message, .chat, .notice: false
        default: true
        }
      })
  }
}

extension Rig {
  fileprivate var words: [String] { room?.events.map(\.words) ?? [] }
}
