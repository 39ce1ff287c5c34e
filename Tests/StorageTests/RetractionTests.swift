import Foundation
import Model
import Scratch
import Testing

@testable import Storage

/// Messages that are deleted for everyone (XEP-0424), in every order in which they may come.
@Suite struct RetractionTests {
  private let folder = ScratchFolder()
  private let database: Database
  private static let original = "an-original-that-nobody-counts-to"

  init() throws { database = try Database(path: folder.file()) }

  private enum Part: Int, CaseIterable { case original, correction, retraction }

  private func insert(_ part: Part, mine: Bool = false) throws -> Int64 {
    let target = NamedID.id(of: Self.original)
    var new = message(
      part == .original ? Self.original : "\(part)-of-it", mine: mine,
      anchor: Int64(part.rawValue + 1), status: mine ? .sent : nil)
    switch part {
    case .original: new.message.content = .text("helo secretword")
    case .correction:
      new.message.content = .text("hello secretword")
      new.message.amendment = .correction(of: target)
    case .retraction:
      new.message.content = .text("")
      new.message.amendment = .retraction(of: target)
    }
    let id = try database.messages.insert(new).id
    _ = try database.amendments.resolve(id)
    try database.chats.refreshSummary(bo)
    return id
  }

  private static let orders: [[Int]] = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  @Test(arguments: orders, [false, true])
  func `M2 T1 a retraction wins over a correction, whatever came first`(
    order: [Int], mine: Bool
  ) throws {
    for number in order { _ = try insert(Part(rawValue: number)!, mine: mine) }
    let page = try database.messages.page(bo, limit: 10)
    let row = try #require(page.first)
    #expect(page.count == 1 && row.originID == OriginID(named: Self.original))
    #expect(row.isDeleted && row.isErased && row.text == "" && row.sentText == "")
    #expect(row.edit == nil && row.firstText == nil)
    #expect(row.retraction == Message.Retraction(at: row.shownTime, isErased: true))
    let chat = try #require(try database.chats.chat(bo))
    #expect(chat.unread == 0 && chat.last?.id == row.id && chat.last?.isDeleted == true)
    #expect(try database.amendments.corrections(of: row.id).isEmpty)
    #expect(try database.search.find(SearchQuery("secretword")).hits.isEmpty)
    #expect(try readable("secretword").isEmpty)
  }

