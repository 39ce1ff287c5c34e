import Model
import Screen
import Store
import Testing

@testable import Views

/// Two accounts on one screen, with a contact of the same address and messages of the same rows (C1): the interface
/// over a real store, with a list of what the engines are asked for.
@MainActor @Suite struct TwoAccountsTests {
  private static let (home, work) = (AccountID.first, AccountID(1))

  private final class Submitted {
    var all: [Asked] = []
  }

  private struct Asked: Equatable {
    var intent: Intent
    var account: AccountID
  }

  private final class Screen {
    let submitted = Submitted()
    let store: AppStore
    private var interface = Interface(theme: .plain)
    private var uptime: Int64 = 1_000_000

    @MainActor init() {
      let submitted = submitted
      store = AppStore(accounts: [AccountState(Stage.me), AccountState(JID("ana@example.org")!)]) {
        submitted.all.append(Asked(intent: $0, account: $1))
      }
      send(.resize(Size(width: 100, height: 20)))
      send(.focus(true))
    }

    private var now: Moment {
      Moment(wall: Stage.noon, uptime: uptime, bootID: "boot", random: 7)
    }

    @MainActor private func perform(_ actions: [Action]) {
      for action in actions {
        switch action {
        case .intent(let intent, let account): store.perform(intent, of: account, at: now)
        case .everywhere(let intent): store.performEverywhere(intent, at: now)
        default: break
        }
      }
    }

    @MainActor func send(_ input: Input) {
      perform(interface.handle(input, snapshot: store.snapshot, now: now))
      update()
    }

    @MainActor func update() {
      perform(interface.update(store.snapshot, events: store.takeEvents(), now: now))
    }

    @MainActor func press(_ keys: Key...) { for key in keys { send(.key(key)) } }

    @MainActor func type(_ text: String) {
      for character in text { press(Key(.character(character))) }
    }

    @MainActor func wait(_ milliseconds: Int64) {
      uptime += milliseconds
      update()
    }

    @MainActor func tell(_ changes: [Change], of account: AccountID) {
      store.apply(changes, of: account)
      update()
    }

    /// What the engines were asked for since this was called last, and is not about what is on the screen.
    func asked() -> [Asked] {
      defer { submitted.all = [] }
      return submitted.all.filter {
        switch $0.intent {
        case .focus, .watch, .typing, .markRead, .saveDraft: false
        default: true
        }
      }
    }

    @MainActor var composer: String { interface.drafts.composer.text }

    @MainActor var text: String {
      let surface = interface.render(
        store.snapshot, size: Size(width: 100, height: 20), now: now)
      return (0..<20).map { surface.text(row: $0).trimmedEnd }.joined(separator: "\n")
    }
  }

  /// In both there is a chat with Bo, with a failed message of the same row; that of the first account is the newer.
  private func screen() -> Screen {
    let screen = Screen()
    for account in [Self.home, Self.work] {
      let minutes = Int64(account.index * 10)
      let last = Stage.message(2, "mine", mine: .failed, minutesAgo: minutes)
      screen.tell(
        [
          .connection(.online(roundTrip: nil)), .presence(Stage.bo, .online),
          .outbox(OutboxCounts(failed: 1)),
          .chat(
            Chat(
              jid: Stage.bo, kind: .direct, name: "Bo", last: last,
              unread: account == Self.home ? 0 : 7, failed: 1)),
        ], of: account)
    }
    open(Self.home, in: screen)
    return screen
  }

  /// Shows the chat of an account as its engine would; row 1 says whose it is.
  private func open(_ account: AccountID, in screen: Screen) {
    let name = account == Self.home ? "home" : "work"
    let messages = [
      Stage.message(1, "written at \(name)", minutesAgo: 20),
      Stage.message(2, "sent from \(name)", mine: .failed, minutesAgo: 10),
    ]
    screen.tell([.page(chat: Stage.bo, messages: messages, isStart: true)], of: account)
    _ = screen.asked()
  }

  @Test func `C1 two accounts with one contact stand on one screen, each with its messages`() {
    let screen = screen()
    #expect(screen.store.snapshot.chats.count == 2)
    #expect(screen.text.contains("written at home") && !screen.text.contains("written at work"))
    #expect(screen.text.contains("7 unread"))
    screen.press(Key(.down, .alt))
    #expect(screen.asked() == [Asked(intent: .open(Stage.bo), account: Self.work)])
    open(Self.work, in: screen)
    #expect(screen.text.contains("written at work") && !screen.text.contains("written at home"))
  }

  @Test func `S7 a status of one account changes nothing on the other's row with the same number`()
  {
    let screen = screen()
    screen.tell([.message(Stage.message(2, "sent from work", mine: .read))], of: Self.work)
    #expect(screen.text.contains("Failed") && screen.text.contains("sent from home"))
    screen.tell([.message(Stage.message(2, "sent from home", mine: .read))], of: Self.home)
    #expect(screen.text.contains("✓✓ read"))
  }

