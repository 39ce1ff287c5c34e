import Model
import Scratch
import Store
import Testing

@MainActor @Suite struct UnsavedTests {
  let me = JID("ana@localhost")!
  let bo = JID("bo@localhost")!

  private final class Submitted {
    var intents: [Intent] = []
  }

  private let submitted = Submitted()

  private func moment(_ uptime: Int64) -> Moment {
    Moment(wall: Timestamp(milliseconds: 5), uptime: uptime, bootID: "b", random: 7)
  }

  /// Two sends the disk refused.
  private func store() -> AppStore {
    let submitted = submitted
    let store = AppStore(account: me) { submitted.intents.append($0) }
    store.perform(.open(bo), at: moment(0))
    store.apply([.page(chat: bo, messages: [], isStart: true)])
    for text in ["a", "b"] {
      store.perform(.send(chat: bo, text: text, originID: OriginID(named: text)), at: moment(1))
    }
    for text in ["a", "b"] {
      store.apply([.notSaved(chat: bo, originID: OriginID(named: text), text: text, reason: "full")]
      )
    }
    submitted.intents = []
    return store
  }

  private func texts(_ store: AppStore) -> [String] {
    store.snapshot.pane?.messages.map(\.text) ?? []
  }

  @Test func `S2 S12 refused sends stand as failed in the order of writing, with the reason`() {
    let store = store()
    #expect(texts(store) == ["a", "b"])
    #expect(store.snapshot.pane?.messages.map(\.status) == [.failed, .failed])
    #expect(store.snapshot.pane?.messages.first?.failure == "not saved: full")
    #expect(store.snapshot.unsavedTexts == ["a", "b"])
  }

  @Test func `S2 a retry goes to the disk again under the same id`() {
    let store = store()
    store.perform(.retry(OriginID(named: "a")), at: moment(9))
    #expect(submitted.intents == [.send(chat: bo, text: "a", originID: OriginID(named: "a"))])
    #expect(store.snapshot.pane?.messages.map(\.isSaving) == [true, false])
    store.apply([.notSaved(chat: bo, originID: OriginID(named: "a"), text: "a", reason: "still")])
    #expect(texts(store) == ["a", "b"])
    #expect(store.snapshot.pane?.messages.first?.failure == "not saved: still")
  }

  @Test func `M3 S2 a reply that the disk refused still answers when it is tried again`() {
    let store = store()
    let id = OriginID(named: "c")
    let target = ReplyTarget(id: "b8", author: bo, quote: "can you?")
    store.perform(.send(chat: bo, text: "c", originID: id, replyTo: target), at: moment(1))
    store.apply([.notSaved(chat: bo, originID: id, text: "c", reason: "full")])
    submitted.intents = []
    store.perform(.retry(id), at: moment(9))
    #expect(submitted.intents == [.send(chat: bo, text: "c", originID: id, replyTo: target)])
  }

  @Test func `S2 edited it goes to the disk with its new text, deleted it is gone`() {
    let store = store()
    let (id, newID) = (OriginID(named: "b"), OriginID(named: "edit"))
    store.perform(.edit(id, text: "B", newID: newID), at: moment(9))
    store.perform(.delete([OriginID(named: "a"), OriginID(named: "other")]), at: moment(9))
    #expect(
      submitted.intents == [
        .send(chat: bo, text: "B", originID: OriginID(named: "b")),
        .delete([OriginID(named: "other")]),
      ])
    #expect(texts(store) == ["B"])
    store.perform(.cancel(OriginID(named: "b")), at: moment(9))
    #expect(submitted.intents.count == 3, "it is on its way to the disk: the engine's matter")
  }

  @Test func `O7 send all includes them`() {
    let store = store()
    store.perform(.sendAll, at: moment(9))
    #expect(submitted.intents.count == 3)
    #expect(submitted.intents.last == .sendAll)
    #expect(store.snapshot.unsaved.isEmpty)
  }

  @Test func `S3 saved at last it is the same row`() {
    let store = store()
    store.perform(.retry(OriginID(named: "a")), at: moment(9))
    let order = MessageOrder(anchor: MessageOrder.unsent, sequence: 1)
    let saved = Message(
      id: 7, chat: bo, sender: me, isMine: true, originID: OriginID(named: "a"),
      content: .text("a"),
      writtenAt: Timestamp(milliseconds: 5), status: .queued, order: order)
    store.apply([.message(saved)])
    #expect(texts(store) == ["a", "b"])
    #expect(store.snapshot.pane?.messages.first == saved)
    #expect(store.snapshot.unsavedTexts == ["b"])
  }
}
