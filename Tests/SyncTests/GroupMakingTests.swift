import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Groups that are made from a name and people (XEP-0045 §10.1): whole, or not at all.
@Suite struct GroupMakingTests {
  private static let lunch = JID("lunch@rooms.example.org")!
  private static let next = JID("lunch-2@rooms.example.org")!
  private static let group = NewGroup(room: lunch, name: "Lunch!", people: [bo, cy])

  private static func online() throws -> Rig {
    let rig = try Rig.online()
    rig.server.service.isOn = true
    return rig
  }

  private static func made(_ rig: Rig) -> [NewGroup] {
    rig.changes.compactMap { if case .groupMade(let group) = $0 { group } else { nil } }
  }

  private static func notices(_ rig: Rig) -> [String] {
    rig.changes.compactMap { if case .notice(let notice) = $0 { notice.text } else { nil } }
  }

  private static func room(_ rig: Rig, _ jid: JID = lunch) -> ModelGroups.Made? {
    rig.server.service.rooms[jid]
  }

  private static func invitations(_ rig: Rig, _ chat: JID) throws -> [JID] {
    try rig.page(chat).compactMap(\.invitation?.room)
  }

  @Test func `G1 C3 a group for members is made, named, and its people are members and invited`()
    throws
  {
    let rig = try Self.online()
    rig.wish(.makeGroup(Self.group))
    rig.run()
    let made = try #require(Self.room(rig))
    #expect(made.isMine && made.members == [bo, cy])
    let form = try #require(made.configuration)
    #expect(form.kind == .submit)
    #expect(form.value("muc#roomconfig_roomname") == "Lunch!")
    #expect(form.value("muc#roomconfig_membersonly") == "1")
    #expect(form.value("muc#roomconfig_publicroom") == "0")
    #expect(form.value("muc#roomconfig_persistentroom") == "1")
    #expect(form.value("muc#roomconfig_whois") == "anyone")
    #expect(try Self.invitations(rig, bo) == [Self.lunch])
    #expect(try Self.invitations(rig, cy) == [Self.lunch])
    #expect(Self.made(rig) == [Self.group])
    #expect(try rig.database.chats.chat(Self.lunch)?.name == "Lunch!")
    #expect(rig.server.bookmarks.map(\.room) == [Self.lunch])
    #expect(!rig.commands.contains(.openRoom(Self.lunch)))
    #expect(try rig.database.newGroups.all().isEmpty)
  }

  @Test func `G1 who may be found by anybody is a member of nothing, and invited all the same`()
    throws
  {
    let rig = try Self.online()
    rig.wish(.makeGroup(NewGroup(room: Self.lunch, name: "Lunch", isPublic: true, people: [bo])))
    rig.run()
    let made = try #require(Self.room(rig))
    #expect(made.members.isEmpty)
    #expect(made.configuration?.value("muc#roomconfig_membersonly") == "0")
    #expect(made.configuration?.value("muc#roomconfig_whois") == "moderators")
    #expect(try Self.invitations(rig, bo) == [Self.lunch])
  }

  @Test func `G1 without a link it is made with the next one, also by the next program`() throws {
    let rig = try Rig()
    rig.startOffline()
    rig.server.service.isOn = true
    rig.wish(.makeGroup(Self.group))
    #expect(Self.notices(rig).last?.hasPrefix("You are offline") == true)
    #expect(try rig.database.chats.chat(Self.lunch) == nil)
    try rig.kill()
    #expect(rig.changes.contains(.newGroups([Self.group])))
    rig.link()
    rig.run()
    #expect(Self.made(rig) == [Self.group])
    #expect(Self.room(rig)?.members == [bo, cy])
  }

