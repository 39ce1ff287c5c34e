import CSQLite
import Model
import Scratch
import Testing

@testable import Storage

@Suite struct UnspacedTextTests {
  let folder = ScratchFolder()

  private func store(_ texts: [String], in database: Database) throws {
    for text in texts {
      var new = message("m\(try database.messages.nextSequence())", chat: bo)
      new.message.content = .text(text)
      _ = try database.messages.insert(new)
    }
  }

  private func texts(_ query: String, in database: Database) throws -> [String] {
    try database.search.find(SearchQuery(query)).hits.map(\.message.text)
  }

  @Test(arguments: [
    ("今日本", " 今日 日本 本 "), ("日", " 日 "), ("see 日本!", "see  日本 本 !"), ("plain", "plain"),
    ("Tシャツ", "T シャ ャツ ツ "), ("naïve “quotes” – dash", "naïve “quotes” – dash"), ("", ""),
    ("한국어", " 한국 국어 어 "), ("か\u{3099}き", " か\u{3099}き き "),
    ("hi😀!", "hi \u{E001}01f600 !"),
    ("😀👍🏽", " \u{E001}01f600\u{E001}01f44d \u{E001}01f44d "), ("❤️", " \u{E001}002764 "),
  ])
  func `P6 the index takes letters of scripts without spaces by pairs`(text: String, cut: String) {
    #expect(UnspacedText.cut(text) == cut)
    #expect(UnspacedText.blanked(text).utf8.count == text.utf8.count)
  }

  @Test(arguments: [
    ("日本", "今日本を読む", true), ("を読", "今日本を読む", true), ("む", "今日本を読む", true),
    ("今日本を読む", "今日本を読む", true), ("本日", "今日本を読む", false), ("読む本", "今日本を読む", false),
    ("日", "今日本を読む", true), ("日本 読む", "今日本を読む", true), ("日本 書く", "今日本を読む", false),
    ("日本", "本 日", false), ("日本", "日 本", false), ("にほん", "ほんに にほ", false),
    ("シャツ", "赤いTシャツを買った", true), ("Tシャツ", "赤いTシャツを買った", true), ("t", "赤いTシャツ", true),
    ("北京", "我爱北京天安门", true), ("天安", "我爱北京天安门", true), ("안녕", "여러분안녕하세요", true),
    ("ไทย", "ภาษาไทยง่าย", true), ("2026年", "今は2026年です", true), ("café 日本", "日本のCafe", true),
    ("日本 caf", "日本のCafe", true), ("日本 caf ", "日本のCafe", false), ("𠮷野家", "昨日𠮷野家で", true),
    ("😀", "well 😀", true), ("😀", "well😀done", true), ("😀", "😀🎉", true), ("🎉", "😀🎉", true),
    ("😀🎉", "a 😀🎉", true), ("🎉😀", "😀🎉", false), ("😀", "😁", false), ("👍", "👍🏽", true),
    ("👍🏽", "👍", true), ("❤", "❤️", true), ("❤️", "❤", true), ("👩", "👨‍👩‍👧", true), ("🫠", "so 🫠", true),
    ("🇩🇪", "to 🇩🇪 now", true), ("★", "★★★", true), ("well 😀", "well, 😀", true),
    ("😀 ill", "well, 😀", false),
    ("今😀", "今😀", true),
  ])
  func `P6 words are found inside texts without spaces`(
    query: String, text: String, isFound: Bool
  ) throws {
    let database = try Database(path: folder.file())
    try store([text, "an ordinary message"], in: database)
    #expect(try texts(query, in: database) == (isFound ? [text] : []))
  }

  @Test func `P6 what matches is marked, and what overlaps is marked once`() throws {
    let database = try Database(path: folder.file())
    try store(["日本語の日本", "ああああ"], in: database)
    let hits = try database.search.find(SearchQuery("日本 本語")).hits
    #expect(hits.first?.matches == [0..<9, 12..<18])
    #expect(try database.search.find(SearchQuery("ああ")).hits.first?.matches == [0..<6, 6..<12])
  }

  @Test(arguments: [
    ("?!", true), ("...  ,", true), ("—", true), ("→", true), ("€", true), ("\u{200D}", true),
    ("", false), ("  ", false), ("a?", false), ("7", false), ("😀", false), ("\u{1F3FD}", false),
    ("日", false),
  ])
  func `P6 what no word can be found by is said to be none, as the index reads it`(
    asked: String, hasNone: Bool
  ) throws {
    let database = try Database(path: folder.file())
    try store(["a \(asked) b 7"], in: database)
    let results = try database.search.find(SearchQuery(asked))
    #expect(results.hasNoWord == hasNone)
    #expect(results.hits.isEmpty == (hasNone || asked.allSatisfy(\.isWhitespace)))
  }

  @Test func `P6 a message that is deleted or changed leaves no letters behind`() throws {
    let database = try Database(path: folder.file())
    try store(["今日本を読む"], in: database)
    try database.execute("UPDATE message SET text = '明日は雨'")
    #expect(try texts("日本", in: database) == [] && texts("日は", in: database) == ["明日は雨"])
    try database.execute("DELETE FROM message")
    #expect(try database.rows("SELECT rowid FROM search('明日')") { $0.integer(0) } == [])
    try database.execute("INSERT INTO search(search) VALUES ('integrity-check')")
  }

  /// A file of before signs were found: all is taken into its index anew.
  private func oldFile(_ texts: [String], version: Int) throws -> Database {
    let path = folder.file()
    let old = try Database(path: path, access: .readWrite, busyTimeout: 0, version: version)
    try store(texts, in: old)
    return try Database(path: path)
  }

  @Test(arguments: [4, 6, 40, 46])
  func `P5 P6 the index of an older file follows step by step, and loses nothing on the way`(
    version: Int
  ) throws {
    let database = try oldFile((0..<50).map { "message \($0) 今日本を読む 😀" }, version: version)
    #expect(try database.search.needsWork())
    #expect(try database.search.find(SearchQuery("message")).isIndexing)
    _ = try database.search.extend(by: 20)
    #expect(try texts("日本", in: database).count == 20)
    // Changed, deleted and written in between: each with the words it has by then.
    try database.execute("DELETE FROM message WHERE id IN (1, 50)")
    try database.execute("UPDATE message SET text = '明日は雨' WHERE id IN (2, 49)")
    try store(["後で日本へ"], in: database)
    while try !database.search.extend(by: 7) {}
    #expect(try texts("日本", in: database).count == 50 - 4 + 1)
    #expect(try texts("は雨", in: database).count == 2)
    #expect(try texts("message", in: database).count == 46)
    #expect(try texts("😀", in: database).count == 46)
    #expect(try !database.search.find(SearchQuery("日本")).isIndexing)
    try database.execute("DELETE FROM message")
    for word in ["今日", "日本", "今日本を読む", "message", "明日"] {
      #expect(try database.rows("SELECT rowid FROM search('\(word)')") { $0.integer(0) } == [])
    }
  }
}
