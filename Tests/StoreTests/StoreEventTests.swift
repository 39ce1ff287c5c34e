import Model
import Scratch
import Store
import Testing

@MainActor @Suite struct StoreEventTests {
  let bo = JID("bo@localhost")!

  func store() -> AppStore { AppStore(account: JID("ana@localhost")!, submit: { _ in }) }

  func message(_ id: Int64, _ text: String = "hi") -> Message {
    Message(
      id: id, chat: bo, sender: bo, isMine: false, originID: nil, content: .text(text),
      writtenAt: Timestamp(milliseconds: id), order: MessageOrder(anchor: id, sequence: id))
  }

  func deleted(_ id: Int64) -> Message {
    var message = message(id, "")
    message.retract(.init(at: message.writtenAt, isErased: true))
    return message
  }

  @Test func `A1 the same words told twice are two events`() {
    let store = store()
    let notice = Notice(.information, "Nothing to undo")
    store.apply([.notice(notice)])
    #expect(store.takeEvents() == [.notice(notice)])
    store.apply([.notice(notice)])
    #expect(store.takeEvents() == [.notice(notice)])
  }

  @Test func `Z4 of ten thousand arrivals the last are kept, and the notices beside them`() {
    let store = store()
    let notice = Notice(.error, "full")
    store.apply([.notice(notice)] + (1...10_000).map { .arrived(message($0)) })
    let events = store.takeEvents()
    #expect(events.first == .notice(notice))
    #expect(events.compactMap(\.arrived).map(\.id) == Array(9_001...10_000))
    store.apply((1...100).map { .notice(Notice(.error, "\($0)")) })
    #expect(store.takeEvents() == (81...100).map { .notice(Notice(.error, "\($0)")) })
  }

  @Test func `M2 A1 a deletion is told of however much came after it`() {
    let store = store()
    store.apply([.message(deleted(20_000))] + (1...10_000).map { .arrived(message($0)) })
    #expect(store.takeEvents().first == .deleted([MessageID(row: 20_000, of: .first)]))
  }

  @Test func `A1 a burst between two frames is counted whole`() {
    let store = store()
    store.apply((1...500).map { .arrived(message($0)) })
    #expect(store.takeEvents().count == 500)
  }

  @Test func `M2 A1 ten thousand that are deleted are one event, and are not told of any more`() {
    let store = store()
    store.apply([.arrived(message(1)), .arrived(message(10_001))])
    store.apply((1...10_000).map { .message(deleted($0)) })
    #expect(
      store.takeEvents() == [
        .deleted(Set((1...10_000).map { MessageID(row: $0, of: .first) })),
        .arrived(message(10_001)),
      ])
  }
}
