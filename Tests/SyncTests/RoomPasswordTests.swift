import Model
import Storage
import Testing
import XMPP

@testable import Sync

/// Groups that want a password (XEP-0045 §7.2.6).
@Suite struct RoomPasswordTests {
  private static func locked() throws -> Rig {
    let rig = try Rig.online()
    rig.server.room.password = "open sesame"
    rig.wish(.join(team, nick: "ana", password: nil))
    rig.run()
    return rig
  }

  private static func attendance(_ rig: Rig) -> Room.Attendance? {
    rig.changes.compactMap { if case .room(let room) = $0 { room.attendance } else { nil } }.last
  }

  private static func say(_ password: String, _ rig: Rig) {
    rig.wish(.join(team, nick: nil, password: password))
    rig.run()
  }

  private static func passwords(_ rig: Rig) -> [String?] {
    rig.commands.compactMap {
      if case .join(_, let password, _) = $0 { .some(password) } else { nil }
    }
  }

  @Test func `a group that wants a password asks for it, and for another where it is wrong`()
    throws
  {
    let rig = try Self.locked()
    #expect(Self.attendance(rig) == .locked(wasWrong: false))
    Self.say("please", rig)
    #expect(Self.attendance(rig) == .locked(wasWrong: true))
    #expect(rig.roomPasswords.isEmpty)
    rig.pass(600_000)
    #expect(Self.passwords(rig) == [nil, "please"])
    Self.say("open sesame", rig)
    #expect(Self.attendance(rig) == .joined)
    #expect(try rig.database.rooms.all().map(\.nick) == ["ana"])
  }

  @Test
  func
    `Z3 a group's password is kept with the account for the next start, and no longer than the group`()
    throws
  {
    let rig = try Self.locked()
    Self.say("open sesame", rig)
    #expect(rig.roomPasswords == [team: "open sesame"])
    rig.forget()
    try rig.kill()
    rig.link()
    rig.run()
    #expect(Self.passwords(rig) == ["open sesame"])
    #expect(Self.attendance(rig) == .joined)
    rig.wish(.leave(team))
    #expect(rig.roomPasswords.isEmpty)
  }

  @Test func `what is written to a locked group waits for its password`() throws {
    let rig = try Self.locked()
    rig.server.room.nick = "ana"
    rig.send("hi", "m1", to: team)
    rig.run()
    #expect(rig.sends.isEmpty)
    Self.say("open sesame", rig)
    #expect(try rig.status("m1") == .sent)
  }

  @Test(arguments: ["a\u{1}b", "a\nb", "a\u{FFFE}"])
  func `Z4 a password that cannot be sent is not`(password: String) throws {
    let rig = try Self.locked()
    rig.forget()
    Self.say(password, rig)
    #expect(Self.passwords(rig).isEmpty && rig.roomPasswords.isEmpty)
    #expect(rig.changes.contains { if case .notice = $0 { true } else { false } })
  }
}
