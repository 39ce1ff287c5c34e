import Testing

@testable import Screen

extension ScreenTests {
  /// XEP-0393 1.1.1, with its examples.
  @Suite struct MessageStylingTests {
    /// A letter for each cluster: `^` marks, strong, emphasis, k struck, code, quoted, B strong and more, `.` plain.
    static func marks(_ text: String) -> String {
      var styling = MessageStyling()
      return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let outline = PrintableText(String(line)).outline
        return String(styling.marks(of: outline).map(letter))
      }.joined(separator: "\n")
    }

    private static func letter(_ marks: TextMarks) -> Character {
      if marks.contains(.directive) { return "^" }
      if marks.contains(.strong), marks != .strong, marks != [.strong, .quote] { return "B" }
      let letters: [(TextMarks, Character)] = [
        (.strong, "s"), (.emphasis, "e"), (.strike, "k"), (.code, "c"), (.quote, "q"),
      ]
      return letters.first { marks.contains($0.0) }?.1 ?? "."
    }

    @Test(arguments: [
      ("*strong span*", "^sssssssssss^"), ("plain _emphasis_ plain", "......^eeeeeeee^......"),
      ("`pre` plain *strong*", "^ccc^.......^ssssss^"), ("*strong*plain*", "^ssssss^......"),
      ("* plain *strong*", "........^ssssss^"), ("~dis~likes", "^kkk^....."),
      ("*_a_*", "^^B^^"), ("_*a* b_", "^^B^ee^"), ("*`a`*", "^^B^^"), ("`*a*`", "^ccc^"),
      ("*this cannot _overlap*_", "^" + String(repeating: "s", count: 20) + "^."),
      ("*a *b*", "^ssss^"), ("\u{A0}*a*", ".^s^"), ("\u{3000}*a*", ".^s^"), ("*漢*", "^s^"),
      ("*a\tb*", "^ssssss^"), ("*👩‍👩‍👧‍👦*", "^s^"), ("see _https://a.b/c_", "....^eeeeeeeeeeeee^"),
    ])
    func `M5 a span is what stands between two directives of a line`(
      text: String, marks: String
    ) {
      #expect(Self.marks(text) == marks)
    }

    @Test(arguments: [
      "plain", "not strong*", "*not strong", "*not \n strong*", "*not *strong", "**", "***",
      "****", "", "*", "* a*", "*a *", "a*b*", "**bold**", "snake_case_name", "2*3*4", "`", "``",
      "a ~~b~~ c", "*a_b_", "://x_y_", " > no quotation", "_\u{A0}a_", "* *",
    ])
    func `M5 what breaks a rule is a character like all others`(text: String) {
      #expect(Self.marks(text).allSatisfy { $0 == "." || $0 == "\n" })
    }

    @Test func `M5 what follows an end is no begin`() {
      #expect(Self.marks("*a*_b_") == "^s^...")
      #expect(Self.marks("*_a_") == "....")
    }

    @Test(arguments: [
      ("```ignored\n*code*\n```\n*plain*", "^^^ccccccc\ncccccc\n^^^\n^sssss^"),
      ("```\na```\n``` \n> b", "^^^\ncccc\ncccc\nccc"), ("````\na\n```", "^^^c\nc\n^^^"),
      ("a ```\nb", "....c".replacing("c", with: ".") + "\n."),
      ("> a\nb", "^qq\n."), (">a *b*", "^qq^s^"), (">> a\n> b", "^^qq\n^qq"),
      ("> > a", "^q^qq"), ("> ```\n> code\n> > code\nplain", "^q^^^\n^qcccc\n^qcccccc\n....."),
      ("> ```\n> a\n> ```\n> *b*", "^q^^^\n^qc\n^q^^^\n^q^s^"),
      (">> ```\n> *b*", "^^q^^^\n^q^s^"), (">", "^"), ("> _ <", "^qqqq"),
      (">  ```\n> a", "^qqqqq\n^qq"),
    ])
    func `M5 blocks are read before spans`(text: String, marks: String) {
      #expect(Self.marks(text) == marks)
    }

    @Test func `Z2 M5 what is marked is what is seen`() {
      // A character that is not drawn makes no difference; a mark of one that is does.
      #expect(Self.marks("\u{200B}*a*") == "^s^")
      #expect(Self.marks("\u{202E}*a*").hasSuffix("...") && Self.marks("\u{1B}*a*") == "....")
      #expect(Self.marks("*\u{301}a*") == "...")
    }

    @Test func `M5 outlines have a byte for each cluster`() {
      let text = PrintableText("a\tb 漢é\u{2003}e\u{301}")
      #expect(String(decoding: text.outline.map { min($0, 0x7E) }, as: UTF8.self) == "a    b ~~ ~")
    }

    @Test func `I4 a style can be struck, in a theme and over another`() throws {
      let toml =
        "[roles]\n\"message.strike\" = { strike = true }\n\"message.strong\" = { bold = true }"
      let theme = try Theme.parse(toml: toml, file: "mine.toml")
      let both = theme.style([.messageStrike, .messageStrong], on: nil)
      #expect(both.isStruck && both.isBold && !theme.style(.messageText, on: nil).isStruck)
    }

    @Test func `M5 marks hide nothing and stand back`() {
      #expect(([.strong, .directive] as TextMarks).roles == [.messageMarker])
      #expect(
        ([.strong, .strike, .quote] as TextMarks).roles
          == [.messageStrike, .messageStrong, .messageQuote])
      #expect(TextMarks().roles.isEmpty)
    }
  }
}
