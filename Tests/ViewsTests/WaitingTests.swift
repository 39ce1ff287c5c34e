import Model
import Screen
import Store
import Testing

@testable import Views

/// Why a message waits, and what can be done (O15a).
@Suite struct WaitingTests {
  private static let full = Delay(.trouble("Bo's mailbox is full"), until: 1_240_000)

  /// Two of mine wait in Bo's chat.
  private static func stage(
    _ delay: Delay?, _ width: Int = 100, _ height: Int = 30, failure: String? = nil
  ) -> Stage {
    var stage = Stage.conversation(width, height)
    stage.snapshot[.first].outbox = OutboxCounts(queued: 2)
    stage.snapshot[.first].delays[Stage.bo] = delay
    for (row, text) in [(6, "hello"), (7, "and more")] {
      stage.snapshot.pane?.messages.append(
        Stage.message(Int64(row), text, mine: .queued, failure: failure))
    }
    stage.send(.focus(true))
    stage.update()
    return stage
  }

  @Test func `O15a the newest says why it waits and when it is tried next, the others only that`()
    throws
  {
    var stage = Self.stage(Self.full, 110)
    let row = try #require(stage.rows.last { $0.contains("and more") })
    #expect(row.hasSuffix("⚠ Bo's mailbox is full · trying again in 4 min"))
    #expect(try #require(stage.rows.last { $0.contains("hello") }).hasSuffix("Queued"))
    #expect(!stage.text.contains("will send when online"))
    stage.wait(60_000)
    #expect(stage.text.contains("trying again in 3 min"))
  }

  @Test func `O15a where it has no room beside the text it has a row of its own`() throws {
    let stage = Self.stage(Self.full, 60, 24)
    let row = try #require(stage.row(containing: "Bo's mailbox is full · trying again in 4 min"))
    #expect(stage.rows[row - 1].contains("and more"))
    #expect(stage.rows[row - 1].hasSuffix("Queued"))
  }

  @Test func `I6 the time is drawn once a minute while it is seen, and not else`() {
    var stage = Self.stage(Self.full)
    // The banner has come.
    stage.wait(10_000)
    #expect(stage.interface.nextWake == stage.uptime + 50_000)
    stage.wait(220_000)
    #expect(stage.text.contains("trying again in 10 s"))
    stage.send(.focus(false))
    #expect(stage.interface.nextWake.map { $0 > stage.uptime + 1_000 } ?? true)
    stage = Self.stage(nil)
    stage.wait(10_000)
    #expect(stage.interface.nextWake.map { $0 > stage.uptime + 60_000 } ?? true)
  }

  static let offers: [(Delay?, String, Intent)] = [
    (full, "Bo's mailbox is full · trying again in 4 min", .retry(Stage.origin(7))),
    (Delay(nil, isHeld: true), "Waiting for your OK", .sendOne(Stage.origin(7))),
    (nil, "Queued · after older messages", .retry(Stage.origin(7))),
  ]

  @Test(arguments: offers)
  func `O8 O15a Enter on it says why, and offers Cancel, Info and Try now`(
    delay: Delay?, words: String, intent: Intent
  ) {
    var stage = Self.stage(delay)
    stage.press(Key(.escape))
    #expect(stage.press(Key(.enter)).isEmpty)
    let box = stage.rows.filter { $0.contains("│") }.joined(separator: "\n")
    #expect(box.contains(words))
    #expect(stage.text.contains("[c] Cancel the message   [t] Try now   [i] Info"))
    #expect(stage.press(.char("t")) == [.intent(intent)])
    #expect(!stage.text.contains("[t] Try now"))
  }

  @Test func `O6 O15a the review says it, too, with the way to try now`() throws {
    var stage = Self.stage(Self.full, failure: "Bo's mailbox is full")
    let entries = [6, 7].map { number in
      OutboxEntry(
        sequence: Int64(number), chat: Stage.bo, originID: Stage.origin(number), text: "t\(number)",
        state: .queued, attempts: 4, refusals: 4, lastError: "Bo's mailbox is full",
        queuedAt: Stage.noon)
    }
    stage.press(.alt("q"))
    stage.snapshot.queue = OpenQueue(entries: entries)
    stage.update()
    let row = try #require(stage.row(containing: "Bo's mailbox is full · trying again in 4 min"))
    #expect(stage.rows[row].contains("s try now"))
  }

  @Test
  func `O13 S5 title and list say of what is on its way that it is, and count what is queued`() {
    var stage = Stage.conversation(100, 20)
    func show(queued: Int, sending: Int) {
      stage.snapshot[.first].outbox = OutboxCounts(queued: queued, sending: sending)
      stage.snapshot.chats[0].waiting = queued + sending
      stage.snapshot.chats[0].sending = sending
      stage.update()
      stage.wait(200)
    }
    show(queued: 0, sending: 1)
    #expect(stage.rows[0].contains("↑1 sending"))
    #expect(!stage.text.contains("⚠1") && !stage.text.contains("1 queued"))
    show(queued: 2, sending: 1)
    #expect(stage.rows[0].contains("↑2 queued, 1 sending") && stage.text.contains("⚠2"))
  }
}

extension Stage {
  /// Of one of ``message(_:_:mine:minutesAgo:failure:chat:)``.
  fileprivate static func origin(_ id: Int) -> OriginID { OriginID("origin-\(id)") }
}
