import Model
import Scratch
import Store
import Testing

/// Two accounts in one store, with a contact of the same address and messages of the same rows: none takes anything
/// from the other (C1).
@MainActor @Suite struct TwoAccountsTests {
  private static let (ana, work) = (AccountID.first, AccountID(1))
  private static let both = [ana, work]
  private static let bo = JID("bo@localhost")!

  private final class Submitted {
    var intents: [AccountID: [Intent]] = [:]
  }

  private let submitted = Submitted()

  private func moment(_ uptime: Int64 = 0) -> Moment {
    Moment(wall: Timestamp(milliseconds: 5), uptime: uptime, bootID: "b", random: 7)
  }

  private func chat(_ account: AccountID) -> ChatID { ChatID(Self.bo, of: account) }

  private static func message(
    _ row: Int64, _ text: String, mine status: DeliveryStatus? = nil, origin: String? = nil
  ) -> Message {
    Message(
      id: row, chat: bo, sender: bo, isMine: status != nil,
      originID: origin.map(OriginID.init(named:)),
      content: .text(text), writtenAt: Timestamp(milliseconds: row), status: status,
      order: MessageOrder(anchor: row, sequence: row))
  }

  /// Both have a chat with Bo, in it a message with the same row, and one of them an unread one.
  private func store() -> AppStore {
    let submitted = submitted
    let store = AppStore(accounts: [
      AccountState(JID("ana@localhost")!), AccountState(JID("ana@example.org")!),
    ]) {
      submitted.intents[$1, default: []].append($0)
    }
    store.apply(
      [.chat(Chat(jid: Self.bo, kind: .direct, name: "Bo", last: Self.message(1, "one")))],
      of: Self.ana)
    store.apply(
      [.chat(Chat(jid: Self.bo, kind: .direct, name: "Bo", unread: 3))], of: Self.work)
    return store
  }

  private func open(_ account: AccountID, _ messages: [Message], in store: AppStore) {
    store.perform(.open(Self.bo), of: account, at: moment())
    for each in Self.both {
      let shown = each == account ? messages : [Self.message(1, "of the other")]
      store.apply([.page(chat: Self.bo, messages: shown, isStart: true)], of: each)
    }
  }

  @Test func `C1 two accounts with one contact have a chat each, with its unread and draft`() {
    let store = store()
    store.perform(.saveDraft(chat: Self.bo, text: "half"), of: Self.work, at: moment())
    let snapshot = store.snapshot
    #expect(snapshot.chats.map(\.account) == Self.both && snapshot.unread == 3)
    #expect(snapshot.chat(chat(Self.ana))?.draft == "")
    #expect(snapshot.chat(chat(Self.work))?.draft == "half")
    #expect(snapshot.chat(chat(Self.ana))?.unread == 0)
    #expect(submitted.intents[Self.ana] == nil && submitted.intents[Self.work]?.count == 1)
  }

  @Test(arguments: [0, 1])
  func `C1 a chat shows the messages of its account alone, whatever their rows`(place: Int) {
    let account = AccountID(place)
    let store = store()
    open(account, [Self.message(1, "mine")], in: store)
    #expect(store.snapshot.pane?.chat == chat(account))
    #expect(store.snapshot.pane?.messages.map(\.text) == ["mine"])
    for each in Self.both {
      store.apply([.message(Self.message(2, "new in \(each.index)"))], of: each)
      store.apply([.messageRemoved(chat: Self.bo, id: each == account ? 9 : 1)], of: each)
    }
    #expect(store.snapshot.pane?.messages.map(\.text) == ["mine", "new in \(account.index)"])
    #expect(store.snapshot.pane?.messages.allSatisfy { $0.account == account } == true)
  }

  @Test func `C1 status and presence, typing and link of an account are not the other's`() {
    let store = store()
    store.apply(
      [
        .presence(Self.bo, .online), .typing(chat: Self.bo, who: [Self.bo]),
        .connection(.online(roundTrip: nil)), .outbox(OutboxCounts(queued: 2)),
      ], of: Self.work)
    store.apply(
      [.connection(.paused(reason: "wrong password")), .outbox(OutboxCounts(failed: 1))],
      of: Self.ana)
    let snapshot = store.snapshot
    #expect(snapshot.presence(of: chat(Self.work)) == .online)
    #expect(snapshot.presence(of: chat(Self.ana)) == .offline)
    #expect(snapshot.typing(in: chat(Self.work)) == [Self.bo])
    #expect(snapshot.typing(in: chat(Self.ana)).isEmpty)
    #expect(snapshot[Self.work].connection.isOnline && !snapshot[Self.ana].connection.isOnline)
    #expect(snapshot.connection == .paused(reason: "wrong password"))
    #expect(snapshot.outbox == OutboxCounts(queued: 2, failed: 1))
  }

