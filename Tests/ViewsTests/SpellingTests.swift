import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct SpellingTests {
  private static let wrong = [
    "helo": ["hello", "help"], "Helo": ["Hello"], "helo's": ["hello's"], "wrld": ["world"],
    "qqq": [], "it's'nt": ["isn't"],
  ]

  static func stage(_ width: Int = 100, _ height: Int = 30, theme: Theme = .plain) -> Stage {
    var stage = Stage.conversation(width, height)
    stage.interface.draw(in: theme, of: .shipped)
    stage.interface.follow(Preferences(spelling: "en"))
    return stage
  }

  /// Does what a checker does; returns what it was asked.
  @discardableResult
  private static func answer(_ actions: [Action], on stage: inout Stage) -> [String] {
    var asked: [String] = []
    var left = actions
    // As often as any test has it asked.
    for _ in 0..<100 {
      let words = left.flatMap { action -> [String] in
        if case .checkSpelling(let words) = action { words } else { [] }
      }
      asked += words
      guard !words.isEmpty else { break }
      _ = stage.interface.take(
        words.map { SpelledWord($0, suggestions: wrong[$0]) }, stage.snapshot, now: stage.now)
      left = stage.update()
    }
    return asked
  }

  @discardableResult
  static func type(_ text: String, on stage: inout Stage) -> [String] {
    text.flatMap { answer(stage.type(String($0)), on: &stage) }
  }

  /// What is underlined in the composer.
  private static func marked(_ stage: Stage) -> String {
    let (surface, area) = (stage.surface, stage.layout.composer)
    return (area.y..<area.maxY).map { y in
      (area.x..<area.maxX).map { surface.style($0, y).isUnderlined ? surface[$0, y].cluster : " " }
        .joined().split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }.joined(separator: "|")
  }

  private static func theme() throws -> Theme { try Theme.load(name: "mono") }

  @Test
  func `I12 a misspelt word is underlined once the cursor has left it, and each is asked once`()
    throws
  {
    var stage = Self.stage(theme: try Self.theme())
    #expect(Self.type("helo", on: &stage).isEmpty && Self.marked(stage).isEmpty)
    #expect(Self.type(" you", on: &stage) == ["helo"])
    #expect(Self.marked(stage) == "helo")
    #expect(Self.type(" helo wrld.", on: &stage) == ["you", "wrld"])
    #expect(Self.marked(stage) == "helo helo wrld")
    stage.press(Key(.left))
    #expect(Self.marked(stage) == "helo helo", "it is being written again")
    let hint = stage.rows[29]
    #expect(hint.contains("Alt-; spelling"))
    stage.press(.ctrl("c"))
    #expect(!stage.rows[29].contains("Alt-;"))
  }

  @Test func `I12 where spelling is not checked nothing is asked and nothing is marked`() throws {
    var stage = Stage.conversation()
    #expect(
      !stage.type("helo wrld ").contains { if case .checkSpelling = $0 { true } else { false } })
    stage.press(.alt(";"))
    #expect(stage.toldRow.contains("Spelling is not checked. Alt-, has the setting."))
    stage.interface.follow(Preferences(spelling: "en"))
    #expect(Self.answer(stage.update(), on: &stage) == ["helo", "wrld"], "it counts at once")
    stage.interface.draw(in: try Self.theme(), of: .shipped)
    #expect(Self.marked(stage) == "helo wrld")
    stage.interface.follow(Preferences())
    #expect(Self.marked(stage).isEmpty)
  }

  @Test func `I12 names of contacts, chats and those in the group are right`() throws {
    var stage = Self.stage(theme: try Self.theme())
    stage.snapshot.chats[0].name = "Helo Reyes"
    Self.type("Helo wrld helo's wrld ", on: &stage)
    #expect(Self.marked(stage) == "wrld wrld")
    stage.snapshot.chats[0].name = "Bo Reyes"
    stage.update()
    #expect(Self.marked(stage) == "Helo wrld helo's wrld")
    stage.snapshot.chats[0] = Chat(jid: Stage.bo, kind: .room, name: "team")
    stage.snapshot[.first].rooms[Stage.bo] = Room(
      jid: Stage.bo, attendance: .joined, nick: "ana", occupants: [.init(nick: "the_helo")])
    stage.update()
    #expect(Self.marked(stage) == "wrld wrld")
    stage.press(.alt("2"))
    Self.type("helo ", on: &stage)
    #expect(Self.marked(stage) == "helo", "of this chat nobody is called so")
  }

  @Test func `I12 a draft of several lines is marked in each, whatever stands beside it`() throws {
    var stage = Self.stage(80, 24, theme: try Self.theme())
    let text =
      "你好 helo e\u{301}te\u{301} wrld\n\n" + String(repeating: "much more ", count: 5) + "helo !"
    Self.answer(stage.send(.paste(text)), on: &stage)
    #expect(Self.marked(stage) == "helo wrld|helo")
    stage.interface.follow(Preferences(spelling: nil))
    let plain = stage.rows
    stage.interface.follow(Preferences(spelling: "en"))
    Self.answer(stage.update(), on: &stage)
    // The hints name the key.
    #expect(stage.rows.dropLast() == plain.dropLast(), "nothing shifts")
  }

  private static func offered(_ text: String, _ width: Int = 100, _ height: Int = 30) -> Stage {
    var stage = stage(width, height)
    type(text, on: &stage)
    answer(stage.press(.alt(";")), on: &stage)
    return stage
  }

  @Test func `I12 what may be meant is offered, and Enter puts it in the word's place`() {
    var stage = Self.offered("helo you")
    for part in ["In place of “helo”", "1 hello", "2 help", "+ Add “helo” to my words"] {
      #expect(stage.text.contains(part), "\(part)")
    }
    stage.press(Key(.down), Key(.enter))
    #expect(ComposerTests.shown(stage) == "help you|" && !stage.text.contains("In place"))
    stage.press(.ctrl("y"))
    #expect(ComposerTests.shown(stage) == "help youhelo|", "what was replaced is not lost")
  }

  @Test func `I12 a digit takes one, and Esc leaves all as it was`() {
    var stage = Self.offered("so helo")
    #expect(stage.text.contains("In place of “helo”"), "the word that is being written, asked now")
    stage.press(Key(.escape))
    #expect(ComposerTests.shown(stage) == "so helo|" && !stage.text.contains("In place"))
    stage.press(.alt(";"))
    #expect(stage.press(.char("7")).isEmpty && stage.text.contains("In place of “helo”"))
    stage.press(.char("1"))
    #expect(ComposerTests.shown(stage) == "so hello|")
    Self.answer(stage.press(.alt(";")), on: &stage)
    #expect(stage.toldRow.contains("No word here is misspelt."))
  }

  @Test func `I12 the cursor stays at its place in the text`() {
    var stage = Self.offered("ok wrld helo. And")
    #expect(stage.text.contains("In place of “helo”"), "the one before the cursor")
    stage.press(.char("1"))
    #expect(ComposerTests.shown(stage) == "ok wrld hello. And|")
    stage.press(Key(.home), .alt(";"))
    #expect(stage.text.contains("In place of “wrld”"), "the first one, where none is before it")
    stage.press(.char("1"))
    #expect(ComposerTests.shown(stage) == "|ok world hello. And")
    stage.press(.ctrl("c"))
    Self.type("so helo", on: &stage)
    stage.press(Key(.left), Key(.left))
    Self.answer(stage.press(.alt(";")), on: &stage)
    stage.press(.char("1"))
    #expect(ComposerTests.shown(stage) == "so hello|", "behind the word it stood in")
  }

  @Test func `I12 the user says that a word is right`() throws {
    var stage = Self.offered("helo you")
    #expect(stage.press(.char("+")) == [.addWord("helo")])
    stage.interface.draw(in: try Self.theme(), of: .shipped)
    #expect(Self.marked(stage).isEmpty && ComposerTests.shown(stage) == "helo you|")
    var alone = Self.offered("qqq you")
    #expect(alone.text.contains("Nothing like “qqq”"))
    #expect(alone.press(Key(.enter)) == [.addWord("qqq")])
  }

  @Test func `I12 a curly apostrophe stays one`() {
    var stage = Self.offered("it’s’nt so")
    stage.press(.char("1"))
    #expect(ComposerTests.shown(stage) == "isn’t so|")
  }

  @Test func `I12 a word that is gone meanwhile is not replaced`() {
    var stage = Self.offered("helo you")
    stage.interface.replaceComposer("something else")
    stage.press(Key(.enter))
    #expect(ComposerTests.shown(stage) == "something else|")
  }

  @Test func `I12 a checker that was given up is asked no more`() throws {
    var stage = Self.stage(theme: try Self.theme())
    #expect(stage.type("helo ").contains(.checkSpelling(["helo"])))
    #expect(!stage.type("wrld ").contains(.checkSpelling(["wrld"])), "one thing at a time")
    #expect(stage.interface.take(nil, stage.snapshot, now: stage.now).isEmpty)
    #expect(Self.type("more ", on: &stage).isEmpty && Self.marked(stage).isEmpty)
    stage.press(.alt(";"))
    #expect(stage.toldRow.contains("no spell checker is at work"))
    #expect(ComposerTests.shown(stage) == "helo wrld more |")
  }

  @Test(arguments: [(100, 30), (80, 24), (40, 12), (20, 5)])
  func `I12 what is offered has room on every screen`(width: Int, height: Int) {
    var stage = Self.offered("helo you", width, height)
    if height > 5 { #expect(stage.text.contains("1 hello")) }
    stage.press(Key(.enter))
    #expect(ComposerTests.shown(stage) == "hello you|")
  }
}
