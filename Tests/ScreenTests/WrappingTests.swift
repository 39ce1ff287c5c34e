import Scratch
import Testing

@testable import Screen

extension ScreenTests {
  @Suite struct WrappingTests {
    @Test(arguments: [
      ("", 5, [""]), ("hello", 5, ["hello"]), ("hello world", 5, ["hello", "world"]),
      ("hello world", 6, ["hello", "world"]), ("hello world", 8, ["hello", "world"]),
      ("hello world", 11, ["hello world"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("a bc  def", 5, ["a bc", "def"]), ("  indented", 10, ["  indented"]),
      ("ab   cd", 3, ["ab", "cd"]), ("漢字漢字", 5, ["漢字", "漢字"]), ("ab漢字", 4, ["ab漢", "字"]),
      ("see 漢字漢字", 6, ["see 漢", "字漢字"]), ("漢", 1, ["�"]), ("a b", 1, ["a", "b"]),
      ("   ", 2, ["  "]), ("one two three", 7, ["one two", "three"]),
      ("x verylongword", 6, ["x", "verylo", "ngword"]),
    ])
    func `I3 lines break at spaces where possible`(text: String, columns: Int, lines: [String]) {
      #expect(PrintableText(text).wrapped(to: columns).map(\.text) == lines)
    }

    @Test(arguments: 0..<200)
    func `I3 no line is over its width and no word is lost`(seed: Int) {
      var generator = SeededGenerator(seed: UInt64(seed))
      let words = (0..<30).map { _ in
        generator.text(count: Int.random(in: 0...9, using: &generator))
      }
      let text = PrintableText(words.joined(separator: " "))
      for columns in [2, 3, 7, 20, 1000] {
        let lines = text.wrapped(to: columns)
        #expect(!lines.isEmpty && lines.allSatisfy { $0.width <= columns })
        let kept = lines.flatMap(\.clusters).filter { $0.text != " " }
        #expect(kept == text.clusters.filter { $0.text != " " })
        let ranges = text.wrappedRanges(to: columns)
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
      }
    }

    @Test func `S8 a text of the greatest length wraps whole`() {
      let text = PrintableText(String(repeating: "wörd ", count: 2000))
      let lines = text.wrapped(to: 40)
      #expect(lines.count == 250)
      #expect(lines.allSatisfy { $0.width == 39 || $0.width == 40 })
    }
  }
}