  @Test func `S3 who of my accounts writes to another takes no echo from it`() {
    let store = store()
    let origin = OriginID(named: "x")
    store.perform(.open(Self.bo), of: Self.ana, at: moment())
    store.apply([.page(chat: Self.bo, messages: [], isStart: true)], of: Self.ana)
    store.perform(.send(chat: Self.bo, text: "hi", originID: origin), of: Self.ana, at: moment())
    // The other account has it already, under the same origin ID.
    store.apply([.message(Self.message(7, "hi", origin: "x"))], of: Self.work)
    store.tick(moment(AppStore.savingDelay))
    #expect(store.snapshot.pane?.messages.map(\.isSaving) == [true])
    store.apply(
      [.notSaved(chat: Self.bo, originID: origin, text: "hi", reason: "full")], of: Self.work)
    #expect(store.snapshot.pane?.messages.map(\.status) == [.queued])
    store.apply([.message(Self.message(1, "hi", mine: .sent, origin: "x"))], of: Self.ana)
    #expect(store.snapshot.pane?.messages.map(\.status) == [.sent])
  }

  @Test func `O6 one review has all outboxes, and deletes and undoes in the right one`() {
    let store = store()
    func entry(_ name: String, _ sequence: Int64) -> OutboxEntry {
      OutboxEntry(
        sequence: sequence, chat: Self.bo, originID: OriginID(named: name), text: name,
        state: .queued, attempts: 0, lastError: nil, queuedAt: Timestamp(milliseconds: sequence))
    }
    store.performEverywhere(.openQueue, at: moment())
    store.apply([.queue([entry("c", 1), entry("d", 2)])], of: Self.work)
    #expect(store.snapshot.queue?.isLoading == true)
    store.apply([.queue([entry("a", 1)])], of: Self.ana)
    store.apply([.queueEntry(entry("b", 2))], of: Self.ana)
    let queue = store.snapshot.queue
    #expect(queue?.isLoading == false && queue?.entries.map(\.text) == ["a", "b", "c", "d"])
    #expect(queue?.entries.map(\.account.index) == [0, 0, 1, 1])
    submitted.intents = [:]
    let (a, c, d) = (OriginID(named: "a"), OriginID(named: "c"), OriginID(named: "d"))
    store.performEverywhere(.delete([a, c]), at: moment())
    store.performEverywhere(.delete([d]), at: moment())
    #expect(
      submitted.intents == [Self.ana: [.delete([a])], Self.work: [.delete([c]), .delete([d])]])
    submitted.intents = [:]
    store.performEverywhere(.undo, at: moment())
    #expect(submitted.intents == [Self.work: [.undo]])
    store.performEverywhere(.undo, at: moment())
    #expect(submitted.intents == [Self.ana: [.undo], Self.work: [.undo, .undo]])
  }

  @Test func `P6 one search finds the newest of all accounts`() {
    let store = store()
    func hits(_ times: Int64...) -> [SearchHit] {
      times.map { SearchHit(message: Self.message($0, "at \($0)"), matches: []) }
    }
    let query = SearchQuery("at", limit: 3)
    store.performEverywhere(.search(query), at: moment())
    store.apply(
      [.found(SearchResults(query: query, hits: hits(9, 4, 1), isWhole: false))], of: Self.ana)
    #expect(store.snapshot.search?.isLoading == true)
    var other = SearchResults(query: query, hits: hits(9, 6), isServerDeeper: true)
    other.hasNoWord = true
    store.apply([.found(other)], of: Self.work)
    let results = store.snapshot.search?.results
    #expect(results?.isServerDeeper == true && results?.hasNoWord == true)
    #expect(results?.hits.map(\.message.id) == [9, 9, 6] && results?.isWhole == false)
    #expect(results?.hits.map(\.message.account.index) == [0, 1, 1])
  }

  @Test func `A1 a deletion in one account hides no message of the other`() {
    let store = store()
    for each in Self.both { store.apply([.arrived(Self.message(1, "hi"))], of: each) }
    var gone = Self.message(1, "")
    gone.retract(.init(at: gone.writtenAt, isErased: true))
    store.apply([.message(gone)], of: Self.work)
    let arrived = store.takeEvents().compactMap(\.arrived)
    #expect(arrived.map(\.account) == [Self.ana])
  }
}
