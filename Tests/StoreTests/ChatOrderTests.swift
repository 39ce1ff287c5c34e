import Model
import Scratch
import Store
import Testing

@MainActor @Suite struct ChatOrderTests {
  let me = JID("ana@localhost")!

  private func chat(_ number: UInt64, newest: UInt64?) -> Chat {
    let jid = JID("peer\(number)@localhost")!
    var chat = Chat(jid: jid, kind: .direct, name: "Peer \(number)", subscription: nil)
    if let newest {
      let last = Message(
        id: Int64(newest), chat: jid, sender: jid, isMine: false, originID: nil,
        content: .text("\(newest)"),
        writtenAt: Timestamp(milliseconds: Int64(newest)),
        order: MessageOrder(anchor: Int64(newest), sequence: 0))
      chat.last = LastMessage(last)
    }
    return chat
  }

  /// The order as it is said, worked out anew.
  private func sorted(_ chats: [JID: Chat]) -> [JID] {
    chats.values.sorted { left, right in
      let times = (
        left.last?.shownTime.milliseconds ?? -1, right.last?.shownTime.milliseconds ?? -1
      )
      return times.0 == times.1 ? left.name < right.name : times.0 > times.1
    }.map(\.jid)
  }

  @Test func `C5 what is pinned stands above what is newer`() {
    var old = Chat(jid: JID("old@a.example")!, kind: .direct, name: "old")
    let new = Chat(jid: JID("new@a.example")!, kind: .direct, name: "a")
    #expect(Chat.standsBefore(new, old))
    old.isPinned = true
    #expect(Chat.standsBefore(old, new) && !Chat.standsBefore(new, old))
  }

  @Test func `S7 who leaves the roster and comes back in one batch has a row`() {
    let store = AppStore(account: me, submit: { _ in })
    let bo = Contact(jid: JID("bo@localhost")!, name: "Bo", subscription: .both)
    store.apply([.contact(bo)])
    store.apply([.contactRemoved(bo.jid), .chatRemoved(bo.jid), .contact(bo)])
    #expect(store.snapshot.chats.map(\.jid) == [bo.jid])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `S7 the chats stay in order and are found, whatever comes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let store = AppStore(account: me, submit: { _ in })
    var known: [JID: Chat] = [:]
    for step in 0..<200 {
      var batch: [Change] = []
      for _ in 0...(random.next() % 4) {
        let number = random.next() % 40
        if random.next() % 10 == 0 {
          let jid = chat(number, newest: nil).jid
          known[jid] = nil
          batch.append(.chatRemoved(jid))
        } else {
          let new = chat(number, newest: random.next() % 4 == 0 ? nil : random.next() % 1_000)
          known[new.jid] = new
          batch.append(.chat(new))
        }
      }
      store.apply(batch)
      #expect(store.snapshot.chats.map(\.jid) == sorted(known), "step \(step)")
      for number in 0..<40 as Range<UInt64> {
        let jid = chat(number, newest: nil).jid
        #expect(store.snapshot.chat(jid.chat) == known[jid])
      }
    }
  }

  @Test func `a snapshot whose chats were set from outside finds them too`() {
    var snapshot = Snapshot(accounts: [AccountState(me)])
    snapshot.chats = [chat(1, newest: 2), chat(2, newest: 1)]
    #expect(snapshot.chat(chat(2, newest: nil).id)?.name == "Peer 2")
    #expect(snapshot.chat(chat(3, newest: nil).id) == nil)
  }
}
