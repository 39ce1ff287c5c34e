import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct SwitcherTests {
  static func titles(_ query: String, in stage: Stage) -> [String] {
    var switcher = Switcher()
    _ = switcher.type(query)
    return switcher.items(stage.interface.context(stage.snapshot, stage.now)).map(\.title)
  }

  @Test(arguments: ["reply", "delete", "react"])
  func `I1 what is done with messages is found where one pane is seen`(word: String) {
    var stage = Stage.conversation(40, 12)
    stage.press(.ctrl("k"))
    stage.type(word)
    stage.press(Key(.enter))
    #expect(stage.text.contains("Browsing"))
  }

  @Test(arguments: [
    ("bo", "Bo Reyes"), ("rey", "Bo Reyes"), ("br", "Bo Reyes"),
    ("cy", "Cy"), ("lia", "Lia"), ("help", "Help"), ("quit", "Quit"),
    ("max@example.org", "Start a chat with max@example.org"),
    ("se", "Send all queued messages"), ("set", "Set my name…"),
    ("max@rooms.example.org", "Join the group max@rooms.example.org"), ("notes", "Notes"),
    ("#psst%irc.libera.chat@gw.example", "Join the group #psst%irc.libera.chat@gw.example"),
    ("bo@localhost", "Bo Reyes"),
  ])
  func `C2 what is typed finds a chat, a person, a command or an address`(
    query: String, first: String
  ) {
    #expect(Self.titles(query, in: .conversation()).first == first)
  }

  @Test(arguments: [
    ("bo@local", "Bo Reyes"), ("cy@l", "Cy"),
  ])
  func `C2 what would be made new stands below what there is`(
    query: String, found: String
  ) throws {
    let titles = Self.titles(query, in: .conversation())
    let place = try #require(titles.firstIndex(of: found))
    let new = try #require(titles.firstIndex { $0.hasPrefix("Start a chat") })
    #expect(place < new)
  }

  /// `qt` is nobody, and no way to leave; `password` is nobody's address.
  @Test(arguments: ["qt", "stg", "rmv", "password", "max"], [true, false])
  func `C2 Z2 no command is run by letters that it has somewhere, and no address is guessed`(
    query: String, isPrivate: Bool
  ) {
    var stage = Stage.conversation(isPrivate: isPrivate)
    // A group is made by its name on the private server, where it is said so.
    let titles = Self.titles(query, in: stage).filter { !$0.hasPrefix("Join the group") }
    #expect(titles.isEmpty)
    guard !isPrivate else { return }
    stage.press(.ctrl("k"))
    stage.type(query)
    #expect(stage.text.contains("type the whole address"))
    #expect(stage.press(Key(.enter)).isEmpty && stage.text.contains("Go to:"))
  }

  @MainActor
  @Test(arguments: [
    Change.contact(Contact(jid: Stage.bo, name: "Bo", subscription: .both)), .caughtUp(true),
  ])
  func `C2 no group is offered by a name before the contacts are here`(change: Change) {
    let store = AppStore(
      accounts: [AccountState(Stage.me, isPrivate: true)], submit: { _, _ in })
    var stage = Stage(isPrivate: true)
    func offers(_ query: String) -> [String] {
      stage.snapshot = store.snapshot
      return Self.titles(query, in: stage).filter { $0.hasPrefix("Join") }
    }
    #expect(offers("echo").isEmpty && !offers("echo@rooms.localhost").isEmpty)
    store.apply([change], of: .first)
    #expect(offers("echo") == ["Join the group echo@rooms.localhost"])
  }

  @Test func `C2 the palette asks before it blocks`() {
    var stage = Stage.conversation()
    stage.press(.ctrl("k"))
    stage.type("block bo")
    #expect(stage.press(Key(.enter)) == [])
    #expect(stage.press(Key(.enter)) == [.intent(.block(Stage.bo))])
  }

  @Test(arguments: [
    ("2026-05-11", "Mon 11 May with Bo Reyes"), ("yesterday", "Mon 11 May with Bo Reyes"),
    ("24 dec", "Wed 24 Dec 2025 with Bo Reyes"), ("1 march 2024", "Fri 1 Mar 2024 with Bo Reyes"),
  ])
  func `P3 a day that is typed is gone to in the open chat`(query: String, first: String) {
    #expect(Self.titles(query, in: .conversation()).first == first)
  }

  @Test(arguments: ["2026-02-30", "31 apr", "12", "may", "2026-13-01", "0 jan", "1-2-3"])
  func `what names no day is none`(query: String) {
    let titles = Self.titles(query, in: .conversation())
    #expect(!titles.contains { $0.hasSuffix("with Bo Reyes") })
  }

  @Test(arguments: ["bo", "bo@localhost", "a b", "", "@", "x@", "bad/name"])
  func `whoever is known, and what is no address, is not offered as new`(query: String) {
    let titles = Self.titles(query, in: .conversation())
    #expect(!titles.contains { $0.hasPrefix("Start a chat") })
  }

  /// Who looks for a group's name does not want to leave it.
  @Test(arguments: [
    ("team", false), ("bo reyes", false), ("leave", true), ("leave the", true), ("", true),
  ])
  func `the open group is left by that word alone`(query: String, isOffered: Bool) {
    var stage = Stage.conversation()
    stage.snapshot[.first].rooms[Stage.bo] = Room(jid: Stage.bo, attendance: .joined, nick: "ana")
    let isThere = Self.titles(query, in: stage).contains { $0.hasPrefix("Leave the group") }
    #expect(isThere == isOffered)
  }

  @Test(arguments: [("leave the", Intent.leave(Stage.bo)), ("delete the", .destroyRoom(Stage.bo))])
  func `leaving a group and deleting it ask first`(query: String, intent: Intent) {
    var stage = Stage.conversation()
    stage.snapshot[.first].rooms[Stage.bo] = Self.team(.owner)
    for answer in [Key(.escape), Key(.enter)] {
      stage.press(.ctrl("k"))
      stage.type(query)
      #expect(stage.press(Key(.enter)) == [])
      #expect(stage.text.contains("[Enter] yes"))
      #expect(stage.press(answer) == (answer == Key(.enter) ? [.intent(intent)] : []))
      #expect(!stage.text.contains("[Enter] yes"))
    }
  }

  @Test(arguments: [Room.Affiliation.owner, .admin, .member, .none])
  func `only its owners are offered to delete a group`(standing: Room.Affiliation) {
    var stage = Stage.conversation()
    stage.snapshot[.first].rooms[Stage.bo] = Self.team(standing)
    let titles = Self.titles("delete", in: stage)
    #expect(titles.contains("Delete the group for everyone: Bo Reyes") == (standing == .owner))
  }

  private static func team(_ standing: Room.Affiliation) -> Room {
    Room(
      jid: Stage.bo, attendance: .joined, nick: "ana",
      occupants: [Room.Occupant(nick: "ana", affiliation: standing)])
  }

  @Test(arguments: [("c", ["Cy"]), ("localhost", []), ("@local", ["Bo Reyes", "Cy", "Dad"])])
  func `C2 the server's name is in nobody's name, but in an address`(
    query: String, found: [String]
  ) {
    let people = ["Bo Reyes", "Cy", "Dad", "Lia"].filter {
      Self.titles(query, in: .conversation()).contains($0)
    }
    #expect(people.starts(with: found) && (people.count == found.count || query == "@local"))
  }

  @Test func `Ctrl-K, a name and Enter open the chat, and the cursor is in the composer`() {
    var stage = Stage.conversation()
    stage.press(.ctrl("k"))
    stage.type("cy")
    #expect(stage.text.contains("Go to: cy"))
    #expect(stage.press(Key(.enter)) == [.intent(.open(Stage.cy))])
    #expect(stage.interface.navigation.focus == .composer)
    stage.type("hi")
    #expect(stage.interface.drafts.composer.text == "hi")
  }

  @Test func `N7 C2 who asks for something stands above all, and Enter answers nothing`() {
    var stage = Stage.conversation()
    let max = JID("max@example.org")!
    stage.snapshot[.first].requests = [max]
    stage.snapshot.chats.append(Chat(jid: max, kind: .direct, name: "max", subscription: nil))
    #expect(Self.titles("", in: stage).first == "max@example.org")
    stage.press(.ctrl("k"))
    #expect(stage.text.contains("contact request"))
    #expect(stage.press(Key(.enter)) == [.intent(.open(max))])
    for (words, action) in [("accept", SubscriptionAction.grant), ("decline", .refuse)] {
      stage.press(.ctrl("k"))
      stage.type(words)
      #expect(stage.press(Key(.enter)) == [.intent(.subscription(max, action))])
    }
  }

  @Test func `N7 one asks to see the other of the open chat, and takes it back`() {
    var stage = Stage.conversation()
    let ask = "Send Bo Reyes a contact request"
    let stop = "Remove Bo Reyes from your contacts"
    #expect(Self.titles("", in: stage).contains(stop) && !Self.titles("", in: stage).contains(ask))
    stage.snapshot.chats[0].subscription = Contact.Subscription.none
    #expect(Self.titles("", in: stage).contains(ask) && !Self.titles("", in: stage).contains(stop))
    stage.snapshot.chats[0].isAsking = true
    #expect(Self.titles("", in: stage).contains(stop) && !Self.titles("", in: stage).contains(ask))
    #expect(stage.row(containing: "request sent") == 1)
    stage.press(.ctrl("k"))
    stage.type("remove bo")
    #expect(stage.press(Key(.enter)) == [.intent(.subscription(Stage.bo, .withdraw))])
  }

  @Test func `a contact without a chat is found`() {
    var stage = Stage.conversation()
    let zoe = JID("zoe@localhost")!
    stage.snapshot[.first].unlisted[zoe] = Contact(jid: zoe, name: nil, subscription: .none)
    stage.press(.ctrl("p"))
    stage.type("zo")
    #expect(stage.press(Key(.enter)) == [.intent(.open(zoe))])
  }

  @Test func `commands run from the switcher, new chat has none, Esc closes`() {
    var stage = Stage.conversation()
    stage.press(.ctrl("k"))
    stage.type("reconn")
    stage.press(Key(.down))
    #expect(Self.titles("reconn", in: stage).first == "Reconnect now")
    stage.press(Key(.up))
    #expect(stage.press(Key(.enter)) == [.intent(.connectNow)])
    stage.press(.alt("n"))
    #expect(stage.text.contains("New chat:"))
    stage.type("quit")
    #expect(!stage.text.contains("Ctrl-C"))
    stage.press(Key(.escape))
    #expect(!stage.text.contains("New chat:"))
  }
}

@Suite struct FuzzyMatchTests {
  @Test func `what matches more closely comes first`() throws {
    let names = ["bo", "bob", "jim bo", "bxo", "bxxo"]
    let matches = try names.map { try #require(FuzzyMatch("bo", in: $0)) }
    #expect(zip(matches, matches.dropFirst()).allSatisfy { $0 < $1 })
    #expect(FuzzyMatch("bo", in: "ob") == nil)
    #expect(FuzzyMatch("BO", in: "bo")?.kind == .exact)
    #expect(FuzzyMatch("bob", in: "bo") == nil)
  }
}
