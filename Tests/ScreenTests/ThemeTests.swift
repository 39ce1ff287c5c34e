import Testing

@testable import Screen

extension ScreenTests {
  @Suite struct ThemeTests {
    @Test func `I4 a style has colours by name, number, hexadecimal and palette`() throws {
      let toml = """
        [palette]
        sea = "#0080ff"
        deep = "sea"
        [roles]
        text = "bright-red"
        dim = { fg = 240, bg = "17", bold = true, dim = true, italic = true }
        title = { fg = "deep", bg = "default", underline = true, reverse = true }
        """
      // "deep" comes before "sea" in no order but the written one.
      let theme = try Theme.parse(toml: toml, file: "folder/mine.toml")
      #expect(theme.name == "mine")
      #expect(theme.style(.text) == Style(foreground: .palette(9)))
      #expect(
        theme.style(.dim)
          == Style(
            foreground: .palette(240), background: .palette(17), isBold: true, isDim: true,
            isItalic: true))
      #expect(
        theme.style(.title)
          == Style(foreground: .rgb(0, 128, 255), isUnderlined: true, isReversed: true))
      #expect(theme.style(.border) == Style())
    }

    @Test func `I4 a theme inherits roles, and its palette colours them`() throws {
      let toml = "inherits = \"terminal\"\n[palette]\nbad = 200\n[roles]\ntext = \"blue\""
      let theme = try Theme.parse(toml: toml, file: "mine.toml")
      #expect(theme.style(.text).foreground == .palette(4))
      #expect(theme.style(.statusFailed).foreground == .palette(200))
      #expect(theme.style(.presenceOnline).foreground == .palette(2))
    }

    @Test func `I4 a name of an inherited palette means what the palette has for it in the end`()
      throws
    {
      let toml = "inherits = \"terminal\"\n[palette]\nwaiting = 200"
      let theme = try Theme.parse(toml: toml, file: "mine.toml")
      #expect(theme.style(.statusQueued).foreground == .palette(200))
      #expect(theme.style(.bannerOffline).background == .palette(200))
      // One that is called like the colour it is: no circle.
      let same = "[palette]\nred = \"red\"\n[roles]\ntext = \"red\""
      #expect(try Theme.parse(toml: same, file: "mine.toml").style(.text).foreground == .palette(1))
      #expect(throws: ThemeError.self) {
        try Theme.parse(toml: "[palette]\nsea = \"deep\"\ndeep = \"sea\"", file: "mine.toml")
      }
    }

    @Test func `I4 what a role leaves open is its ground's, and then the text's`() throws {
      let toml = """
        [roles]
        text = { fg = "#101010", bg = "#f0f0f0" }
        dim = "red"
        dialog = { bg = "blue" }
        title = { fg = "green", reverse = true }
        """
      let theme = try Theme.parse(toml: toml, file: "mine.toml")
      let (ink, paper) = (Color.rgb(0x10, 0x10, 0x10), Color.rgb(0xF0, 0xF0, 0xF0))
      let red = Color.palette(1)
      #expect(theme.style(.hint, on: nil) == Style(foreground: ink, background: paper))
      #expect(theme.style(.dim, on: nil) == Style(foreground: red, background: paper))
      #expect(
        theme.style(.dim, on: .dialog) == Style(foreground: red, background: .palette(4)))
      #expect(
        theme.style(.dim, on: .title)
          == Style(foreground: .palette(2), background: paper, isReversed: true))
    }

    @Test(arguments: [
      ("[roles]\n\ntitel = \"red\"", "f.toml:3: unknown role \"titel\"; did you mean \"title\"?"),
      (
        "[roles]\n\"status.qeued\" = {}",
        "f.toml:2: unknown role \"status.qeued\"; did you mean \"status.queued\"?"
      ),
      ("[roles]\ntext = \"gren\"", "f.toml:2: unknown colour \"gren\"; did you mean \"green\"?"),
      ("[roles]\ntext = { bg = \"#12345\" }", "f.toml:2: unknown colour \"#12345\""),
      ("[roles]\ntext = 256", "f.toml:2: unknown colour \"256\""),
      (
        "[palette]\nleaf = \"green\"\n[roles]\ntext = \"laef\"",
        "f.toml:4: unknown colour \"laef\"; did you mean \"leaf\"?"
      ),
      ("[roles]\ntext = { bolt = true }", "f.toml:2: unknown key \"bolt\"; did you mean \"bold\"?"),
      ("[roles]\ntext = { bold = 1 }", "f.toml:2: \"bold\" must be true or false"),
      ("[role]", "f.toml:1: unknown key \"role\"; did you mean \"roles\"?"),
      ("inherits = \"moon\"", "no theme \"moon\"; did you mean \"mono\"?"),
      ("inherits = \"f\"", "f.toml:1: \"f\" inherits from itself"),
    ])
    func `I4 a mistake names its line and the nearest name`(toml: String, message: String) {
      let error = #expect(throws: ThemeError.self) {
        try Theme.parse(toml: toml, file: "f.toml") { $0 == "f" ? toml : nil }
      }
      #expect(error?.description == message)
    }

    @Test func `I4 broken TOML is an error with its line`() {
      let error = #expect(throws: ThemeError.self) {
        try Theme.parse(toml: "[roles]\ntext = = 1", file: "f.toml")
      }
      guard case .syntax("f.toml", 2, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test(arguments: [
      "a = 1\n[\(parts(20_000))]\n", "a = 1\n\(parts(20_000)) = 1\n",
      "a = 1\nb = {\(parts(20_000)) = 1}\n", "a = 1\n\(parts(20_000, quoted: true)) = 1\n",
      "a = 1\nb = \(String(repeating: "[", count: 20_000))",
    ])
    func `Z4 tables inside of each other without end are an error with its line`(text: String) {
      let error = #expect(throws: TOML.SyntaxError.self) { try TOML.parse(text) }
      #expect(error?.line == 2)
    }

    nonisolated private static func parts(_ count: Int, quoted: Bool = false) -> String {
      [String](repeating: quoted ? "\"a\"" : "a", count: count).joined(separator: ".")
    }

    @Test func `I1 a name of a hundred parts is one, and dots in texts are no parts`() throws {
      _ = try TOML.parse("[\(Self.parts(100))]\n")
      let dots = String(repeating: "1.5, ", count: 200)
      #expect(try TOML.parse("a = [\(dots)]").table?["a"]?.array?.count == 200)
    }

    @Test func `I1 a TOML value keeps its kind and its line`() throws {
      let toml = try TOML.parse("a = 1\nb = [true, 1.5]\n[c]\nd = \"x\\n\\\"é\"\ne = 2024-01-02")
      #expect(toml.entries.map(\.key) == ["a", "b", "c"])
      #expect(toml.table?["a"]?.integer == 1)
      #expect(toml.table?["b"]?.array?.map(\.boolean) == [true, nil])
      #expect(toml.table?["b"]?.array?[1].real == 1.5)
      #expect(toml.table?["c"]?.table?["d"]?.string == "x\n\"é")
      #expect(toml.table?["c"]?.table?["d"]?.line == 4)
      #expect(toml.table?["c"]?.table?["e"]?.string == "2024-01-02")
    }
  }
}
