import Model
import Screen
import Store
import Testing

@testable import Views

/// Where one window has several accounts, each thing says whose it is and acts on that account (C1).
@Suite struct AccountMarkTests {
  private static let work = AccountID(1)
  private static let workJID = JID("anna@example.org")!
  private static let group = JID("team@rooms.localhost")!

  /// Ana on the private server, and Anna at work; the open chat is Ana's with Bo.
  private static func stage(_ width: Int = 100, _ height: Int = 30) -> Stage {
    var stage = Stage(width, height)
    let chats = Stage.conversation().snapshot
    stage.snapshot = Snapshot(
      accounts: [AccountState(Stage.me, isPrivate: true), AccountState(workJID)])
    stage.snapshot.chats = chats.chats
    stage.snapshot[.first].presence = chats[.first].presence
    stage.snapshot.pane = chats.pane
    link(.online(roundTrip: 7), .online(roundTrip: 7), at: &stage)
    return stage
  }

  private static func link(
    _ home: ConnectionState, _ work: ConnectionState, at stage: inout Stage
  ) {
    stage.snapshot[.first].connection = home
    stage.snapshot[Self.work].connection = work
    stage.update()
    stage.wait(1_000)
  }

  private static let offline = ConnectionState.offline(reason: "no route", nextTry: nil)

  private static func asked(_ actions: [Action]) -> [(intent: Intent, account: AccountID)] {
    actions.compactMap {
      if case .intent(let intent, let account) = $0 { (intent, account) } else { nil }
    }
  }

  // MARK: Links

  @Test func `C1 O1 the title names each link, and counts them where there is no room`() {
    var stage = Self.stage()
    #expect(stage.rows[0].hasPrefix(" psst  ● ana  ● anna") && !stage.rows[0].contains("ms"))
    Self.link(.online(roundTrip: nil), Self.offline, at: &stage)
    #expect(stage.rows[0].contains("● ana  ○ anna offline"))
    stage.snapshot[.first].outbox = OutboxCounts(queued: 3)
    stage.wait(1_000)
    #expect(stage.rows[0].contains("3 queued"))
    stage.resize(40, 12)
    #expect(stage.rows[0].contains("● ana  ○ anna offline") && stage.rows[0].contains("3 queued"))
    stage.resize(30, 12)
    #expect(stage.rows[0].contains("○ 1 of 2 online"))
  }

  @Test func `C1 O2 the banner names whose link is cut, and counts what waits for that`() {
    var stage = Self.stage()
    stage.snapshot[.first].outbox = OutboxCounts(queued: 2)
    stage.snapshot[Self.work].outbox = OutboxCounts(queued: 3)
    Self.link(.online(roundTrip: nil), Self.offline, at: &stage)
    #expect(stage.rows[1].contains("anna: Offline · 3 messages queued"))
    Self.link(Self.offline, Self.offline, at: &stage)
    #expect(stage.rows[1].hasPrefix(" ⚠ Offline · 5 messages queued"))
    let paused = ConnectionState.paused(reason: "The password is wrong")
    Self.link(Self.offline, paused, at: &stage)
    #expect(stage.rows[1].contains("anna: Not connected · The password is wrong"))
  }

  @Test(arguments: [100, 80])
  func `C1 O15 what waits for a word is told while another account is cut off`(width: Int) {
    var stage = Self.stage(width, 24)
    stage.snapshot[.first].outbox = OutboxCounts(queued: 2, held: 2)
    Self.link(.online(roundTrip: nil), Self.offline, at: &stage)
    for part in ["anna: Offline", "2 messages queued", "Send all", "Review"] {
      #expect(stage.rows[1].contains(part), "\(part): \(stage.rows[1])")
    }
  }

  // MARK: Chats

  @Test func `C1 C2 the name of an account behind a chat's finds that one`() {
    var stage = Self.stage()
    var other = Chat(jid: Stage.bo, kind: .direct, name: "Bo Reyes")
    other.account = Self.work
    stage.snapshot.chats.append(other)
    stage.update()
    stage.press(Key(.character("k"), .control))
    stage.type("bo anna")
    #expect(stage.text.contains("Bo Reyes · anna"))
    let opened = Self.asked(stage.press(Key(.enter)))
    #expect(opened.contains { $0.intent == .open(Stage.bo) && $0.account == Self.work })
  }

  @Test func `C1 A1 what I write from one account to another alerts nobody`() {
    var stage = Self.stage()
    var message = Stage.message(9, "to myself", chat: Stage.me)
    message.account = Self.work
    stage.events = [.arrived(message)]
    stage.update()
    #expect(!stage.text.contains("to myself"))
    message = Stage.message(10, "to you", chat: Stage.cy)
    message.account = Self.work
    stage.events = [.arrived(message)]
    stage.update()
    #expect(stage.text.contains("cy@localhost · anna, not a contact: to you"))
  }