  /// The room is there, and not as it should be.
  @Test func `G1 a program that is killed half way goes on where it was`() throws {
    let rig = try Self.online()
    rig.server.service.isSilent = true
    rig.wish(.makeGroup(Self.group))
    rig.run()
    #expect(Self.room(rig)?.configuration == nil && Self.made(rig).isEmpty)
    rig.server.service.isSilent = false
    try rig.kill()
    rig.link()
    rig.run()
    #expect(Self.room(rig)?.configuration != nil)
    #expect(Self.made(rig) == [Self.group])
    #expect(try Self.invitations(rig, bo) == [Self.lunch])
  }

  /// Known before one enters, or found out there.
  @Test(arguments: [false, true])
  func `G1 where others have the address, the next one that is free is taken`(late: Bool) throws {
    let rig = try Self.online()
    if late {
      rig.server.service.isOvertaken = true
    } else {
      rig.server.service.rooms[Self.lunch] = .init(isMine: false)
    }
    rig.wish(.makeGroup(Self.group))
    rig.run()
    #expect(Self.made(rig).map(\.room) == [Self.next])
    #expect(Self.room(rig)?.configuration == nil && Self.room(rig)?.members == [])
    #expect(try Self.invitations(rig, bo) == [Self.next])
    #expect(try rig.database.chats.chat(Self.lunch) == nil)
    #expect(try rig.database.rooms.all().map(\.jid) == [Self.next])
    #expect(rig.server.bookmarks.map(\.room) == [Self.next])
  }

  /// Nobody had let me in there.
  @Test func `G1 the address of a group that one knows is not taken for a new one`() throws {
    let rig = try Self.online()
    rig.server.service.rooms[Self.lunch] = .init(isMine: false)
    rig.wish(.join(Self.lunch, nick: nil, password: nil))
    rig.run()
    rig.wish(.makeGroup(Self.group))
    rig.run()
    #expect(Self.made(rig).map(\.room) == [Self.next])
    #expect(try rig.database.rooms.all().map(\.jid) == [Self.lunch, Self.next])
  }

  @Test func `G1 who may make no groups is told so, and nothing is left`() throws {
    let rig = try Self.online()
    rig.server.service.makingRefusal = StanzaError(kind: "cancel", condition: "not-allowed")
    rig.wish(.makeGroup(Self.group))
    rig.run()
    #expect(
      Self.notices(rig) == ["The group “Lunch!” was not made: you may not make groups there"])
    try Self.expectNothing(rig)
  }

  @Test func `G1 a group that is not let be as it should is not left half made`() throws {
    let rig = try Self.online()
    rig.server.service.configurationRefusal = StanzaError(
      kind: "modify", condition: "not-acceptable", text: "the name is too short")
    rig.wish(.makeGroup(Self.group))
    rig.run()
    #expect(Self.notices(rig) == ["The group “Lunch!” was not made: the name is too short"])
    #expect(rig.server.service.destroyed == [Self.lunch])
    try Self.expectNothing(rig)
  }

  private static func expectNothing(_ rig: Rig) throws {
    #expect(try rig.database.chats.chat(lunch) == nil)
    #expect(try rig.database.rooms.all().isEmpty && rig.database.newGroups.all().isEmpty)
    #expect(try invitations(rig, bo).isEmpty && made(rig).isEmpty)
    #expect(rig.server.bookmarks.isEmpty)
    #expect(rig.changes.contains(.newGroups([])))
  }

  @Test func `G1 a group that waits for a link can be given up`() throws {
    let rig = try Rig()
    rig.startOffline()
    rig.server.service.isOn = true
    rig.wish(.makeGroup(Self.group))
    rig.wish(.dropGroup(Self.lunch))
    rig.link()
    rig.run()
    #expect(Self.room(rig) == nil)
    try Self.expectNothing(rig)
  }

  @Test(arguments: ["", "a\u{1}b", String(repeating: "x", count: NewGroup.longestName + 1)])
  func `G1 what can be no name is refused at once`(name: String) throws {
    let rig = try Self.online()
    rig.wish(.makeGroup(NewGroup(room: Self.lunch, name: name)))
    rig.run()
    #expect(Self.notices(rig) == ["The group was not made: this cannot be its name"])
    #expect(Self.room(rig) == nil)
  }
}
