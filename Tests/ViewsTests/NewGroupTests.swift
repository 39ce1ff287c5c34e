import Model
import Screen
import Store
import Testing

@testable import Views

/// A group is made of a name and people, or found in a server's list (C3, G1).
@Suite struct NewGroupTests {
  private static let service = JID("rooms.localhost")!
  private static let lunch = JID("lunch-club@rooms.localhost")!

  private static func open(_ words: String) -> Stage {
    var stage = Stage.conversation()
    stage.snapshot[.first].groupService = service
    stage.press(.alt("n"))
    stage.type(words)
    stage.press(Key(.enter))
    return stage
  }

  private static func intents(_ actions: [Action]) -> [Intent] {
    actions.compactMap { if case .intent(let intent, _) = $0 { intent } else { nil } }
  }

  @Test func `Z9 C3 a name that nobody may have is refused where it is typed`() {
    var stage = Self.open("new group")
    stage.type("Notes to self")
    #expect(Self.intents(stage.press(Key(.enter))).isEmpty)
    #expect(stage.text.contains("psst itself says") && !stage.text.contains("Making the group"))
  }

  @Test func `C3 a name makes an address, and Space picks people`() {
    var stage = Self.open("new group")
    stage.type("Lunch club")
    #expect(stage.text.contains("lunch-club@rooms.localhost"))
    #expect(Self.intents(stage.press(Key(.enter))) == [.describeGroup(Self.lunch)])
    stage.type("reyes")
    stage.press(.char(" "))
    #expect(stage.text.contains("[x]") && stage.text.contains("1 picked"))
    let group = NewGroup(room: Self.lunch, name: "Lunch club", people: [Stage.bo])
    #expect(Self.intents(stage.press(Key(.enter))) == [.makeGroup(group)])
    #expect(stage.text.contains("Making the group Lunch club"))
    stage.snapshot[.first].newGroups = [group]
    stage.update()
    stage.snapshot[.first].newGroups = []
    stage.events = [.groupMade(group, of: .first)]
    #expect(Self.intents(stage.update()).contains(.open(Self.lunch)))
    #expect(!stage.text.contains("Making the group"))
  }

  @Test func `G1 who may join is chosen, and members only is the default`() {
    var stage = Self.open("new group")
    stage.type("Lunch club")
    stage.press(Key(.enter))
    #expect(stage.text.contains("Members only: who is invited can join"))
    stage.press(.char(" "))
    #expect(stage.text.contains("Public: anybody can find it and join"))
    let group = NewGroup(room: Self.lunch, name: "Lunch club", isPublic: true)
    #expect(Self.intents(stage.press(Key(.enter))) == [.makeGroup(group)])
  }

  @Test(arguments: [0, 1])
  func `G1 an address that others have leads to the next one, or to them`(choice: Int) {
    var stage = Self.open("new group")
    stage.type("Lunch club")
    stage.press(Key(.enter))
    let group = ListedGroup(jid: Self.lunch, name: "The club", people: 3)
    stage.snapshot[.first].described = DescribedGroup(jid: Self.lunch, group: group)
    stage.update()
    #expect(stage.text.contains("There is a group at lunch-club@rooms.localhost."))
    #expect(stage.text.contains("join The club, 3 people"))
    if choice == 1 { stage.press(Key(.down)) }
    let actions = Self.intents(stage.press(Key(.enter)))
    let join = Intent.join(Self.lunch, nick: nil, password: nil)
    #expect(actions.contains(join) == (choice == 1))
    #expect(stage.text.contains("Space picks") == (choice == 0))
  }

  @Test func `G1 a group that is refused comes back to be changed`() {
    var stage = Self.open("new group")
    stage.type("Lunch club")
    stage.press(Key(.enter), Key(.enter))
    stage.snapshot[.first].newGroups = [NewGroup(room: Self.lunch, name: "Lunch club")]
    stage.update()
    stage.snapshot[.first].newGroups = []
    stage.update()
    #expect(stage.text.contains("Space picks · Enter makes the group"))
  }

  @Test func `G1 the server's groups are listed, searched, and joined`() {
    var stage = Self.open("find a group")
    #expect(stage.actions.contains(.intent(.listGroups(at: nil), of: .first)))
    let team = ListedGroup(jid: JID("team@rooms.localhost")!, name: "Team", people: 12)
    let books = ListedGroup(
      jid: JID("books@rooms.localhost")!, about: "what we read", people: 1, isMembersOnly: true)
    stage.snapshot[.first].groups = GroupListing(
      service: Self.service, groups: [team, books], progress: .whole)
    stage.update()
    #expect(stage.text.contains("Groups at rooms.localhost"))
    #expect(stage.text.contains("12 people"))
    #expect(stage.text.contains("members only, 1 person"))
    stage.type("read")
    #expect(!stage.text.contains("12 people"))
    #expect(stage.text.contains("books@rooms.localhost: what we read"))
    let actions = Self.intents(stage.press(Key(.enter)))
    #expect(actions.contains(.join(books.jid, nick: nil, password: nil)))
    #expect(actions.contains(.closeGroups))
  }

  @Test func `G1 the groups of another server are listed by its address`() {
    var stage = Self.open("find a group")
    stage.snapshot[.first].groups = GroupListing(
      service: Self.service, progress: .failed("No answer in time"))
    stage.update()
    #expect(stage.text.contains("No answer in time."))
    stage.type("chat.example.org")
    let other = JID("chat.example.org")!
    #expect(Self.intents(stage.press(Key(.enter))) == [.listGroups(at: other)])
  }

  @Test func `Z2 what a stranger calls a group cannot command the terminal`() {
    var stage = Self.open("find a group")
    let team = ListedGroup(
      jid: JID("team@rooms.localhost")!, name: "a\u{1B}[2Jb", about: "c\u{7}\nd", people: 2)
    stage.snapshot[.first].groups = GroupListing(
      service: Self.service, groups: [team], progress: .whole)
    stage.update()
    #expect(!stage.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  // MARK: In the palette

  @Test(arguments: [true, false])
  func `G1 joining stands first where there are groups`(isKnown: Bool) {
    var stage = Stage.conversation()
    stage.snapshot[.first].groupService = isKnown ? JID("people.example.org")! : Self.service
    stage.press(.ctrl("k"))
    stage.type("team@people.example.org")
    let room = JID("team@people.example.org")!
    let actions = Self.intents(stage.press(Key(.enter)))
    #expect(actions.contains(.join(room, nick: nil, password: nil)) == isKnown)
  }

  @Test func `G1 a name is chosen when joining, and changed later`() {
    var stage = Stage.conversation()
    stage.press(.ctrl("k"))
    stage.type("team@chat.example.org as Anna Müller")
    let room = JID("team@chat.example.org")!
    let actions = Self.intents(stage.press(Key(.enter)))
    #expect(actions.contains(.join(room, nick: "Anna Müller", password: nil)))
    stage = Stage.conversation()
    stage.snapshot[.first].rooms[Stage.bo] = Room(jid: Stage.bo, attendance: .joined, nick: "ana")
    stage.press(.ctrl("k"))
    stage.type("nick Anna")
    #expect(Self.intents(stage.press(Key(.enter))) == [.rename(in: Stage.bo, nick: "Anna")])
  }

  @Test func `G1 a group that is not made yet can be given up`() {
    var stage = Stage.conversation()
    stage.snapshot[.first].newGroups = [NewGroup(room: Self.lunch, name: "Lunch club")]
    stage.press(.ctrl("k"))
    stage.type("give up")
    #expect(Self.intents(stage.press(Key(.enter))) == [.dropGroup(Self.lunch)])
  }
}
