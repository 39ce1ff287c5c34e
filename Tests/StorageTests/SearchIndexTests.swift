import Model
import Scratch
import Testing

@testable import Storage

@Suite struct SearchIndexTests {
  let folder = ScratchFolder()
  let database: Database

  init() throws { database = try Database(path: folder.file()) }

  @discardableResult
  private func store(
    _ text: String, in chat: JID = bo, anchor: Int64 = MessageOrder.unplaced
  ) throws(StorageError) -> Message {
    var new = message("m\(try database.messages.nextSequence())", chat: chat, anchor: anchor)
    new.message.content = .text(text)
    return try database.messages.insert(new)
  }

  private func texts(_ query: String, in chat: JID? = nil, limit: Int = 50) throws -> [String] {
    try database.search.find(SearchQuery(query, chat: chat, limit: limit)).hits.map(\.message.text)
  }

  @Test(arguments: [
    ("spec", true), ("SPEC", true), ("sp", true), ("s", true), ("resend spec", true),
    ("spec resend", true), ("spec res", true), ("res spec", false), ("resend spec ", true),
    ("spe ", false), ("pec", false), ("resend nothing", false), ("cafe", true), ("CAFÉ", true),
    ("cafe\u{301}", true), ("caf", true), ("naive", true), ("foo-bar", true), ("bar foo", true),
    ("\"resend\" (the) AND^ spec*", false), ("\"resend\" (the) spec*", true),
    ("the the the", true), ("text:spec", false), ("-spec", true), ("v2", true), ("v2.1", true),
  ])
  func `P6 every word must occur, the last may be its beginning, case and accents do not count`(
    query: String, isFound: Bool
  ) throws {
    try store("Can you resend the Spec, v2.1? Café, nai\u{308}ve foo-bar")
    try store("another thing")
    #expect(try texts(query).count == (isFound ? 1 : 0))
  }

  @Test(arguments: [
    "", " ", "?!…", "\"", "\"\"\"", "*", "()", "\u{0}", "\u{0}\u{0}a b c", "\u{E000}1",
    "\u{E000}", String(repeating: "x", count: 10_000), String(repeating: "\" ", count: 5_000),
    String(repeating: "(", count: 10_000), String(repeating: "e\u{301}", count: 10_000),
    (0..<3_000).map { "w\($0)" }.joined(separator: " "), "हिन्दी भाषा", "日本語", "👩‍👩‍👧", "\u{FFFF}",
  ])
  func `P6 whatever is typed is taken for words and gives nothing where nothing matches`(
    query: String
  ) throws {
    try store("an ordinary message")
    let results = try database.search.find(SearchQuery(query))
    #expect(results.hits.isEmpty && results.isWhole)
  }

  @Test(arguments: [
    ("हिन्दी", "यह हिन्दी है"), ("привет мир", "Привет, мир!"), ("日本", "日本語です"),
    ("ΣΟΦΟΣ ΑΝΗΡ", "σοφος ανηρ"),
    ("b", "a\u{0}b"), ("strasse", "Strasse"),
  ])
  func `P6 words of other scripts are found`(query: String, text: String) throws {
    try store(text)
    #expect(try texts(query) == [text])
  }

  @Test func `P6 the newest come first, also before what was read back from the archive`() throws {
    for number in 1...3 { try store("word \(number)", anchor: Int64(number)) }
    for number in 0...2 { try store("word \(-number)", anchor: Int64(-number)) }
    try store("word 4")
    let all = ["word 4", "word 3", "word 2", "word 1", "word 0", "word -1", "word -2"]
    #expect(try texts("word") == all)
    #expect(try texts("wo") == all)
  }

  @Test func `P6 no more than asked for, and it is said whether there are more`() throws {
    for number in 1...5 { try store("word \(number)") }
    let some = try database.search.find(SearchQuery("word", limit: 4))
    #expect(some.hits.map(\.message.text) == ["word 5", "word 4", "word 3", "word 2"])
    #expect(!some.isWhole)
    #expect(try database.search.find(SearchQuery("word", limit: 5)).isWhole)
    #expect(try texts("word", limit: 0).isEmpty)
  }

