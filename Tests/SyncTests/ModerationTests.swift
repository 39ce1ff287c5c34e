import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What I want of rooms that I moderate or lead, and what becomes of it (XEP-0045 §8 – §10).
@Suite struct ModerationTests {
  /// In the room as its owner, with Bo, whose address is told, and Dee, whose is not.
  static func leading(_ affiliation: Room.Affiliation = .owner) throws -> Rig {
    let rig = try RoomTests.joined()
    let room = rig.server.room
    rig.server.tell(
      room.presence(
        of: "me", codes: [110], role: .moderator, affiliation: affiliation, address: me))
    rig.server.tell(room.presence(of: "bo", address: bo))
    rig.server.tell(room.presence(of: "dee"))
    rig.run()
    rig.forget()
    return rig
  }

  static func notices(_ rig: Rig) -> [String] {
    rig.changes.compactMap { if case .notice(let notice) = $0 { notice.text } else { nil } }
  }

  private static func room(_ rig: Rig) -> Room? {
    rig.changes.compactMap { if case .room(let room) = $0 { room } else { nil } }.last
  }

  private static func subject(_ nick: String, _ address: JID? = nil) -> Room.Subject {
    Room.Subject(nick: nick, address: address, occupantID: "one " + nick)
  }

  private func use(
    _ power: RoomPower, on subject: Room.Subject, _ rig: Rig, because reason: String = ""
  ) {
    rig.wish(.moderate(team, .use(power, on: subject, reason: reason)))
    rig.run()
  }

  @Test func `G6 who is there is put out by name, with a reason, and the room's word is told`()
    throws
  {
    let rig = try Self.leading()
    use(.kick, on: Self.subject("bo", bo), rig, because: "enough")
    #expect(rig.server.room.orders == [.role(.none, nick: "bo", reason: "enough")])
    #expect(Self.notices(rig) == ["bo was removed from the group \(team)"])
  }

  @Test(arguments: [
    (RoomPower.ban, RoomOrder.affiliation(.outcast, bo, reason: "")),
    (.makeMember, .affiliation(.member, bo, reason: "")),
    (.makeAdmin, .affiliation(.admin, bo, reason: "")),
    (.makeOwner, .affiliation(.owner, bo, reason: "")),
    (.giveVoice, .role(.participant, nick: "bo", reason: "")),
    (.takeVoice, .role(.visitor, nick: "bo", reason: "")),
    (.makeModerator, .role(.moderator, nick: "bo", reason: "")),
    (.takeModerator, .role(.participant, nick: "bo", reason: "")),
  ])
  func `G6 what somebody is to the room goes by address, what they may do there by name`(
    power: RoomPower, order: RoomOrder
  ) throws {
    let rig = try Self.leading()
    use(power, on: Self.subject("bo"), rig)
    #expect(rig.server.room.orders == [order])
  }

