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

  @Test func `A6 what is archived stands behind all others, and they are counted without it`() {
    let store = AppStore(account: me, submit: { _ in })
    let chats = (1...9 as ClosedRange<UInt64>).map { chat($0, newest: $0) }
    store.apply(chats.map { .chat($0) })
    #expect(store.snapshot.chats.listedCount == 9)
    for index in [8, 3] {
      var archived = chats[index]
      (archived.isArchived, archived.isPinned) = (true, index == 3)
      store.apply([.chat(archived)])
    }
    #expect(store.snapshot.chats.suffix(2).map(\.jid) == [chats[3].jid, chats[8].jid])
    #expect(store.snapshot.chats.listedCount == 7)
    store.apply([.chat(chats[8])])
    #expect(store.snapshot.chats.first?.jid == chats[8].jid)
    #expect(store.snapshot.chats.listedCount == 8)
  }

  @Test func `A5 a mark counts as one unread message, and is seen at once`() {
    var handed: [Intent] = []
    let store = AppStore(account: me, submit: { handed.append($0) })
    let new = chat(1, newest: 1)
    let moment = Moment(wall: Timestamp(milliseconds: 5), uptime: 1, bootID: "b", random: 7)
    store.apply([.chat(new)])
    let before = store.snapshot.revision
    store.perform(.markUnread(new.jid, true), of: .first, at: moment)
    #expect(store.snapshot.unread == 1 && store.snapshot.chat(new.id)?.isMarkedUnread == true)
    #expect(store.snapshot.revision != before && handed == [.markUnread(new.jid, true)])
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
