import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct ComposerTests {
  /// What stands in the composer with a bar at the cursor.
  static func shown(_ stage: Stage) -> String {
    let buffer = stage.interface.drafts.composer.buffer
    return String(buffer.characters[..<buffer.cursor]) + "|"
      + String(buffer.characters[buffer.cursor...])
  }

  static func stage(_ text: String, width: Int = 100) -> Stage {
    var stage = Stage.conversation(width, 24)
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    stage.send(.paste(parts[0] + parts[1]))
    for _ in parts[1] { stage.press(Key(.left)) }
    return stage
  }

  static let edits: [(String, [Key], String)] = [
    ("hello world|", [Key.ctrl("w")], "hello |"),
    ("hello world  |", [Key.ctrl("w")], "hello |"),
    ("hello wor|ld", [Key.ctrl("u")], "|ld"),
    ("one\ntwo|", [Key.ctrl("u")], "one\n|"),
    ("hello world|", [Key.ctrl("w"), Key.ctrl("a"), Key.ctrl("y")], "world|hello "),
    ("hello|", [Key.ctrl("a")], "|hello"),
    ("one\ntwo|", [Key(.home)], "one\n|two"),
    ("one|\ntwo", [Key(.home), Key(.end)], "one|\ntwo"),
    ("|hello", [Key.ctrl("e")], "hello|"),
    ("hello big world|", [Key.alt("b"), Key.alt("b")], "hello |big world"),
    ("|hello big", [Key.alt("f")], "hello| big"),
    ("|hello big", [Key.alt("d")], "| big"),
    ("hello| big", [Key.alt("d")], "hello|"),
    ("hello| big", [Key.alt("d"), Key.ctrl("a"), Key.ctrl("y")], " big|hello"),
    ("hello|", [Key.alt("d")], "hello|"),
    ("ab|cd", [Key(.left), Key(.left), Key(.left)], "|abcd"),
    ("ab|cd", [Key(.right), Key(.right), Key(.right)], "abcd|"),
    ("ab|cd", [Key(.backspace)], "a|cd"),
    ("ab|cd", [Key(.delete)], "ab|d"),
    ("ab|cd", [Key.ctrl("d")], "ab|d"),
    ("|ab", [Key(.backspace)], "|ab"),
    ("ab|", [Key(.delete)], "ab|"),
    ("ab|cd", [Key(.enter, .alt)], "ab\n|cd"),
    ("ab|cd", [Key.ctrl("j")], "ab\n|cd"),
    ("one\ntw|o", [Key(.up)], "on|e\ntwo"),
    ("on|e\ntwo", [Key(.down)], "one\ntw|o"),
    ("on|e", [Key(.up)], "|one"),
    ("on|e", [Key(.down)], "one|"),
    ("one two|", [Key.ctrl("c")], "|"),
    ("one two|", [Key.ctrl("c"), Key.ctrl("y")], "one two|"),
    ("a|", [Key(.character("B"), .shift)], "aB|"),
    ("👨‍👩‍👧|", [Key(.backspace)], "|"),
    ("e|", [Key(.character("\u{301}"))], "e\u{301}|"),
  ]

  @Test(arguments: ["c", "i", "a"])
  func `I1 a key that writes leads to the composer, and types nothing`(key: Character) {
    var stage = Stage.conversation()
    stage.press(Key(.escape))
    #expect(stage.text.contains("Browsing · c to write"))
    stage.press(.char(key))
    #expect(stage.interface.navigation.focus == .composer)
    stage.type("hi")
    #expect(stage.interface.drafts.composer.text == "hi")
  }

  @Test func `I1 q leads from the messages to the list, and from there out`() {
    var stage = Stage.conversation()
    #expect(!stage.press(Key(.escape), .char("q")).contains(.quit))
    #expect(stage.interface.navigation.focus == .list)
    #expect(stage.press(.char("q")).last == .quit)
  }

  @Test func `Z4 many pastes together are bounded, too, and the text so far stays`() {
    var stage = Stage.conversation()
    let half = String(repeating: "x", count: 150_000)
    stage.send(.paste(half))
    stage.send(.paste(half))
    #expect(stage.interface.drafts.composer.text == half)
    #expect(stage.text.contains("Not pasted"))
    stage.type("y")
    #expect(stage.interface.drafts.composer.text == half + "y")
  }

  @Test func `I1 deletions one after the other are put back as one, and older ones after that`() {
    var buffer = TextBuffer("one two three four")
    buffer.deleteWord()
    buffer.deleteWord()
    #expect(buffer.text == "one two ")
    buffer.left()
    buffer.deleteToStart()
    #expect(buffer.text == " ")
    buffer.lineEnd()
    buffer.yank()
    #expect(buffer.text == " one two")
    buffer.yank()
    #expect(buffer.text == " three four")
    buffer.yank()
    #expect(buffer.text == " one two", "after the oldest the newest again")
    buffer.insert("!")
    buffer.yank()
    #expect(buffer.text == " one two!one two", "not in the place of what was typed since")
  }

  @Test(arguments: edits)
  func `the composer edits like a shell's line`(before: String, keys: [Key], after: String) {
    var stage = Self.stage(before)
    for key in keys { stage.press(key) }
    #expect(Self.shown(stage) == after)
  }

  @Test func `a paste is text, keys in it are not pressed, and line ends become line feeds`() {
    var stage = Stage.conversation()
    let actions = stage.send(.paste("one\r\ntwo\rthree\n"))
    #expect(stage.interface.drafts.composer.text == "one\ntwo\nthree\n")
    #expect(actions == [.intent(.typing(chat: Stage.bo, isTyping: true))])
  }

  @Test(arguments: [
    ("/join", []), ("/file ~/x", []), ("/me waves", [true]), ("//x", [true]), ("/etc/motd", [true]),
    ("/x\ny", [true]),
  ])
  func `D3 a command is written to nobody`(text: String, told: [Bool]) {
    var stage = Stage.conversation()
    let actions = stage.send(.paste(text)).compactMap {
      if case .intent(.typing(_, let isTyping), _) = $0 { isTyping } else { nil }
    }
    #expect(actions == told)
  }

  @Test func `the composer grows to a third of the pane and follows its cursor`() {
    var stage = Stage.conversation(80, 24)
    stage.send(.paste((1...20).map { "line \($0)" }.joined(separator: "\n")))
    let rows = stage.rows(of: stage.layout.composer)
    #expect(rows == (14...20).map { "   line \($0)" })
    #expect(stage.surface.cursor == Point(x: 31, y: 22))
    stage.press(Key(.up), Key(.up), Key(.up), Key(.up), Key(.up), Key(.up), Key(.up))
    #expect(stage.rows(of: stage.layout.composer).last == "   line 13")
  }

  @Test func `I3 the cursor stands after wide clusters as painted`() {
    var stage = Stage.conversation(40, 12)
    stage.type("日本")
    #expect(stage.surface.cursor == Point(x: 7, y: 10))
    #expect(stage.rows[10] == " ❯ 日本")
  }

  @Test
  func
    `S1 Enter empties the composer, sends the trimmed text under a fresh id, and jumps to the end`()
  {
    var stage = Stage.conversation()
    stage.type("  hi there ")
    let first = stage.press(Key(.enter))
    guard case .intent(.send(let chat, let text, let id, _), _)? = first.first else {
      Issue.record("no send in \(first)")
      return
    }
    #expect(chat == Stage.bo)
    #expect(text == "hi there")
    #expect(Self.shown(stage) == "|")
    stage.type("hi there")
    let second = stage.press(Key(.enter))
    guard case .intent(.send(_, _, let other, _), _)? = second.first else {
      Issue.record("no send in \(second)")
      return
    }
    #expect(id != other)
  }

  @Test(arguments: ["", "   ", "\n\n", " \t "])
  func `S8 empty text is not sent`(text: String) {
    var stage = Stage.conversation()
    stage.send(.paste(text))
    #expect(
      !stage.press(Key(.enter)).contains { if case .intent(.send, _) = $0 { true } else { false } })
  }

  @Test func `S8 a text over the limit is refused with a clear error and stays`() {
    var stage = Stage.conversation()
    let text = String(repeating: "x", count: 10_001)
    stage.send(.paste(text))
    #expect(stage.rows[29].hasSuffix("10,001 of 10,000 characters"))
    let actions = stage.press(Key(.enter))
    #expect(actions.isEmpty)
    #expect(stage.interface.drafts.composer.text == text)
    #expect(
      stage.rows(of: stage.layout.notice) == [
        " ! The message is too long: 10,001 of 10,000 characters. It was not", " sent.",
      ])
    stage.press(Key(.backspace))
    #expect(stage.press(Key(.enter)).count == 1)
    #expect(stage.interface.drafts.composer.text.isEmpty)
  }

  @Test func `O16 editing a queued message keeps its id, and the draft comes back after it`() {
    var stage = Stage.conversation()
    stage.snapshot.pane?.messages.append(Stage.message(6, "helo", mine: .queued))
    stage.type("draft")
    stage.wait(200)
    stage.press(Key(.escape), Key.char("e"))
    #expect(Self.shown(stage) == "helo|")
    #expect(stage.rows[29].contains("editing: Enter saves"))
    stage.press(Key(.left))
    stage.type("l")
    let actions = stage.press(Key(.enter))
    #expect(actions.hasEdit(of: "origin-6", text: "hello"))
    #expect(Self.shown(stage) == "draft|")
  }

  @Test func `Esc leaves an edit and changes nothing`() {
    var stage = Stage.conversation()
    stage.snapshot.pane?.messages.append(Stage.message(6, "helo", mine: .queued))
    stage.type("draft")
    stage.press(Key(.escape), Key.char("e"))
    stage.type("xx")
    let actions = stage.press(Key(.escape))
    #expect(!actions.contains { if case .intent(.edit, _) = $0 { true } else { false } })
    #expect(Self.shown(stage) == "draft|")
  }

  @Test
  func `a text given back by a refused send stands in the composer with what was typed since`() {
    var stage = Stage.conversation()
    stage.type("hello")
    stage.press(Key(.enter))
    stage.type("more")
    stage.snapshot.pane?.draft = "hello"
    stage.snapshot.pane?.draftRevision = 2
    stage.update()
    #expect(Self.shown(stage) == "hello\nmore|")
    stage.update()
    #expect(Self.shown(stage) == "hello\nmore|")
  }

  @Test func `the external editor is called by its chord and gives its text back`() {
    var stage = Stage.conversation()
    stage.type("hi")
    #expect(stage.press(Key.ctrl("x")).isEmpty)
    #expect(stage.press(Key.ctrl("e")) == [.externalEditor("hi")])
    stage.interface.replaceComposer("hi there\n")
    stage.update()
    #expect(Self.shown(stage) == "hi there|")
    #expect(stage.wait(100).contains(.intent(.saveDraft(chat: Stage.bo, text: "hi there"))))
  }
}
