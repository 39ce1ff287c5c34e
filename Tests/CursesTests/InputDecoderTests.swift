import Screen
import Testing

@testable import Curses

@Suite struct InputDecoderTests {
  /// What these characters come to when nothing follows.
  private func decoded(_ text: String) -> [Key] {
    var decoder = InputDecoder()
    return keys(text.unicodeScalars.flatMap { decoder.feed(.scalar($0)) } + decoder.flush())
  }

  private func keys(_ inputs: [Input]) -> [Key] {
    inputs.compactMap { if case .key(let key) = $0 { key } else { nil } }
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
    #expect(decoded("\u{1B}[" + String(repeating: "1;", count: 500)).isEmpty)
    #expect(decoded("\u{1B}[1;").isEmpty)
  }

  @Test(arguments: [
    ("\u{1B}]11;rgb:ffff/8000/0000\u{1B}\\", Color.rgb(255, 127, 0)),
    ("\u{1B}]11;rgb:f/8/0\u{7}", Color.rgb(255, 136, 0)),
    ("\u{1B}]11;rgb:ff/80/00\u{9C}", Color.rgb(255, 128, 0)),
    ("\u{1B}]11;rgb:ff/80\u{7}", nil), ("\u{1B}]11;rgb:fffff/0/0\u{7}", nil),
    ("\u{1B}]11;rgb:-1/0/0\u{7}", nil), ("\u{1B}]52;c;YWJj\u{7}", nil),
    ("\u{1B}]11;" + String(repeating: "f", count: 500) + "\u{7}", nil),
  ])
  func `I4 what the terminal answers is no key, and its ground is known`(
    answer: String, ground: Color?
  ) {
    var decoder = InputDecoder()
    let inputs =
      (answer + "b").unicodeScalars.flatMap { decoder.feed(.scalar($0)) } + decoder.flush()
    #expect(keys(inputs) == [Key(.character("b"))])
    #expect(decoder.answers.colors.background == ground)
  }

  @Test func `S6 I4 the terminal tells its own colours, and nothing else is one`() {
    var decoder = InputDecoder()
    let answers = [
      "4;6;rgb:0000/cdcd/cdcd", "4;15;rgb:ff/ff/ff", "4;16;rgb:1/1/1", "4;x;rgb:1/1/1",
      "10;rgb:e/e/e",
      "11;rgb:1010/1010/1010", "12;rgb:ff/0/0", "4;rgb:ff/0/0",
    ]
    for scalar in answers.map({ "\u{1B}]\($0)\u{7}" }).joined().unicodeScalars {
      #expect(decoder.feed(.scalar(scalar)).isEmpty)
    }
    #expect(
      decoder.answers.colors
        == TerminalColors(
          foreground: .rgb(238, 238, 238), background: .rgb(16, 16, 16),
          palette: [6: .rgb(0, 205, 205), 15: .rgb(255, 255, 255)]))
  }

  @Test func `I1 Alt and a bracket is a key when no answer follows`() {
    #expect(decoded("\u{1B}]") == [Key(.character("]"), .alt)])
    #expect(decoded("\u{1B}]x") == [Key(.character("]"), .alt), Key(.character("x"))])
    #expect(
      decoded("\u{1B}]1x")
        == [Key(.character("]"), .alt), Key(.character("1")), Key(.character("x"))])
  }

  @Test func `I1 an escape before a key of ncurses is Alt`() {
    var decoder = InputDecoder()
    #expect(decoder.feed(.key(Key(.up))) == [.key(Key(.up))])
    #expect(decoder.feed(.scalar("\u{1B}")) == [])
    #expect(decoder.feed(.key(Key(.up))) == [.key(Key(.up, .alt))])
    #expect(decoder.flush() == [])
  }
}
