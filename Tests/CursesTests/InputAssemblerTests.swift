import Screen
import Testing

@testable import Curses

/// A terminal's bytes arrive in pieces, wherever a network cuts them.
@Suite struct InputAssemblerTests {
  /// As xterm's description has them, and rxvt's with an escape character before for Alt.
  private static let sequences = KeySequences([
    (Array("\u{1B}OA".utf8), Key(.up)), (Array("\u{1B}[15~".utf8), Key(.function(5))),
    (Array("\u{1B}[1;5A".utf8), Key(.up, .control)), ([0x7F], Key(.backspace)),
    (Array("\u{1B}[[A".utf8), Key(.function(1))),
  ])

  private func typed(_ text: String) -> [Input] { text.map { .key(Key(.character($0))) } }

  /// The inputs of bytes that come in these pieces, so many milliseconds apart, and of the time after them.
  private func inputs(
    _ pieces: [[UInt8]], apart pause: Int64 = 0, isAsked: Bool = false
  ) -> [Input] {
    var assembler = InputAssembler(Self.sequences)
    assembler.isAsked = isAsked
    var (now, all): (Int64, [Input]) = (1_000, [])
    for piece in pieces {
      all += wait(&assembler, until: now) + assembler.feed(piece, at: now)
      now += pause
    }
    return all + wait(&assembler, until: now + 20_000)
  }

  /// As the program does, which wakes when something is due.
  private func wait(_ assembler: inout InputAssembler, until end: Int64) -> [Input] {
    var all: [Input] = []
    while let due = assembler.deadline, due <= end { all += assembler.pass(to: due) }
    return all
  }

  /// The inputs that are left once the keys that were none are taken back.
  private func settled(_ inputs: [Input]) -> [Input] {
    var all: [Input] = []
    for input in inputs {
      if input == .escapeRevoked {
        #expect(all.last == .key(Key(.escape)), "\(inputs)")
        all.removeLast()
      } else {
        all.append(input)
      }
    }
    return all
  }

  nonisolated private static let kinds: [(bytes: [UInt8], inputs: [Input])] = [
    (Array("é".utf8), [.key(Key(.character("é")))]),
    (Array("漢".utf8), [.key(Key(.character("漢")))]),
    (Array("😀".utf8), [.key(Key(.character("😀")))]),
    (Array("\u{1B}OA".utf8), [.key(Key(.up))]), (Array("\u{1B}[A".utf8), [.key(Key(.up))]),
    (Array("\u{1B}[1;5A".utf8), [.key(Key(.up, .control))]),
    (Array("\u{1B}[1;3D".utf8), [.key(Key(.left, .alt))]),
    (Array("\u{1B}[15~".utf8), [.key(Key(.function(5)))]),
    (Array("\u{1B}[13;3u".utf8), [.key(Key(.enter, .alt))]),
    (Array("\u{1B}[13;2u".utf8), [.key(Key(.enter, .shift))]),
    (Array("\u{1B}[<0;10;5M".utf8), [.mouse(Mouse(.press, at: Point(x: 9, y: 4)))]),
    (Array("\u{1B}[<64;1;1M".utf8), [.mouse(Mouse(.wheelUp, at: Point(x: 0, y: 0)))]),
    (Array("\u{1B}[M !!".utf8), [.mouse(Mouse(.press, at: Point(x: 0, y: 0)))]),
    ([0x1B, 0x5B, 0x4D, 0x20, 0xE0, 0x21], [.mouse(Mouse(.press, at: Point(x: 191, y: 0)))]),
    (Array("\u{1B}[I".utf8), [.focus(true)]), (Array("\u{1B}[O".utf8), [.focus(false)]),
    (Array("\u{1B}[200~a\réb\u{1B}[201~".utf8), [.paste("a\néb")]),
    (Array("\u{1B}[27;1:3u".utf8), []), (Array("\u{1B}[13;1:3u".utf8), []),
    (Array("\u{1B}[97;9u".utf8), []), (Array("\u{1B}[57358u".utf8), []),
    (Array("\u{1B}[99~".utf8), []), (Array("\u{1B}[?62;1;2c".utf8), []),
    (Array("\u{1B}]11;rgb:ff/ff/ff\u{1B}\\".utf8), []), (Array("\u{1B}P1$r0m\u{1B}\\".utf8), []),
    (Array("\u{1B}_Gi=31;OK\u{1B}\\".utf8), []),
  ]

