import Model
import Scratch
import Store
import Testing

@MainActor @Suite struct AppStoreTests {
  let me = JID("ana@localhost")!
  let bo = JID("bo@localhost")!

  func moment(_ uptime: Int64) -> Moment {
    Moment(wall: Timestamp(milliseconds: 1_000_000), uptime: uptime, bootID: "b", random: 7)
  }

  func message(
    _ id: Int64, _ origin: String, _ status: DeliveryStatus?, anchor: Int64, sequence: Int64 = 0
  ) -> Message {
    Message(
      id: id, chat: bo, sender: status == nil ? bo : me, isMine: status != nil,
      originID: OriginID(named: origin), content: .text(origin),
      writtenAt: Timestamp(milliseconds: id),
      status: status, order: MessageOrder(anchor: anchor, sequence: sequence))
  }

  func openStore(_ messages: [Message] = [], unread: Int = 0) -> AppStore {
    let store = AppStore(account: me, submit: { _ in })
    store.apply([.chat(Chat(jid: bo, kind: .direct, name: "Bo", unread: unread, draft: "half"))])
    store.perform(.open(bo), at: moment(0))
    store.apply([.page(chat: bo, messages: messages, isStart: true)])
    return store
  }

  @Test func `S3 the confirmed message replaces the optimistic one in the same row`() {
    let store = openStore([message(1, "a", nil, anchor: 1)])
    let unsent = MessageOrder.unsent
    store.apply([.message(message(2, "b", .queued, anchor: unsent, sequence: 1))])
    store.apply([.message(message(3, "c", .queued, anchor: unsent, sequence: 2))])
    store.apply([.message(message(2, "b", .sent, anchor: 2))])
    let pane = store.snapshot.pane
    #expect(pane?.messages.map(\.text) == ["a", "b", "c"])
    #expect(pane?.messages[1].status == .sent)
  }

  @Test(
    arguments: [
      (true, nil, .sending), (false, nil, .queued), (true, Delay(.older), .queued),
      (true, Delay(nil, isHeld: true), .sending),
    ] as [(Bool, Delay?, DeliveryStatus)])
  func `S5 the first that is seen of a message is what it will stand as`(
    sendsNow: Bool, delay: Delay?, status: DeliveryStatus
  ) {
    let store = openStore()
    store.apply([
      .connection(.online(roundTrip: nil)), .outgoing(isOpen: true, sendsNow: sendsNow),
      .delay(chat: bo, delay),
    ])
    store.perform(.send(chat: bo, text: "x", originID: OriginID(named: "x")), at: moment(100))
    #expect(store.snapshot.pane?.messages.map(\.status) == [status])
    store.apply([.connection(.offline(reason: "", nextTry: nil))])
    store.perform(.send(chat: bo, text: "y", originID: OriginID(named: "y")), at: moment(100))
    #expect(store.snapshot.pane?.messages.last?.status == .queued)
  }

  @Test
  func `S2 what is sent may be seen once it is stored, or as being saved when that takes too long`()
  {
    let store = openStore()
    #expect(!store.awaitsCommit)
    store.perform(.send(chat: bo, text: "x", originID: OriginID(named: "x")), at: moment(100))
    #expect(store.snapshot.pane?.messages.map(\.isSaving) == [false], "to be drawn")
    #expect(store.awaitsCommit && store.nextDeadline == 105)
    store.tick(moment(104))
    #expect(store.awaitsCommit)
    store.tick(moment(105))
    #expect(store.snapshot.pane?.messages.map(\.isSaving) == [true])
    #expect(!store.awaitsCommit && store.nextDeadline == nil)
    store.apply([.message(message(1, "x", .queued, anchor: MessageOrder.unsent))])
    #expect(store.snapshot.pane?.messages.map(\.isSaving) == [false])
    #expect(store.snapshot.pane?.messages.map(\.id) == [1], "in the same row (S3)")
  }

  @Test func `S2 only what stores all that is awaited lets it be seen`() {
    let store = openStore()
    func isAwaited(_ messages: [Message]) -> Bool {
      store.isAwaited(messages.map { .message($0) }, of: .first)
    }
    let (x, y) = (
      message(1, "x", .queued, anchor: MessageOrder.unsent),
      message(2, "y", .queued, anchor: MessageOrder.unsent)
    )
    #expect(!isAwaited([x]), "nothing was sent")
    for id in ["x", "y"] {
      store.perform(.send(chat: bo, text: id, originID: OriginID(named: id)), at: moment(100))
    }
    #expect(!isAwaited([x]) && !isAwaited([y]))
    #expect(isAwaited([x, y]))
    store.apply([.message(x)])
    #expect(store.awaitsCommit && isAwaited([y]))
    let refusal = Change.notSaved(
      chat: bo, originID: OriginID(named: "y"), text: "y", reason: "the disk is full")
    #expect(!store.isAwaited([refusal], of: .first), "it is not as it was drawn")
    store.apply([refusal])
    #expect(!store.awaitsCommit && store.snapshot.pane?.messages.last?.status == .failed)
  }

