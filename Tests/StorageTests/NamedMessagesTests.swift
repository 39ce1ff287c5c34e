import Model
import Scratch
import Testing

@testable import Storage

/// Of many messages with one id that is found which is meant, without the others.
@Suite struct NamedMessagesTests {
  let folder = ScratchFolder()
  let database: Database

  init() throws { database = try Database(path: folder.file()) }

  @Test func `M1 M2 M3 M4 Z4 what is named is found by its name, its author and its place`() throws
  {
    for lookup in MessageTable.lookups {
      let plan = try database.rows("EXPLAIN QUERY PLAN " + lookup) { $0.text(3) }
      let looks = plan.filter { $0.contains(" message ") }
      #expect(!looks.isEmpty)
      for look in looks {
        #expect(look.contains("SEARCH") && look.contains("(") && !look.contains("SCAN"), "\(plan)")
        #expect(!look.contains("message_order"), "\(plan)")
      }
      #expect(!plan.contains { $0.contains("TEMP B-TREE") && lookup.contains("WITH") }, "\(plan)")
    }
  }

  private func insert(
    _ id: String, at anchor: Int64, by sender: JID, isMine: Bool = false
  ) throws -> Int64 {
    let message = Message(
      id: 0, chat: bo, sender: sender, isMine: isMine, originID: OriginID(id), archiveID: nil,
      content: .text("\(anchor)"), writtenAt: Timestamp(milliseconds: anchor), serverTime: nil,
      status: nil, failure: nil, order: MessageOrder(anchor: anchor, sequence: 0), amendment: nil)
    return try database.messages.insert(.init(message)).id
  }

  @Test func `M3 M4 the newest before the place is meant, whoever wrote it, else the newest`()
    throws
  {
    let cy = JID("cy@example.org")!
    let rows = try [(10, bo), (20, cy), (30, bo), (40, cy)].map { try insert("7", at: $0, by: $1) }
    let chat = try #require(try database.chats.find(bo))
    func meant(at anchor: Int64, _ author: MessageTable.Author, isBefore: Bool = false) throws
      -> Int?
    {
      let naming = MessageTable.Naming(
        row: 0, chat: chat, order: MessageOrder(anchor: anchor, sequence: 0))
      let row = try database.messages.meant(
        by: "7", from: naming, author: author, isBefore: isBefore)
      return row.flatMap(rows.firstIndex)
    }
    #expect(try meant(at: 35, .any(sender: nil)) == 2)
    #expect(try meant(at: 35, .any(sender: cy.description)) == 1)
    #expect(try meant(at: 5, .any(sender: nil)) == 3, "the newest")
    #expect(try meant(at: 5, .any(sender: nil), isBefore: true) == nil)
    #expect(try meant(at: 25, .one(bo.description, isMine: false)) == 0)
    #expect(try meant(at: 5, .one(bo.description, isMine: false)) == 2)
    #expect(try meant(at: 25, .one(bo.description, isMine: true)) == nil)
  }

  @Test func `D2 T1 a marker of a counted id means the oldest that has it, and rather a text`()
    throws
  {
    _ = try insert("7", at: 30, by: bo)
    let oldest = try insert("7", at: 10, by: bo)
    _ = try insert("7", at: 20, by: bo)
    _ = try insert("7", at: 5, by: me, isMine: true)
    #expect(try database.messages.named("7", chat: bo, isMine: false)?.id == oldest)
    #expect(try database.messages.named("8", chat: bo, isMine: false) == nil)
  }
}
