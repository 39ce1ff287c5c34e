import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// The cost of many groups of one service on a link where nothing is new.
@Suite struct RoomCostTests {
  private static let all = (1...20).map { JID("r\($0)@rooms.example.org")! }

  /// I am in `team`, which the model has, and in others of its service, whose answers are told here.
  private static func inMany() throws -> Rig {
    let rig = try RoomTests.joined(isPrivate: false)
    for room in all { rig.wish(.join(room, nick: nil, password: nil)) }
    rig.run()
    for room in all {
      enter(room, rig)
    }
    rig.run()
    return rig
  }

  private static func enter(_ room: JID, _ rig: Rig) {
    var presence = InboundPresence(from: room.with(resource: "me")!, kind: .available)
    presence.occupancy = Occupancy(occupantID: "me", codes: [110])
    rig.server.tell(.presence(presence))
    rig.server.tell(.roomDescribed(room, RoomFacts()))
    rig.run()
    for command in rig.commands {
      guard case .queryArchive(let query) = command, query.archive == room else { continue }
      rig.server.tell(
        .archivePage(ArchivePage(query: query.id, entries: [], isComplete: true, total: 0)))
    }
    rig.run()
    rig.forget()
  }

  /// So many messages in `team`.
  private func say(_ count: Int, _ rig: Rig) {
    for number in 1...count {
      rig.server.tell(
        .message(rig.server.room.say("\(number)", id: OriginID(named: "x\(number)"), as: "bo")))
    }
    rig.run()
  }

  private func pings(_ rig: Rig) -> [JID] {
    rig.commands.compactMap { if case .pingRoom(let me) = $0 { me.bare } else { nil } }
  }

  private func queries(_ rig: Rig) -> Int {
    rig.commands.count {
      if case .queryArchive(let query) = $0 { query.archive != nil } else { false }
    }
  }

  /// Each answers that I am there.
  private func pass(_ milliseconds: Int64, _ rig: Rig) {
    for _ in 0..<(milliseconds / 1_000) {
      let before = rig.commands.count
      rig.pass(1_000)
      for case .pingRoom(let me) in rig.commands[before...] where me.bare != team {
        rig.server.tell(.roomAnswered(me.bare, nil))
      }
      rig.run()
    }
  }

  @Test func `G3 of many groups of one service one at a time is asked whether I am there`() throws {
    let rig = try Self.inMany()
    pass(250_000, rig)
    #expect((8...11).contains(pings(rig).count), "\(pings(rig).count)")
    #expect(queries(rig) <= 11)
    #expect(Set(pings(rig)).count > 5, "not always the same one")
  }

  @Test func `G3 where one does not know me any more the others are asked at once`() throws {
    let rig = try Self.inMany()
    let isOut = StanzaError(kind: "cancel", condition: "not-acceptable")
    for _ in 0..<40 where pings(rig).isEmpty { rig.pass(1_000) }
    let first = try #require(pings(rig).first)
    rig.forget()
    rig.server.tell(.roomAnswered(first, isOut))
    rig.run()
    #expect(Set(pings(rig)).count >= Self.all.count - 1)
    #expect(
      rig.commands.contains { if case .join(let me, _, _) = $0 { me.bare == first } else { false } }
    )
  }

  @Test func `G3 nothing is read again on a stream that goes on`() throws {
    let rig = try Rig(isPrivate: false)
    rig.handle(.start)
    rig.linkResumable()
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    say(60, rig)
    rig.pass(20_000)
    rig.cut()
    rig.forget()
    #expect(rig.resume())
    rig.run()
    #expect(queries(rig) == 0)
    #expect(!rig.commands.contains(.describeRoom(team)))
    rig.pass(30_000)
    #expect(pings(rig).count <= 3)
  }

  @Test(arguments: [true, false])
  func `G3 on a new stream as much is read as is new, where the archive says how much it has`(
    saysTotal: Bool
  ) throws {
    let rig = try RoomTests.joined(isPrivate: false)
    rig.server.saysTotal = saysTotal
    say(60, rig)
    rig.pass(60_000)
    rig.cut()
    rig.server.room.hasMe = false
    _ = rig.server.room.say("missed", id: OriginID(named: "y1"), as: "bo")
    rig.forget()
    rig.server.entriesTold = 0
    rig.link()
    rig.run()
    rig.pass(60_000)
    #expect(try rig.texts(team).last == "missed" && rig.texts(team).count == 61)
    let told = rig.server.entriesTold
    #expect(saysTotal ? told <= 2 : told > 20, "\(told)")
    #expect(!rig.commands.contains(.describeRoom(team)))
  }

  /// As one of several nodes does it: it stands before what was read.
  @Test func `G3 T1 what an archive shows late is found by how much it has`() throws {
    let rig = try RoomTests.joined(isPrivate: false)
    rig.server.saysTotal = true
    say(9, rig)
    rig.pass(60_000)
    rig.cut()
    rig.server.room.hasMe = false
    rig.server.room.showLate("late", id: OriginID(named: "y1"), as: "bo", behind: 3)
    rig.link()
    rig.run()
    rig.pass(60_000)
    #expect(try rig.texts(team) == ["1", "2", "3", "4", "5", "6", "late", "7", "8", "9"])
  }
}
