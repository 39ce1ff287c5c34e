import Model
import Scratch
import Testing

@testable import Storage

/// What is removed because of its age (P4).
@Suite struct PurgeTests {
  let folder = ScratchFolder()
  let database: Database

  init() throws { database = try Database(path: folder.file()) }

  /// One a second, each the archive's.
  private func fill(_ count: Int, change: (inout MessageTable.New, Int) -> Void = { _, _ in })
    throws
  {
    for number in 1...count {
      var new = message("m\(number)", anchor: Int64(number))
      new.message.archiveID = ArchiveID(named: "a\(number)")
      new.message.serverTime = Timestamp(milliseconds: Int64(number) * 1_000)
      change(&new, number)
      _ = try database.messages.insert(new)
    }
    if let last = try database.messages.page(bo, limit: 1).last {
      try database.readMarkers.advance(.mine, to: last)
    }
    try database.chats.refreshSummary(bo)
  }

  @Test func `P4 D2 what nobody has read stays, and with it how much that is`() throws {
    try fill(200)
    try database.execute("DELETE FROM read_marker")
    try database.readMarkers.advance(.mine, to: try #require(try database.messages.message(50)))
    try database.chats.refreshSummary(bo)
    #expect(try purge(before: 150) == 50)
    #expect(try shown().first == "m51")
    try database.chats.refreshSummary(bo)
    #expect(try database.chats.chat(bo)?.unread == 150)
  }

  private func purge(before second: Int64, newest: Int = 10) throws -> Int {
    let rule = PurgeRule(
      cutoff: Timestamp(milliseconds: second * 1_000), first: Timestamp(milliseconds: 0),
      newest: newest)
    var (count, place) = (0, MessageOrder?.some(MessageOrder(anchor: .min, sequence: .min)))
    while let after = place {
      let step = try database.transaction { () throws(StorageError) in
        try database.purges.step(bo, after: after, rule, limit: PurgeStep.size, removes: true)
      }
      #expect(step.seen <= PurgeStep.size && step.count <= step.seen)
      count += step.count
      place = step.last
    }
    return count
  }

  private func number(of table: String) throws -> Int {
    try database.first("SELECT count(*) FROM \(table)") { $0.int(0) } ?? 0
  }

  private func shown() throws -> [String] {
    try database.messages.page(bo, limit: 1_000).compactMap { $0.originID?.name }
  }

  @Test func `P4 of what went no table has anything left`() throws {
    try fill(200) { new, number in
      if number % 3 == 0 { new.message.isMine = true }
      if number % 3 == 0 { new.message.status = .read }
      if number == 150 {
        new.message.replyTo = ReplyTarget(
          id: OriginID(named: "m5").value, author: bo, quote: "text of m5")
      }
    }
    for row in 1...200 where row % 3 == 0 {
      try database.lives.append(
        LifeEvent(at: Timestamp(milliseconds: 1), .sent, cause: nil), to: Int64(row))
    }
    #expect(try database.messages.message(150)?.replyTo?.stored?.row == 5)
    #expect(try purge(before: 100) == 99)
    #expect(try shown().first == "m100" && shown().count == 101)
    #expect(try number(of: "message") == 101)
    #expect(try number(of: "life") == 33)
    #expect(try database.search.find(SearchQuery("m99")).hits.isEmpty)
    #expect(try database.search.find(SearchQuery("m100")).hits.count == 1)
    let reply = try #require(try database.messages.message(150)?.replyTo)
    #expect(reply.stored == nil && reply.quote == "text of m5")
    let record = try #require(try database.purges.record(bo))
    #expect(record.least == .read)
    #expect(record.since.milliseconds == 1_000 && record.through.milliseconds == 99_000)
    #expect(try BrokenFile.findings(folder.file()).isEmpty)
  }

  @Test func `P4 what is not confirmed, not archived or still to be told stays`() throws {
    try fill(200) { new, number in
      switch number {
      case 3: (new.message.isMine, new.message.status) = (true, .failed)
      case 5: (new.message.isMine, new.message.status) = (true, .queued)
      case 7: new.message.archiveID = nil
      case 9: new.message.serverTime = nil
      default: break
      }
    }
    try database.receipts.owe(11)
    try database.execute("DELETE FROM read_marker")
    let read = try #require(try database.messages.message(98))
    try database.readMarkers.advance(.mine, to: read)
    try database.readMarkers.setUnshared(true, chat: bo)
    #expect(try purge(before: 100) == 92)
    #expect(try shown().prefix(7) == ["m3", "m5", "m7", "m9", "m11", "m98", "m99"])
    // Once it is told it goes as well; what was read stays so.
    try database.receipts.forget(through: 11)
    try database.readMarkers.setUnshared(false, chat: bo)
    #expect(try purge(before: 100) == 2)
    #expect(try database.purges.record(bo)?.edge.anchor == 98)
    try database.chats.refreshSummary(bo)
    #expect(try database.chats.chat(bo)?.unread == 102)
  }

  @Test func `P4 the newest stay, and a chat of no more than those`() throws {
    try fill(100)
    #expect(try purge(before: 1_000, newest: 100) == 0)
    #expect(try purge(before: 1_000, newest: 99) == 1)
    #expect(try database.purges.record(bo)?.before == ArchiveID(named: "a2"))
    let outlook = try database.purges.outlook(Keep(age: 50_000, newest: 10))
    #expect(outlook.stored == 99 && outlook.due == 48 && outlook.span == 98_000)
  }

  @Test func `P6 it is said that the server may have more than is looked through`() throws {
    try fill(100)
    #expect(try !database.search.find(SearchQuery("text")).isServerDeeper)
    _ = try purge(before: 50)
    #expect(try database.search.find(SearchQuery("text")).isServerDeeper)
    #expect(try database.search.find(SearchQuery("text", chat: bo)).isServerDeeper)
    #expect(try !database.search.find(SearchQuery("text", chat: me)).isServerDeeper)
    var record = try #require(try database.purges.record(bo))
    record.isWhole = true
    try database.purges.save(record, of: bo)
    #expect(try !database.search.find(SearchQuery("text")).isServerDeeper)
    var cursor = ArchiveCursor()
    _ = cursor.append(ArchiveID(named: "a100"))
    try database.archiveCursors.save(cursor)
    #expect(try database.search.find(SearchQuery("text")).isServerDeeper)
    #expect(try !database.search.find(SearchQuery("text", chat: bo)).isServerDeeper)
  }
}