  @Test(arguments: kinds)
  func
    `I1 Z4 whatever comes is the same wherever it is cut, and takes nothing of its neighbours with it`(
      bytes: [UInt8], inputs expected: [Input]
    )
  {
    let whole = [UInt8]("a".utf8) + bytes + [UInt8]("bcd".utf8)
    let wanted = typed("a") + expected + typed("bcd")
    for pause: Int64 in [0, 1, 30, 60, 200, 300] {
      for cut in 0...whole.count {
        let found = inputs(
          [Array(whole[..<cut]), Array(whole[cut...])], apart: pause, isAsked: true)
        #expect(settled(found) == wanted, "cut at \(cut), \(pause) ms")
      }
      #expect(
        settled(inputs(whole.map { [$0] }, apart: pause, isAsked: true)) == wanted, "\(pause) ms")
    }
  }

  @Test func `I1 of mixed characters in pieces of a hundred bytes none is lost`() {
    let text = String(repeating: "aé漢😀ñ", count: 160)
    let bytes = Array(text.utf8)
    for length in [1, 7, 100] {
      let pieces = stride(from: 0, to: bytes.count, by: length).map {
        Array(bytes[$0..<min(bytes.count, $0 + length)])
      }
      #expect(inputs(pieces, apart: 5) == typed(text))
    }
  }

  @Test(
    arguments: [
      ([0xC3], "\u{FFFD}"), ([0xC3, 0x28], "\u{FFFD}("), ([0xE2, 0x82, 0x41], "\u{FFFD}A"),
      ([0xFF, 0x61], "\u{FFFD}a"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xF0, 0x9F, 0xC3, 0xA9], "\u{FFFD}é"),
    ] as [([UInt8], String)])
  func `Z4 what is no character is one sign, and what follows stays`(bytes: [UInt8], text: String) {
    #expect(inputs([bytes]) == typed(text))
    #expect(inputs(bytes.map { [$0] }, apart: 30) == typed(text))
  }

  @Test func `I1 an escape character alone is the key, after a moment`() {
    var assembler = InputAssembler(Self.sequences)
    #expect(assembler.feed([0x1B], at: 1_000).isEmpty)
    #expect(assembler.pass(to: 1_049).isEmpty)
    #expect(assembler.pass(to: 1_050) == [.key(Key(.escape))])
    #expect(assembler.deadline == nil, "nothing is waited for")
    #expect(inputs([[0x1B], Array("Ok".utf8)], apart: 100) == [.key(Key(.escape))] + typed("Ok"))
    #expect(inputs([[0x1B], Array("O".utf8)], apart: 100) == [.key(Key(.escape))] + typed("O"))
    #expect(inputs([[0x1B, 0x1B]]) == [.key(Key(.escape)), .key(Key(.escape))])
    #expect(inputs([Array("\u{1B}[".utf8)]) == [.key(Key(.character("["), .alt))])
    #expect(inputs([[0x1B], [0x5B]], apart: 100) == [.key(Key(.escape))] + typed("["))
    #expect(inputs([[0x1B], Array("[x".utf8)], apart: 2_000) == [.key(Key(.escape))] + typed("[x"))
    #expect(inputs([Array("\u{1B}\u{1B}[A".utf8)]) == [.key(Key(.escape)), .key(Key(.up))])
    #expect(inputs([Array("\u{1B}\u{1B}OA".utf8)]) == [.key(Key(.up, .alt))])
  }

  @Test func `I1 Z4 lines that come at once are a paste only where the terminal brackets none`() {
    let lines = Array("one\rtwo".utf8)
    #expect(inputs([lines]) == [.paste("one\ntwo")])
    #expect(
      inputs([Array("ok\r".utf8)]) == typed("ok") + [.key(Key(.enter))], "typed on a slow link")
    #expect(inputs([Array("\rnext".utf8)]) == [.key(Key(.enter))] + typed("next"))
    #expect(inputs([Array("one\r\u{1B}[A".utf8)]).contains(.key(Key(.enter))))
    var known = InputAssembler(Self.sequences, bracketsPastes: true)
    let sent = typed("one") + [.key(Key(.enter))] + typed("two")
    #expect(known.feed(lines, at: 1_000) == sent, "as tmux does, which answers nothing")
    _ = known.feed(Array("\u{1B}[?2004;0$y".utf8), at: 2_000)
    #expect(known.feed(lines, at: 3_000) == [.paste("one\ntwo")])
    let brackets = Array("\u{1B}[?2004;2$y".utf8)
    #expect(inputs([brackets, lines]) == sent)
    #expect(inputs([Array("\u{1B}[?2004;0$y".utf8), lines]) == [.paste("one\ntwo")])
  }

  @Test func `I1 the terminal says what it has`() {
    var assembler = InputAssembler(Self.sequences)
    assembler.isAsked = true
    _ = assembler.feed(Array("\u{1B}[?0u\u{1B}[?2004;1$y\u{1B}[?62c".utf8), at: 1_000)
    let answers = assembler.answers
    #expect(answers.hasKeyboardProtocol && answers.bracketsPastes && !assembler.isAsked)
  }
}
