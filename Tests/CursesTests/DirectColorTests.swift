import CNcurses
import Glibc
import Screen
import Testing

@testable import Curses

/// One at a time: the table of colours is the process's.
@Suite(.serialized) @MainActor struct DirectColorTests {
  /// The bytes of a frame as the terminal gets them.
  private func written(_ frame: String) throws -> String {
    var (bytes, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    let file = try #require(open_memstream(&bytes, &size))
    psst_links_write(frame, frame.utf8.count, file)
    fclose(file)
    defer { free(bytes) }
    return String(decoding: UnsafeRawBufferPointer(start: bytes, count: size), as: UTF8.self)
  }

  @Test func `I4 a frame gets red, green and blue in the place of a number`() throws {
    var colors = DirectColors()
    defer { psst_colors_forget() }
    let ground = colors.number(for: .rgb(26, 27, 38))
    let text = colors.number(for: .palette(28))
    #expect(ground >= 16 && text >= 16 && ground != text)
    #expect(colors.number(for: .rgb(26, 27, 38)) == ground, "the same number again")
    #expect(
      try written("a\u{1B}[1m\u{1B}[38;5;\(text)m\u{1B}[48;5;\(ground)mb\u{1B}[48:5:\(ground)mc")
        == "a\u{1B}[1m\u{1B}[38;5;28m\u{1B}[48;2;26;27;38mb\u{1B}[48;2;26;27;38mc")
  }

  @Test func `I4 the sixteen, other numbers and what is cut off stay as they are`() throws {
    var colors = DirectColors()
    defer { psst_colors_forget() }
    #expect(colors.number(for: .palette(9)) == 9)
    let number = colors.number(for: .rgb(1, 2, 3))
    for frame in [
      "\u{1B}[38;5;9m", "\u{1B}[38;5;\(number + 1)m", "\u{1B}[38;5;\(number)", "\u{1B}[38;5;",
      "\u{1B}[58;5;\(number)m", "\u{1B}[38;5:\(number)m", "\u{1B}[38;5;9999m", "\u{1B}", "\u{1B}[",
    ] {
      #expect(try written(frame) == frame)
    }
  }

  @Test func `Z4 numbers that nothing on the screen has are used again`() throws {
    var colors = DirectColors()
    defer { psst_colors_forget() }
    let kept = colors.number(for: .rgb(0, 0, 0))
    for blue in UInt8(1)...239 { _ = colors.number(for: .rgb(0, 0, blue)) }
    #expect(colors.isCrowded)
    let near = colors.number(for: .rgb(0, 0, 200))
    #expect(colors.number(for: .rgb(1, 0, 200)) == near, "a picture has more colours than numbers")
    #expect((0..<16).contains(colors.number(for: .rgb(255, 0, 0))), "better than a wrong one")
    colors.keep([kept])
    #expect(!colors.isCrowded && colors.number(for: .rgb(0, 0, 0)) == kept)
    let new = colors.number(for: .rgb(255, 0, 0))
    #expect(new >= 16 && new != kept)
    #expect(try written("\u{1B}[38;5;\(new)m") == "\u{1B}[38;2;255;0;0m")
  }

  @Test(arguments: [
    ("1$r0;48:2::1:2:3m", true), ("1$r48:2:1:2:3m", true), ("1$r0;1;48;2;1;2;3m", true),
    ("1$r48:5:16m", false), ("1$r0;1;2;3m", false), ("0$r", false), ("1$r48:2:1:2", false),
    ("", false), ("1+r524742", false),
  ])
  func `I4 a terminal that keeps a colour as it was set shows all`(answer: String, shows: Bool) {
    #expect(ControlSequence.showsDirectColors(answer: answer) == shows)
  }

  private func keys(_ inputs: [Input]) -> [Key] {
    inputs.compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  private func keys(_ text: String, isAsked: Bool) -> (keys: [Key], decoder: InputDecoder) {
    var decoder = InputDecoder()
    decoder.isAsked = isAsked
    var inputs: [Input] = []
    for scalar in text.unicodeScalars { inputs += decoder.feed(.scalar(scalar)) }
    return (keys(inputs + decoder.flush()), decoder)
  }

  @Test func `I4 an answer about colours is nothing typed`() {
    let answer = "\u{1B}P1$r0;48:2:1:2:3m\u{1B}\\"
    let (typed, decoder) = keys(answer + "\u{1B}[?62cx", isAsked: true)
    #expect(typed == [Key(.character("x"))])
    #expect(decoder.answers.showsDirectColors && !decoder.isAsked)
  }

  @Test func `I4 Alt-P is Alt-P, before an answer and after it`() {
    let altP = Key(.character("P"), .alt)
    #expect(keys("\u{1B}P", isAsked: false).keys == [altP])
    #expect(keys("\u{1B}Px", isAsked: true).keys == [altP, Key(.character("x"))])
    #expect(keys("\u{1B}P1$r0m\u{1B}\\\u{1B}[?1c\u{1B}P", isAsked: true).keys == [altP])
  }

  @Test(arguments: [("truecolor", true), ("24bit", true), ("yes", false), (nil, false)])
  func `I4 COLORTERM promises by two words`(word: String?, isPromise: Bool) {
    #expect(DirectColors.isPromise(word) == isPromise)
  }
}
