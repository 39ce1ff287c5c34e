import Testing

@testable import Screen

extension ScreenTests {
  @Suite struct WidthTests {
    @Test(
      arguments: [
        ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("ｱ", 1), ("Ａ", 2), ("각", 2),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("─", 1), ("●", 1), ("✓", 1), ("…", 1),
        ("😀", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("👍🏽", 2), ("❤\u{FE0F}", 2), ("❤", 1),
        ("1\u{FE0F}\u{20E3}", 2),
        ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("🫩", 2), ("⌚", 2),
        ("कि", 2), ("क", 1), ("நி", 2), ("ไ", 1), ("กำ", 2), ("\u{3000}", 2), ("\u{A0}", 1),
        ("\u{1F1E6}", 2), ("\u{301}", 0), ("\u{200B}", 0),
      ] as [(Character, Int)])
    func `I3 a cluster takes the columns a terminal gives it`(cluster: Character, columns: Int) {
      #expect(Width.of(cluster) == columns)
    }

    @Test func `I3 ambiguous characters and emoji sequences follow their settings`() {
      defer {
        Width.isAmbiguousWide = false
        Width.isEmojiNarrow = false
      }
      Width.isAmbiguousWide = true
      #expect(Width.of("●") == 2 && Width.of("α") == 2 && Width.of("a") == 1)
      #expect(Glyphs.current == .ascii)
      Width.isAmbiguousWide = false
      #expect(Width.of("●") == 1)
      Width.isEmojiNarrow = true
      #expect(Width.of("❤\u{FE0F}") == 1 && Width.of("1\u{FE0F}\u{20E3}") == 1)
      #expect(Width.of("😀") == 2)
    }

    @Test func `I4 every glyph takes one column a character, and the ASCII ones are ASCII`() {
      for (unicode, ascii) in zip(strings(.unicode), strings(.ascii)) {
        #expect(unicode.allSatisfy { Width.of($0) == 1 })
        #expect(ascii.allSatisfy { $0.isASCII } && ascii.count == unicode.count)
      }
    }

    private func strings(_ glyphs: Glyphs) -> [String] {
      Mirror(reflecting: glyphs).children.compactMap { $0.value as? String }
    }
  }
}
