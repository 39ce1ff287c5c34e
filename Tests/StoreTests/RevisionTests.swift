import Model
import Scratch
import Store
import Testing

@MainActor @Suite struct RevisionTests {
  private let me = JID("ana@localhost")!
  private let bo = JID("bo@localhost")!

  private func moment(_ uptime: Int64) -> Moment {
    Moment(wall: Timestamp(milliseconds: 5), uptime: uptime, bootID: "b", random: 7)
  }

  private func message(_ number: Int64) -> Message {
    Message(
      id: number, chat: bo, sender: me, isMine: true, originID: OriginID(named: "\(number)"),
      content: .text("message \(number)"), writtenAt: Timestamp(milliseconds: number),
      status: .queued, order: MessageOrder(anchor: MessageOrder.unsent, sequence: number))
  }

  private func change(_ number: Int64) -> [Change] {
    let origin = OriginID(named: "\(number)")
    return [
      .connection(.offline(reason: "\(number)", nextTry: number)), .message(message(number)),
      .messageRemoved(chat: bo, id: number),
      .page(chat: bo, messages: [message(number)], isStart: true),
      .stretch(chat: bo, messages: [message(number)], isStart: true, isEnd: false),
      .newer(
        chat: bo, messages: [message(number)], after: message(number).order, isEnd: true),
      .found(SearchResults(query: SearchQuery("m"))),
      .chat(Chat(jid: bo, kind: .direct, name: "Bo \(number)")), .chatRemoved(bo),
      .contact(Contact(jid: bo, name: "Bo \(number)", subscription: .both)), .contactRemoved(bo),
      .requests(number > 5 ? [bo] : []), .presence(bo, number > 5 ? .online : .away),
      .presenceOutdated(number > 5), .typing(chat: bo, who: number > 5 ? [bo] : []),
      .outbox(OutboxCounts(queued: Int(number))), .queue([]), .disk(nil), .caughtUp(true),
      .notSaved(chat: bo, originID: origin, text: "x", reason: "full"),
      .notStored(chat: bo, originID: origin, text: "x", reason: "long"),
    ]
  }

  private func intents(_ number: Int64) -> [Intent] {
    let origin = OriginID(named: "\(number)")
    return [
      .send(chat: bo, text: "\(number)", originID: origin), .retry(origin), .cancel(origin),
      .edit(origin, text: "other", newID: OriginID(named: "new")), .delete([origin]), .sendAll,
      .open(bo), .open(me), .openAt(chat: bo, place: nil), .search(SearchQuery("m")),
      .closeSearch, .loadOlder(chat: bo, before: message(number).order),
      .saveDraft(chat: bo, text: number > 2 ? "\(number)" : ""), .deleteChat(bo), .openQueue,
      .closeQueue,
      .openInfo(origin), .closeInfo, .typing(chat: bo, isTyping: true), .focus(number > 5),
    ]
  }

  /// A draft's words are seen in the composer alone, where they come from.
  private func withoutDrafts(_ snapshot: Snapshot) -> Snapshot {
    var snapshot = snapshot
    for index in snapshot.chats.indices where !snapshot.chats[index].draft.isEmpty {
      snapshot.chats[index].draft = "draft"
    }
    return snapshot
  }

  /// What more than one chat is shown with.
  private func surroundings(_ snapshot: Snapshot) -> ([AccountState], [Chat]) {
    var account = snapshot[.first]
    (account.outbox, account.typing) = (OutboxCounts(), [:])
    let chats = snapshot.chats.map { chat in
      var known = Chat(
        jid: chat.jid, kind: chat.kind, name: chat.name, subscription: chat.subscription)
      known.isAsking = chat.isAsking
      return known
    }
    return ([account], chats.sorted { $0.jid.description < $1.jid.description })
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `I2 a snapshot in which anything has changed has another revision`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let store = AppStore(account: me, submit: { _ in })
    var uptime: Int64 = 0
    var same = 0
    for _ in 0..<300 {
      let before = store.snapshot
      let number = Int64.random(in: 0..<10, using: &random)
      switch random.next() % 3 {
      case 0: store.apply([change(number).randomElement(using: &random)!])
      case 1: store.perform(intents(number).randomElement(using: &random)!, at: moment(uptime))
      default: store.tick(moment(uptime))
      }
      uptime += number
      if store.snapshot.surroundings == before.surroundings {
        #expect(surroundings(store.snapshot) == surroundings(before))
      }
      guard store.snapshot.revision == before.revision else { continue }
      same += 1
      #expect(withoutDrafts(store.snapshot) == withoutDrafts(before))
    }
    #expect(same > 0)
  }

  @Test func `P1 what one types changes nothing that the snapshot shows`() {
    let store = AppStore(account: me, submit: { _ in })
    var chat = Chat(jid: bo, kind: .direct, name: "Bo", draft: "h")
    store.apply([.chat(chat)])
    let before = store.snapshot.revision
    store.perform(.typing(chat: bo, isTyping: true), at: moment(0))
    store.perform(.saveDraft(chat: bo, text: "half"), at: moment(80))
    chat.draft = "half"
    store.apply([.chat(chat)])
    #expect(store.snapshot.revision == before)
    #expect(store.snapshot.chats.map(\.draft) == ["half"])
    store.perform(.saveDraft(chat: bo, text: ""), at: moment(160))
    #expect(store.snapshot.revision != before)
  }
}
