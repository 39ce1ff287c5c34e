import Model
import Scratch
import Store
import Testing

@MainActor @Suite struct SearchTests {
  private let me = JID("ana@localhost")!
  private let bo = JID("bo@localhost")!
  private let moment = Moment(
    wall: Timestamp(milliseconds: 1_000_000), uptime: 0, bootID: "b", random: 7)

  private func message(_ number: Int64) -> Message {
    Message(
      id: number, chat: bo, sender: bo, isMine: false, originID: OriginID(named: "m\(number)"),
      content: .text("\(number)"), writtenAt: Timestamp(milliseconds: number),
      order: MessageOrder(anchor: number, sequence: 0))
  }

  private func messages(_ range: ClosedRange<Int64>) -> [Message] { range.map(message) }

  private func openStore(_ range: ClosedRange<Int64>) -> AppStore {
    let store = AppStore(account: me, submit: { _ in })
    store.apply([.chat(Chat(jid: bo, kind: .direct, name: "Bo", draft: "half"))])
    store.perform(.open(bo), at: moment)
    store.apply([.page(chat: bo, messages: messages(range), isStart: false)])
    return store
  }

  private func shown(_ store: AppStore) -> [Int64] {
    store.snapshot.pane?.messages.map(\.id) ?? []
  }

  @Test func `M2 A1 what was found or told of a message goes when it is deleted`() {
    let store = AppStore(account: me, submit: { _ in })
    store.perform(.search(SearchQuery("a")), at: moment)
    let hits = [message(1), message(2)].map { SearchHit(message: $0, matches: []) }
    store.apply([.found(SearchResults(query: SearchQuery("a"), hits: hits))])
    store.apply([.arrived(message(1)), .arrived(message(2))])
    var deleted = message(1)
    deleted.retract(.init(at: deleted.writtenAt, isErased: true))
    store.apply([.message(deleted)])
    #expect(store.snapshot.search?.results?.hits.map(\.message.id) == [2])
    let events = store.takeEvents()
    #expect(events == [.deleted([MessageID(row: 1, of: .first)]), .arrived(message(2))])
    #expect(store.takeEvents().isEmpty, "each is told once")
  }

  @Test func `P6 an answer to an older question is dropped`() {
    let store = AppStore(account: me, submit: { _ in })
    store.perform(.search(SearchQuery("a")), at: moment)
    store.perform(.search(SearchQuery("ab")), at: moment)
    let hit = SearchHit(message: message(1), matches: [])
    store.apply([.found(SearchResults(query: SearchQuery("a"), hits: [hit]))])
    #expect(store.snapshot.search?.results == nil && store.snapshot.search?.isLoading == true)
    store.apply([.found(SearchResults(query: SearchQuery("ab"), hits: [hit]))])
    #expect(store.snapshot.search?.results?.hits == [hit])
    store.perform(.search(SearchQuery("abc")), at: moment)
    #expect(store.snapshot.search?.results?.hits == [hit], "shown until the next answer")
    store.perform(.closeSearch, at: moment)
    store.apply([.found(SearchResults(query: SearchQuery("abc"), hits: [hit]))])
    #expect(store.snapshot.search == nil)
  }

  @Test func `P6 a stretch takes the place of what was shown, and pages follow on both ends`() {
    let store = openStore(91...100)
    store.perform(.openAt(chat: bo, place: message(50).order), at: moment)
    #expect(store.snapshot.pane?.isLoading == true)
    store.apply([
      .stretch(chat: bo, messages: messages(45...54), isStart: false, isEnd: false)
    ])
    #expect(shown(store) == Array(45...54) && store.snapshot.pane?.isLoading == false)
    store.apply([.page(chat: bo, messages: messages(40...44), isStart: true)])
    store.perform(.loadNewer(chat: bo, after: message(54).order), at: moment)
    store.apply([
      .newer(chat: bo, messages: messages(55...60), after: message(54).order, isEnd: true)
    ])
    #expect(shown(store) == Array(40...60))
    #expect(store.snapshot.pane?.isEnd == true && store.snapshot.pane?.isStart == true)
  }

  @Test func `P6 what does not follow on what is shown leaves no gap`() {
    let store = openStore(91...100)
    store.apply([
      .stretch(chat: bo, messages: messages(45...54), isStart: false, isEnd: false)
    ])
    store.apply([.message(message(101)), .message(message(20)), .message(message(50))])
    store.apply([
      .newer(chat: bo, messages: messages(80...85), after: message(79).order, isEnd: false)
    ])
    #expect(shown(store) == Array(45...54))
    store.apply([.stretch(chat: bo, messages: messages(92...101), isStart: false, isEnd: true)])
    store.apply([.message(message(102))])
    #expect(shown(store) == Array(92...102))
  }

  @Test func `P6 a chat that is opened at a place has its draft`() {
    let store = AppStore(account: me, submit: { _ in })
    store.apply([.chat(Chat(jid: bo, kind: .direct, name: "Bo", draft: "half"))])
    store.perform(.openAt(chat: bo, place: message(50).order), at: moment)
    store.apply([
      .stretch(chat: bo, messages: messages(45...54), isStart: false, isEnd: false)
    ])
    #expect(store.snapshot.pane?.draft == "half" && store.snapshot.pane?.draftRevision == 1)
    store.perform(.open(bo), at: moment)
    #expect(shown(store).isEmpty, "its end is another part of it")
  }
}
