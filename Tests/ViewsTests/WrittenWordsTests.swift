import Screen
import Testing

@testable import Views

@Suite struct WrittenWordsTests {
  private static func words(_ text: String) -> [String] {
    WrittenWords.all(in: Array(text)).map(\.text)
  }

  @Test(arguments: [
    ("Helo wrld, don't!", ["Helo", "wrld", "don't"]),
    ("Grüße und Straße", ["Grüße", "und", "Straße"]),
    ("it’s ’quoted’ (so)", ["it's", "quoted", "so"]),
    ("well-known and/or", ["well", "known", "and", "or"]),
    ("*strong* _soft_ ~gone~ end.", ["strong", "soft", "gone", "end"]),
    ("see https://example.org/helo, then", ["see", "then"]), ("www.helo.org a.b", []),
    ("mail bo@exmaple.org or xmpp:bo@b.c", ["mail", "or"]), ("@boo: hi", ["hi"]),
    ("/me wavs", ["wavs"]), ("/join teem", []), ("/usr/bin/helo ~/helo is", ["is"]),
    ("C:\\Helo a\\b", []), ("run `helo wrld` now", ["run", "now"]),
    ("so\n```\nhelo wrld\n```\nthen", ["so", "then"]), ("> helo wrld\nyes", ["yes"]),
    (":smiel: (:smiel) note: this", ["note", "this"]), ("#teem is", ["is"]),
    ("XMPP NASA I h264 2nd x1y", []), ("snake_case key=value 10:30am", []),
    ("你好 世界 hello こんにちは สวัสดี", ["hello"]), ("привет мир", ["привет", "мир"]),
    ("", []), (" \t ", []),
    ("e\u{301}te\u{301} na\u{308}ive", ["e\u{301}te\u{301}", "na\u{308}ive"]),
    ("👩‍👩‍👧 ok👍 ", ["ok"]),
  ])
  func `I12 what is asked about is words of a language, and nothing else`(
    text: String, expected: [String]
  ) {
    #expect(Self.words(text) == expected)
  }

  @Test func `I12 each word has its place, in lines and behind wide and combined letters`() {
    let characters = Array("👩‍👩‍👧 e\u{301}te\u{301}\n  Helo，wrld")
    let words = WrittenWords.all(in: characters)
    #expect(words.map(\.range) == [2..<5, 8..<12, 13..<17])
    for word in words { #expect(String(characters[word.range]) == word.text) }
  }

  @Test
  func `I12 Z4 a text that is too long to be sent is not looked at, nor is a word without end`() {
    #expect(Self.words(String(repeating: "helo ", count: 2_000)).count == 2_000)
    #expect(Self.words(String(repeating: "helo ", count: 2_001)).isEmpty)
    #expect(Self.words(String(repeating: "helo", count: 11)).isEmpty)
  }
}