  @Test func `S2 a send the disk refused is taken off the pane and its text given back`() {
    let store = openStore()
    store.perform(.send(chat: bo, text: "x", originID: OriginID(named: "x")), at: moment(100))
    store.tick(moment(105))
    let revision = store.snapshot.pane?.draftRevision ?? 0
    store.apply([
      .notStored(chat: bo, originID: OriginID(named: "x"), text: "x", reason: "the disk is full")
    ])
    #expect(store.snapshot.pane?.messages.isEmpty == true)
    #expect(store.snapshot.pane?.draft == "x")
    #expect(store.snapshot.pane?.draftRevision == revision + 1)
    #expect(store.takeEvents() == [.notice(Notice(.error, "the disk is full"))])
  }

  @Test func `M3 S2 what a refused send answered is given back with its text, and nothing older`() {
    let store = AppStore(account: me, submit: { _ in })
    let old = ReplyTarget(id: "old", author: bo, quote: "old")
    let new = ReplyTarget(id: "new", author: bo, quote: "new")
    store.apply([.chat(Chat(jid: bo, kind: .direct, name: "Bo", draftReply: old))])
    store.perform(.open(bo), at: moment(0))
    store.apply([.page(chat: bo, messages: [], isStart: true)])
    #expect(store.snapshot.pane?.draftReply == old)
    for (id, target) in [("x", new), ("y", nil)] {
      store.perform(
        .send(chat: bo, text: id, originID: OriginID(named: id), replyTo: target), at: moment(100))
      store.tick(moment(105))
      #expect(store.snapshot.pane?.messages.map(\.replyTo) == [target])
      #expect(store.snapshot.chats.first?.draftReply == nil)
      store.apply([
        .notStored(chat: bo, originID: OriginID(named: id), text: id, reason: "the disk is full")
      ])
      #expect(store.snapshot.pane?.draft == id && store.snapshot.pane?.draftReply == target)
    }
  }

  @Test func `T1 messages stand in the archive's order with the unsent last`() {
    let store = openStore()
    let unsent = MessageOrder.unsent
    store.apply([.message(message(1, "mine", .queued, anchor: unsent, sequence: 1))])
    store.apply([.message(message(2, "live", nil, anchor: MessageOrder.unplaced, sequence: 2))])
    store.apply([.message(message(3, "old", nil, anchor: 5))])
    #expect(store.snapshot.pane?.messages.map(\.text) == ["old", "live", "mine"])
  }

  @Test func `D2 where the first unread message stands is known of the open chat alone`() {
    let store = openStore([message(1, "a", nil, anchor: 1), message(3, "c", nil, anchor: 3)])
    let place = MessageOrder(anchor: 3, sequence: 0)
    store.apply([.firstUnread(chat: bo, order: place)])
    store.apply([.firstUnread(chat: JID("cy@localhost")!, order: nil)])
    #expect(store.snapshot.pane?.firstUnread == place)
    #expect(store.snapshot.pane?.draft == "half")
  }

  @Test
  func
    `P2 a screen without a chat begins with the one that comes with the start, and with no other later`()
  {
    let store = AppStore(account: me, submit: { _ in })
    let messages = [message(3, "c", nil, anchor: 3), message(4, "d", nil, anchor: 4)]
    let chat = Chat(
      jid: bo, kind: .direct, name: "Bo", last: messages[1], unread: 1, draft: "half")
    store.apply([.chat(chat), .opened(chat: bo, messages: messages, isStart: false)])
    #expect(store.snapshot.pane?.messages == messages)
    #expect(store.snapshot.pane?.draft == "half")
    #expect(store.snapshot.pane?.isLoading == false && store.snapshot.pane?.isStart == false)
    let shown = store.snapshot.pane
    let other = JID("cy@localhost")!
    store.apply([.opened(chat: other, messages: [], isStart: true)])
    store.apply([.opened(chat: bo, messages: [], isStart: true)])
    #expect(store.snapshot.pane == shown)
  }

  @Test func `P2 chats stand newest first and empty ones after them by name`() {
    let store = AppStore(account: me, submit: { _ in })
    let cy = JID("cy@localhost")!
    let dee = JID("dee@localhost")!
    store.apply([
      .chat(Chat(jid: dee, kind: .direct, name: "Dee")),
      .chat(Chat(jid: cy, kind: .direct, name: "Cy")),
      .chat(Chat(jid: bo, kind: .direct, name: "Bo", last: message(9, "x", nil, anchor: 1))),
    ])
    #expect(store.snapshot.chats.map(\.name) == ["Bo", "Cy", "Dee"])
  }

  @Test func `C2 a contact has a row before the first message and loses it when removed`() {
    let store = AppStore(account: me, submit: { _ in })
    let contact = Contact(jid: bo, name: "Bo Reyes", subscription: .both)
    store.apply([.contact(contact), .contact(contact)])
    #expect(store.snapshot.chats.map(\.name) == ["Bo Reyes"])
    store.apply([.contactRemoved(bo)])
    #expect(store.snapshot.chats.isEmpty)
  }
}
