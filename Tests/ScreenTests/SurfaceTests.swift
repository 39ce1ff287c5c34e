import Scratch
import Testing

@testable import Screen

extension ScreenTests {
  @Suite struct SurfaceTests {
    private let bold = Style(isBold: true)

    private func written(_ steps: (text: String, x: Int)...) -> Surface {
      var surface = Surface(size: Size(width: 6, height: 1))
      for step in steps {
        surface.write(PrintableText(step.text), at: Point(x: step.x, y: 0), style: bold)
      }
      return surface
    }

    @Test func `I3 a wide cluster stands in two cells, the second empty`() {
      let surface = written((text: "a漢b", x: 0))
      #expect((0..<6).map { surface[$0, 0].cluster } == ["a", "漢", "", "b", " ", " "])
      #expect(surface[2, 0].style == bold)
    }

    @Test(arguments: [
      ("x", 1, "x", "x "), ("x", 2, "x", " x"), ("字", 0, "字", "字 "), ("字", 2, "字", " 字"),
    ])
    func `I3 overwriting half of a wide cluster blanks the other half`(
      text: String, x: Int, cluster: String, pair: String
    ) {
      var surface = written((text: "漢", x: 1))
      surface.write(PrintableText(text), at: Point(x: x, y: 0), style: Style())
      #expect(surface[x, 0].cluster == cluster)
      #expect(surface.text(row: 0).contains(pair) && !surface.text(row: 0).contains("漢"))
      #expect(PrintableText(surface.text(row: 0)).width == 6)
    }

    @Test(arguments: ["a", "e\u{301}"])
    func `M5 a cell that leads elsewhere has changed, though it looks the same`(text: String) {
      func surface(to address: String?) -> Surface {
        var surface = Surface(size: Size(width: 6, height: 1))
        surface.write(PrintableText(text), at: Point(x: 1, y: 0), style: bold, to: address)
        return surface
      }
      let shown = surface(to: "https://a.b")
      #expect(shown == surface(to: "https://a.b"))
      for other in [surface(to: "https://c.d"), surface(to: nil)] {
        #expect(other.changes(inRow: 0, since: shown) == 1..<2)
        #expect(other != shown)
      }
    }

    /// Cells have room for a number alone, and of so many addresses some have the same one at first.
    @Test func `M5 each of many links leads to its own address`() {
      var surface = Surface(size: Size(width: 100, height: 20))
      func address(_ x: Int, _ y: Int) -> String { "https://a.b/\(x)/\(y)" }
      let cells = (0..<2_000).map { Point(x: $0 % 100, y: $0 / 100) }
      for cell in cells { surface.write("x", at: cell, style: bold, to: address(cell.x, cell.y)) }
      let wrong = cells.count { surface.address($0.x, $0.y) != address($0.x, $0.y) }
      #expect(wrong == 0)
    }

    @Test func `I2 what lies outside is dropped, and a wide cluster is never cut`() {
      #expect(written((text: "abcdefgh", x: 3)).text(row: 0) == "   abc")
      #expect(written((text: "abc", x: -1)).text(row: 0) == "bc    ")
      #expect(written((text: "漢字", x: -1)).text(row: 0) == " 字   ")
      #expect(written((text: "a字字字", x: 0)).text(row: 0) == "a字字 ")
      #expect(written((text: "abc", x: 9)).text(row: 0) == "      ")
      var surface = Surface(size: Size(width: 3, height: 2))
      #expect(surface.write("abc", at: Point(x: 0, y: 5), style: bold) == 3)
      #expect(surface.write("abc", at: Point(x: 0, y: 0), width: 2, style: bold) == 2)
      #expect(surface.write("漢字", at: Point(x: 0, y: 1), width: 3, style: bold) == 2)
      #expect(surface.text(row: 0) == "ab " && surface.text(row: 1) == "漢 ")
    }