  @Test func `P1 each account's chat keeps its own draft`() {
    let screen = screen()
    screen.type("for home")
    screen.press(Key(.down, .alt))
    open(Self.work, in: screen)
    #expect(screen.composer.isEmpty)
    screen.type("for work")
    screen.press(Key(.up, .alt))
    #expect(screen.composer == "for home")
    let drafts = screen.store.snapshot.chats.map(\.draft)
    #expect(drafts == ["for home", "for work"])
  }

  @Test(arguments: [0, 1])
  func `O6 what is sent, retried, cancelled and reacted to is the account's of the chat`(
    place: Int
  ) {
    let account = AccountID(place)
    let screen = screen()
    if account == Self.work {
      screen.press(Key(.down, .alt))
      open(account, in: screen)
    }
    screen.press(Key(.escape), Key(.enter))
    #expect(screen.asked() == [Asked(intent: .retry(OriginID("origin-2")), account: account)])
    screen.press(Key(.character("d")), Key(.enter))
    #expect(screen.asked() == [Asked(intent: .cancel(OriginID("origin-2")), account: account)])
    screen.press(Key(.character("k")), Key(.character("+")), Key(.character("1")))
    let reacted = screen.asked()
    #expect(reacted.map(\.account) == [account])
    guard case .react(row: 1, _, _)? = reacted.first?.intent else {
      return #expect(Bool(false), "\(reacted)")
    }
    screen.type("hi")
    screen.press(Key(.enter))
    let sent = screen.asked()
    #expect(sent.map(\.account) == [account])
    guard case .send(Stage.bo, "hi", _, nil)? = sent.first?.intent else {
      return #expect(Bool(false), "\(sent)")
    }
  }

  @Test func `A1 the key of an alert leads to the chat of the account that it came to`() {
    let screen = screen()
    screen.tell([.arrived(Stage.message(3, "are you there?"))], of: Self.work)
    #expect(screen.text.contains("are you there?"))
    screen.press(.alt("a"))
    #expect(screen.asked() == [Asked(intent: .open(Stage.bo), account: Self.work)])
  }

  @Test func `P6 a hit of another account is shown in that account's chat`() {
    let screen = screen()
    screen.press(.alt("g"))
    screen.type("x")
    let query = SearchQuery("x")
    #expect(
      screen.asked() == [Self.home, Self.work].map { Asked(intent: .search(query), account: $0) })
    let hit = SearchHit(message: Stage.message(1, "x", minutesAgo: 5), matches: [])
    screen.tell([.found(SearchResults(query: query))], of: Self.home)
    screen.tell([.found(SearchResults(query: query, hits: [hit]))], of: Self.work)
    screen.press(Key(.enter))
    let place = hit.message.order
    #expect(
      screen.asked().suffix(1)
        == [Asked(intent: .openAt(chat: Stage.bo, place: place), account: Self.work)])
    #expect(screen.store.snapshot.pane?.chat.account == Self.work)
  }

  @Test func `C1 where there are several each chat and each link says whose it is`() {
    let screen = screen()
    let title = screen.text.split(separator: "\n")[0]
    #expect(title.contains("● ana@localhost") && title.contains("● ana@example.org"))
    #expect(screen.text.contains("Bo · an"))
    #expect(screen.text.contains("Write to Bo as ana@localhost"))
    screen.tell([.connection(.paused(reason: "The password is wrong"))], of: Self.work)
    screen.wait(1_000)
    #expect(screen.text.contains("○ ana@example.org"))
    #expect(screen.text.contains("ana@example.org: Not connected · The password is wrong"))
    screen.press(Key(.character("k"), .control))
    screen.type("zoe@example.net")
    let offers = screen.text.split(separator: "\n").filter { $0.contains("Start a chat with zoe") }
    #expect(offers.count == 2 && offers[0].contains("as ana@localhost"))
    #expect(offers[1].contains("as ana@example.org"))
  }

  @Test func `N1 presence that has changed in one account does not fade in in the other`() {
    let (home, work) = (ChatID(Stage.bo, of: Self.home), ChatID(Stage.bo, of: Self.work))
    #expect(Fades.Subject.presence(home) != .presence(work))
    var message = Stage.message(1, "x")
    let key = MessageKey(message)
    message.account = Self.work
    #expect(MessageKey(message) != key && !key.matches(message))
    let laidOut = LaidOutLines()
    let first = laidOut.lines(
      of: "one", row: MessageID(row: 1, of: Self.home), lead: nil, width: 20)
    let second = laidOut.lines(
      of: "two", row: MessageID(row: 1, of: Self.work), lead: nil, width: 20)
    #expect(first.lines.map(\.text.text) == ["one"] && second.lines.map(\.text.text) == ["two"])
  }
}
