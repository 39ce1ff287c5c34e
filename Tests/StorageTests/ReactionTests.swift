import Model
import Scratch
import Testing

@testable import Storage

/// Reactions (XEP-0444), in every order in which they may come.
@Suite struct ReactionTests {
  private let folder = ScratchFolder()
  private let database: Database

  init() throws { database = try Database(path: folder.file()) }

  private func emoji(_ text: String) -> [Emoji] { Emoji.all(in: text.split(separator: " ")) }

  /// - Parameter target: the name of a message; `nil`: it is one itself.
  @discardableResult
  private func insert(
    _ id: String, _ text: String, to target: String? = nil, mine: Bool = false, at anchor: Int64,
    status: DeliveryStatus = .sent
  ) throws -> Int64 {
    var new = message(id, mine: mine, anchor: anchor, status: mine ? status : nil)
    new.message.content = .text(text)
    if let target {
      new.message.amendment = .reactions(emoji(text), to: NamedID.id(of: target))
    }
    let row = try database.messages.insert(new).id
    _ = try database.amendments.resolve(row)
    try database.chats.refreshSummary(bo)
    return row
  }

  /// `bo 👍 ❤️`, `me 🎉 queued`
  private func reactions(to row: Int64) throws -> [String] {
    try (database.messages.message(row)?.reactions ?? []).map { one in
      ([one.sender.local ?? ""] + one.emoji.map(\.text) + [one.pending?.status.rawValue ?? ""])
        .filter { !$0.isEmpty }.joined(separator: " ")
    }.sorted()
  }

  private func parts(_ number: Int) throws {
    switch number {
    case 0: try insert("k1", "hello", mine: true, at: 1)
    case 1: try insert("r1", "👍 🎉", to: "k1", at: 2)
    case 2: try insert("r2", "❤️", to: "k1", at: 3)
    default: try insert("r3", "👀", to: "k1", mine: true, at: 4)
    }
  }

  @Test(arguments: [
    [0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 1, 3], [1, 3, 0, 2], [2, 1, 0, 3], [3, 0, 2, 1],
  ])
  func `M4 T1 each person's last word by the archive's order counts, whatever came first`(
    order: [Int]
  ) throws {
    for number in order { try parts(number) }
    let page = try database.messages.page(bo, limit: 10)
    #expect(page.map(\.text) == ["hello"])
    #expect(try reactions(to: page[0].id) == ["bo ❤️", "me 👀"])
    #expect(page[0].myReaction?.emoji == emoji("👀"))
  }

  @Test func `M4 D1 a reaction is not unread, not the last of its chat, and found by no search`()
    throws
  {
    try insert("k1", "hello", at: 1)
    try insert("k2", "second", at: 2)
    let before = try #require(try database.chats.chat(bo))
    try insert("r1", "👍", to: "k1", at: 3)
    try insert("r2", "👍", to: "gone", at: 4)
    try insert("r3", "🎉", to: "k1", mine: true, at: 5)
    let after = try #require(try database.chats.chat(bo))
    #expect(after == before && after.unread == 2)
    let page = try database.messages.page(bo, limit: 10)
    #expect(page.map(\.text) == ["hello", "second"] && after.last?.id == page.last?.id)
    #expect(try database.search.find(SearchQuery("👍")).hits.isEmpty)
  }

  @Test func `M4 an empty word takes all back, and while it waits it is told`() throws {
    let row = try insert("k1", "hello", at: 1)
    try insert("r1", "👍", to: "k1", mine: true, at: 2)
    try insert("r2", "❤️", to: "k1", at: 3)
    try insert("r3", "", to: "k1", at: 4)
    #expect(try reactions(to: row) == ["me 👍"])
    try insert("r4", "", to: "k1", mine: true, at: MessageOrder.unsent, status: .queued)
    #expect(try reactions(to: row) == ["me queued"])
    try database.messages.setStatus(
      try #require(try database.messages.mine(OriginID(named: "r4"))).id, .sent)
    #expect(try reactions(to: row).isEmpty)
  }

  @Test func `M4 M1 what names a correction is said of the message, also when that comes last`()
    throws
  {
    var new = message("c1", anchor: 2)
    new.message.content = .text("hello")
    new.message.amendment = .correction(of: NamedID.id(of: "k1"))
    let correction = try database.messages.insert(new).id
    _ = try database.amendments.resolve(correction)
    try insert("r1", "👍", to: "c1", mine: true, at: 3)
    #expect(try reactions(to: correction) == ["me 👍"])
    let row = try insert("k1", "helo", at: 1)
    #expect(try reactions(to: row) == ["me 👍"])
    #expect(try database.messages.message(row)?.edit?.isApplied == true)
    #expect(try database.amendments.corrections(of: row).map(\.text) == ["hello"])
  }

  @Test func `M4 M2 a deleted message shows none, and a retraction of a reaction deletes nothing`()
    throws
  {
    let row = try insert("k1", "hello", at: 1)
    try insert("r1", "👍", to: "k1", at: 2)
    var new = message("d1", anchor: 3)
    new.message.content = .text("")
    new.message.amendment = .retraction(of: NamedID.id(of: "r1"))
    _ = try database.amendments.resolve(try database.messages.insert(new).id)
    #expect(try reactions(to: row) == ["bo 👍"])
    #expect(try database.messages.message(row)?.isDeleted == false)
    new = message("d2", anchor: 4)
    new.message.content = .text("")
    new.message.amendment = .retraction(of: NamedID.id(of: "k1"))
    _ = try database.amendments.resolve(try database.messages.insert(new).id)
    #expect(try database.messages.message(row)?.isDeleted == true)
    #expect(try reactions(to: row).isEmpty)
  }

  @Test func `M4 a reaction outlives its message, and finds it when it comes back`() throws {
    let row = try insert("k1", "hello", at: 1)
    try insert("r1", "👍", to: "k1", at: 2)
    try database.messages.remove(row)
    #expect(try database.messages.page(bo, limit: 10).isEmpty)
    #expect(try reactions(to: try insert("k1", "hello", at: 1)) == ["bo 👍"])
  }

  @Test
  func `M4 Z4 however many reactions one message has, reading it looks at one of each person`()
    throws
  {
    let plan = try database.rows(
      "EXPLAIN QUERY PLAN SELECT \(ReactionTable.column) FROM message WHERE id = 1"
    ) { $0.text(3) }
    let searches = plan.filter { $0.contains("message_reactions") }
    #expect(searches.count == 4, "\(plan)")
    #expect(searches.contains { $0.contains("amends=? AND <expr>=?") }, "\(plan)")
    #expect(!plan.contains { $0.contains("SCAN r") || $0.contains("TEMP B-TREE") }, "\(plan)")
  }

  @Test func `M4 what I reacted with is known, the last first and each once`() throws {
    try insert("k1", "hello", at: 1)
    try insert("r1", "👍", to: "k1", mine: true, at: 2)
    try insert("r2", "👍 ❤️", to: "k1", mine: true, at: 3)
    try insert("r3", "🎉", to: "k1", at: 4)
    try insert("r4", "👀", to: "other", mine: true, at: 5)
    try insert("r5", "", to: "k1", mine: true, at: 6)
    #expect(try database.reactions.recent() == emoji("👀 ❤️ 👍"))
    #expect(try database.reactions.recent(limit: 1) == emoji("👀"))
  }
}
