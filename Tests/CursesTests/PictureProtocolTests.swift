import Model
import Screen
import Testing

@testable import Curses

/// Which terminals draw pictures themselves (F4).
@Suite struct PictureProtocolTests {
  private static let kitty = "\u{1B}P>|kitty(0.32.2)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\"
  private static let cell = "\u{1B}[6;20;10t"

  private func answers(_ text: String) -> (answers: PictureAnswers, keys: [Key]) {
    var decoder = InputDecoder()
    decoder.isAsked = true
    let inputs = text.unicodeScalars.flatMap { decoder.feed(.scalar($0)) } + decoder.flush()
    return (
      decoder.answers.pictures,
      inputs.compactMap { if case .key(let key) = $0 { key } else { nil } }
    )
  }

  @Test(arguments: [
    (kitty, "\u{1B}[?62c", [:], PictureProtocol.kitty),
    ("\u{1B}P>|ghostty 1.1.0\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[?62;22c", [:], .kitty),
    // Those that know no placeholders.
    ("\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[?62c", [:], .blocks),
    (
      "\u{1B}P>|Konsole 22.12.3\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\" + cell, "\u{1B}[?62;1;4c", [:],
      .sixel
    ),
    ("\u{1B}P>|kitty(0.32.2)\u{1B}\\\u{1B}_Gi=31;EINVAL\u{1B}\\", "\u{1B}[?62c", [:], .blocks),
    ("\u{1B}P>|WezTerm 20240203\u{1B}\\" + cell, "\u{1B}[?65;4;6c", [:], .iterm2),
    ("", "\u{1B}[?62c", ["LC_TERMINAL": "iTerm2"], .iterm2),
    (cell, "\u{1B}[?62;4;22c", [:], .sixel),
    // The class of a terminal is none of its attributes, and what is too large for its cells would stay behind.
    (cell, "\u{1B}[?4;6c", [:], .blocks), ("", "\u{1B}[?62;4c", [:], .blocks),
    ("", "\u{1B}[?1;2c", [:], .blocks),
    (kitty, "\u{1B}[?62c", ["TMUX": "/tmp/x"], .blocks),
    (cell, "\u{1B}[?62;4c", ["TERM": "screen-256color"], .blocks),
  ])
  func `F4 a terminal is given pictures in the way that it says it takes`(
    said: String, attributes: String, environment: [String: String], expected: PictureProtocol
  ) {
    let (answers, keys) = answers(said + attributes + "x")
    #expect(keys == [Key(.character("x"))])
    let chosen = PictureProtocol.chosen(answers, cell: answers.cell) { environment[$0] }
    #expect(chosen == expected)
  }

  @Test func `F4 Z4 absurd answers are none`() {
    #expect(answers("\u{1B}[6;20;10t").answers.cell == CellPixels(10, 20))
    for text in ["6;0;10", "6;20;9999", "6;20", "4;20;10", "6;;", "6;-1;8", "6;20;10;3"] {
      #expect(answers("\u{1B}[\(text)t").answers.cell == nil, "\(text)")
    }
    let long = String(repeating: "k", count: 5_000)
    let name = answers("\u{1B}P>|\(long)\u{1B}\\").answers.name ?? ""
    #expect(name.count < 100)
  }

  @Test func `I1 Alt and an underscore is a key, before the answers and after them`() {
    let altKey = Key(.character("_"), .alt)
    #expect(answers("\u{1B}_x").keys == [altKey, Key(.character("x"))])
    #expect(answers("\u{1B}[?62c\u{1B}_").keys == [altKey])
    #expect(answers("\u{1B}_Gi=31;OK\u{1B}\\").answers.takesKitty)
  }
}
