import Model
import Scratch
import Testing

@testable import Storage

/// Searches in a part of the time, which look at what is of that time.
@Suite struct SearchTimeTests {
  let folder = ScratchFolder()
  let database: Database
  private static let day: Int64 = 86_400_000

  init() throws { database = try Database(path: folder.file()) }

  private func store(_ number: Int, at time: Int64, anchor: Int64) throws {
    var new = message("m\(number)", anchor: anchor)
    new.message.content = .text(number % 3 == 0 ? "spec \(number)" : "note \(number)")
    new.message.writtenAt = Timestamp(milliseconds: time)
    _ = try database.messages.insert(new)
  }

  private func found(_ words: String, _ start: Int64?, _ end: Int64?) throws -> [String] {
    var query = SearchQuery(words, limit: 1_000)
    query.filter.start = start.map(Timestamp.init(milliseconds:))
    query.filter.end = end.map(Timestamp.init(milliseconds:))
    return try database.search.find(query).hits.map(\.message.text)
  }

  /// The newest first; what was read back counts down.
  private func expected(_ words: String, _ start: Int64?, _ end: Int64?) throws -> [String] {
    try database.rows(
      """
      SELECT text FROM message WHERE text LIKE ? AND coalesce(server_time, written_at) >= ?
        AND coalesce(server_time, written_at) < ?
      ORDER BY CASE WHEN anchor <= 0 THEN -id ELSE id END DESC
      """, .text(words + "%"), .integer(start ?? .min), .integer(end ?? .max)
    ) { $0.text(0) }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `P6 by time all is found that is of that time, wherever it stands and whatever moved`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    func anyTime() -> Int64 { Int64.random(in: 0..<40 * Self.day, using: &random) }
    for number in 0..<400 {
      let isLate = Int.random(in: 0..<10, using: &random) == 0
      let time = isLate ? anyTime() : Int64(number) * Self.day / 10
      let anchor = Int.random(in: 0..<4, using: &random) == 0 ? -Int64(number) : Int64(number) + 1
      try store(number, at: time, anchor: anchor)
      if number % 50 == 49 { _ = try database.search.extend(by: 30) }
      if number % 7 == 0 {
        let id = Int64.random(in: 1...Int64(number) + 1, using: &random)
        try database.execute(
          "UPDATE message SET server_time = ? WHERE id = ?", .integer(anyTime()), .integer(id))
        try database.execute("UPDATE message SET anchor = -anchor WHERE id = ?", .integer(id))
      }
    }
    for _ in 0..<60 {
      let (one, other) = (anyTime(), anyTime())
      let start = Bool.random(using: &random) ? min(one, other) : nil
      let end = Bool.random(using: &random) ? max(one, other) : nil
      guard start != nil || end != nil else { continue }
      for words in ["spec", ""] {
        let (found, all) = (
          try found(words, start, end), try expected(words, start, end)
        )
        #expect(found == all, "\(Set(found).symmetricDifference(all))")
      }
    }
  }

  @Test(arguments: ["spec", ""])
  func `P6 a search of one day costs what is in that day, however much there is`(
    words: String
  ) throws {
    func cost(of count: Int) throws -> Int {
      let first = try Int(database.messages.nextSequence())
      for number in first..<first + count {
        try store(number, at: Int64(number) * Self.day / 20, anchor: Int64(number) + 1)
      }
      while try !database.search.extend(by: 500) {}
      let before = database.instructions.values.reduce(0, +)
      let hits = try found(words, 4 * Self.day, 5 * Self.day)
      #expect(hits.count == (words.isEmpty ? 20 : 7) || hits.count == 6)
      return database.instructions.values.reduce(0, +) - before
    }
    let (few, many) = (try cost(of: 300), try cost(of: 3_000))
    #expect(many < few * 2, "\(few), \(many)")
  }
}
