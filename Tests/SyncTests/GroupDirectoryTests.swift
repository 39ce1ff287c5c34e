import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Where the account's groups are, and which ones a service shows (XEP-0030, XEP-0045 §6).
@Suite struct GroupDirectoryTests {
  private static let service = ModelGroups.address
  private static func room(_ name: String) -> JID { JID("\(name)@rooms.example.org")! }

  private static func online(_ rooms: [String: RoomFacts] = [:]) throws -> Rig {
    let rig = try Rig.online()
    rig.server.service.isOn = true
    for (name, facts) in rooms {
      rig.server.service.rooms[room(name)] = .init(isMine: false, facts: facts)
    }
    return rig
  }

  private static func listing(_ rig: Rig) -> GroupListing? {
    for case .groups(let listing) in rig.changes.reversed() { return listing }
    return nil
  }

  @Test func `G1 the groups of one's server are found, with what they say of themselves`() throws {
    let rig = try Self.online([
      "small": RoomFacts(name: "Small", people: 1),
      "large": RoomFacts(isMembersOnly: true, name: "Large", about: "all of us", people: 12),
    ])
    rig.wish(.listGroups(at: nil))
    rig.run()
    let listing = try #require(Self.listing(rig))
    #expect(listing.service == Self.service && listing.progress == .whole)
    #expect(listing.groups.map(\.name) == ["Large", "Small"])
    #expect(listing.groups.map(\.people) == [12, 1])
    #expect(listing.groups[0].isMembersOnly && listing.groups[0].about == "all of us")
    #expect(rig.changes.contains(.groupService(Self.service)))
    try rig.kill()
    #expect(rig.changes.contains(.groupService(Self.service)))
  }

  @Test func `G1 a server without groups is said to have none`() throws {
    let rig = try Self.online()
    rig.server.service.items = [JID("upload.example.org")!]
    rig.wish(.listGroups(at: nil))
    rig.run()
    #expect(Self.listing(rig)?.progress == .failed("Your server has no groups"))
  }

  @Test func `G1 without a link nothing is listed, and a lost link ends the list`() throws {
    let rig = try Rig()
    rig.startOffline()
    rig.wish(.listGroups(at: Self.service))
    #expect(Self.listing(rig)?.progress == .failed("This needs a connection"))
    rig.link()
    rig.run()
    rig.wish(.listGroups(at: Self.service))
    rig.cut()
    #expect(Self.listing(rig)?.progress == .failed("The connection was lost"))
  }

  @Test
  func `Z4 a service with groups without end is read to a bound, and asked about few at a time`()
    throws
  {
    let rig = try Self.online()
    rig.isSilent = true
    rig.wish(.listGroups(at: Self.service))
    rig.forget()
    var pages = 0
    while pages < 20, Self.listing(rig)?.groups.count ?? 0 < GroupDirectory.mostListed {
      let items = (0..<100).map { ItemPage.Item(jid: Self.room("g\(pages * 100 + $0)")) }
      let page = ItemPage(items: items, next: "p\(pages)")
      rig.handle(.session(.items(of: Self.service, page, nil)))
      pages += 1
    }
    #expect(pages == 10)
    let next = rig.commands.filter { if case .fetchItems = $0 { true } else { false } }
    #expect(next.count == 9)
    let asked = rig.commands.filter { if case .describeRoom = $0 { true } else { false } }
    #expect(asked.count == 10)
  }

  @Test func `Z1 a service lists no groups but its own, and nobody else's answer counts`() throws {
    let rig = try Self.online()
    rig.isSilent = true
    rig.wish(.listGroups(at: Self.service))
    let foreign = ItemPage(items: [.init(jid: team), .init(jid: JID("x@elsewhere.org")!)])
    rig.handle(.session(.items(of: JID("elsewhere.org")!, foreign, nil)))
    #expect(Self.listing(rig)?.groups.isEmpty == true)
    rig.handle(.session(.items(of: Self.service, foreign, nil)))
    #expect(Self.listing(rig)?.groups.map(\.jid) == [team])
  }

  @Test(arguments: [true, false])
  func `G1 an address is asked whether it is a group`(isThere: Bool) throws {
    let rig = try Self.online(isThere ? ["team": RoomFacts(name: "Team", people: 3)] : [:])
    rig.wish(.describeGroup(team))
    rig.run()
    let expected = isThere ? ListedGroup(jid: team, name: "Team", people: 3) : nil
    #expect(rig.changes.contains(.groupDescribed(team, expected)))
  }

  // MARK: Names

  @Test func `G1 a group is called as its owner calls it`() throws {
    let rig = try Self.online(["team": RoomFacts(name: "The\n team", people: 3)])
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    #expect(try rig.database.chats.chat(team)?.name == "The team")
  }

  @Test func `G1 one is called otherwise at once, on all devices, or told why not`() throws {
    let rig = try RoomTests.joined()
    rig.wish(.rename(in: team, nick: "Anna"))
    let asked = SessionCommand.presence(to: team.with(resource: "Anna")!, .available)
    #expect(rig.commands == [asked])
    var conflict = InboundPresence(from: team.with(resource: "Anna")!, kind: .error)
    conflict.error = StanzaError(kind: "cancel", condition: "conflict")
    rig.handle(.session(.presence(conflict)))
    #expect(try rig.database.rooms.nick(team) == "me")
    let notice = Notice(.error, "“Anna” is taken in \(team): you stay “me”")
    #expect(rig.changes.contains(.notice(notice)))
    rig.server.tell(rig.server.room.presence(of: "me", .unavailable, codes: [110, 303]))
    rig.server.tell(rig.server.room.presence(of: "Anna", codes: [110]))
    rig.run()
    #expect(try rig.database.rooms.nick(team) == "Anna")
    #expect(rig.server.bookmarks.map(\.nick) == ["Anna"])
  }
}
