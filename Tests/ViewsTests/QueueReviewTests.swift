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

  static let lia = JID("lia@localhost")!

  /// Three chats, offline; one message failed.
  static func review(_ width: Int = 100, _ height: Int = 30) -> Stage {
    var stage = Stage.conversation(width, height)
    stage.snapshot[.first].connection = .offline(reason: "no route", nextTry: nil)
    stage.update()
    stage.wait(100)
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

  /// The same, with another of the first chat.
  static func grouped(_ width: Int = 100, _ height: Int = 30) -> Stage {
    var stage = review(width, height)
    stage.snapshot.queue?.entries.append(entry(4, "plot follows", minutesAgo: 2))
    stage.snapshot[.first].outbox.queued += 1
    stage.update()
    return stage
  }

  private static func row(_ stage: Stage, _ part: String) -> String {
    stage.row(containing: part).map { stage.rows[$0] } ?? ""
  }

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
    #expect(stage.text.contains("s send 2 marked"))
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

  @Test func `O6 what is marked goes in the order in which it was marked`() {
    var stage = Self.review()
    stage.press(.char("j"), .char("j"), .char(" "), .char("g"), .char(" "))
    let marked = ["q3", "q1"].map { OriginID($0) }
    #expect(stage.press(.char("s")) == marked.map { .intent(.sendOne($0)) })
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

  @Test
  func `O6 O16 emptied by hand it stays with its undo, also after Send all left a failed one`() {
    var stage = Self.review()
    #expect(stage.press(.char("S")) == [.intent(.sendAll)])
    stage.snapshot.queue?.entries.removeFirst(2)
    stage.update()
    stage.press(.char("d"), Key(.enter))
    stage.snapshot.queue?.entries = []
    stage.snapshot.canUndo = true
    #expect(!stage.update().contains(.intent(.closeQueue)))
    #expect(stage.rows[0].hasPrefix(" Offline queue (0)") && stage.text.contains("u brings back"))
    #expect(stage.press(.char("u")) == [.intent(.undo)])
    #expect(stage.interface.drafts.composer.text.isEmpty)
  }

  @Test func `O6 Ctrl-K goes from the review to a chat, and Esc back to the review`() {
    var stage = Self.review()
    stage.press(.ctrl("k"))
    #expect(stage.text.contains("Go to:"))
    stage.press(Key(.escape))
    #expect(stage.rows[0].hasPrefix(" Offline queue") && !stage.text.contains("Go to:"))
    stage.press(.ctrl("k"))
    stage.type("cy")
    let actions = stage.press(Key(.enter))
    #expect(actions.contains(.intent(.open(Stage.cy))) && actions.contains(.intent(.closeQueue)))
    #expect(stage.rows[0].hasPrefix(" psst") && stage.interface.overlays.isEmpty)
    #expect(stage.interface.navigation.focus == .composer)
  }

  @Test func `O6 from the review Ctrl-K types into the filter that is open`() {
    var stage = Self.review()
    stage.press(.char("/"), .ctrl("k"))
    #expect(!stage.text.contains("Go to:"))
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

  @Test func `O6 chat by chat, in the order of sending, those with nothing to send last`() {
    let stage = Self.grouped()
    #expect(
      stage.rows[1...7] == [
        "  Bo Reyes                                                                                 2 queued",
        "▌ □ 13:58  v2 attached                                                                     ⚠ Queued",
        "  □ 14:00  plot follows                                                                    ⚠ Queued",
        "  Cy                                                                                       1 queued",
        "  □ 13:59  are we on for 6?                                                                ⚠ Queued",
        "  Lia                                                                                      1 failed",
        "  □ Sun    hi                                                                           ! Failed ×3",
      ])
    #expect(
      stage.rows[8] == "           recipient's server does not answer   edit · delete · try again")
    #expect(
      stage.rows[0]
        == " Offline queue (4)   3 queued · 1 failed · oldest 2 d                                     ○ offline"
    )
  }

  @Test func `O6 a chat to which nothing goes by itself stands below the others, however old`() {
    var stage = Self.review()
    stage.snapshot.queue?.entries[0].state = .failed
    stage.update()
    let names = ["  Cy ", "  Bo Reyes ", "  Lia "].compactMap { name in
      stage.rows.firstIndex { $0.hasPrefix(name) }
    }
    #expect(names.count == 3 && names == names.sorted())
    #expect(stage.rows.first { $0.hasPrefix("▌") }?.contains("v2 attached") == true)
  }

  @Test func `O6 on a narrow screen name, text and status have a row each`() {
    let stage = Self.grouped(40, 20)
    #expect(
      stage.rows[0...5] == [
        " Offline queue (4)  3 queued · 1 failed", "  Bo Reyes                     2 queued",
        "▌ □ v2 attached", "▌   13:58  ⚠ Queued", "  □ plot follows", "    14:00  ⚠ Queued",
      ])
    #expect(
      stage.text.contains("  □ hi\n    Sun  ! Failed ×3\n    recipient's server does not answer"))
  }

  @Test func `O6 all of the selected one is shown below, whose it is and when it was written`() {
    var stage = Self.review(120, 30)
    let text = String(repeating: "abcdefghi ", count: 12) + "\nthe end"
    stage.snapshot.queue?.entries[0].text = text
    stage.update()
    #expect(stage.rows[2].contains(String(repeating: "abcdefghi ", count: 9) + "a"))
    #expect(stage.text.contains("─ To Bo Reyes · written 13:58:00 · on disk ──"))
    #expect(stage.rows[27] == "  the end")
    #expect(stage.rows[28] == "  Queued · will send when online")
    stage.press(.char("j"))
    #expect(stage.text.contains("─ To Cy · written 13:59:00 · on disk ──"))
    #expect(!stage.text.contains("the end"))
    stage.press(.char("j"))
    #expect(stage.text.contains("─ To Lia · written Sun 10 May 14:02:00 · on disk ──"))
  }

  @Test func `O6 the first 100 characters stand in the row`() {
    var stage = Self.review(200, 30)
    stage.snapshot.queue?.entries[0].text = String(repeating: "abcdefghi ", count: 12)
    stage.update()
    #expect(stage.rows[2].contains(String(repeating: "abcdefghi ", count: 10) + "…  "))
  }

  @Test func `O6 of a text that does not fit below the end is told of, and Enter shows it`() {
    var stage = Self.review(80, 24)
    stage.snapshot.queue?.entries[0].text = (1...40).map { "row \($0)" }.joined(separator: "\n")
    stage.update()
    #expect(stage.text.contains("  row 6\n  … Enter shows all\n"))
    #expect(stage.press(Key(.enter)) == [.intent(.openInfo(OriginID("q1")))])
  }

  @Test func `I4 the selected row is a bar and a tint, and never reversed`() throws {
    for name in ["terminal", "mono", "tokyo-night"] {
      var stage = Self.review()
      stage.interface.draw(in: try Theme.load(name: name), of: .shipped)
      let surface = stage.surface
      #expect(surface.text(row: 2).hasPrefix("▌ □"))
      let plain = try Theme.load(name: name).style(.text, on: nil)
      for x in 0..<100 {
        let style = surface[x, 2].style
        #expect(!style.isReversed, "\(name) \(x)")
        #expect(style != plain, "\(name) \(x)")
      }
    }
  }

  @Test
  func
    `O6 O10 what can be done with a failed one stands beside the reason, with keys where they act`()
  {
    var stage = Self.review()
    #expect(stage.text.contains("edit · delete · try again"))
    stage.press(.char("G"))
    #expect(stage.text.contains("e edit · d delete · s try again"))
    stage.press(.char("g"), .char(" "), .char("G"))
    #expect(stage.text.contains("   edit · delete · try again"), "the keys are for the marked one")
  }

  @Test func `O6 the hints name what can be done now, and nothing else`() {
    var stage = Self.review()
    let hints = " Esc back  s send  S send all  e edit  d delete  Space mark  / filter  Enter info"
    #expect(stage.rows[29] == hints)
    stage.press(.char("G"))
    #expect(stage.rows[29].contains("s try again"))
    stage.press(.char("g"))
    stage.snapshot.queue?.entries[0].state = .sending
    stage.snapshot.canUndo = true
    stage.update()
    #expect(!stage.rows[29].contains("e edit") && stage.rows[29].contains("u undo"))
    stage.press(.char(" "))
    #expect(stage.rows[29].contains("s send 1 marked"))
    stage.snapshot.queue?.entries = []
    stage.update()
    #expect(stage.rows[29] == " Esc back  u undo")
  }

  @Test func `O6 when the last one is gone the screen says how to bring it back`() {
    var stage = Self.review()
    stage.snapshot.queue?.entries = []
    stage.snapshot.canUndo = true
    stage.update()
    #expect(stage.text.contains("No queued messages") && stage.text.contains("u brings back"))
    #expect(stage.press(.char("u")) == [.intent(.undo)])
  }

  @Test func `O2 O6 the title says once that one is offline, and no banner`() {
    var stage = Self.review()
    #expect(stage.text.ranges(of: "ffline").count == 2)
    stage.snapshot[.first].connection = .online(roundTrip: 9)
    stage.update()
    #expect(stage.rows[0] == " Offline queue (3)   2 queued · 1 failed · oldest 2 d")
    #expect(stage.rows[1].hasPrefix("  Bo Reyes"))
    stage.snapshot[.first].connection = .paused(reason: "wrong password")
    stage.update()
    stage.wait(100)
    #expect(stage.rows[1].contains("wrong password"), "what needs somebody is told")
  }

  @Test func `O6 ten thousand scroll, and what is selected is seen below its chat's name`() {
    var stage = Self.review(80, 24)
    stage.snapshot.queue?.entries = (1...10_000).map { Self.entry($0, "text \($0)") }
    stage.update()
    #expect(stage.rows[0].contains("Offline queue (10,000)"))
    stage.press(.char("G"))
    #expect(stage.text.contains("text 10000") && stage.rows[1].hasPrefix("  Bo Reyes"))
    stage.press(.ctrl("u"), .char("g"))
    #expect(stage.rows[2].contains("text 1"))
    for _ in 0..<30 { stage.press(.char("j")) }
    #expect(Self.row(stage, "▌").contains("text 31"))
    stage.send(.mouse(Mouse(.wheelDown, at: Point(x: 5, y: 5))))
    #expect(stage.press(.char("s")) == [.intent(.sendOne(OriginID("q34")))])
    stage.send(.mouse(Mouse(.press, at: Point(x: 15, y: 3))))
    #expect(Self.row(stage, "▌") == stage.rows[3])
    #expect(stage.press(.char("s")) != [.intent(.sendOne(OriginID("q34")))])
  }

  @Test func `O6 a click selects, marks, and does what stands beside a failed one`() throws {
    var stage = Self.review()
    func click(_ x: Int, _ y: Int) -> [Action] {
      stage.send(.mouse(Mouse(.press, at: Point(x: x, y: y))))
    }
    #expect(click(20, 4).isEmpty && stage.rows[4].hasPrefix("▌ □ 13:59"))
    #expect(click(5, 1).isEmpty && stage.rows[4].hasPrefix("▌ □"), "a name is nothing to select")
    #expect(click(2, 2).isEmpty && stage.rows[2].hasPrefix("▌ ■"))
    #expect(click(2, 2).isEmpty && stage.rows[2].hasPrefix("▌ □"))
    let again = try #require(stage.rows[7].firstRange(of: "try again"))
    let column = stage.rows[7].distance(from: stage.rows[7].startIndex, to: again.lowerBound)
    #expect(click(column + 2, 7) == [.intent(.sendOne(OriginID("q3")))])
  }

  @Test func `O6 Enter and i tell the life of the message`() {
    var stage = Self.review()
    #expect(stage.press(Key(.enter)) == [.intent(.openInfo(OriginID("q1")))])
    stage.press(Key(.escape))
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
    stage.snapshot[.first].delays[Stage.bo] = Delay(nil, isHeld: true)
    stage.snapshot.pane?.messages += [Stage.message(6, "held", mine: .queued)]
    stage.update()
    #expect(stage.text.contains("Queued · waiting for your OK"))
  }
}
