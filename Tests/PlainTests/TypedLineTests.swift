import Testing

@testable import Plain

/// The line that is typed while lines of others come (I5).
struct TypedLineTests {
  var line = TypedLine(limit: 40)

  init() { line.columns = 10 }

  private mutating func type(_ text: String) -> (echo: String, entered: TypedLine.Entered?) {
    type(Array(text.utf8))
  }

  private mutating func type(_ bytes: [UInt8]) -> (echo: String, entered: TypedLine.Entered?) {
    var bytes = bytes[...]
    return line.take(&bytes)
  }

  @Test mutating func `I5 what is typed is shown, and entered by Enter`() {
    #expect(type("hé") == ("hé", nil))
    #expect(type("llo\n") == ("llo\n", .text("héllo")))
    #expect(type("\n") == ("\n", .text("")))
  }

  @Test mutating func `I5 several lines at once are entered one by one`() {
    var bytes = Array("one\ntwo\nth".utf8)[...]
    #expect(line.take(&bytes) == ("one\n", .text("one")))
    #expect(line.take(&bytes) == ("two\n", .text("two")))
    #expect(line.take(&bytes) == ("th", nil))
    #expect(line.text == "th")
  }

  @Test mutating func `I5 a character may come in parts, and a broken one harms nothing`() {
    #expect(type([0xF0, 0x9F]) == ("", nil))
    #expect(type([0x8E, 0x89]) == ("🎉", nil))
    #expect(type([0xC3]) == ("", nil))
    #expect(type("x\n").entered == .text("🎉\u{FFFD}x"))
    #expect(type([0xFF, 0x41, 0x0A]).entered == .text("\u{FFFD}A"))
  }

  @Test mutating func `I5 backspace takes a whole character away`() {
    _ = type("a日e\u{301}")
    #expect(type("\u{7F}") == ("\u{8} \u{8}", nil))
    #expect(type("\u{8}") == ("\u{8}\u{8}  \u{8}\u{8}", nil))
    #expect(line.text == "a")
    _ = type("\u{7F}")
    #expect(type("\u{7F}") == ("", nil), "nothing is there")
  }

  @Test mutating func `I5 at the end of a row it is drawn anew`() {
    _ = type("0123456789")
    #expect(type("\u{7F}") == ("\n012345678", nil))
  }

  @Test
  mutating func `I5 the line, its last word, and nothing at all are taken away by their keys`() {
    _ = type("one two  ")
    #expect(type("\u{17}") == ("\r         \rone ", nil))
    #expect(type("\u{12}") == ("\none ", nil))
    #expect(type("\u{15}") == ("\r    \r", nil))
    #expect(type("\u{17}") == ("", nil))
    #expect(type("\u{4}") == ("", .end))
  }

  @Test mutating func `I5 Ctrl-D ends only an empty line`() {
    _ = type("a")
    #expect(type("\u{4}") == ("", nil))
    #expect(type("\n").entered == .text("a"))
  }

  @Test mutating func `I5 Z2 keys without a text, and escapes in a paste, do nothing`() {
    #expect(type("a\u{1B}[A\u{1B}[1;5Cb\u{1B}OPc\u{1B}dd\u{9}\u{1}\u{1B}[31mx") == ("abcdx", nil))
    #expect(line.text == "abcdx")
  }

  @Test mutating func `I5 S8 a line that is too long is dropped whole`() {
    #expect(type(String(repeating: "x", count: 41)) == ("", nil))
    #expect(type("\u{4}y\n") == ("\n", .tooLong))
    #expect(type("z\n").entered == .text("z"))
  }

  @Test mutating func `I5 it leaves the screen for a line of others, and comes back under it`() {
    #expect((line.hidden, line.shown) == ("", ""))
    _ = type("日本")
    #expect((line.hidden, line.shown) == ("\r    \r", "日本"))
    _ = type("語です!")
    #expect(
      line.hidden == "\n", "it has more than one row, of which only the last could be taken away")
  }
}