  @Test func `P6 within a chat only its own are found`() throws {
    try store("word of bo")
    try store("word of cy \u{E000}1", in: cy)
    #expect(try texts("word", in: bo) == ["word of bo"])
    #expect(try texts("of", in: cy).count == 1)
    #expect(try texts("word", in: me).isEmpty)
  }

  @Test func `P6 the words that match are told by their places`() throws {
    let text = "Ünder the UNDERSTOOD, under"
    try store(text)
    let hit = try #require(try database.search.find(SearchQuery("the under")).hits.first)
    let marked = hit.matches.map { range in
      String(decoding: Array(text.utf8)[range], as: UTF8.self)
    }
    #expect(marked == ["Ünder", "the", "UNDERSTOOD", "under"])
  }

  @Test func `P6 a rare word that begins like a frequent one is found behind many of those`() throws
  {
    try database.transaction { () throws(StorageError) in
      for number in 0..<2_000 {
        var new = message("n\(number)")
        new.message.content = .text(number == 3 ? "mesquite" : "message")
        _ = try database.messages.insert(new)
      }
    }
    #expect(try texts("mesq") == ["mesquite"])
    #expect(try texts("mess", limit: 60).count == 60)
    #expect(try texts("mesx").isEmpty)
  }

  @Test func `P6 edits, deletions and a deleted chat leave nothing behind`() throws {
    let first = try store("alpha")
    let second = try store("beta")
    try store("alpha too", in: cy)
    try database.messages.setText(first.id, "gamma")
    #expect(try texts("alpha") == ["alpha too"] && texts("gamma") == ["gamma"])
    try database.messages.remove(second.id)
    #expect(try texts("beta").isEmpty)
    _ = try database.messages.place(first.id, at: -5)
    try database.messages.setText(first.id, "delta")
    #expect(try texts("gamma").isEmpty && texts("delta") == ["delta"])
    try database.chats.remove(bo)
    try database.chats.remove(cy)
    #expect(try words().isEmpty)
  }

  @Test func `P6 what waits for the index is found as what is in it, and comes into it in steps`()
    throws
  {
    for number in 1...3 { try store("word \(number)", anchor: Int64(number)) }
    #expect(try words().isEmpty)
    #expect(try texts("word") == ["word 3", "word 2", "word 1"])
    #expect(try !database.search.needsWork())
    #expect(try !database.search.extend(by: 2))
    try store("word 0", in: cy, anchor: 0)
    try store("word 4")
    let all = ["word 4", "word 3", "word 2", "word 1", "word 0"]
    #expect(try texts("wo") == all && texts("wo", limit: 2) == ["word 4", "word 3"])
    #expect(try texts("word", in: cy) == ["word 0"])
    #expect(try database.search.extend(by: 10) && !database.search.needsWork())
    #expect(try texts("wo") == all && !words().isEmpty)
  }

  @Test func `P6 a search looks at so many that wait for the index, and says that there are more`()
    throws
  {
    try database.transaction { () throws(StorageError) in
      try store("oldest")
      for _ in 1..<SearchIndex.mostWaiting { try store("word") }
    }
    #expect(try database.search.needsWork())
    #expect(try texts("oldest") == ["oldest"])
    try store("one more")
    let results = try database.search.find(SearchQuery("oldest"))
    #expect(results.hits.isEmpty && results.isIndexing)
    while try !database.search.extend(by: 500) {}
    #expect(try texts("oldest") == ["oldest"])
  }

  @Test func `P6 the parts the index was written in are joined in steps, and nothing gets lost`()
    throws
  {
    #expect(try !database.search.needsWork())
    for part in 0..<90 {
      try database.transaction { () throws(StorageError) in
        for number in 0..<14 { try store("word\(number % 10) \(part)") }
        _ = try database.search.extend(by: 14)
      }
    }
    #expect(try database.search.needsWork())
    var steps = 0
    while try !database.search.join(pages: 4), steps < 1_000 { steps += 1 }
    #expect(steps > 0 && steps < 1_000)
    #expect(try !database.search.needsWork())
    #expect(try texts("word3", limit: 500).count == 180)
    #expect(try texts("word").count == 50)
    try database.run(script: "INSERT INTO search(search) VALUES ('integrity-check')")
  }

