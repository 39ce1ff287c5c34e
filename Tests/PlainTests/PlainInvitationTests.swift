import Model
import Testing

@testable import Plain

/// Invitations to groups in plain mode.
struct PlainInvitationTests: PlainTalk {
  var mode = standardMode
  private static let team = JID("team@rooms.localhost")!
  private static let bo = JID("bo@localhost")!

  private static func message(_ answer: Invitation.Answer = .open, byRoom: Bool = false) -> Change {
    .message(
      Message(
        id: 7, chat: bo, sender: bo, isMine: false, originID: OriginID("i1"),
        content: .invitation(
          Invitation(room: team, reason: "come", isByRoom: byRoom, answer: answer)),
        writtenAt: Timestamp(milliseconds: 0), serverTime: Timestamp(milliseconds: 0),
        order: MessageOrder(anchor: 7, sequence: 0)))
  }

  @Test(arguments: [false, true])
  mutating func `an invitation is told with what answers it`(byRoom: Bool) {
    let says = byRoom ? " (says the group)" : ""
    let line = lines(Self.message(byRoom: byRoom)).first ?? ""
    #expect(
      line.hasSuffix(
        "bo invites you to the group \(Self.team)\(says): come: /accept \(Self.team), /refuse \(Self.team)"
      ))
    #expect(
      read("/accept team") == [.submit(.answerInvitations(to: Self.team, accepts: true))])
    #expect(
      read("/refuse \(Self.team)") == [.submit(.answerInvitations(to: Self.team, accepts: false))])
    #expect(lines(Self.message(.accepted, byRoom: byRoom)) == [])
    #expect(read("/accept team") != [.submit(.answerInvitations(to: Self.team, accepts: true))])
  }

  @Test mutating func `Z4 those that are too many are one line, and shown when they are asked for`()
  {
    let all = (1...3).map { number in
      FoldedInvitation(Invitation(room: JID("r\(number)@evil.example")!), by: Self.bo)
    }
    #expect(
      lines(.invitations(all)) == ["3 more invitations to groups: /invitations shows them"])
    #expect(lines(.invitations(Array(all.dropLast()))) == [])
    #expect(read("/invitations").count == 3)
    #expect(read("/refuse invitations") == [.submit(.declineFolded)])
    #expect(
      read("/accept r1") == [
        .submit(.answerInvitations(to: JID("r1@evil.example")!, accepts: true))
      ])
  }

  @Test mutating func `somebody is invited into the group that one talks to`() {
    #expect(
      read("/invite bo") == [.say("error: to which group? say /to GROUP first, and be in it")])
    _ = lines(.room(Room(jid: Self.team, attendance: .joined, nick: "ana")))
    _ = read("/to \(Self.team)")
    #expect(
      read("/invite bo", id: "i2") == [
        .submit(.invite(Self.bo, to: Self.team, originID: OriginID("i2")))
      ])
    #expect(read("/invite") == [.say("error: /invite needs a name")])
  }
}
