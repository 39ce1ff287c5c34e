import Model
import Testing

@testable import Store

/// What waits for the main thread while that waits for a terminal.
@MainActor @Suite struct PendingChangesTests {
  private let me = JID("ana@localhost")!
  private let bo = JID("bo@localhost")!
  private let pending = PendingChanges()

  private final class Submitted {
    var intents: [Intent] = []
  }

  private let submitted = Submitted()

  private func openedStore() -> AppStore {
    let submitted = submitted
    let store = AppStore(account: me) { submitted.intents.append($0) }
    store.perform(.open(bo), at: moment)
    store.apply([.page(chat: bo, messages: [message(1), message(2)], isStart: true)])
    submitted.intents = []
    return store
  }

  private var moment: Moment {
    Moment(wall: Timestamp(milliseconds: 5), uptime: 1, bootID: "b", random: 7)
  }

  private func message(_ id: Int64, _ text: String = "hi") -> Message {
    Message(
      id: id, chat: bo, sender: bo, isMine: false, originID: nil, content: .text(text),
      writtenAt: Timestamp(milliseconds: id), order: MessageOrder(anchor: id, sequence: id))
  }

  private func room(_ number: Int, occupants: Int) -> Room {
    var room = Room(jid: JID("room@rooms.localhost")!, nick: "ana")
    room.occupants = Occupants((0..<occupants).map { Room.Occupant(nick: "\(number) \($0)") })
    return room
  }

  @Test func `what comes before the batch is fetched goes with it, and one fetches it`() {
    #expect(pending.add([.message(message(1))]))
    #expect(!pending.add([.message(message(2))]))
    #expect(pending.take().changes == [.message(message(1)), .message(message(2))])
    #expect(pending.take() == PendingChanges.Batch())
    #expect(pending.add([.message(message(3))]))
  }

  @Test func `Z4 of messages that nobody fetches the newest wait, and their chat is read again`() {
    let text = String(repeating: "x", count: 10_000)
    for id in 1...5_000 as ClosedRange<Int64> {
      _ = pending.add([.message(message(id, text)), .arrived(message(id, text))])
    }
    let batch = pending.take()
    let bytes = batch.changes.reduce(0) { sum, change in
      if case .message(let message) = change { sum + message.text.utf8.count } else { sum }
    }
    #expect(bytes < PendingChanges.capacity)
    #expect(batch.changes.last == .arrived(message(5_000, text)))
    #expect(batch.reread == [bo])
  }

  @Test func `Z4 of a state that nobody fetches the newest waits, and nothing is read again`() {
    for number in 1...5_000 { _ = pending.add([.room(room(number, occupants: 200))]) }
    let batch = pending.take()
    #expect(batch.changes.count < 500)
    #expect(batch.changes.last == .room(room(5_000, occupants: 200)))
    #expect(batch.reread.isEmpty)
  }

  @Test func `Z4 G7 of people who come and go unseen each is kept once`() {
    _ = pending.add([.room(room(0, occupants: 1_000))])
    for number in 0..<100_000 {
      var changes = Occupants.Changes()
      let nick = "0 \(number % 1_000)"
      changes.note(nick, number % 2 == 0 ? nil : Room.Occupant(nick: nick, presence: .away))
      _ = pending.add([.occupants(JID("room@rooms.localhost")!, changes)])
    }
    let batch = pending.take()
    #expect(batch.changes.count < 20_000)
    let store = openedStore()
    store.apply(batch)
    #expect(
      store.snapshot.room(ChatID(JID("room@rooms.localhost")!, of: .first))?.occupants.count == 500)
  }

  /// Each kind of state changes again and again, while a room makes the batch too large.
  @Test func `Z4 what is left comes to the same as all of it`() {
    let (all, some) = (openedStore(), openedStore())
    let people = (0..<5).map { JID("p\($0)@localhost")! }
    var order: UInt64 = 1
    func next(_ count: Int) -> Int {
      order = order &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(order >> 33) % count
    }
    for number in 0..<3_000 {
      let who = people[next(5)]
      var changes = Occupants.Changes()
      changes.note("\(next(9))", next(2) == 0 ? nil : Room.Occupant(nick: "\(number)"))
      changes.unnamed = number
      let change: Change =
        switch next(14) {
        case 0: .presence(who, [.online, .away, .offline][next(3)])
        case 1: .typing(chat: who, who: next(2) == 0 ? [who] : [])
        case 2: .contact(Contact(jid: who, name: "\(number)", subscription: .both))
        case 3: .contactRemoved(who)
        case 4: .chat(Chat(jid: who, kind: .direct, name: "\(number)", unread: next(9)))
        case 5: .chatRemoved(who)
        case 6: .roomLeft(JID("room@rooms.localhost")!)
        case 7: .presenceOutdated(next(2) == 0)
        case 8: .message(message(1 + Int64(next(3)), "\(number)"))
        case 9: .messageRemoved(chat: bo, id: 4)
        case 10: .requests([who])
        case 11, 12: .occupants(JID("room@rooms.localhost")!, changes)
        default: .room(room(number, occupants: 300))
        }
      all.apply([change])
      _ = pending.add([change])
    }
    let batch = pending.take()
    #expect(batch.changes.count < 2_000, "something was left out")
    some.apply(batch)
    #expect(submitted.intents.isEmpty)
    some.snapshot.expectSame(as: all.snapshot)
  }

  @Test func `Z4 S11 the open chat is read again where messages were left out, at its end`() {
    let store = openedStore()
    store.apply(PendingChanges.Batch(changes: [.message(message(90))], reread: [bo]))
    #expect(submitted.intents == [.openAt(chat: bo, place: nil)])
    let end = [message(89), message(90)]
    store.apply([.stretch(chat: bo, messages: end, isStart: false, isEnd: true)])
    #expect(store.snapshot.pane?.messages == end)
  }

  @Test func `Z4 another chat is read when it is opened`() {
    let store = openedStore()
    store.apply(PendingChanges.Batch(reread: [JID("cy@localhost")!]))
    #expect(submitted.intents == [])
  }

  @Test func `Z4 S11 who reads far above the end stays about there`() {
    let store = openedStore()
    store.apply([
      .stretch(chat: bo, messages: (1...9).map { message($0) }, isStart: false, isEnd: false)
    ])
    store.apply(PendingChanges.Batch(reread: [bo]))
    #expect(submitted.intents == [.openAt(chat: bo, place: message(5).order)])
  }

  @Test func `Z4 S2 a send whose commit may have been left out is asked for under its id`() {
    let store = openedStore()
    let send = Intent.send(chat: bo, text: "hello", originID: OriginID("o1"))
    store.perform(send, at: moment)
    store.perform(.search(SearchQuery("hi")), at: moment)
    submitted.intents = []
    store.apply(PendingChanges.Batch(reread: [bo]))
    #expect(
      submitted.intents == [
        .openAt(chat: bo, place: nil), .search(SearchQuery("hi")), send,
      ])
  }
}

extension Snapshot {
  /// But for what tells two states apart that are the same.
  fileprivate func expectSame(as other: Snapshot) {
    #expect(Set(chats.map(\.jid)) == Set(other.chats.map(\.jid)))
    for chat in chats { #expect(other.chat(chat.id) == chat) }
    #expect(accounts == other.accounts)
    #expect(pane == other.pane)
  }
}