  /// The words of the index that have messages.
  private func words() throws -> [String] {
    try database.run(script: "CREATE VIRTUAL TABLE IF NOT EXISTS word USING fts5vocab(search, row)")
    return try database.rows("SELECT term FROM word WHERE doc > 0") { $0.text(0) }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `P6 after any changes the index finds what looking at every message finds`(
    seed: UInt64
  ) throws {
    var random = seed &* 0x9E37_79B9_7F4A_7C15
    func roll(_ count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % count
    }
    func text() -> String {
      (0...roll(4)).map { _ in Self.vocabulary[roll(9)] }.joined(separator: " ")
    }
    var known: [Int64: (chat: JID, text: String)] = [:]
    for _ in 0..<150 {
      let some = known.keys.sorted()
      switch roll(some.isEmpty ? 1 : 9) {
      case 5:
        let id = some[roll(some.count)]
        let new = text()
        try database.messages.setText(id, new)
        known[id]?.text = new
      case 7:
        let id = some[roll(some.count)]
        try database.messages.remove(id)
        known[id] = nil
      case 6: _ = try database.search.extend(by: 1 + roll(9))
      case 8: _ = try database.messages.place(some[roll(some.count)], at: Int64(roll(20) - 10))
      default:
        let chat = [bo, cy][roll(2)]
        let stored = try store(text(), in: chat, anchor: Int64(roll(9) - 4))
        known[stored.id] = (chat, stored.text)
      }
    }
    for query in Self.vocabulary + ["a", "al", "alph", "g al", "beta g", "alpha beta al", "zz"] {
      for chat in [nil, bo] {
        let found = try database.search.find(SearchQuery(query, chat: chat, limit: 500)).hits
        let expected = known.filter { _, message in
          (chat == nil || message.chat == chat) && Self.matches(query, message.text)
        }
        #expect(Set(found.map(\.message.id)) == Set(expected.keys), "\(query)")
      }
    }
  }

  private static let vocabulary = [
    "alpha", "alphabet", "al", "beta", "gamma", "game", "Alpha", "b", "delta",
  ]

  private static func matches(_ query: String, _ text: String) -> Bool {
    let words = text.lowercased().split(separator: " ")
    var wanted = query.lowercased().split(separator: " ")
    let last = wanted.removeLast()
    return wanted.allSatisfy(words.contains) && words.contains { $0.hasPrefix(last) }
  }

  @Test func `P6 a file of before is indexed in steps, the newest first, and nothing is missed`()
    throws
  {
    let path = folder.file() + "2"
    let old = try Database(path: path, access: .readWrite, busyTimeout: 0, version: 3)
    for number in 1...25 {
      var new = message("m\(number)", anchor: Int64(number - 5))
      new.message.content = .text("word \(number)")
      _ = try old.messages.insert(new)
    }
    let database = try Database(path: path)
    func found() throws -> [String] {
      try database.search.find(SearchQuery("word")).hits.map(\.message.text)
    }
    #expect(try found().isEmpty)
    #expect(try database.search.find(SearchQuery("word")).isIndexing)
    _ = try database.messages.insert(message("new"))
    // The newest first.
    #expect(try !database.search.extend(by: 10))
    #expect(try found().isEmpty)
    #expect(try !database.search.extend(by: 10))
    #expect(try found() == (16...25).reversed().map { "word \($0)" })
    try database.messages.setText(3, "changed")
    try database.messages.setText(20, "changed")
    try database.messages.remove(4)
    try database.messages.remove(21)
    #expect(try !database.search.extend(by: 10))
    #expect(try database.search.extend(by: 10))
    #expect(try database.search.extend(by: 10))
    let rest = [25, 24, 23, 22, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 1, 2, 5]
    #expect(try found() == rest.map { "word \($0)" })
    let changed = try database.search.find(SearchQuery("changed"))
    #expect(changed.hits.map(\.message.id) == [20, 3] && !changed.isIndexing)
  }
}
