import Scratch
import Testing

@testable import Screen

extension ScreenTests {
  @Suite struct PrintableTextTests {
    @Test(arguments: [
      ("plain", "plain"), ("", ""), ("\u{1B}[31m", "␛[31m"), ("a\nb", "a␊b"), ("a\r\nb", "a␍␊b"),
      ("\u{7F}", "␡"), ("\u{9B}2J", "<9B>2J"), ("a\tb", "a    b"),
      ("ab\u{202E}cd\u{202C}", "ab<RLO>cd<PDF>"), ("\u{2066}x\u{2069}", "<LRI>x<PDI>"),
      ("a\u{200B}b\u{FEFF}c\u{AD}d", "abcd"), ("\u{200F}אב", "אב"), ("\u{2028}", "<2028>"),
      ("\u{301}", "\u{25CC}\u{301}"), ("\u{FFFF}", "\u{FFFD}"), ("\u{0378}", "\u{FFFD}"),
      ("a\u{E0041}", "a"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("👩\u{200D}", "👩"), ("می‌خواهم", "می‌خواهم"),
      ("\u{3164}", ""),
    ])
    func `Z2 what a terminal would obey or hide is shown or left out`(given: String, shown: String)
    {
      #expect(PrintableText(given).text == shown)
    }

    @Test(arguments: 0..<400)
    func `Z2 no text commands the terminal, and its width is the sum of its clusters`(seed: Int) {
      var generator = SeededGenerator(seed: UInt64(seed))
      let text = PrintableText(generator.text(count: 60))
      for scalar in text.text.unicodeScalars {
        #expect(scalar.properties.generalCategory != .control, "\(scalar.value)")
        #expect(
          !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
        #expect(scalar.properties.generalCategory != .lineSeparator)
      }
      #expect(text.width == text.clusters.reduce(0) { $0 + $1.width })
      for cluster in text.clusters {
        #expect((1...2).contains(cluster.width) && !cluster.text.isEmpty)
        #expect(cluster.text.unicodeScalars.count <= PrintableText.scalarsPerCluster)
        #expect(cluster.width == max(1, Width.of(scalars: cluster.text.unicodeScalars)))
      }
      #expect(PrintableText(text.text).text == text.text, "shown again it is the same")
    }

    @Test func `I3 of two texts that Unicode takes for equal each is shown as it was written`() {
      for text in ["\u{E9}t\u{E9}", "e\u{301}te\u{301}"] {
        #expect(Array(PrintableText(text).text.unicodeScalars) == Array(text.unicodeScalars))
      }
    }

    @Test func `Z2 a thousand combining marks are cut to eight with a mark`() {
      let text = PrintableText("a" + String(repeating: "\u{301}", count: 1000) + "b")
      #expect(text.clusters.map(\.width) == [1, 1, 1])
      #expect(text.clusters[0].text.unicodeScalars.count == 9)
      #expect(text.clusters[1].text == "…")
      let jamo = PrintableText(String(repeating: "\u{1100}", count: 1000))
      #expect(jamo.width == 2000)
    }

    @Test(arguments: [
      ("hello", 10, "hello"), ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"),
      ("hello", 0, ""), ("漢字漢字", 5, "漢字…"), ("漢字漢字", 4, "漢…"), ("", 0, ""),
    ])
    func `I3 truncated text ends in an ellipsis and never exceeds its columns`(
      text: String, columns: Int, expected: String
    ) {
      let result = PrintableText(text).truncated(to: columns)
      #expect(result.text == expected)
      #expect(result.width <= columns)
    }
  }
}