  /// Between the choice and the word another came under the name, and who was meant is called otherwise.
  @Test func `G6 Z1 who took a name in between is not put out in the place of who was chosen`()
    throws
  {
    let rig = try Self.leading()
    let chosen = Self.subject("dee")
    let room = rig.server.room
    rig.server.tell(room.presence(of: "dee", .unavailable))
    rig.server.tell(room.presence(of: "dee", identity: "another"))
    rig.run()
    use(.kick, on: chosen, rig)
    #expect(rig.server.room.orders == [])
    #expect(
      Self.notices(rig) == [
        "dee was not removed from the group \(team): they are not there any more"
      ])
    rig.server.tell(room.presence(of: "dea", identity: "one dee"))
    rig.run()
    use(.kick, on: chosen, rig)
    #expect(rig.server.room.orders == [.role(.none, nick: "dea", reason: "")])
  }

  @Test func `G6 A4 who hides their address cannot be banned, and that is said`() throws {
    let rig = try Self.leading()
    use(.ban, on: Self.subject("dee"), rig)
    #expect(
      Self.notices(rig) == [
        "dee was not banned from the group \(team): the group does not tell their address"
      ])
    #expect(rig.server.room.orders == [])
  }

  @Test func `G6 the last owner cannot step down, and one of two can`() throws {
    let rig = try Self.leading()
    use(.makeMember, on: Self.subject("me", me), rig)
    #expect(rig.server.room.orders == [])
    #expect(Self.notices(rig).first?.contains("you are its only owner") == true)
    rig.server.room.people = [.owner: [me, cy]]
    rig.wish(.moderate(team, .listPeople))
    rig.run()
    use(.makeMember, on: Self.subject("me", me), rig)
    #expect(rig.server.room.orders == [.affiliation(.member, me, reason: "")])
  }

  @Test(arguments: [
    ("forbidden", "only its moderators may do that, and not to who stands higher"),
    ("not-allowed", "only its moderators may do that, and not to who stands higher"),
    ("item-not-found", "nobody like that is there"),
    ("not-acceptable", "the group does not take that"),
    ("internal-server-error", "its server refused (internal-server-error)"),
  ])
  func `G6 A4 what the room refuses is told with the reason`(condition: String, why: String)
    throws
  {
    let rig = try Self.leading()
    rig.server.room.orderRefusal = StanzaError(kind: "cancel", condition: condition)
    use(.kick, on: Self.subject("bo"), rig)
    #expect(Self.notices(rig) == ["bo was not removed from the group \(team): \(why)"])
  }

  @Test(arguments: [nil, "forbidden"])
  func `G6 A4 the topic is the room's word, and a refused one says so`(condition: String?) throws {
    let rig = try Self.leading()
    rig.server.room.orderRefusal = condition.map { StanzaError(kind: "auth", condition: $0) }
    rig.wish(.moderate(team, .topic("figures")))
    rig.run()
    #expect(try rig.database.rooms.all().map(\.topic) == [condition == nil ? "figures" : ""])
    let refused =
      "The topic of the group \(team) was not changed: only its moderators may do that"
    #expect(Self.notices(rig) == (condition == nil ? [] : [refused]))
    #expect(try rig.page(team).isEmpty)
  }

  @Test func `G6 without a link nothing is asked, and what was not answered is told`() throws {
    let rig = try Self.leading()
    rig.server.room.isDeaf = true
    use(.kick, on: Self.subject("bo"), rig)
    rig.cut()
    use(.kick, on: Self.subject("bo"), rig)
    rig.link()
    rig.run()
    #expect(
      Self.notices(rig) == [
        "bo was not removed from the group \(team): the connection was lost",
        "bo was not removed from the group \(team): you are not in the group now",
      ])
    #expect(rig.server.room.orders == [])
  }

  @Test(arguments: [
    (Room.Affiliation.owner, [Room.Affiliation.owner, .admin, .member, .outcast]),
    (.admin, [.admin, .member, .outcast]), (.none, []),
  ])
  func `G6 who belongs to a room and is not there is asked for by those who may know`(
    mine: Room.Affiliation, lists: [Room.Affiliation]
  ) throws {
    let rig = try Self.leading(mine)
    rig.server.room.people = [.outcast: [cy], .member: [bo]]
    rig.wish(.moderate(team, .listPeople))
    rig.run()
    let asked = rig.commands.compactMap {
      if case .listPeople(_, let list) = $0 { list } else { nil }
    }
    #expect(asked == lists)
    guard !lists.isEmpty else { return }
    let people = Self.room(rig)?.people
    #expect(
      people == [
        .init(address: bo, affiliation: .member), .init(address: cy, affiliation: .outcast),
      ])
    // All at once, however many questions that were: who asked in plain mode is told once.
    let told = rig.changes.compactMap { change -> Int? in
      if case .room(let room) = change, !room.people.isEmpty { room.people.count } else { nil }
    }
    #expect(told == [2])
    use(.unban, on: Room.Subject(address: cy), rig)
    #expect(rig.server.room.orders == [.affiliation(.none, cy, reason: "")])
  }
}