  @Test func `C1 O4 what is set for all is marked, and where they differ whose it is`() {
    var stage = Self.stage()
    stage.snapshot[Self.work].policy = .review
    stage.press(Key(.character("k"), .control))
    stage.type("policy")
    #expect(stage.text.contains("now: ana ") && stage.text.contains("now: anna"))
    stage.snapshot[Self.work].policy = .smart
    stage.update()
    #expect(!stage.text.contains("now:") && stage.text.contains("now"))
  }

  @Test func `C1 F2 a file goes to the server of the open chat's account`() {
    var stage = Self.stage()
    var chat = Chat(jid: Stage.cy, kind: .direct, name: "Cy")
    chat.account = Self.work
    stage.snapshot.chats.append(chat)
    stage.openPane([], chat: chat.id)
    stage.interface = Interface(theme: .plain)
    stage.resize(100, 30)
    stage.actions = []
    let actions = Self.asked(stage.press(.alt("o")))
    #expect(actions.contains { $0.intent == .askUploads && $0.account == Self.work })
    #expect(stage.text.contains("as anna"))
  }

  @Test(arguments: [100, 40])
  func `C1 C2 at any width a new chat says whose it would be`(width: Int) {
    var stage = Self.stage(width, 12)
    stage.press(Key(.character("k"), .control))
    stage.type("zoe@a-long-domain.example.net")
    let rows = stage.rows.filter { $0.contains("Start a chat with") }
    #expect(rows.count == 2 && rows[0].contains("as ana ") && rows[1].contains("as anna "))
    let opened = Self.asked(stage.press(Key(.down), Key(.enter)))
    let zoe = JID("zoe@a-long-domain.example.net")!
    #expect(opened.contains { $0.intent == .open(zoe) && $0.account == Self.work })
  }

  // MARK: Groups

  @Test func `C1 C3 a new group is made by the account that was chosen, at its server`() {
    var stage = Self.stage()
    stage.snapshot[Self.work].groupService = JID("rooms.example.org")!
    stage.press(Key(.character("k"), .control))
    stage.type("new group")
    let rows = stage.rows.filter { $0.contains("New group…") }
    #expect(rows.map { $0.contains("as ana ") } == [true, false], "the open chat's stands first")
    #expect(rows.map { $0.contains("as anna ") } == [false, true])
    stage.press(Key(.down), Key(.enter))
    #expect(stage.text.contains("New group as anna:"))
    stage.type("Lunch")
    let lunch = JID("lunch@rooms.example.org")!
    let asked = Self.asked(stage.press(Key(.enter)))
    #expect(asked.contains { $0.intent == .describeGroup(lunch) && $0.account == Self.work })
    let made = Self.asked(stage.press(Key(.enter)))
    let group = NewGroup(room: lunch, name: "Lunch")
    #expect(made.contains { $0.intent == .makeGroup(group) && $0.account == Self.work })
    stage.events = [.groupMade(group, of: .first)]
    stage.update()
    #expect(stage.text.contains("Making the group Lunch"), "another account's is not entered")
    stage.events = [.groupMade(group, of: Self.work)]
    let entered = Self.asked(stage.update())
    #expect(entered.contains { $0.intent == .open(lunch) && $0.account == Self.work })
  }

  @Test func `C1 G1 the list of groups is that of the account's server, and joins as it`() {
    var stage = Self.stage()
    stage.press(Key(.character("k"), .control))
    stage.type("find a group as anna")
    let asked = Self.asked(stage.press(Key(.enter)))
    #expect(asked.contains { $0.intent == .listGroups(at: nil) && $0.account == Self.work })
    var listing = GroupListing(service: JID("rooms.example.org")!)
    listing.groups = [ListedGroup(jid: Self.group, name: "Team")]
    stage.snapshot[Self.work].groups = listing
    stage.update()
    #expect(stage.text.contains("Groups at rooms.example.org as anna:"))
    let joined = Self.asked(stage.press(Key(.enter)))
    let join = Intent.join(Self.group, nick: nil, password: nil)
    #expect(joined.contains { $0.intent == join && $0.account == Self.work })
  }

  @Test func `C1 G1 a group's address is offered to each account that is not in it`() {
    var stage = Self.stage()
    stage.press(Key(.character("k"), .control))
    stage.type("\(Self.group)")
    let rows = stage.rows.filter { $0.contains("Join the group team@rooms.localhost ") }
    #expect(rows.map { $0.contains("as ana ") } == [true, false])
    #expect(rows.map { $0.contains("as anna ") } == [false, true])
    stage.type(" as Queen")
    #expect(stage.text.contains("Join the group team@rooms.localhost as Queen"))
    stage.press(Key(.down))
    let joined = Self.asked(stage.press(Key(.enter)))
    let join = Intent.join(Self.group, nick: "Queen", password: nil)
    #expect(joined.contains { $0.intent == join && $0.account == Self.work })
  }
}
