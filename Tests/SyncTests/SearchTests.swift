import Dispatch
import Model
import Scratch
import Synchronization
import Testing

@testable import Storage
@testable import Sync

@Suite struct SearchTests {
  private func rig(_ count: Int) throws -> Rig {
    let rig = try Rig()
    try rig.database.transaction { () throws(StorageError) in
      for number in 1...count { _ = try rig.database.messages.insert(.init(message(number))) }
    }
    return rig
  }

  private func message(_ number: Int) -> Message {
    Message(
      id: 0, chat: bo, sender: bo, isMine: false, originID: OriginID(named: "m\(number)"),
      content: .text("word \(number)"), writtenAt: Timestamp(milliseconds: Int64(number)),
      order: MessageOrder(anchor: Int64(number), sequence: 0))
  }

  private func numbers(_ messages: [Message]) -> [Int] {
    messages.compactMap { Int($0.text.split(separator: " ")[1]) }
  }

  @Test func `P6 a search is answered with what is found`() throws {
    let rig = try rig(10)
    let query = SearchQuery("word 7")
    rig.wish(.search(query))
    guard case .found(let results)? = rig.changes.last else { throw Lacking.answer }
    #expect(results.query == query && results.isWhole)
    #expect(numbers(results.hits.map(\.message)) == [7])
  }

  private enum Lacking: Error { case answer }

  private func stretch(
    _ rig: Rig, _ place: MessageOrder?
  ) throws -> (numbers: [Int], isStart: Bool, isEnd: Bool) {
    rig.forget()
    rig.wish(.openAt(chat: bo, place: place))
    for case .stretch(bo, let messages, let isStart, let isEnd) in rig.changes {
      return (numbers(messages), isStart, isEnd)
    }
    throw Lacking.answer
  }

  @Test func `P6 a chat opens around a place, at its start and at its end`() throws {
    let rig = try rig(200)
    rig.startOffline()
    let half = ChatIntents.pageSize / 2
    let middle = try stretch(rig, MessageOrder(anchor: 100, sequence: 0))
    #expect(middle.numbers == Array(100 - half...99 + half))
    #expect(!middle.isStart && !middle.isEnd)
    let start = try stretch(rig, MessageOrder(anchor: 3, sequence: 0))
    #expect(start.numbers == Array(1...2 + half) && start.isStart && !start.isEnd)
    let end = try stretch(rig, MessageOrder(anchor: 199, sequence: 0))
    #expect(end.numbers == Array(199 - half...200) && !end.isStart && end.isEnd)
    let newest = try stretch(rig, nil)
    #expect(newest.numbers == Array(151...200) && !newest.isStart && newest.isEnd)
  }

  @Test func `P6 newer pages follow on each other without a gap up to the end`() throws {
    let rig = try rig(200)
    rig.startOffline()
    var seen = try stretch(rig, MessageOrder(anchor: 60, sequence: 0)).numbers
    var isEnd = false
    for _ in 0..<10 where !isEnd {
      let last = try #require(try rig.page().first { $0.text == "word \(seen.last ?? 0)" })
      rig.forget()
      rig.wish(.loadNewer(chat: bo, after: last.order))
      for case .newer(bo, let messages, let after, let end) in rig.changes {
        #expect(after == last.order)
        seen += numbers(messages)
        isEnd = end
      }
    }
    #expect(isEnd && seen == Array(60 - ChatIntents.pageSize / 2...200))
  }

  @Test func `P6 what was stored before is indexed in steps once the start is over`() throws {
    let rig = try rig(250)
    try rig.database.run(
      script: """
        INSERT INTO search(search) VALUES ('delete-all');
        UPDATE search_build SET (unindexed, indexed) = (SELECT max(id), max(id) FROM message);
        """)
    rig.handle(.start)
    #expect(rig.core.nextDeadline.map { $0 > rig.uptime } ?? false)
    rig.wish(.search(SearchQuery("word 1 ")))
    rig.pass(Indexing.calm)
    rig.forget()
    rig.send("written meanwhile", "w")
    #expect(try rig.status("w") == .queued)
    for (limit, text) in [(1, "word 250"), (9, "written")] {
      let found = try rig.database.search.find(SearchQuery(text, limit: limit))
      #expect(found.hits.count == 1 && found.isIndexing)
    }
    rig.pass(10 * Indexing.pause)
    #expect(try rig.database.search.unindexed() == 0)
    #expect(try rig.database.search.find(SearchQuery("word", limit: 300)).hits.count == 250)
  }

  @Test func `P6 searches are answered beside the engine, the newest question at last`()
    async throws
  {
    let folder = ScratchFolder()
    let database = try Database(path: folder.file())
    for number in 1...20 { _ = try database.messages.insert(.init(message(number))) }
    let searcher = Searcher(path: folder.file(), vfs: nil)
    let answers = Mutex<[SearchResults]>([])
    let done = DispatchSemaphore(value: 0)
    let texts = ["w", "wo", "wor", "word", "word ", "word 1", "word 12"]
    // The engine's transaction is open all the while: no reader waits for it.
    try database.transaction { () throws(StorageError) in
      try database.settings.set("a", "1")
      for text in texts {
        searcher.find(SearchQuery(text)) { change in
          guard case .found(let results) = change else { return }
          answers.withLock { $0.append(results) }
          if results.query.text == texts.last { done.signal() }
        }
      }
      #expect(done.wait(timeout: .now() + 10) == .success)
    }
    let last = answers.withLock { $0.last }
    #expect(numbers(last?.hits.map(\.message) ?? []) == [12])
    searcher.close()
  }
}
