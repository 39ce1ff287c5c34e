import Model
import Testing

@testable import Store

/// Accounts that come and go while the program runs (C1).
@MainActor @Suite struct AccountsComingTests {
  private static let (ana, work) = (JID("ana@localhost")!, JID("ana@example.org")!)

  private static func store() -> AppStore {
    let store = AppStore(accounts: [AccountState(ana)]) { _, _ in }
    store.apply([.chat(Chat(jid: JID("bo@localhost")!, kind: .direct, name: "Bo"))], of: .first)
    return store
  }

  @Test func `C1 another account is beside the others from then on`() throws {
    let store = Self.store()
    let id = try #require(store.add(AccountState(Self.work, name: "Ana")))
    store.apply([.chat(Chat(jid: JID("bo@localhost")!, kind: .direct, name: "Bo"))], of: id)
    #expect(store.snapshot.chats.count == 2)
    #expect(store.snapshot.accountIDs == [.first, id] && store.snapshot[id].name == "Ana")
  }

  @Test func `C1 N7 nothing of an account that was left counts`() throws {
    let store = Self.store()
    let id = try #require(store.add(AccountState(Self.work)))
    store.apply([.connection(.online(roundTrip: nil))], of: id)
    store.apply([.outbox(OutboxCounts(queued: 3)), .connection(.paused(reason: "x"))], of: .first)
    store.perform(.open(JID("bo@localhost")!), of: .first, at: Moment.zero)
    store.signOut(.first)
    #expect(store.snapshot.chats.isEmpty && store.snapshot.pane == nil)
    #expect(store.snapshot.accountIDs == [id] && store.snapshot.outbox.waiting == 0)
    #expect(store.snapshot.connection.isOnline && store.snapshot.leastConnected == id)
    #expect(store.add(AccountState(Self.ana)) == AccountID(2), "its place is nobody else's")
  }

  @Test func `C1 there are no more accounts than have a place`() {
    let store = Self.store()
    for number in 1..<AccountID.capacity {
      #expect(store.add(AccountState(JID("a\(number)@b")!)) != nil)
    }
    #expect(store.add(AccountState(Self.work)) == nil)
  }
}

extension Moment {
  fileprivate static let zero = Moment(
    wall: Timestamp(milliseconds: 0), uptime: 0, bootID: "boot", random: 1)
}
