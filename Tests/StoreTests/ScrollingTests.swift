import Model
import Scratch
import Store
import Testing

@MainActor @Suite struct ScrollingTests {
  private let bo = JID("bo@localhost")!
  private let moment = Moment(
    wall: Timestamp(milliseconds: 1_000_000), uptime: 0, bootID: "b", random: 7)

  private func messages(_ range: Range<Int64>) -> [Message] {
    range.map { number in
      Message(
        id: number, chat: bo, sender: bo, isMine: false, originID: OriginID(named: "m\(number)"),
        content: .text("\(number)"), writtenAt: Timestamp(milliseconds: number),
        order: MessageOrder(anchor: number, sequence: 0))
    }
  }

  private func scrolledBack(pages: Int64) -> AppStore {
    let store = AppStore(account: JID("ana@localhost")!, submit: { _ in })
    store.apply([.chat(Chat(jid: bo, kind: .direct, name: "Bo"))])
    store.perform(.open(bo), at: moment)
    for page in 1...pages {
      let range = 100_000 - page * 50..<100_050 - page * 50
      store.apply([.page(chat: bo, messages: messages(range), isStart: false)])
    }
    return store
  }

  @Test func `P3 however far one scrolls back, so much is in memory and no more`() throws {
    let pane = try #require(scrolledBack(pages: 300).snapshot.pane)
    #expect((Pane.capacity...Pane.capacity + 200).contains(pane.messages.count))
    #expect(pane.messages.first?.id == 85_000)
    #expect(!pane.isEnd && !pane.isStart)
  }

  @Test func `P3 the newest ones are kept where one did not scroll far`() throws {
    let pane = try #require(scrolledBack(pages: 20).snapshot.pane)
    #expect(pane.messages.count == 1_000 && pane.isEnd)
  }

  @Test func `P3 on the way down the newer ones follow, up to the newest`() throws {
    let store = scrolledBack(pages: 300)
    for _ in 0..<1_000 {
      guard let pane = store.snapshot.pane, !pane.isEnd, let last = pane.messages.last else {
        break
      }
      let next = last.id + 1..<min(last.id + 51, 100_000)
      store.apply([
        .newer(
          chat: bo, messages: messages(next), after: last.order, isEnd: next.upperBound == 100_000)
      ])
      #expect((store.snapshot.pane?.messages.count ?? 0) <= Pane.capacity + 200)
    }
    let pane = try #require(store.snapshot.pane)
    #expect(pane.isEnd && !pane.isStart && pane.messages.last?.id == 99_999)
    let ids = pane.messages.map(\.id)
    #expect(ids == Array(ids[0]...99_999), "without a gap")
  }
}
