import Model
import Screen
import Store
import Testing

@testable import Views

/// What is marked in messages, in the pane and where else messages are told of (XEP-0393, XEP-0245).
@Suite struct StylingTests {
  static let texts = [
    "*strong* _emphasis_ ~struck~ `code` plain", "see https://a.b/c_d, or *https://e.f*",
    "> quoted *strongly*\n```\nlet *a* = 1\n```\nafter",
  ]

  static func stage(
    _ texts: [String] = texts, theme: String = "terminal", isStyled: Bool = true,
    _ width: Int = 100, _ height: Int = 30
  ) throws -> Stage {
    var stage = Stage.conversation(width, height)
    stage.interface = Interface(
      theme: try Theme.load(name: theme), preferences: Preferences(drawsStyling: isStyled))
    stage.openPane(texts.enumerated().map { Stage.message(Int64($0) + 1, $1) })
    stage.resize(width, height)
    return stage
  }

  /// The styles of a text in the first row that has it.
  static func styles(_ part: String, _ stage: Stage) throws -> Set<Style> {
    let row = try #require(stage.row(containing: part), "\(part)\n\(stage.text)")
    let before = try #require(stage.rows[row].firstRange(of: part)).lowerBound
    let x = PrintableText(String(stage.rows[row][..<before])).width
    return Set((x..<(x + part.count)).map { stage.surface[$0, row].style })
  }

  @Test func `I4 M5 what its writer wants unstyled is drawn as it is, with its links`() throws {
    let text = "*strong* and https://a.b/c_d_e"
    func drawn(_ isUnstyled: Bool) throws -> Stage {
      var stage = try Self.stage([])
      var message = Stage.message(1, "")
      message.content = .text(text, isUnstyled: isUnstyled)
      stage.openPane([message])
      return stage
    }
    #expect(try Self.styles("strong", drawn(false)) == [Style(isBold: true)])
    #expect(try Self.styles("*strong*", drawn(true)) == [Style()])
    let link = try Self.styles("https://a.b/c_d_e", drawn(true))
    #expect(try link == Self.styles("https://a.b/c_d_e", drawn(false)))
    #expect(link != [Style()])
  }

  @Test func `I4 M5 what is marked is drawn, and the marks stand back`() throws {
    let stage = try Self.stage()
    #expect(stage.text.contains(Self.texts[0]), "nothing is hidden")
    #expect(try Self.styles("strong", stage) == [Style(isBold: true)])
    #expect(try Self.styles("emphasis", stage) == [Style(isItalic: true)])
    #expect(try Self.styles("struck", stage) == [Style(isStruck: true)])
    #expect(try Self.styles("code", stage) == [Style(foreground: .palette(6))])
    #expect(try Self.styles(" plain", stage) == [Style()])
    #expect(try Self.styles("let *a* = 1", stage) == [Style(foreground: .palette(6))])
    #expect(try Self.styles("after", stage) == [Style()])
    let faint = Style(foreground: .palette(8))
    #expect(try Self.styles("```", stage) == [faint])
    #expect(try Self.styles("> quoted ", stage) == [faint])
    #expect(try Self.styles("strongly", stage) == [Style(foreground: .palette(8), isBold: true)])
    let row = try #require(stage.row(containing: "*strong*"))
    let marks = stage.rows[row].enumerated().filter { "*_~`".contains($0.element) }.map(\.offset)
    #expect(marks.count == 8 && marks.allSatisfy { stage.surface[$0, row].style == faint })
  }

  @Test func `M5 each cell of a link leads to the whole of it, also where it is broken`() throws {
    let address = "https://example.org/" + String(repeating: "path/", count: 9) + "end"
    let stage = try Self.stage(["see \(address), or https://a.b", "https://c.d/\u{200B}e"], 60, 20)
    let places = (0..<20).flatMap { y in (0..<60).map { Point(x: $0, y: y) } }
    var led: [String: Int] = [:]
    for place in places {
      if let found = stage.surface.address(place.x, place.y) { led[found, default: 0] += 1 }
    }
    let seen = stage.text
    #expect(led == [address: address.count, "https://a.b": 11], "\(seen)")
    var other = Surface(size: Size(width: 60, height: 20))
    other.write(PrintableText("x"), at: Point(x: 0, y: 0), style: Style(), to: "http://e.f")
    other.draw(stage.surface, at: Point(x: 0, y: 1))
    let first = try #require(places.first { stage.surface.address($0.x, $0.y) != nil })
    #expect(other.address(0, 0) == "http://e.f")
    #expect(other.address(first.x, first.y + 1) == address)
    other.fill(Rect(x: 0, y: 0, width: 60, height: 20), style: Style())
    #expect(other.address(first.x, first.y + 1) == nil)
  }

  @Test func `I4 M5 without colours it is drawn in attributes`() throws {
    let stage = try Self.stage(theme: "mono")
    #expect(try Self.styles("strong", stage) == [Style(isBold: true)])
    #expect(try Self.styles("struck", stage) == [Style(isStruck: true)])
    #expect(try Self.styles("> quoted ", stage) == [Style(isDim: true)])
    #expect(try Self.styles("code", stage) == [Style()])
  }

  @Test func `M5 links are underlined, without what ends the sentence around them`() throws {
    let stage = try Self.stage()
    #expect(try Self.styles("https://a.b/c_d", stage) == [Style(isUnderlined: true)])
    #expect(try Self.styles(", or ", stage) == [Style()])
    let both = Style(isBold: true, isUnderlined: true)
    #expect(try Self.styles("https://e.f", stage) == [both])
  }

