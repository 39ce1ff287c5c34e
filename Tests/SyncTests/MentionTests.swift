import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What of a room's unread messages is for me.
@Suite struct MentionTests {
  /// As the list has it.
  private static func news(_ rig: Rig) throws -> [Int]? {
    try rig.database.chats.chat(team).map { [$0.unread, $0.mentions] }
  }

  private static func hear(
    _ text: String, _ id: String, in rig: Rig, _ amendment: Amendment? = nil,
    to target: String? = nil
  ) {
    var message = rig.server.room.say(
      text, id: OriginID(named: id), as: "bo", amending: amendment)
    if let target {
      message.payloads.append(.reply(ReplyTarget(id: target, author: nil, quote: "")))
    }
    rig.server.tell(.message(message))
    rig.run()
  }

  @Test(arguments: [
    ("me: hello", 1), ("ask @ME.", 1), ("some meat", 0), ("me_too", 0), ("hello", 0),
    ("see https://example.org/~me", 0), ("me, see https://example.org/me", 1),
    ("> me: how?\nlike that", 0), (">me\nme, like that", 1), ("a > me", 1),
  ])
  func `A1 a name that is a word of its own counts`(text: String, count: Int) throws {
    let rig = try RoomTests.joined()
    Self.hear(text, "x1", in: rig)
    #expect(try Self.news(rig) == [1, count])
    let told = rig.changes.compactMap {
      if case .chat(let chat) = $0 { chat.mentions } else { nil }
    }
    #expect(told.last == count)
  }

  @Test func `A1 an answer to me counts, one to somebody else does not`() throws {
    let rig = try RoomTests.joined()
    rig.send("a question", "m1", to: team)
    rig.run()
    Self.hear("an answer", "x1", in: rig, to: ArchiveID(named: "r1").value)
    #expect(try Self.news(rig) == [1, 1])
    Self.hear("another", "x2", in: rig, to: ArchiveID(named: "r2").value)
    #expect(try Self.news(rig) == [2, 1])
  }

  @Test func `A1 they are counted after a restart, and what came meanwhile is`() throws {
    let rig = try RoomTests.joined()
    Self.hear("me: one", "x1", in: rig)
    rig.cut()
    _ = rig.server.room.say("me: two", id: OriginID(named: "x2"), as: "bo")
    _ = rig.server.room.say("three", id: OriginID(named: "x3"), as: "bo")
    try rig.kill()
    #expect(try Self.news(rig) == [1, 1])
    rig.link()
    rig.run()
    #expect(try Self.news(rig) == [3, 2])
  }

  @Test func `A1 what was read counts no more`() throws {
    let rig = try RoomTests.joined()
    for number in 1...3 { Self.hear("me: \(number)", "x\(number)", in: rig) }
    let second = try rig.page(team)[1]
    rig.wish(.markRead(chat: team, through: second.order))
    #expect(try Self.news(rig) == [1, 1])
  }

  @Test func `A1 what is deleted counts no more, what is edited as it is now`() throws {
    let rig = try RoomTests.joined()
    for number in 1...3 { Self.hear(number < 3 ? "me: \(number)" : "three", "x\(number)", in: rig) }
    #expect(try Self.news(rig) == [3, 2])
    Self.hear("", "x4", in: rig, .retraction(of: ArchiveID(named: "r1").value))
    #expect(try Self.news(rig) == [2, 1])
    Self.hear("nobody", "x5", in: rig, .correction(of: OriginID(named: "x2").value))
    #expect(try Self.news(rig) == [2, 0])
    Self.hear("me: three", "x6", in: rig, .correction(of: OriginID(named: "x3").value))
    #expect(try Self.news(rig) == [2, 1])
  }

  @Test func `A1 who changes the name is called by the new one from then on`() throws {
    let rig = try RoomTests.joined()
    rig.server.room.nick = "mine"
    var left = InboundPresence(from: ModelRoom.occupant("me"), kind: .unavailable)
    left.occupancy = Occupancy(newNick: "mine", codes: [110, 303])
    rig.server.tell(.presence(left))
    var back = InboundPresence(from: ModelRoom.occupant("mine"), kind: .available)
    back.occupancy = Occupancy(occupantID: rig.server.room.identity(of: "me"), codes: [110])
    rig.server.tell(.presence(back))
    rig.run()
    Self.hear("me: hello", "x1", in: rig)
    #expect(try Self.news(rig) == [1, 0])
    Self.hear("mine: hello", "x2", in: rig)
    #expect(try Self.news(rig) == [2, 1])
  }

  @Test func `a message of a person is no mention`() throws {
    let rig = try Rig.online()
    rig.server.deliver("me: hello", id: "x1", from: bo)
    rig.run()
    #expect(try rig.database.chats.chat(bo)?.mentions == 0)
  }
}
