import Model
import Testing

@testable import Plain

/// Groups that are made and found in plain mode.
struct PlainGroupTests: PlainTalk {
  var mode = standardMode
  private static let service = JID("rooms.localhost")!
  private static let team = JID("team@rooms.localhost")!

  @Test mutating func `C3 a group is made as soon as it is known where, of a name and people`() {
    #expect(read("/group Team bo") == [.submit(.findGroups)])
    #expect(!mode.isAnswered)
    let group = NewGroup(room: Self.team, name: "Team", people: [bo])
    #expect(mode.apply(.groupService(Self.service)) == [.submit(.makeGroup(group))])
    #expect(mode.apply(.newGroups([group])) == [])
    #expect(!mode.isAnswered)
    #expect(mode.apply(.newGroups([])) == [])
    #expect(
      lines(.groupMade(group)) == ["made the group Team (team@rooms.localhost), 1 person invited"])
    #expect(mode.isAnswered)
  }

  @Test mutating func `G1 a name of several words stands in quotes, and public before it`() {
    _ = mode.apply(.groupService(Self.service))
    let room = JID("lunch-club@rooms.localhost")!
    let group = NewGroup(room: room, name: "Lunch club", isPublic: true, people: [bo])
    #expect(read("/group public \"Lunch club\" bo@localhost") == [.submit(.makeGroup(group))])
    #expect(read("/group").count == 1)
  }

  @Test mutating func `G1 the groups of a server are listed once all is known`() {
    #expect(read("/groups") == [.submit(.listGroups(at: nil))])
    let team = ListedGroup(
      jid: Self.team, name: "Team", about: "all\nof us", people: 5, isMembersOnly: true)
    var listing = GroupListing(service: Self.service, groups: [team])
    #expect(lines(.groups(listing)) == [])
    listing.progress = .whole
    #expect(
      lines(.groups(listing)) == ["team@rooms.localhost (Team, 5 people, members only): all of us"])
    #expect(lines(.groups(listing)) == [])
    let other = JID("chat.example.org")!
    #expect(read("/groups chat.example.org") == [.submit(.listGroups(at: other))])
    listing.progress = .failed("The server cannot be found")
    #expect(lines(.groups(listing)) == ["error: The server cannot be found"])
    #expect(read("/groups a@b") != [.submit(.listGroups(at: nil))])
  }

  @Test mutating func `G1 the answer to an older question does not end the newer one`() {
    _ = mode.apply(.groupService(Self.service))
    let other = JID("chat.example.org")!
    _ = read("/groups chat.example.org")
    _ = read("/groups")
    let failed = GroupListing(service: other, progress: .failed("no"))
    #expect(!mode.apply(.groups(failed)).contains(.submit(.closeGroups)))
    #expect(!mode.isAnswered)
    let own = GroupListing(service: Self.service, progress: .whole)
    #expect(mode.apply(.groups(own)).contains(.submit(.closeGroups)))
    #expect(mode.isAnswered)
  }

  @Test mutating func `G1 one is called otherwise in the group that one talks to`() {
    #expect(read("/nick Anna").count == 1)
    _ = read("/to \(Self.team)")
    var room = Room(jid: Self.team, attendance: .joined, nick: "ana")
    _ = mode.apply(.room(room))
    #expect(read("/nick Anna Müller") == [.submit(.rename(in: Self.team, nick: "Anna Müller"))])
    room.nick = "Anna Müller"
    #expect(lines(.room(room)) == ["in team@rooms.localhost as Anna Müller"])
  }
}