  @Test func `Z2 M5 only what would be opened is underlined`() throws {
    let hidden = "https://a.b\u{200B}evil.org and https://c.d/e"
    let stage = try Self.stage([hidden])
    #expect(Link.all(in: hidden).first == "https://a.b")
    #expect(try Self.styles("https://a.bevil.org", stage) == [Style()])
    #expect(try Self.styles("https://c.d/e", stage) == [Style(isUnderlined: true)])
  }

  @Test(arguments: [(100, 30), (80, 24), (40, 12), (25, 12)])
  func `M5 what is marked changes no layout`(width: Int, height: Int) throws {
    let texts = Self.texts + ["*a long* " + String(repeating: "_word_ 漢字 *x* ", count: 30)]
    let styled = try Self.stage(texts, width, height)
    let plain = try Self.stage(texts, isStyled: false, width, height)
    #expect(styled.rows == plain.rows)
    for y in 0..<height where !plain.rows[y].isEmpty {
      for x in 0..<width { #expect(!plain.surface[x, y].style.isStruck) }
    }
  }

  @Test func `M5 switched off, all is drawn as it came`() throws {
    let stage = try Self.stage(isStyled: false)
    for part in ["*strong*", "> quoted *strongly*", "let *a* = 1", "https://a.b/c_d"] {
      #expect(try Self.styles(part, stage) == [Style()])
    }
  }

  @Test func `M5 a span goes on in the rows below, and a selected message shows it`() throws {
    let text = "*" + String(repeating: "bold words ", count: 20) + "finish*"
    var stage = try Self.stage([text])
    #expect(try Self.styles("bold words", stage) == [Style(isBold: true)])
    #expect(try Self.styles("finish", stage) == [Style(isBold: true)])
    let plain = try Self.styles("Dad", stage)
    stage.press(Key(.escape))
    let selected = try Self.styles("finish", stage)
    let tint = stage.interface.appearance.look.style(.messageSelected).background
    #expect(tint != nil && selected.count == 1)
    #expect(selected.allSatisfy { $0.isBold && $0.background == tint })
    #expect(try Self.styles("Dad", stage) == plain)
  }

  @Test func `M5 a text that is shown whole is read as one`() {
    let text = "*" + String(repeating: "x", count: 25_000) + " y*\n_z_"
    let message = Stage.message(1, text)
    let lines = LaidOutLines().lines(
      of: message.text, row: message.messageID, lead: nil, width: 60, isWhole: true
    ).lines
    #expect(lines.first?.marks.first == [.strong, .directive])
    #expect(lines.dropFirst().dropLast(2).allSatisfy { $0.marks.allSatisfy { $0 == .strong } })
    #expect(lines.last?.marks == [[.emphasis, .directive], .emphasis, [.emphasis, .directive]])
    #expect(lines.allSatisfy { $0.marks.count == $0.text.clusters.count })
    // Up to where it is laid out, it has no end.
    let cut = LaidOutLines().lines(of: message.text, row: message.messageID, lead: nil, width: 60)
      .lines
    #expect(cut.allSatisfy { $0.marks.isEmpty })
  }

  @Test func `M5 a message without marks keeps none`() {
    let lines = LaidOutLines().lines(
      of: "just words", row: MessageID(row: 1, of: .first), lead: nil, width: 60)
    #expect(lines.lines.allSatisfy { $0.marks.isEmpty })
  }

  // MARK: /me

  @Test func `M5 who says what they do is shown doing it`() throws {
    var stage = try Self.stage(["/me waves *wildly*", "/me > is no quotation\nplain"])
    stage.snapshot.pane?.messages.append(Stage.message(9, "/me waves, too", mine: .sent))
    stage.update()
    #expect(stage.text.contains("* Bo waves *wildly*") && !stage.text.contains("Bo ┃ * Bo"))
    #expect(stage.text.contains("* ana waves, too") && !stage.text.contains("you ┃ * ana"))
    #expect(try Self.styles("* Bo waves ", stage) == [Style(isItalic: true)])
    #expect(try Self.styles("wildly", stage) == [Style(isBold: true, isItalic: true)])
    #expect(try Self.styles("* Bo > is no quotation", stage) == [Style(isItalic: true)])
    #expect(try Self.styles("plain", stage) == [Style()])
    stage.press(Key(.escape))
    #expect(stage.press(.char("y")) == [.copy("/me waves, too")])
  }

  @Test func `M5 another name in the roster is there at once`() throws {
    var stage = try Self.stage(["/me waves"])
    stage.snapshot.chats[0].name = "Robert"
    stage.update()
    #expect(stage.text.contains("* Robert waves") && !stage.text.contains("* Bo"))
  }

  @Test func `A1 M5 a notice tells what somebody does, with the name once`() {
    var stage = AlertTests.stage()
    #expect(AlertTests.arrive("/me waves", from: Stage.cy, at: &stage).isEmpty)
    #expect(stage.toldRow.hasPrefix(" * Cy waves"))
  }

  @Test func `Z2 M5 a name commands no terminal`() {
    var stage = Stage.conversation()
    stage.snapshot.chats[0].name = "\u{1B}[2J*Bo*"
    stage.openPane([Stage.message(1, "/me waves")])
    stage.update()
    #expect(stage.text.contains("* ␛[2J*Bo* waves"))
  }
}
