import Model
import Testing

/// Who may do what to whom in a room (XEP-0045 §5, §8, §9, §10).
@Suite struct RoomPowerTests {
  private static let room = JID("team@rooms.localhost")!
  private static let ana = JID("ana@localhost")!

  private static func powers(
    _ role: Room.Role, _ affiliation: Room.Affiliation, over other: Room.Occupant
  ) -> [RoomPower] {
    let me = Room.Occupant(nick: "ana", address: ana, role: role, affiliation: affiliation)
    let room = Room(jid: room, attendance: .joined, nick: "ana", occupants: [me, other])
    return room.powers(over: other)
  }

  private static func bo(
    _ role: Room.Role = .participant, _ affiliation: Room.Affiliation = .none
  ) -> Room.Occupant {
    .init(nick: "bo", address: JID("bo@localhost"), role: role, affiliation: affiliation)
  }

  @Test(arguments: [
    (Room.Role.participant, Room.Affiliation.member, bo(), [RoomPower]()),
    (.moderator, .none, bo(), [.takeVoice, .kick]),
    (.moderator, .none, bo(.visitor), [.giveVoice, .kick]),
    (.moderator, .none, bo(.moderator, .owner), []),
    (.moderator, .admin, bo(), [.takeVoice, .makeModerator, .makeMember, .kick, .ban]),
    (.moderator, .admin, bo(.moderator, .admin), []),
    (
      .moderator, .owner, bo(.moderator, .member),
      [.takeModerator, .makeAdmin, .makeOwner, .makeNobody, .kick, .ban]
    ),
    (
      .moderator, .owner, bo(.moderator, .owner),
      [.makeMember, .makeAdmin, .makeNobody, .kick, .ban]
    ),
  ])
  func `G6 each is offered what they may do, and nothing else`(
    role: Room.Role, affiliation: Room.Affiliation, other: Room.Occupant, powers: [RoomPower]
  ) {
    let found = Self.powers(role, affiliation, over: other)
    #expect(Set(found) == Set(powers), "\(found)")
  }

  @Test func `G6 who is banned can only be let back in, or made more by who may`() {
    let me = Room.Occupant(nick: "ana", role: .moderator, affiliation: .admin)
    var room = Room(jid: Self.room, attendance: .joined, nick: "ana", occupants: [me])
    let cy = Room.Person(address: JID("cy@localhost")!, affiliation: .outcast)
    #expect(Set(room.powers(over: cy)) == [.unban, .makeMember])
    room.attendance = .joining
    #expect(room.powers(over: cy) == [])
  }
}
