import Screen
import Testing

@testable import Curses

@Suite struct InputDecoderTests {
  /// What `get_wch` gives for these characters, and then nothing more.
  private func decoded(_ text: String) -> [Key] {
    var decoder = InputDecoder()
    return text.unicodeScalars.flatMap { decoder.feed(.scalar($0)) } + decoder.flush()
  }

  @Test(arguments: [
    ("a", [Key(.character("a"))]), ("é漢", [Key(.character("é")), Key(.character("漢"))]),
    ("\r", [Key(.enter)]), ("\n", [Key(.character("j"), .control)]), ("\t", [Key(.tab)]),
    ("\u{01}", [Key(.character("a"), .control)]), ("\u{1A}", [Key(.character("z"), .control)]),
    ("\u{7F}", [Key(.backspace)]), ("\u{08}", [Key(.backspace)]),
    ("\u{00}", [Key(.character(" "), .control)]), ("\u{1F}", [Key(.character("_"), .control)]),
    ("\u{1B}", [Key(.escape)]), ("\u{1B}\u{1B}", [Key(.escape), Key(.escape)]),
    ("\u{1B}x", [Key(.character("x"), .alt)]), ("\u{1B}\r", [Key(.enter, .alt)]),
    ("\u{1B}\u{7F}", [Key(.backspace, .alt)]), ("\u{1B}é", [Key(.character("é"), .alt)]),
    ("\u{1B}O", [Key(.character("O"), .alt)]), ("\u{1B}[", [Key(.character("["), .alt)]),
  ])
  func `I1 characters become keys with their modifiers`(text: String, keys: [Key]) {
    #expect(decoded(text) == keys)
  }

  @Test(arguments: [
    ("\u{1B}[A", Key(.up)), ("\u{1B}OB", Key(.down)), ("\u{1B}[1;3A", Key(.up, .alt)),
    ("\u{1B}[1;5D", Key(.left, .control)), ("\u{1B}[1;2C", Key(.right, .shift)),
    ("\u{1B}[1;8H", Key(.home, [.shift, .alt, .control])), ("\u{1B}[3~", Key(.delete)),
    ("\u{1B}[5;3~", Key(.pageUp, .alt)), ("\u{1B}[Z", Key(.backTab)),
    ("\u{1B}OP", Key(.function(1))), ("\u{1B}[24~", Key(.function(12))),
    ("\u{1B}[13;3u", Key(.enter, .alt)), ("\u{1B}[27;5;106~", Key(.character("j"), .control)),
  ])
  func `I1 escape sequences become keys`(text: String, key: Key) {
    #expect(decoded(text + "b") == [key, Key(.character("b"))])
  }

  @Test(arguments: [
    "\u{1B}[99~", "\u{1B}[?1;2c", "\u{1B}[1;1R\u{1B}[>1;2;3y", "\u{1B}[~",
    "\u{1B}[99999999999999999999~",
    "\u{1B}[4294967296u",
  ])
  func `Z4 a sequence that is no key types nothing`(text: String) {
    let keys = decoded(text + "b").filter { $0 != Key(.function(3)) }
    #expect(keys == [Key(.character("b"))])
  }

  @Test func `Z4 a sequence without end is dropped`() {
    let keys = decoded("\u{1B}[" + String(repeating: "1;", count: 500))
    #expect(keys.count < 1000)
    var decoder = InputDecoder()
    for scalar in "\u{1B}[1;".unicodeScalars { #expect(decoder.feed(.scalar(scalar)) == []) }
    #expect(decoder.flush() == [], "its rest may follow")
    #expect(decoder.feed(.scalar("5")) + decoder.feed(.scalar("A")) == [Key(.up, .control)])
  }

  @Test func `I1 an escape before a key of ncurses is Alt`() {
    var decoder = InputDecoder()
    #expect(decoder.feed(.key(Key(.up))) == [Key(.up)])
    #expect(decoder.feed(.scalar("\u{1B}")) == [])
    #expect(decoder.feed(.key(Key(.up))) == [Key(.up, .alt)])
    #expect(decoder.flush() == [])
  }
}