    @Test func `I2 a fill is clipped and takes clusters of one column only`() {
      var surface = Surface(size: Size(width: 4, height: 2))
      surface.fill(Rect(x: -1, y: 1, width: 3, height: 9), cluster: "─", style: bold)
      #expect(surface.text(row: 0) == "    " && surface.text(row: 1) == "──  ")
      surface.fill(Rect(x: 0, y: 0, width: 4, height: 1), cluster: "漢", style: bold)
      surface.fill(Rect(x: 0, y: 0, width: 1, height: 1), cluster: "\u{1B}", style: bold)
      #expect(surface.text(row: 0) == "␛   ")
      surface.fill(Rect(x: 9, y: 9, width: -3, height: -3), style: bold)
      surface.restyle(Rect(x: 1, y: 0, width: 1, height: 1)) { $0.isReversed = true }
      #expect(surface[1, 0].style.isReversed && !surface[0, 0].style.isReversed)
    }

    @Test func `I2 a surface without cells takes everything and shows nothing`() {
      var surface = Surface(size: Size(width: 0, height: -2))
      surface.write("x", at: Point(x: 0, y: 0), style: bold)
      surface.fill(Rect(x: 0, y: 0, width: 5, height: 5), style: bold)
      #expect(surface.size == Size(width: 0, height: 0))
    }

    @Test(
      arguments: [
        ("abc", "abc", nil), ("abc", "axc", 1..<2), ("a漢b", "a字b", 1..<3), ("a漢b", "axxb", 1..<3),
        ("a漢", "axx", 1..<3), ("axxb", "a漢b", 1..<3), ("a漢字", "axx字", 1..<3),
        ("a\u{E9}b", "ae\u{301}b", 1..<2), ("ae\u{301}b", "ae\u{301}b", nil),
        ("q\u{323}\u{307}", "q\u{307}\u{323}", 0..<1),
        ("ae\u{301}b", "ae\u{300}b", 1..<2), ("e\u{301}👍🏽", "a\u{301}👍🏽", 0..<1),
      ] as [(String, String, Range<Int>?)])
    func `I2 a changed row says from where to where, wide clusters whole`(
      old: String, new: String, columns: Range<Int>?
    ) {
      #expect(
        written((text: new, x: 0)).changes(inRow: 0, since: written((text: old, x: 0))) == columns)
    }

    @Test func `I3 surfaces are the same where they show the same, whatever they showed before`() {
      let once = written((text: "👍🏽e\u{301}", x: 0))
      let often = written((text: "a\u{300}o\u{308}", x: 1), (text: "👍🏽e\u{301}", x: 0))
      #expect(once == often && once.changes(inRow: 0, since: often) == nil)
      #expect(once != written((text: "👍🏽e\u{300}", x: 0)))
      var whole = written((text: "e\u{301}e\u{301}xx", x: 0))
      whole.draw(once, at: Point(x: 2, y: 0))
      #expect(whole.text(row: 0) == "e\u{301}e\u{301}👍🏽e\u{301} ")
    }

    @Test func `I2 a style alone is a change, of both halves of a wide cluster`() {
      let old = written((text: "a漢b", x: 0))
      var new = old
      new.restyle(Rect(x: 2, y: 0, width: 1, height: 1)) { $0.isReversed = true }
      #expect(new.changes(inRow: 0, since: old) == 1..<3)
    }

    @Test(arguments: 0..<100)
    func `I3 any sequence of writes leaves whole clusters only`(seed: Int) {
      var generator = SeededGenerator(seed: UInt64(seed))
      var surface = Surface(size: Size(width: 9, height: 1))
      for _ in 0..<40 {
        let place = Point(x: Int.random(in: -3...10, using: &generator), y: 0)
        surface.write(PrintableText(generator.text(count: 3)), at: place, style: bold)
        for x in 0..<9 {
          let isWide = Width.of(scalars: surface[x, 0].cluster.unicodeScalars) == 2
          let isFollowed = x + 1 < 9 && surface[x + 1, 0].cluster.isEmpty
          #expect(isWide == isFollowed)
        }
      }
    }
  }
}
