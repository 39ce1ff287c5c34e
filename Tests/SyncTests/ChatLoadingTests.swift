import Model
import Storage
import Testing

@testable import Sync

@Suite struct ChatLoadingTests {
  private func chats(_ rig: Rig) -> [JID] {
    rig.changes.compactMap { if case .chat(let chat) = $0 { chat.jid } else { nil } }
  }

  private func contacts(_ rig: Rig) -> [JID] {
    rig.changes.compactMap { if case .contact(let contact) = $0 { contact.jid } else { nil } }
  }

  private func peers(_ count: Int) -> [JID] { (0..<count).map { JID("peer\($0)@example.org")! } }

  private func rig(_ count: Int) throws -> Rig {
    let rig = try Rig()
    try rig.database.transaction { () throws(StorageError) in
      for jid in peers(count) {
        try rig.database.chats.ensure(jid, kind: .direct)
        try rig.database.roster.save(Contact(jid: jid, name: nil, subscription: .both))
      }
    }
    return rig
  }

  @Test func `P2 a page of chats comes first, the rest in parts, everybody in the end`() throws {
    let rig = try rig(1_700)
    rig.handle(.start)
    #expect(chats(rig).count == ChatLoading.firstPage)
    #expect(contacts(rig).isEmpty)
    var wakes = 0
    while rig.core.nextDeadline == rig.uptime, wakes < 20 {
      let before = rig.changes.count
      rig.handle(.wake)
      #expect(rig.changes.count - before <= ChatLoading.part)
      wakes += 1
    }
    let everybody = Set(peers(1_700) + [me])
    #expect(Set(chats(rig)).symmetricDifference(everybody).isEmpty)
    let told = contacts(rig)
    #expect(told.count == 1_700 && Set(told) == Set(peers(1_700)))
  }

  private func opened(_ rig: Rig) -> [(chat: JID, texts: [String], isStart: Bool)] {
    rig.changes.compactMap {
      guard case .opened(let chat, let messages, let isStart) = $0 else { return nil }
      return (chat, messages.map(\.text), isStart)
    }
  }

  @Test func `P2 the chat that stands first comes with its newest messages at the start`() throws {
    let rig = try rig(3)
    rig.startOffline()
    #expect(opened(rig).isEmpty)
    for number in 1...ChatIntents.pageSize + 1 {
      rig.uptime += 1
      rig.send("\(number)", "id\(number)", to: peers(3)[1])
    }
    rig.uptime += 1
    rig.send("late", "late", to: peers(3)[2])
    try rig.kill()
    #expect(opened(rig).map(\.chat) == [peers(3)[2]])
    #expect(opened(rig).first?.texts == ["late"])
    #expect(opened(rig).first?.isStart == true)
    rig.uptime += 1
    rig.send("later", "later", to: peers(3)[1])
    rig.forget()
    try rig.kill()
    let first = try #require(opened(rig).first)
    #expect(first.chat == peers(3)[1] && !first.isStart)
    #expect(first.texts == (3...ChatIntents.pageSize + 1).map { "\($0)" } + ["later"])
  }

  @Test func `P2 few chats come at once, with their people`() throws {
    let rig = try rig(20)
    rig.handle(.start)
    #expect(chats(rig).count == 21)
    #expect(contacts(rig).count == 20)
  }
}
