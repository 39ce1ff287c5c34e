import Model
import Storage
import Testing
import XMPP

@testable import Sync

/// What people call themselves, and I (XEP-0172).
@Suite struct NicknameTests {
  private func said(_ rig: Rig) -> [String?] {
    rig.commands.compactMap { if case .tellNick(_, let name) = $0 { .some(name) } else { nil } }
  }

  private func told(_ rig: Rig, of who: JID = bo) -> [String?] {
    rig.changes.compactMap { if case .nick(who, let name) = $0 { .some(name) } else { nil } }
  }

  @Test func `P8 M7 my name is so at once, told at the next link, and once`() throws {
    let rig = try Rig.online()
    rig.cut()
    rig.wish(.setMyName(" Ana\nMüller "))
    #expect(rig.changes.contains(.ownName("Ana Müller")))
    rig.forget()
    try rig.kill()
    #expect(rig.changes.contains(.ownName("Ana Müller")))
    rig.link()
    rig.run()
    #expect(said(rig) == ["Ana Müller"] && rig.server.nick == "Ana Müller")
    rig.cut()
    rig.link()
    rig.run()
    #expect(said(rig).count == 1)
    rig.wish(.setMyName(""))
    rig.run()
    #expect(said(rig).last == .some(nil) && rig.server.nick == nil)
  }

  @Test(arguments: [
    ("Ana Müller", "ana_muller"), ("Ana M.", "Ana_M"), ("3d", "_3d"), ("李", "li"), ("❤️", "_"),
    ("ana[away]", "ana[away]"),
  ])
  func `G1 in a channel of IRC I am called as IRC can have it`(name: String, nick: String) throws {
    let channel = JID("#psst%irc.example.org@irc.example.net")!
    let rig = try Rig.online()
    rig.wish(.join(channel, nick: name, password: nil))
    rig.run()
    let joined = rig.commands.compactMap { command -> String? in
      if case .join(let me, _, _) = command { me.resource } else { nil }
    }
    #expect(joined.first == nick)
  }

  @Test(arguments: ["you", "Notes to self", "zoe\u{200B}", "Bo\u{3164}", "\u{2800}", "b\u{2060}o"])
  func `Z9 nobody and nothing is called by me so that it passes for another's, or is not seen`(
    name: String
  ) throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.wish(.join(team, nick: "ana", password: nil))
    rig.run()
    func refusals(_ wish: Intent) -> Int {
      rig.forget()
      rig.wish(wish)
      rig.run()
      return rig.changes.count {
        if case .notice(let notice) = $0 { notice.kind == .error } else { false }
      }
    }
    #expect(refusals(.setMyName(name)) == 1 && said(rig).isEmpty)
    #expect(refusals(.rename(in: team, nick: name)) == 1)
    #expect(refusals(.join(team, nick: name, password: nil)) == 1)
    #expect(try rig.database.rooms.all().map(\.nick) == ["ana"])
    #expect(refusals(.nameContact(bo, name)) == 1)
    #expect(try rig.database.roster.contact(bo)?.name == nil)
    let group = NewGroup(room: JID("den@rooms.example.org")!, name: name)
    #expect(refusals(.makeGroup(group)) == 1)
    #expect(try rig.database.newGroups.all().isEmpty)
  }

  @Test(arguments: [("Ana Müller", "Ana Müller"), ("", "me"), ("a\u{AD}\u{202E}", "me")])
  func `G1 P8 I enter a group as what I call myself`(name: String, nick: String) throws {
    let rig = try Rig.online()
    rig.wish(.setMyName(name))
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    #expect(try rig.database.rooms.all().map(\.nick) == [nick])
  }

  @Test func `P8 C1 what I was called when the account was made is told, until I take it back`()
    throws
  {
    let rig = try Rig()
    rig.account.ownerName = "Ana Müller"
    try rig.kill()
    #expect(rig.changes.contains(.ownName("Ana Müller")))
    rig.link()
    rig.run()
    #expect(rig.server.nick == "Ana Müller")
    rig.wish(.setMyName(""))
    rig.run()
    try rig.kill()
    rig.link()
    rig.run()
    #expect(rig.server.nick == nil && rig.changes.last { $0.isOwnName } != .ownName("Ana Müller"))
  }

  @Test func `C5 what another device of mine says counts, unless mine is younger`() throws {
    let rig = try Rig.online()
    rig.handle(.session(.nick(me, "Ana")))
    #expect(rig.changes.last == .ownName("Ana"))
    rig.cut()
    rig.wish(.setMyName("Anna"))
    rig.link()
    rig.handle(.session(.nick(me, "Ana")))
    rig.run()
    rig.handle(.session(.nick(me, "Anna")))
    #expect(rig.server.nick == "Anna" && rig.changes.last != .ownName("Ana"))
  }

  @Test func `A4 a server that refuses it is named, and asked no more`() throws {
    let rig = try Rig.online()
    rig.server.nickRefusal = StanzaError(kind: "cancel", condition: "service-unavailable")
    rig.wish(.setMyName("Ana"))
    rig.run()
    #expect(
      rig.changes.contains {
        if case .notice(let notice) = $0 { notice.kind == .error } else { false }
      })
    rig.cut()
    rig.link()
    rig.run()
    #expect(said(rig).count == 1)
  }

  @Test func `P8 a contact's is kept, and told as long as I gave no name`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.handle(.session(.nick(bo, "Bo Reyes")))
    rig.handle(.session(.nick(bo, "Bo Reyes")))
    #expect(told(rig) == ["Bo Reyes"])
    rig.wish(.nameContact(bo, "Robert"))
    #expect(told(rig).last == .some(nil))
    rig.run()
    rig.wish(.nameContact(bo, ""))
    rig.run()
    #expect(told(rig).last == "Bo Reyes")
    rig.cut()
    rig.forget()
    try rig.kill()
    #expect(told(rig) == ["Bo Reyes"])
    rig.handle(.session(.nick(bo, nil)))
    #expect(told(rig).last == .some(nil))
  }

  @Test func `Z1 Z6 a stranger's, one that is no name, and that of who leaves are not told`() throws
  {
    let rig = try Rig.online()
    rig.handle(.session(.nick(cy, "Cy")))
    #expect(told(rig, of: cy).isEmpty)
    rig.befriend()
    rig.handle(.session(.nick(bo, "cy@example.org")))
    #expect(told(rig) == [nil])
    rig.handle(.session(.nick(bo, "Bo")))
    let gone = RosterItem(
      contact: Contact(jid: bo, name: nil, subscription: .none), isRemoved: true)
    rig.handle(.session(.rosterPush(gone)))
    #expect(try told(rig).last == .some(nil) && rig.database.nicks.name(of: bo) == nil)
  }
}

extension Change {
  fileprivate var isOwnName: Bool { if case .ownName = self { true } else { false } }
}
