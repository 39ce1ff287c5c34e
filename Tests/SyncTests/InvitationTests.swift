import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Invitations to groups (XEP-0249, XEP-0045 §7.8).
@Suite struct InvitationTests {
  private static func online(friends: [JID] = [bo]) throws -> Rig {
    let rig = try Rig.online()
    for friend in friends { rig.befriend(friend) }
    return rig
  }

  private static func invitations(_ rig: Rig, _ chat: JID = bo) throws -> [Invitation] {
    try rig.page(chat).compactMap(\.invitation)
  }

  private static func answers(_ rig: Rig) throws -> [Invitation.Answer] {
    try invitations(rig).map(\.answer)
  }

  private static func joins(_ rig: Rig) -> [String?] {
    rig.commands.compactMap {
      if case .join(_, let password, _) = $0 { .some(password) } else { nil }
    }
  }

  private static func folded(_ rig: Rig) -> [FoldedInvitation] {
    for case .invitations(let all) in rig.changes.reversed() { return all }
    return []
  }

  private static func room(_ number: Int) -> JID { JID("room\(number)@rooms.example.org")! }

  @Test(arguments: [false, true])
  func `an invitation stands in the chat with who invites, and joins nothing by itself`(
    byRoom: Bool
  ) throws {
    let rig = try Self.online()
    rig.server.invite(to: team, by: bo, byRoom: byRoom, reason: "come")
    rig.run()
    let expected = Invitation(room: team, reason: "come", isByRoom: byRoom)
    #expect(try Self.invitations(rig) == [expected])
    #expect(try rig.database.chats.chat(bo)?.unread == 1)
    #expect(rig.changes.contains { if case .arrived = $0 { true } else { false } })
    #expect(Self.joins(rig).isEmpty)
    #expect(try rig.database.chats.chat(team) == nil)
    try rig.kill()
    #expect(try Self.invitations(rig) == [expected])
  }

  @Test func `who accepts is in the group, and the invitation says so ever after`() throws {
    let rig = try Self.online()
    rig.server.invite(to: team, by: bo)
    rig.run()
    rig.wish(.answerInvitations(to: team, accepts: true))
    rig.run()
    #expect(Self.joins(rig).count == 1)
    #expect(try Self.answers(rig) == [.accepted])
    rig.wish(.leave(team))
    try rig.kill()
    #expect(try Self.answers(rig) == [.accepted])
  }

  @Test(arguments: [true, false])
  func `who was put out of a group is asked again, and an invitation leads back`(byRoom: Bool)
    throws
  {
    let rig = try Self.online()
    rig.server.room.refusal = StanzaError(kind: "auth", condition: "forbidden")
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.server.room.refusal = nil
    rig.server.invite(to: team, by: bo, byRoom: byRoom)
    rig.run()
    #expect(try Self.answers(rig) == [.open])
    rig.forget()
    rig.wish(.answerInvitations(to: team, accepts: true))
    rig.run()
    #expect(Self.joins(rig).count == 1 && rig.server.room.hasMe)
    #expect(try Self.answers(rig) == [.accepted])
  }

  @Test func `who joins by another way has accepted, here and where the archive is read anew`()
    throws
  {
    let rig = try Self.online()
    rig.server.invite(to: team, by: bo)
    rig.run()
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    #expect(try Self.answers(rig) == [.accepted])
    let other = try Rig()
    other.server = rig.server
    other.server.cut()
    other.handle(.start)
    other.wish(.join(team, nick: nil, password: nil))
    other.link()
    other.run()
    #expect(try Self.answers(other) == [.accepted])
    #expect(!other.changes.contains { if case .arrived = $0 { true } else { false } })
  }

  @Test func `who declines is in no group, and a room tells a contact who invited`() throws {
    let rig = try Self.online()
    rig.server.invite(to: team, by: bo, byRoom: true)
    rig.run()
    rig.wish(.answerInvitations(to: team, accepts: false))
    #expect(try Self.answers(rig) == [.declined])
    #expect(Self.joins(rig).isEmpty)
    #expect(rig.commands.contains(.declineByRoom(id: "decline-1", bo, of: team)))
  }

  @Test func `O9 the same invitation is one, however often it comes`() throws {
    let rig = try Self.online()
    for id in ["a", "a", "b"] { rig.server.invite(to: team, by: bo, id: id) }
    rig.server.invite(to: team, by: bo, byRoom: true)
    rig.run()
    #expect(try Self.invitations(rig).count == 1)
    let other = try Rig()
    other.server = rig.server
    other.server.cut()
    other.handle(.start)
    other.link()
    other.run()
    #expect(try Self.invitations(other).count == 1)
    // What it left out does not come back when the archive is read again.
    rig.cut()
    rig.link()
    rig.run()
    #expect(try Self.invitations(rig).count == 1)
    // Somebody who was declined may ask again.
    rig.wish(.answerInvitations(to: team, accepts: false))
    rig.server.invite(to: team, by: bo, id: "c")
    rig.run()
    #expect(try Self.answers(rig) == [.declined, .open])
  }

  @Test func `Z4 hundreds of one person are a few lines, and one that says how many more`() throws {
    let rig = try Self.online()
    for number in 1...300 { rig.server.invite(to: Self.room(number), by: bo, isLive: false) }
    rig.cut()
    rig.link()
    rig.run()
    #expect(try Self.invitations(rig).count == Invitations.mostShown)
    #expect(Self.folded(rig).count == Invitations.mostFolded)
    #expect(Self.folded(rig).allSatisfy { $0.inviter == bo })
    #expect(try rig.database.chats.all().count == 2)
    rig.forget()
    try rig.kill()
    #expect(Self.folded(rig).count == Invitations.mostFolded)
    rig.wish(.answerInvitations(to: Self.folded(rig)[0].invitation.room, accepts: true))
    #expect(Self.folded(rig).count == Invitations.mostFolded - 1)
    rig.wish(.declineFolded)
    #expect(Self.folded(rig).isEmpty)
    #expect(try Self.invitations(rig).count == Invitations.mostShown)
  }

