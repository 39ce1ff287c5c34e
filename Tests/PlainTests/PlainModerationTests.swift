import Model
import Testing

@testable import Plain

/// Moderating a group in plain mode.
struct PlainModerationTests: PlainTalk {
  var mode = standardMode
  private static let team = JID("team@rooms.localhost")!

  private static var room: Room {
    var room = Room(
      jid: team, attendance: .joined, nick: "ana", topic: "figures",
      occupants: [
        .init(nick: "ana", role: .moderator, affiliation: .owner),
        .init(nick: "bo", address: JID("bo@localhost")),
        .init(nick: "bo the great", role: .moderator),
      ])
    room.people = [.init(address: JID("cy@localhost")!, affiliation: .outcast)]
    return room
  }

  private mutating func enter() {
    var room = Self.room
    room.people = []
    _ = lines(.room(room))
    _ = read("/to \(Self.team)")
  }

  private static func use(_ power: RoomPower, _ nick: String, _ reason: String = "")
    -> [PlainMode.Action]
  {
    let subject = room.occupants[nick]?.subject ?? .init(address: JID(nick))
    return [.submit(.moderate(team, .use(power, on: subject, reason: reason)))]
  }

  @Test mutating func `G6 I5 each way to moderate is a command in words`() {
    enter()
    #expect(read("/kick bo enough now") == Self.use(.kick, "bo", "enough now"))
    #expect(read("/kick bo the great why") == Self.use(.kick, "bo the great", "why"))
    #expect(read("/ban cy@localhost spam") == Self.use(.ban, "cy@localhost", "spam"))
    #expect(read("/unban cy@localhost") == Self.use(.unban, "cy@localhost"))
    #expect(read("/role bo admin") == Self.use(.makeAdmin, "bo"))
    #expect(read("/role bo the great participant") == Self.use(.takeModerator, "bo the great"))
    #expect(read("/role bo participant") == Self.use(.giveVoice, "bo"))
    #expect(read("/topic plots first") == [.submit(.moderate(Self.team, .topic("plots first")))])
    #expect(read("/topic") == [.say("topic: figures")])
    #expect(read("/kick nobody") == [.say("error: who? nobody there is called so")])
  }

  @Test mutating func `G6 I5 who is there is told, then who is not`() {
    enter()
    #expect(
      read("/members") == [
        .say("3 online"), .say("ana, owner, moderator"), .say("bo, bo@localhost"),
        .say("bo the great, moderator"), .submit(.moderate(Self.team, .listPeople)),
      ])
    #expect(lines(.room(Self.room)) == ["cy@localhost, banned"])
    #expect(lines(.room(Self.room)) == [])
    var room = Self.room
    room.topic = "plots"
    #expect(lines(.room(room)) == ["team@rooms.localhost: topic: plots"])
  }

  @Test mutating func `G6 outside of a group nobody is moderated`() {
    _ = read("/to bo@localhost")
    #expect(
      read("/kick bo") == [.say("error: in which group? say /to GROUP first, and be in it")])
  }
}
