import Model
import Testing

@testable import Plain

/// Groups in plain mode.
struct PlainRoomTests: PlainTalk {
  var mode = standardMode
  private static let team = JID("team@rooms.localhost")!

  @Test mutating func `a group is deleted after the word yes, and not before`() {
    #expect(
      read("/destroy \(Self.team)") == [
        .say(
          "This deletes the group for everyone in it. To do it: /destroy team@rooms.localhost yes")
      ])
    #expect(read("/destroy \(Self.team) yes") == [.submit(.destroyRoom(Self.team))])
    #expect(read("/destroy") == [.say("error: /destroy needs the address of a group")])
  }

  @Test mutating func `a group's password is asked for, and said with all its spaces`() {
    let room = Room(jid: Self.team, attendance: .locked(wasWrong: false), nick: "ana")
    let ask = "This group wants a password: /password team@rooms.localhost PASSWORD"
    #expect(lines(.room(room)) == ["error: team@rooms.localhost: \(ask)"])
    #expect(
      read("/password \(Self.team) open  sesame") == [
        .submit(.join(Self.team, nick: nil, password: "open  sesame"))
      ])
    #expect(read("/password \(Self.team)").count == 1)
  }

  @Test mutating func `G4 I5 who comes and goes is told in a line each, unless one wants none`() {
    var room = Room(jid: Self.team, attendance: .joined, nick: "ana")
    room.events = [RoomEvent(number: 1, after: nil, person: "bo", nick: "Bo", kind: .joined)]
    _ = lines(.room(room))
    let removed = RoomEvent.Kind.removed(by: "Ana", reason: nil)
    room.events += [
      RoomEvent(number: 2, after: 1, person: "bo", nick: "Bo", kind: .left),
      RoomEvent(number: 3, after: 1, person: "max", nick: "Max", kind: removed),
    ]
    let name = "(team@rooms.localhost)"
    #expect(
      lines(.room(room)) == ["* Bo left \(name)", "* Max was removed by Ana \(name)"])
    #expect(lines(.room(room)) == [])
    mode.rooms.tellsJoins = false
    room.events.append(RoomEvent(number: 4, after: 1, person: "b", nick: "Bo", kind: .joined))
    #expect(lines(.room(room)) == [])
  }

  @Test mutating func `what keeps one out of a group is said once`() {
    var room = Room(jid: Self.team, attendance: .joining, nick: "ana")
    #expect(lines(.room(room)) == [])
    room.attendance = .retrying("There is no such group")
    let words = "There is no such group; it is tried again by itself"
    #expect(lines(.room(room)) == ["error: team@rooms.localhost: \(words)"])
    #expect(lines(.room(room)) == [])
    room.attendance = .joined
    #expect(lines(.room(room)) == ["in team@rooms.localhost as ana"])
  }
}
