import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct PaneTests {
  static func stage(_ count: Int64 = 60, isStart: Bool = true) -> Stage {
    var stage = Stage.conversation(100, 20)
    stage.openPane((1...count).map { Stage.message($0, "message \($0).") }, isStart: isStart)
    stage.update()
    return stage
  }

  /// The rows of the message pane.
  static func pane(_ stage: Stage) -> [String] {
    stage.rows(of: stage.layout.messages)
  }

  @Test func `S11 what arrives while scrolled up moves nothing and is counted`() {
    var stage = Self.stage()
    stage.press(Key(.pageUp))
    let before = Self.pane(stage)
    #expect(!stage.text.contains("message 60."))
    for id in 61...63 {
      stage.snapshot.pane?.messages.append(Stage.message(Int64(id), "news \(id)"))
      stage.update()
    }
    #expect(Self.pane(stage) == before)
    #expect(stage.text.contains("─ ↓ 3 new Alt-End ─"))
    stage.press(Key(.end, .alt))
    #expect(stage.text.contains("news 63"))
    #expect(!stage.text.contains("3 new ") && !stage.text.contains("↓"))
  }

  @Test func `S11 a click on what is new goes there`() throws {
    var stage = Self.stage()
    stage.press(Key(.pageUp))
    stage.snapshot.pane?.messages.append(Stage.message(61, "news"))
    stage.update()
    let row = try #require(stage.row(containing: "↓ 1 new"))
    let column = try #require(Array(stage.rows[row]).firstIndex(of: "↓"))
    stage.send(.mouse(Mouse(.press, at: Point(x: column + 2, y: row))))
    #expect(stage.text.contains("news") && !stage.text.contains("↓"))
  }

  @Test func `S11 older messages that are loaded move nothing either`() {
    var stage = Self.stage()
    stage.press(Key(.pageUp))
    let before = Self.pane(stage)
    let older = (1...30).map { Stage.message(Int64($0) - 100, "older \($0)", minutesAgo: 2) }
    stage.snapshot.pane?.messages.insert(contentsOf: older, at: 0)
    stage.update()
    #expect(Self.pane(stage) == before)
  }

  @Test func `S11 sending jumps to the end`() {
    var stage = Self.stage()
    stage.press(Key(.pageUp), Key(.pageUp))
    stage.type("hello")
    stage.press(Key(.enter))
    stage.snapshot.pane?.messages.append(Stage.message(61, "hello", mine: .sending))
    stage.update()
    #expect(Self.pane(stage).last?.contains("hello") == true)
  }

  @Test func `S3 a message that is confirmed stays in its row`() throws {
    var stage = Self.stage()
    let echo = Stage.message(61, "hello", mine: .sending)
    stage.snapshot.pane?.messages.append(echo)
    stage.update()
    let row = try #require(stage.row(containing: "hello"))
    var sent = Stage.message(61, "hello", mine: .sent)
    sent.id = 500
    stage.snapshot.pane?.messages[60] = sent
    stage.update()
    #expect(stage.row(containing: "hello") == row)
    #expect(stage.rows[row].hasSuffix("✓ sent"))
  }

  @Test func `P7 near the oldest message known more is asked for, once per page`() {
    var stage = Self.stage(60, isStart: false)
    #expect(stage.actions.isEmpty)
    stage.press(Key(.pageUp), Key(.pageUp), Key(.pageUp))
    let first = MessageOrder(anchor: 1, sequence: 1)
    let asked = Action.intent(.loadOlder(chat: Stage.bo, before: first))
    stage.press(Key(.pageUp), Key(.pageUp))
    #expect(stage.actions.filter { $0 == asked }.count == 1)
    stage.snapshot.pane?.messages.insert(Stage.message(0, "message 0."), at: 0)
    stage.update()
    #expect(
      stage.actions.last
        == .intent(.loadOlder(chat: Stage.bo, before: MessageOrder(anchor: 0, sequence: 0))))
  }

  @Test func `P7 what was the beginning without a link is asked beyond when one goes up`() {
    var stage = Self.stage(60, isStart: false)
    let first = MessageOrder(anchor: 1, sequence: 1)
    let asked = Action.intent(.loadOlder(chat: Stage.bo, before: first))
    for _ in 0..<5 { stage.press(Key(.pageUp)) }
    stage.snapshot.pane?.isStart = true
    stage.update()
    stage.snapshot.pane?.isStart = false
    stage.update()
    #expect(stage.actions.filter { $0 == asked }.count == 1)
    stage.press(Key(.pageUp))
    #expect(stage.actions.filter { $0 == asked }.count == 2)
  }

  @Test func `P7 what was forgotten meanwhile is asked for again`() throws {
    var stage = Self.stage(60, isStart: false)
    stage.press(Key(.pageUp), Key(.pageUp), Key(.pageUp))
    let first = try #require(stage.snapshot.pane?.messages.first)
    let asked = Action.intent(.loadOlder(chat: Stage.bo, before: first.order))
    #expect(stage.actions.filter { $0 == asked }.count == 1)
    stage.press(Key(.escape), .char("G"), .char("c"))
    stage.snapshot.pane?.messages.insert(Stage.message(0, "message 0."), at: 0)
    stage.update()
    stage.snapshot.pane?.messages.removeFirst()
    stage.update()
    stage.press(Key(.pageUp), Key(.pageUp), Key(.pageUp))
    #expect(stage.actions.filter { $0 == asked }.count == 2)
  }

  @Test func `scrolling up stops where the first message is at the top`() {
    var stage = Self.stage(20)
    for _ in 0..<9 { stage.press(Key(.pageUp)) }
    #expect(Self.pane(stage)[1].contains("message 1."))
    #expect(Self.pane(stage).last?.contains("message 14.") == true)
  }

  @Test func `T3 a dated line stands between days`() throws {
    let stage = Stage.conversation()
    let row = try #require(stage.row(containing: "── Tue 12 May ──"))
    #expect(stage.rows[row - 1].contains("good night"))
    #expect(stage.rows[row + 1].contains("can you resend"))
  }

  @Test func `T1 the server's time is shown once it is known`() {
    var stage = Stage.conversation()
    var message = Stage.message(6, "hello", mine: .sending)
    stage.snapshot.pane?.messages = [message]
    stage.update()
    #expect(stage.text.contains("14:02      you ┃ hello"))
    message.status = .sent
    message.serverTime = Timestamp(milliseconds: Stage.noon.milliseconds + 300_000)
    stage.snapshot.pane?.messages = [message]
    stage.update()
    #expect(stage.text.contains("14:07      you ┃ hello"))
  }

  @Test func `P3 while something loads a skeleton shows, but not for a flicker`() {
    var stage = Stage.conversation()
    stage.press(Key(.down, .alt))
    stage.snapshot.pane = Pane(chat: Stage.cy.chat)
    stage.update()
    #expect(!stage.text.contains("––"))
    #expect(stage.interface.nextWake == stage.uptime + 100)
    stage.wait(100)
    #expect(stage.text.contains("––––"))
    stage.snapshot.pane?.isLoading = false
    stage.snapshot.pane?.isStart = true
    stage.update()
    #expect(!stage.text.contains("––––"))
    #expect(stage.text.contains("No messages yet"))
  }

  @Test func `C6 a newcomer is told how a second person joins`() {
    var stage = Stage(100, 24, isPrivate: true)
    let echo = JID("echo@localhost")!
    stage.snapshot.chats = [Chat(jid: echo, kind: .direct, name: "Echo")]
    stage.openPane([], chat: echo.chat)
    stage.update()
    #expect(stage.text.contains("psst --account NAME"))
    stage.openPane([Stage.message(1, "Hi, I am the Echo.", chat: echo)], chat: echo.chat)
    stage.update()
    #expect(stage.text.contains("psst --account NAME"))
    stage.snapshot.chats.append(Chat(jid: Stage.bo, kind: .direct, name: "Bo"))
    stage.update()
    #expect(!stage.text.contains("psst --account NAME"))
  }

  @Test func `C6 beside the Echo four keys stand until one has written to it`() {
    var stage = Stage(100, 24, isPrivate: true)
    let echo = JID("echo@localhost")!
    stage.snapshot.chats = [Chat(jid: echo, kind: .direct, name: "Echo")]
    stage.openPane([Stage.message(1, "Hi, I am the Echo.", chat: echo)], chat: echo.chat)
    stage.update()
    let card = [
      "Enter   send what you have written", "Ctrl-K  go to a chat or a command",
      "Alt-Q   messages that wait to be sent", "F1      all keys",
    ]
    #expect(card.allSatisfy(stage.text.contains))
    stage.snapshot.pane?.messages.append(Stage.message(2, "hello", mine: .sent, chat: echo))
    stage.update()
    #expect(!card.contains(where: stage.text.contains))
  }

  @Test func `D3 typing is shown in the header and in the list`() {
    var stage = Stage.conversation()
    stage.snapshot[.first].typing[Stage.bo] = [Stage.bo]
    stage.snapshot[.first].typing[Stage.cy] = [Stage.cy]
    stage.update()
    #expect(stage.rows[1].hasSuffix("● Bo Reyes is typing…"))
    #expect(stage.rows[3].contains("● Cy") && stage.rows[4].contains("typing…"))
    stage.resize(100, 24)
    #expect(stage.rows[2].contains("● Cy") && stage.rows[2].contains("typing…"))
  }

  @Test func `N1 N3 presence reads without colour, and away is named in the header`() {
    var stage = Stage.conversation()
    stage.snapshot[.first].presence[Stage.bo] = .away
    stage.update()
    #expect(stage.rows[1].hasSuffix("◐ Bo Reyes   away"))
    stage.snapshot[.first].presence[Stage.bo] = nil
    stage.update()
    #expect(stage.rows[1].hasSuffix("○ Bo Reyes"))
    #expect(stage.rows[3].hasPrefix(" ● Cy"))
  }

  @Test
  func `a long pane lays out only what is seen: the ends of a million messages are a scroll apart`()
  {
    var stage = Stage.conversation(100, 20)
    let text = "message"
    stage.openPane((1...1_000_000).map { Stage.message($0, text) })
    stage.update()
    stage.press(Key(.escape), .char("g"))
    #expect(stage.interface.navigation.pane.selection == MessageKey(Stage.message(1, text)))
    stage.press(.char("G"))
    #expect(stage.interface.navigation.pane.isAtEnd)
  }
}
