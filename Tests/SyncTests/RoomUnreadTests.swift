import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Unread messages of rooms, and of which one is told (XEP-0045).
@Suite struct RoomUnreadTests {
  @Test func `who comes to a room has not missed what was said before; what comes then is new`()
    throws
  {
    let rig = try Rig.online()
    for number in 1...3 {
      _ = rig.server.room.say("m\(number)", id: OriginID(named: "x\(number)"), as: "bo")
    }
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    #expect(try rig.database.chats.chat(team)?.unread == 0)
    rig.server.tell(.message(rig.server.room.say("m4", id: OriginID(named: "x4"), as: "bo")))
    rig.run()
    #expect(try rig.database.chats.chat(team)?.unread == 1)
  }

  @Test(arguments: [
    ("hello me!", true), ("ME: hello", true), ("some meat", false), ("hello", false),
  ])
  func `A1 only what names me is told of`(text: String, isTold: Bool) throws {
    let rig = try RoomTests.joined()
    rig.server.tell(.message(rig.server.room.say(text, id: OriginID(named: "x1"), as: "bo")))
    rig.run()
    let arrived = rig.changes.contains { if case .arrived = $0 { true } else { false } }
    #expect(arrived == isTold)
  }

  @Test(arguments: [
    (Chat.Alerts.all, "hello", true), (.all, "hello me", true), (.mentions, "hello", false),
    (.mentions, "hello me", true), (.nothing, "hello me", false),
  ])
  func `A1 a group tells what was chosen for it, also after a restart`(
    alerts: Chat.Alerts, text: String, isTold: Bool
  ) throws {
    let rig = try RoomTests.joined()
    rig.wish(.setAlerts(team, alerts))
    try rig.kill()
    rig.link()
    rig.run()
    rig.forget()
    rig.server.tell(.message(rig.server.room.say(text, id: OriginID(named: "x1"), as: "bo")))
    rig.run()
    #expect(rig.changes.contains { if case .arrived = $0 { true } else { false } } == isTold)
    #expect(try rig.database.chats.chat(team)?.unread == 1)
  }

  @Test func `what was read in a room is shared with my other devices`() throws {
    let rig = try RoomTests.joined()
    rig.server.tell(.message(rig.server.room.say("m1", id: OriginID(named: "x1"), as: "bo")))
    rig.server.tell(.message(rig.server.room.say("m2", id: OriginID(named: "x2"), as: "bo")))
    rig.run()
    let first = try #require(try rig.page(team).first)
    rig.wish(.markRead(chat: team, through: first.order))
    rig.run()
    let place = ReadPlace(chat: team, archiveID: ArchiveID(named: "r1"), archive: team)
    #expect(rig.server.shared == [place])
    let all = ReadPlace(chat: team, archiveID: ArchiveID(named: "r2"), archive: team)
    rig.server.tell(.readElsewhere([all]))
    rig.run()
    #expect(try rig.database.chats.chat(team)?.unread == 0)
  }
}
