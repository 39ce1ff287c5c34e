import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct ReplyTests {
  static func stage(_ messages: String..., typed: String = "") -> Stage {
    var stage = Stage.conversation()
    for (number, text) in messages.enumerated() {
      stage.snapshot.pane?.messages.append(Stage.message(Int64(6 + number), text))
    }
    stage.update()
    stage.type(typed)
    return stage
  }

  @Test func `r quotes a message without a name in the composer, the cursor after it`() throws {
    var stage = Self.stage("are we on for 6?")
    stage.press(Key(.escape))
    let actions = stage.press(.char("r"))
    #expect(ComposerTests.shown(stage) == "> are we on for 6?\n|")
    #expect(stage.interface.navigation.focus == .composer)
    #expect(actions.contains(.intent(.typing(chat: Stage.bo, isTyping: true))))
    stage.type("yes")
    let sent = stage.press(Key(.enter))
    guard case .intent(.send(_, let text, _, _), _) = sent.first else {
      Issue.record("nothing was sent: \(sent)")
      return
    }
    #expect(text == "> are we on for 6?\nyes")
  }

  @Test func `P1 a quote is kept as a draft like what is typed`() {
    var stage = Self.stage("are we on for 6?")
    stage.press(Key(.escape), .char("r"))
    let saved = stage.wait(Timing.draft)
    #expect(saved.contains(.intent(.saveDraft(chat: Stage.bo, text: "> are we on for 6?\n"))))
  }

  @Test func `what was typed stays behind the quote`() {
    var stage = Self.stage("are we on for 6?", typed: "yes")
    stage.press(Key(.escape), .char("r"))
    #expect(ComposerTests.shown(stage) == "> are we on for 6?\nyes|")
  }

  @Test func `a quote of the wrong message gives way to the next one`() {
    var stage = Self.stage("first", "second")
    stage.press(Key(.escape), .char("r"), Key(.escape), .char("k"), .char("r"))
    #expect(ComposerTests.shown(stage) == "> first\n|")
  }

  @Test func `a second quote follows the answer to the first`() {
    var stage = Self.stage("first", "second")
    stage.press(Key(.escape), .char("k"), .char("r"))
    stage.type("one")
    stage.press(Key(.escape), .char("r"))
    #expect(ComposerTests.shown(stage) == "> first\none\n> second\n|")
  }

  @Test func `Ctrl-C takes the quote away`() {
    var stage = Self.stage("first")
    stage.press(Key(.escape), .char("r"), .ctrl("c"))
    #expect(ComposerTests.shown(stage) == "|")
  }

  static let quotes: [(String, String)] = [
    ("one", "> one\n"),
    ("one\ntwo", "> one\n> two\n"),
    ("one\n\ntwo", "> one\n>\n> two\n"),
    ("\n  \none\n\n", "> one\n"),
    ("> what I said\nindeed", "> indeed\n"),
    ("> what I said\n\nindeed", "> indeed\n"),
    ("> nothing else", "> > nothing else\n"),
    ("1\n2\n3\n4\n5", "> 1\n> 2\n> 3\n> 4 […]\n"),
    ("one\r\ntwo", "> one\n> two\n"),
  ]

  @Test(arguments: quotes)
  func `a quote has the message's own lines, and not what that quoted`(
    message: String, quote: String
  ) {
    #expect(Quote(message).text == quote)
  }

  @Test func `what a message quotes is dimmed, in all of its rows`() throws {
    var stage = Stage.conversation(100, 24)
    let quoted = "> " + String(repeating: "long words of before ", count: 6)
    stage.snapshot.pane?.messages.append(Stage.message(6, quoted + "\nthe answer"))
    let theme = try Theme.load(name: "tokyo-night")
    var interface = Interface(theme: theme)
    _ = interface.handle(.resize(stage.size), snapshot: stage.snapshot, now: stage.now)
    stage.interface = interface
    stage.update()
    let surface = stage.surface
    let first = try #require(stage.row(containing: "> long words"))
    let last = try #require(stage.row(containing: "the answer"))
    #expect(last >= first + 2)
    let dim = theme.style(.dim, on: nil).foreground
    let x = stage.layout.messages.x + MessageColumns(width: stage.layout.messages.width).textX
    #expect((first..<last).allSatisfy { surface[x, $0].style.foreground == dim })
    #expect(surface[x, last].style.foreground == theme.style(.messageText, on: nil).foreground)
  }

  @Test func `S8 a long message is quoted in part, cut between words, with room for the answer`() {
    let words = String(repeating: "lorem ipsum ", count: 800)
    let quote = Quote(words).text
    #expect(quote.count <= Quote.mostCharacters + 10)
    #expect(quote.hasSuffix("lorem […]\n") || quote.hasSuffix("ipsum […]\n"))
  }

  @Test func `S8 a long message without spaces is cut all the same`() {
    let quote = Quote(String(repeating: "漢", count: 9_000)).text
    #expect(quote == "> " + String(repeating: "漢", count: Quote.mostCharacters) + " […]\n")
  }
}