  @Test func `Z4 strangers in crowds make few chats, and one notice tells of the rest`() throws {
    let rig = try Self.online()
    for number in 1...200 {
      rig.server.invite(to: Self.room(number % 50), by: JID("u\(number)@evil.example")!)
    }
    rig.handleTogether(rig.server.outbound.map { .session($0) })
    #expect(try rig.database.chats.all().count == 1 + Invitations.mostOfStrangers)
    #expect(Self.folded(rig).count == Invitations.mostFolded)
    let notices = rig.changes.compactMap {
      if case .notice(let notice) = $0 { notice.text } else { nil }
    }
    #expect(notices == ["100 more invitations to groups"])
  }

  @Test func `Z1 a room that names nobody, or me, puts nothing in a chat`() throws {
    let rig = try Self.online()
    rig.server.invite(to: team, by: team.with(resource: "bo")!, byRoom: true)
    rig.server.invite(to: Self.room(1), by: me, byRoom: true)
    rig.run()
    #expect(try rig.page(team).isEmpty && rig.page(me).isEmpty)
    #expect(Self.folded(rig).map(\.invitation.room) == [team])
  }

  /// The room chooses the id: a message of theirs with the same one is another.
  @Test func `Z1 O9 what a room says of somebody takes no id of theirs`() throws {
    let rig = try Self.online()
    rig.server.invite(to: team, by: bo, byRoom: true, id: "same")
    rig.server.deliver("hello", id: "same", from: bo)
    rig.run()
    #expect(try rig.page().map(\.isText) == [false, true])
  }

  @Test func `a password in an invitation lets one in, and stands in no message`() throws {
    let rig = try Self.online()
    rig.server.room.password = "open sesame"
    rig.server.invite(to: team, by: bo, password: "open sesame")
    // Of a stranger it does not count more than a contact's.
    rig.server.invite(to: team, by: cy, password: "wrong")
    rig.run()
    #expect(rig.roomPasswords == [team: "open sesame"])
    try rig.kill()
    rig.link()
    rig.run()
    rig.forget()
    rig.wish(.answerInvitations(to: team, accepts: true))
    rig.run()
    #expect(Self.joins(rig) == ["open sesame"])
    let rows = try Self.invitations(rig)
    #expect(rows.count == 1 && !rows[0].code.contains("sesame"))
  }

  @Test func `who declines keeps no password`() throws {
    let rig = try Self.online()
    rig.server.invite(to: team, by: bo, password: "open sesame")
    rig.run()
    rig.wish(.answerInvitations(to: team, accepts: false))
    #expect(rig.roomPasswords.isEmpty)
  }

  // MARK: Mine

  private static func errors(_ rig: Rig) -> [String] {
    rig.changes.compactMap {
      if case .notice(let notice) = $0, notice.kind == .error { notice.text } else { nil }
    }
  }

  private static func inTeam() throws -> Rig {
    let rig = try online()
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.forget()
    return rig
  }

  @Test func `O3 who invites to an open group writes a message that waits as others do`() throws {
    let rig = try Self.inTeam()
    rig.wish(.invite(bo, to: team, originID: OriginID(named: "i1")))
    _ = rig.serve()
    _ = rig.receive()
    rig.cut()
    #expect(try rig.page().map(\.invitation) == [Invitation(room: team)])
    #expect(try rig.status("i1") == .queued)
    rig.link()
    rig.run()
    #expect(try rig.status("i1") == .sent)
    #expect(rig.server.received == [OriginID(named: "i1")])
    #expect(Self.folded(rig).isEmpty)
  }

  @Test(arguments: [RoomFacts(isMembersOnly: true), RoomFacts(wantsPassword: true), nil])
  func `a group for members, or with a password, invites itself`(facts: RoomFacts?) throws {
    let rig = try Self.inTeam()
    rig.server.room.facts = facts
    rig.wish(.invite(bo, to: team, originID: OriginID(named: "i1")))
    rig.run()
    let id = NamedID.id(of: "i1")
    #expect(rig.commands.contains(.inviteByRoom(id: id, bo, to: team)))
    #expect(try rig.page().isEmpty)
  }

  @Test func `A4 who may not invite is told so`() throws {
    let rig = try Self.inTeam()
    rig.server.room.facts = RoomFacts(isMembersOnly: true)
    rig.server.room.inviteRefusal = StanzaError(kind: "auth", condition: "forbidden")
    rig.wish(.invite(bo, to: team, originID: OriginID(named: "i1")))
    // Only the room that was asked can refuse.
    let refusal = StanzaError(kind: "auth", condition: "forbidden")
    let forged = SessionEvent.refused(OriginID(named: "i1"), from: cy, refusal)
    rig.handle(.session(forged))
    #expect(Self.errors(rig).isEmpty)
    rig.run()
    rig.wish(.leave(team))
    rig.wish(.invite(bo, to: team, originID: OriginID(named: "i2")))
    let start = "bo@example.org was not invited to the group \(team): "
    #expect(
      Self.errors(rig) == [
        start + "you may not invite people there", start + "you are not in the group now",
      ])
  }
}
