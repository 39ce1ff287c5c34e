import Model
import Testing

@testable import Store

/// Who asks for something has a row in the list (C2).
@MainActor @Suite struct RequestRowTests {
  private let max = JID("max@example.org")!

  @Test func `C2 it is there as long as the request, and stays where something was written`() {
    let store = AppStore(account: JID("ana@example.org")!) { _ in }
    store.apply([.requests([max])], of: .first)
    #expect(store.snapshot.chats.map(\.jid) == [max])
    #expect(store.snapshot.isStranger(ChatID(max, of: .first)))
    store.apply([.requests([])], of: .first)
    #expect(store.snapshot.chats.isEmpty)
    store.apply([.requests([max])], of: .first)
    var chat = Chat(jid: max, kind: .direct, name: "max", subscription: nil)
    chat.draft = "who are you?"
    store.apply([.chat(chat), .requests([])], of: .first)
    #expect(store.snapshot.chats == [chat])
  }

  @Test func `C2 who is accepted keeps the row, as a contact`() {
    let store = AppStore(account: JID("ana@example.org")!) { _ in }
    store.apply([.requests([max])], of: .first)
    let contact = Contact(jid: max, name: "Max", subscription: .from)
    store.apply([.contact(contact), .requests([])], of: .first)
    #expect(store.snapshot.chats.map(\.name) == ["Max"])
    #expect(!store.snapshot.isStranger(ChatID(max, of: .first)))
  }
}