  /// The columns in which a word can be read.
  private func readable(_ word: String) throws -> [String] {
    let tables = try database.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%'"
    ) { $0.text(0) }
    return try tables.flatMap { table in
      let columns = try database.rows("SELECT name FROM pragma_table_info('\(table)')") {
        $0.text(0)
      }
      return try columns.filter { column in
        try database.first(
          "SELECT 1 FROM \(table) WHERE CAST(\"\(column)\" AS TEXT) LIKE '%\(word)%' LIMIT 1"
        ) { _ in true } ?? false
      }.map { "\(table).\($0)" }
    }
  }

  @Test func `M2 what can be read of a message is found by the test above while it is there`()
    throws
  {
    _ = try insert(.original)
    #expect(try readable("secretword") == ["message.text"])
    _ = try insert(.correction)
    #expect(try readable("secretword") == ["message.text", "message.first_text"])
  }

  @Test func `M2 a correction shown by itself is deleted with the message that is not here`() throws
  {
    let correction = try insert(.correction)
    #expect(try database.messages.page(bo, limit: 10).map(\.text) == ["hello secretword"])
    let retraction = try insert(.retraction)
    let row = try #require(try database.messages.page(bo, limit: 10).first)
    #expect(row.id == correction && row.isDeleted && row.text == "")
    #expect(try readable("secretword").isEmpty)
    #expect(try database.amendments.target(of: retraction) == nil)
  }

  @Test func `M2 a retraction of what is not known is not shown, also once that was removed`()
    throws
  {
    _ = try insert(.retraction)
    #expect(try database.messages.page(bo, limit: 10).isEmpty)
    #expect(try #require(try database.chats.chat(bo)).unread == 0)
    let original = try insert(.original)
    try database.messages.remove(original)
    #expect(try database.messages.page(bo, limit: 10).isEmpty)
  }

  @Test(arguments: [false, true])
  func `M2 M3 what an answer quotes of it is gone as well`(isLate: Bool) throws {
    func answer() throws {
      var new = message("answer", anchor: 9)
      new.message.replyTo = ReplyTarget(
        id: NamedID.id(of: Self.original), author: bo, quote: "helo secretword")
      _ = try database.replies.resolve(try database.messages.insert(new).id)
    }
    _ = try insert(.original)
    if !isLate { try answer() }
    if !isLate { #expect(try readable("secretword").contains("message.reply_quote")) }
    _ = try insert(.retraction)
    if isLate { try answer() }
    #expect(try readable("secretword").isEmpty)
    #expect(try database.messages.page(bo, limit: 10).last?.replyTo?.stored?.text == "")
  }

  @Test func `M2 the log of changes beside the file is emptied of what was deleted`() throws {
    func log() -> String {
      String(decoding: FileManager.default.contents(atPath: folder.file() + "-wal")!, as: UTF8.self)
    }
    _ = try insert(.original)
    database.foldLog()
    #expect(log().contains("helo secretword"))
    _ = try insert(.retraction)
    #expect(log().contains("helo secretword"))
    database.foldLog()
    #expect(!log().contains("secretword"))
    let file = FileManager.default.contents(atPath: folder.file())!
    #expect(!String(decoding: file, as: UTF8.self).contains("helo secretword"))
    #expect(try database.messages.page(bo, limit: 10).map(\.isErased) == [true])
  }

  @Test func `M2 while it waits the text is out of sight, and back when it is refused`() throws {
    let original = try insert(.original, mine: true)
    let correction = try insert(.correction, mine: true)
    var new = message("r", mine: true, anchor: MessageOrder.unsent, status: .queued)
    new.message.amendment = .retraction(of: NamedID.id(of: Self.original))
    new.message.content = .text("")
    let retraction = try database.messages.insert(new).id
    #expect(try database.amendments.resolve(retraction).contains(original))
    let row = try #require(try database.messages.message(original))
    #expect(row.isDeleted && !row.isErased && row.text == "")
    #expect(row.sentText == "helo secretword")
    #expect(try database.search.find(SearchQuery("secretword")).hits.isEmpty)
    #expect(try database.amendments.corrections(of: original).isEmpty)
    try database.messages.setStatus(retraction, .failed, failure: "not allowed")
    _ = try database.amendments.resolve(retraction)
    let back = try #require(try database.messages.message(original))
    #expect(!back.isDeleted && back.text == "hello secretword" && back.edit?.isApplied == true)
    #expect(back.retraction?.pending?.failure == "not allowed")
    #expect(try database.search.find(SearchQuery("secretword")).hits.count == 1)
    #expect(try database.messages.message(correction)?.text == "hello secretword")
    try database.messages.setStatus(retraction, .sent)
    _ = try database.amendments.resolve(retraction)
    #expect(try readable("secretword").isEmpty)
    // What is gone stays so, also when it comes back.
    try database.messages.setStatus(retraction, .failed, failure: "no such user")
    _ = try database.amendments.resolve(retraction)
    let gone = try #require(try database.messages.message(original))
    #expect(gone.isDeleted && gone.text == "" && gone.retraction?.pending?.status == .failed)
  }

  @Test func `M2 O9 what is still to be sent keeps its text until it was`() throws {
    let original = try insert(.original, mine: true)
    try database.messages.setStatus(original, .sending)
    _ = try insert(.retraction, mine: true)
    let row = try #require(try database.messages.message(original))
    #expect(row.isDeleted && row.sentText == "helo secretword" && row.text == "")
    try database.messages.setStatus(original, .sent)
    _ = try database.amendments.resolve(original)
    #expect(try readable("secretword").isEmpty)
  }

  @Test func `M2 Z1 only the author deletes`() throws {
    let original = try insert(.original)
    for (chat, mine) in [(bo, true), (cy, false)] {
      var new = message("r", chat: chat, mine: mine, anchor: 9, status: mine ? .sent : nil)
      new.message.amendment = .retraction(of: NamedID.id(of: Self.original))
      _ = try database.amendments.resolve(try database.messages.insert(new).id)
    }
    #expect(try database.messages.message(original)?.text == "helo secretword")
    #expect(try database.messages.message(original)?.retraction == nil)
  }

  @Test func `M2 of a program that counts its ids only what came before is deleted`() throws {
    var retraction = message("r", anchor: 2)
    retraction.message.amendment = .retraction(of: NamedID.id(of: "1"))
    _ = try database.amendments.resolve(try database.messages.insert(retraction).id)
    let later = try database.messages.insert(message("1", anchor: 3)).id
    _ = try database.amendments.resolve(later)
    #expect(try database.messages.message(later)?.isDeleted == false)
    let earlier = try database.messages.insert(message("1", anchor: 1)).id
    _ = try database.amendments.resolve(earlier)
    #expect(try database.messages.message(earlier)?.isDeleted == true)
    #expect(try database.messages.message(later)?.isDeleted == false)
  }

  @Test func `M2 a retraction may name a correction, and itself or a retraction in vain`() throws {
    let original = try insert(.original)
    _ = try insert(.correction)
    var chain = message("r1", anchor: 5)
    chain.message.amendment = .retraction(of: NamedID.id(of: "r1"))
    _ = try database.amendments.resolve(try database.messages.insert(chain).id)
    chain = message("r2", anchor: 6)
    chain.message.amendment = .retraction(of: NamedID.id(of: "r1"))
    _ = try database.amendments.resolve(try database.messages.insert(chain).id)
    #expect(try database.messages.message(original)?.isDeleted == false)
    chain = message("r3", anchor: 7)
    chain.message.amendment = .retraction(of: NamedID.id(of: "correction-of-it"))
    _ = try database.amendments.resolve(try database.messages.insert(chain).id)
    #expect(try database.messages.message(original)?.isDeleted == true)
  }
}
