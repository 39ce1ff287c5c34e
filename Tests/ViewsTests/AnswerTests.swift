import Model
import Screen
import Store
import Testing

@testable import Views

/// A message answers another one (M3): from `r` to the line above the answer, and back to what it answers.
@Suite struct AnswerTests {
  /// Bo's last message has a name, as those of most programs have.
  static func stage(_ width: Int = 100, _ height: Int = 30) -> Stage {
    var stage = Stage.conversation(width, height)
    var message = Stage.message(6, "are we on for 6?\nor later")
    message.originID = OriginID("bo-6")
    stage.snapshot.pane?.messages.append(message)
    stage.update()
    return stage
  }

  static let target = ReplyTarget(
    id: "bo-6", author: Stage.bo, quote: "are we on for 6?\nor later")

  /// A conversation whose last message answers the second.
  static func answered(
    _ target: ReplyTarget, mine status: DeliveryStatus? = nil, _ width: Int = 100,
    _ height: Int = 30
  ) -> Stage {
    var stage = Stage.conversation(width, height)
    var message = Stage.message(6, "the answer", mine: status)
    message.replyTo = target
    stage.snapshot.pane?.messages.append(message)
    stage.update()
    return stage
  }

  static func stored(_ text: String, row: Int64 = 2, by sender: JID = Stage.bo) -> ReplyTarget {
    ReplyTarget(
      id: "x", author: sender, quote: "not what it said",
      stored: .init(row: row, sender: sender, text: text))
  }

  @Test
  func `M3 r answers the selected message: its words stand above what is typed, and go with it`()
    throws
  {
    var stage = Self.stage()
    stage.press(Key(.escape), .char("r"))
    let row = try #require(stage.row(containing: "╎ Bo: are we on for 6? or later"))
    #expect(stage.rows[row - 1].contains("─ Reply to Bo Reyes ─"))
    #expect(stage.rows[row + 1].hasSuffix("│ ❯"))
    #expect(stage.text.contains("Esc cancel reply"))
    stage.type("yes")
    #expect(stage.interface.drafts.composer.text == "yes")
    let sent = stage.press(Key(.enter))
    guard case .intent(.send(_, let text, _, let target), _) = sent.first else {
      Issue.record("nothing was sent: \(sent)")
      return
    }
    #expect(text == "yes" && target?.named == Self.target)
    #expect(!stage.text.contains("╎"))
    stage.type("next")
    guard case .intent(.send(_, _, _, nil), _) = stage.press(Key(.enter)).first else {
      Issue.record("the next one answers, too")
      return
    }
  }

  @Test func `M3 Esc lets the answered message go and leaves the text, then browses`() {
    var stage = Self.stage()
    stage.press(Key(.escape), .char("r"))
    stage.type("yes")
    stage.press(Key(.escape))
    #expect(!stage.text.contains("╎") && stage.interface.navigation.focus == .composer)
    #expect(stage.interface.drafts.composer.text == "yes")
    stage.press(Key(.escape))
    #expect(stage.interface.navigation.focus == .messages)
  }

  @Test func `M3 Ctrl-C lets it go as well, and does not quit`() {
    var stage = Self.stage()
    stage.press(Key(.escape), .char("r"))
    let actions = stage.press(.ctrl("c"))
    #expect(!stage.text.contains("╎") && !actions.contains(.quit))
  }

