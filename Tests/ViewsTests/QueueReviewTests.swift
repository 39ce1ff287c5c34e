import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct QueueReviewTests {
  static func entry(
    _ number: Int, _ text: String, chat: JID = Stage.bo, state: DeliveryStatus = .queued,
    attempts: Int = 0, error: String? = nil, minutesAgo: Int64 = 0
  ) -> OutboxEntry {
    OutboxEntry(
      sequence: Int64(number), chat: chat, originID: OriginID("q\(number)"), text: text,
      state: state, attempts: attempts, lastError: error,
      queuedAt: Timestamp(milliseconds: Stage.noon.milliseconds - minutesAgo * 60_000))
  }

  /// The screen of experience.md.
  static func review(_ width: Int = 100, _ height: Int = 30) -> Stage {
    var stage = Stage.conversation(width, height)
    let lia = JID("lia@localhost")!
    stage.press(.alt("q"))
    stage.snapshot[.first].outbox = OutboxCounts(queued: 2, failed: 1, held: 2)
    stage.snapshot.queue = OpenQueue(
      entries: [
        entry(1, "v2 attached", minutesAgo: 4),
        entry(2, "are we on for 6?", chat: Stage.cy, minutesAgo: 3),
        entry(
          3, "hi", chat: lia, state: .failed, attempts: 3,
          error: "recipient's server does not answer", minutesAgo: 2 * 24 * 60),
      ])
    stage.actions = []
    stage.update()
    return stage
  }

  private static func ids(_ actions: [Action]) -> [Action] { actions }

  @Test func `O6 Alt-Q asks for the queue and shows it, Esc leaves it`() {
    var stage = Stage.conversation()
    #expect(stage.press(.alt("q")) == [.intent(.openQueue)])
    #expect(stage.press(.alt("q")).isEmpty)
    #expect(stage.rows[0].hasPrefix(" Offline queue (0)"))
    #expect(stage.press(Key(.escape)) == [.intent(.closeQueue)])
    #expect(stage.text.contains("○ Dad"))
  }

  @Test func `O6 an empty queue says so`() {
    var stage = Stage.conversation()
    stage.press(.alt("q"))
    #expect(!stage.text.contains("No queued messages"))
    stage.snapshot.queue = OpenQueue(entries: [])
    stage.update()
    #expect(stage.text.contains("No queued messages"))
  }

  @Test func `O6 s sends the selected one`() {
    var stage = Self.review()
    #expect(stage.press(.char("s")) == [.intent(.sendOne(OriginID("q1")))])
    #expect(
      stage.press(.char("j"), .char("s")) == [.intent(.sendOne(OriginID("q2")))])
  }

  @Test func `O6 s and d act on the marked ones, d asks first, u brings back`() {
    var stage = Self.review()
    stage.press(.char(" "), .char(" "))
    #expect(stage.rows[0].contains("2 marked"))
    #expect(stage.press(.char("d")).isEmpty)
    #expect(stage.text.contains("Delete 2 messages?"))
    #expect(stage.press(Key(.escape)).isEmpty)
    stage.press(.char("d"))
    let gone = ["q1", "q2"].map { OriginID($0) }
    #expect(stage.press(Key(.enter)) == [.intent(.delete(gone))])
    #expect(stage.press(.char("u")) == [.intent(.undo)])
    #expect(
      stage.press(.char("s")) == gone.map { .intent(.sendOne($0)) })
    #expect(stage.press(.char("s")) == [.intent(.sendOne(OriginID("q3")))])
  }

  @Test func `O6 the selection stays on its message, and passes on when that goes`() {
    var stage = Self.review()
    stage.press(.char("j"))
    stage.snapshot.queue?.entries.removeFirst()
    stage.update()
    #expect(stage.press(.char("s")) == [.intent(.sendOne(OriginID("q2")))])
    stage.snapshot.queue?.entries.removeFirst()
    stage.update()
    #expect(stage.press(.char("s")) == [.intent(.sendOne(OriginID("q3")))])
    stage.snapshot.queue?.entries.removeFirst()
    stage.update()
    #expect(stage.press(.char("s"), .char("d"), .char("e"), .char("i"), .char(" ")).isEmpty)
  }

  @Test func `O16 e edits in the chat, with what stood there set aside, and comes back`() {
    var stage = Self.review()
    stage.interface.drafts.composer.insert("half a draft")
    #expect(stage.press(.char("j"), .char("e")).contains(.intent(.open(Stage.cy))))
    #expect(stage.interface.drafts.composer.text == "are we on for 6?")
    stage.type("!")
    let saved = stage.press(Key(.enter))
    #expect(saved.hasEdit(of: "q2", text: "are we on for 6?!"))
    #expect(stage.rows[0].hasPrefix(" Offline queue (3)"))
    #expect(!stage.actions.contains(.intent(.closeQueue)))
    #expect(stage.press(.char("s")) == [.intent(.sendOne(OriginID("q2")))])
    #expect(stage.press(Key(.escape)) == [.intent(.closeQueue)])
  }

  @Test func `O16 Esc leaves an edit and comes back, going elsewhere does not`() {
    var stage = Self.review()
    stage.press(.char("e"))
    stage.press(Key(.escape))
    #expect(stage.rows[0].hasPrefix(" Offline queue"))
    stage.press(.char("e"))
    #expect(stage.press(.alt("2")).contains(.intent(.closeQueue)))
    #expect(stage.interface.drafts.composer.editing == nil)
    #expect(stage.rows[0].hasPrefix(" psst"))
  }

  @Test func `rule 8 what may have left is not edited, and that is said`() {
    var stage = Self.review()
    stage.snapshot.queue?.entries[0].state = .sending
    stage.press(.char("e"))
    #expect(stage.text.contains("The message may have left already"))
    #expect(stage.rows[0].hasPrefix(" Offline queue"))
  }

  @Test func `O16 a review emptied by Send all closes by itself, any other stays`() {
    var stage = Self.review()
    stage.snapshot.queue?.entries = []
    stage.update()
    #expect(stage.text.contains("No queued messages"))
    var other = Self.review()
    #expect(other.press(.char("S")) == [.intent(.sendAll)])
    other.snapshot.queue?.entries.removeFirst(2)
    other.update()
    #expect(other.rows[0].hasPrefix(" Offline queue (1)"))
    other.snapshot.queue?.entries = []
    #expect(other.update().contains(.intent(.closeQueue)))
    #expect(other.rows[0].hasPrefix(" psst"))
  }

  @Test func `O6 the slash filters by chat`() {
    var stage = Self.review()
    stage.press(.char("/"))
    stage.type("cy")
    #expect(stage.rows[0].contains("/ cy"))
    #expect(!stage.text.contains("v2 attached"))
    #expect(stage.text.contains("are we on for 6?"))
    stage.press(Key(.enter))
    #expect(stage.press(.char("s")) == [.intent(.sendOne(OriginID("q2")))])
    #expect(stage.press(Key(.escape)).isEmpty)
    #expect(stage.text.contains("v2 attached"))
    #expect(stage.rows[0].hasPrefix(" Offline queue"))
  }

  @Test func `O6 the first 100 characters stand in the row, Enter shows the rest`() {
    var stage = Self.review(200, 30)
    let text = String(repeating: "abcdefghi ", count: 12) + "\nthe end"
    stage.snapshot.queue?.entries[0].text = text
    stage.update()
    #expect(stage.rows[2].hasSuffix(String(repeating: "abcdefghi ", count: 10) + "…"))
    #expect(!stage.text.contains("the end"))
    stage.press(Key(.enter))
    #expect(stage.text.contains("the end"))
    #expect(stage.text.contains("── to Bo Reyes · Tue 12 May 13:58 ──"))
    stage.press(Key(.enter))
    #expect(!stage.text.contains("the end"))
  }

  @Test func `O6 ten thousand scroll, and what is selected is seen`() {
    var stage = Self.review(80, 24)
    stage.snapshot.queue?.entries = (1...10_000).map { Self.entry($0, "text \($0)") }
    stage.update()
    #expect(stage.rows[0].contains("Offline queue (10,000)"))
    stage.press(.char("G"))
    #expect(stage.text.contains("text 10000"))
    stage.press(.ctrl("u"), .char("g"))
    #expect(stage.rows[2].contains("text 1"))
    for _ in 0..<30 { stage.press(.char("j")) }
    #expect(stage.text.contains("▸ Bo Reyes") || stage.text.contains("▸"))
    #expect(stage.text.contains("text 31"))
    stage.send(.mouse(Mouse(.wheelDown, at: Point(x: 5, y: 5))))
    #expect(stage.press(.char("s")) == [.intent(.sendOne(OriginID("q34")))])
    stage.send(.mouse(Mouse(.press, at: Point(x: 5, y: 2))))
    #expect(stage.press(.char("s")) != [.intent(.sendOne(OriginID("q34")))])
  }

  @Test func `O6 i tells the life of the message`() {
    var stage = Self.review()
    #expect(stage.press(.char("i")) == [.intent(.openInfo(OriginID("q1")))])
    #expect(stage.press(Key(.escape)) == [.intent(.closeInfo)])
    #expect(stage.rows[0].hasPrefix(" Offline queue"))
  }

  @Test func `O12 d in the list asks, says how many were never sent, and deletes`() {
    var stage = Stage.conversation()
    stage.snapshot.chats[0].waiting = 2
    stage.snapshot.chats[0].failed = 1
    stage.press(Key(.tab), Key(.tab), .char("d"))
    #expect(
      stage.text.contains(
        "Delete the chat with Bo Reyes, and with it 3 messages that were never sent?"))
    #expect(stage.press(Key(.escape)).isEmpty)
    stage.press(.char("d"))
    let enter = Input.key(Key(.enter))
    let asked = stage.interface.handle(enter, snapshot: stage.snapshot, now: stage.now)
    #expect(asked == [.intent(.deleteChat(Stage.bo))])
    #expect(stage.interface.navigation.openChat == nil)
  }

  @Test func `O4 the policy can be chosen in the switcher`() {
    var stage = Stage.conversation()
    stage.press(.ctrl("k"))
    stage.type("policy review")
    #expect(stage.press(Key(.enter)) == [.intent(.setPolicy(.review))])
  }

  @Test func `O13 a held message says that it waits for my OK`() {
    var stage = Stage.conversation()
    stage.snapshot[.first].outbox = OutboxCounts(queued: 1, held: 1)
    stage.snapshot.pane?.messages += [Stage.message(6, "held", mine: .queued)]
    stage.update()
    #expect(stage.text.contains("Queued · waiting for your OK"))
  }
}