  @Test func `M3 P1 what is answered is kept with the draft, also while another chat is open`() {
    var stage = Self.stage()
    stage.press(Key(.escape), .char("r"))
    let saved = stage.wait(Timing.draft)
    #expect(
      saved.contains(.intent(.saveDraft(chat: Stage.bo, text: "", replyTo: Self.target))))
    stage.type("ye")
    let left = stage.press(Key(.down, .alt))
    #expect(
      left.contains(.intent(.saveDraft(chat: Stage.bo, text: "ye", replyTo: Self.target))))
    #expect(!stage.text.contains("╎"))
    stage.press(Key(.up, .alt))
    #expect(stage.text.contains("╎ Bo: are we on for 6? or later"))
    #expect(stage.interface.drafts.composer.text == "ye")
  }

  @Test func `M3 P1 after a start the draft answers what it answered`() {
    var stage = Stage()
    stage.snapshot.chats = [
      Chat(
        jid: Stage.bo, kind: .direct, name: "Bo", draft: "ye", draftReply: Self.target)
    ]
    stage.openPane([])
    stage.update()
    #expect(stage.text.contains("╎ Bo: are we on for 6? or later"))
    guard case .intent(.send(_, "ye", _, let target), _) = stage.press(Key(.enter)).first else {
      Issue.record("nothing was sent")
      return
    }
    #expect(target == Self.target)
  }

  @Test func `M3 an edit in between answers nothing, and the reply is there again after it`() {
    var stage = Self.stage()
    stage.press(Key(.escape), .char("r"), Key(.up))
    #expect(stage.interface.drafts.composer.editing == OriginID("origin-5"))
    #expect(!stage.text.contains("╎"))
    stage.press(Key(.escape))
    #expect(stage.text.contains("╎ Bo: are we on for 6?"))
  }

  // MARK: On the screen

  @Test func `M3 above an answer stands what it answers, as it is stored, in one dim row`() throws {
    let theme = try Theme.load(name: "tokyo-night")
    var stage = Self.answered(Self.stored("can you\nresend?"), mine: .read)
    stage.interface = Interface(theme: theme)
    stage.resize(100, 30)
    let row = try #require(stage.row(containing: "┃ ╎ Bo: can you resend?"))
    #expect(stage.rows[row + 1].contains("the answer") && stage.rows[row + 1].hasSuffix("✓✓ read"))
    #expect(!stage.text.contains("not what it said"))
    let before = try #require(stage.rows[row].firstRange(of: "resend?")).lowerBound
    let column = stage.rows[row].distance(from: stage.rows[row].startIndex, to: before)
    let dim = theme.style(.dim, on: nil).foreground
    #expect(stage.surface[column, row].style.foreground == dim)
  }

  static let unknown: [(ReplyTarget, String)] = [
    (ReplyTarget(id: "x", author: Stage.bo, quote: "hm"), "╎ Bo, not stored here: hm"),
    (ReplyTarget(id: "x", author: Stage.me, quote: "hm"), "╎ you, not stored here: hm"),
    (ReplyTarget(id: "x", author: Stage.bo, quote: ""), "╎ Bo, not stored here"),
    (ReplyTarget(id: "x", author: nil, quote: "hm"), "╎ a message not stored here: hm"),
    (ReplyTarget(id: "x", author: nil, quote: ""), "╎ a message not stored here"),
    (Self.stored(""), "╎ Bo: deleted message"),
    (Self.stored("/me waves"), "╎ * Bo waves"),
    (Self.stored("x\u{1B}[2J"), "╎ Bo: x"),
  ]

  @Test(arguments: unknown)
  func `M3 Z2 of a message that is not here what is known is said, and what is said is harmless`(
    target: ReplyTarget, words: String
  ) {
    let stage = Self.answered(target)
    #expect(stage.text.contains(words), "\(stage.text)")
    #expect(!stage.text.contains("\u{1B}"))
  }

  @Test(arguments: [20, 24, 31, 40, 60, 80, 100])
  func `M3 I2 the row is cut at the width, and all that is seen is counted`(
    width: Int
  ) throws {
    let long = Self.stored(String(repeating: "wörd 漢字 ", count: 60))
    for height in [8, 12, 24] {
      for status in [nil, DeliveryStatus.sent] {
        var stage = Self.answered(long, mine: status, width, height)
        stage.wait(100)
        let view = try #require(stage.interface.viewport(stage.snapshot, stage.now))
        for index in view.rows.messages.indices {
          #expect(view.rows.rows(of: index).count == view.rows.count(of: index))
        }
        #expect(stage.text.contains("answer"))
      }
    }
    #expect(Self.answered(long, width, 24).text.contains("╎ Bo: wörd"))
  }

  @Test func `M3 a message without a text, as a deleted one, answers nothing any more`() {
    var stage = Self.stage()
    var message = Stage.message(7, "")
    message.replyTo = Self.stored("can you resend?")
    stage.snapshot.pane?.messages.append(message)
    stage.update()
    #expect(!stage.text.contains("╎"))
  }

  // MARK: Going there

  @Test func `M3 Enter on an answer goes to what it answers, i tells about it`() throws {
    var stage = Self.answered(Self.stored("can you resend the spec?"))
    stage.press(Key(.escape))
    #expect(stage.text.contains("Enter show quoted"))
    #expect(stage.press(Key(.enter)).isEmpty)
    let selected = stage.interface.navigation.pane.selected(in: stage.snapshot.pane)
    #expect(selected?.id == 2)
    stage.press(.char("G"), .char(" "))
    #expect(stage.text.contains("answers  Bo: can you resend the spec?"))
  }

  @Test func `M3 one that is far away is asked for, and gone to when it is there`() throws {
    var stage = Self.answered(Self.stored("long ago", row: 99))
    stage.press(Key(.escape))
    #expect(
      stage.press(Key(.enter)) == [.intent(.openMessage(chat: Stage.bo, row: 99))])
    var far = Stage.message(99, "long ago")
    far.order = MessageOrder(anchor: -5, sequence: 99)
    stage.openPane([far, Stage.message(1, "then")])
    stage.snapshot.pane?.isEnd = false
    stage.update()
    #expect(stage.interface.navigation.pane.selected(in: stage.snapshot.pane)?.id == 99)
  }

  @Test(arguments: [(100, 30), (40, 20)])
  func `M3 a click on the line of what is answered goes there, one on the answer selects it`(
    width: Int, height: Int
  ) throws {
    var stage = Self.answered(Self.stored("can you resend the spec?"), width, height)
    let x = width - 20
    let row = try #require(stage.rows.lastIndex { $0.contains("the answer") })
    stage.send(.mouse(Mouse(.press, at: Point(x: x, y: row))))
    #expect(stage.interface.navigation.selected(stage.snapshot)?.id == 6)
    let line = try #require(stage.row(containing: "╎ Bo: can you resend"))
    #expect(stage.send(.mouse(Mouse(.press, at: Point(x: x, y: line)))).isEmpty)
    #expect(stage.interface.navigation.selected(stage.snapshot)?.id == 2)
    #expect(stage.interface.navigation.focus == .messages)
  }

  @Test func `M3 a click asks for one that is far away, and says where there is none`() throws {
    var stage = Self.answered(Self.stored("long ago", row: 99))
    let line = try #require(stage.row(containing: "╎ Bo: long ago"))
    let click = Input.mouse(Mouse(.press, at: Point(x: 60, y: line)))
    #expect(stage.send(click) == [.intent(.openMessage(chat: Stage.bo, row: 99))])
    var missing = Self.answered(ReplyTarget(id: "x", author: nil, quote: ""))
    missing.send(click)
    #expect(missing.text.contains("The original message is not stored on this computer."))
  }

  @Test func `M3 that the original is not here is said`() {
    var stage = Self.answered(ReplyTarget(id: "x", author: nil, quote: ""))
    stage.press(Key(.escape), Key(.enter))
    #expect(stage.text.contains("The original message is not stored on this computer."))
  }

  @Test func `M3 M7 what failed is tried again by Enter, and the queue says what is a reply`() {
    var stage = Self.answered(Self.stored("hm"), mine: .failed)
    stage.press(Key(.escape))
    #expect(stage.press(Key(.enter)) == [.intent(.retry(OriginID("origin-6")))])
    stage.press(.alt("q"))
    stage.snapshot.queue = OpenQueue(
      entries: [
        OutboxEntry(
          sequence: 1, chat: Stage.bo, originID: OriginID("a"), text: "yes", state: .queued,
          attempts: 0, lastError: nil, queuedAt: Stage.noon, replyTo: Self.target)
      ])
    stage.update()
    #expect(stage.text.contains("reply: yes"))
  }
}
