import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct BannerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var state: ConnectionState
    var waiting = 0
    var isOutdated = false
    var width = 100
    var row: String
    var testDescription: String { row }
  }

  static let offline = ConnectionState.offline(reason: "no route", nextTry: nil)

  /// What is said, and what can be done at the right edge.
  private static func row(_ text: String, _ offers: String, _ width: Int = 100) -> String {
    let blanks = String(repeating: " ", count: width - text.count - offers.count - 1)
    return text + blanks + offers
  }

  private static let answers = "Alt-S Send all   Alt-Q Review"

  static let stopped = ConnectionState.offline(reason: "stopped", nextTry: nil, awaitsUser: true)

  static let cases: [Case] = [
    Case(
      state: offline, row: row(" ⚠ Offline · messages will send when reconnected", "Alt-C Try now")),
    Case(state: offline, waiting: 3, row: row(" ⚠ Offline · 3 messages queued", answers)),
    Case(
      state: offline, waiting: 3, width: 80,
      row: row(" ⚠ Offline · 3 messages queued", answers, 80)),
    Case(
      state: offline, waiting: 3, isOutdated: true,
      row: row(" ⚠ Offline · 3 messages queued · presence may be outdated", answers)),
    Case(
      state: offline, waiting: 1, width: 60,
      row: row(" ⚠ Offline · 1 message queued", "Alt-S Send all  Alt-Q Review", 60)),
    Case(
      state: offline, waiting: 5, width: 60,
      row: row(" ⚠ Offline · 5 queued", "Alt-S Send all  Alt-Q Review", 60)),
    Case(
      state: offline, waiting: 5, width: 40, row: " ⚠ 5 queued Alt-S Send all Alt-Q Review"),
    Case(
      state: offline, waiting: 12, width: 40, row: " ⚠ 12 queued Alt-S Send all Alt-Q Review"),
    Case(
      state: stopped, row: row(" ⚠ Offline · the private server is stopped", "Alt-C Start it")),
    Case(
      state: stopped, waiting: 2, isOutdated: true, width: 130,
      row: row(
        " ⚠ Offline · 2 messages queued · the private server is stopped",
        answers + "   Alt-C Start it", 130)),
    Case(
      state: stopped, waiting: 2, width: 80,
      row: row(" ⚠ Offline · 2 messages queued", answers + "   Alt-C Start it", 80)),
    Case(
      state: stopped, waiting: 2, width: 60,
      row: row(" ⚠ 2 queued", "Alt-S Send all  Alt-Q Review  Alt-C Start it", 60)),
    Case(
      state: stopped, waiting: 2, width: 40, row: " ⚠ 2 queued Alt-S Send all Alt-Q Review"),
    Case(
      state: offline, isOutdated: true, width: 80,
      row: row(" ⚠ Offline · messages will send when reconnected", "Alt-C Try now", 80)),
    Case(
      state: .connecting(attempt: 30), waiting: 1_200, width: 40,
      row: row(" ⚠ 1,200 queued", "Alt-S  Alt-Q", 40)),
    Case(
      state: .connecting(attempt: 30), waiting: 2, width: 60,
      row: row(" ⚠ 2 queued", "Alt-S Send all  Alt-Q Review", 60)),
    Case(state: offline, width: 40, row: row(" ⚠ Offline", "Alt-C Try now", 40)),
    Case(state: stopped, width: 40, row: row(" ⚠ Offline", "Alt-C Start it", 40)),
    Case(state: .connecting(attempt: 3), row: " ⚠ Reconnecting… attempt 3"),
    Case(
      state: .connecting(attempt: 3), waiting: 2, isOutdated: true,
      row: row(" ⚠ Reconnecting… attempt 3 · 2 messages queued", answers)),
    Case(
      state: .paused(reason: "the server offers less than before"), isOutdated: true, width: 50,
      row: " ⚠ Not connected · the server offers less than be…"),
    Case(
      state: .paused(reason: "wrong password"), width: 60,
      row: row(" ⚠ Not connected · wrong password", "Alt-W New password", 60)),
  ]

  @Test(arguments: cases)
  func `O2 N4 the banner under the title says what the link does`(_ the: Case) {
    var stage = Stage.conversation(the.width, 12)
    stage.snapshot[.first].connection = the.state
    stage.snapshot[.first].outbox.queued = the.waiting
    stage.snapshot[.first].isPresenceOutdated = the.isOutdated
    stage.update()
    stage.wait(100)
    #expect(stage.rows[1] == the.row)
  }

  @Test func `O1 what lasts less than 100 ms is not shown`() {
    var stage = Stage.conversation(100, 12)
    stage.snapshot[.first].connection = Self.offline
    stage.update()
    #expect(stage.rows[1].contains("Bo Reyes"))
    #expect(stage.rows[0].contains("● online"))
    #expect(stage.interface.nextWake == stage.uptime + 100)
    stage.wait(99)
    #expect(stage.rows[1].contains("Bo Reyes"))
    stage.snapshot[.first].connection = .online(roundTrip: 40)
    stage.wait(1)
    #expect(stage.rows[1].contains("Bo Reyes"))
    #expect(stage.nextMotion == nil)
  }

  @Test func `O2 the banner pushes the list down by one row and covers nothing`() {
    var stage = Stage.conversation(100, 12)
    let before = stage.rows
    stage.snapshot[.first].connection = Self.offline
    stage.update()
    stage.wait(100)
    let after = stage.rows
    #expect(after[2].hasPrefix(before[1].prefix(30)))
    #expect(after[3].hasPrefix(before[2].prefix(30)))
    #expect(after[10] == before[10])
    #expect(after.contains { $0.contains("v2 attached") })
  }

  @Test func `O2 the countdown to the next attempt runs while somebody looks`() {
    var stage = Stage.conversation(120, 12)
    stage.snapshot[.first].connection = .offline(
      reason: "no answer", nextTry: stage.uptime + 12_100)
    stage.update()
    stage.wait(100)
    #expect(!stage.rows[1].contains("next try"))
    #expect(stage.nextMotion == nil)
    stage.send(.focus(true))
    #expect(stage.rows[1].contains(" · next try in 12 s"))
    let wake = stage.interface.nextWake
    #expect(wake == stage.uptime + 1000)
    stage.wait(1000)
    #expect(stage.rows[1].contains(" · next try in 11 s"))
  }

  @Test func `O2 Connected is shown for two seconds and then goes`() {
    var stage = Stage.conversation(100, 12)
    stage.snapshot[.first].connection = Self.offline
    stage.update()
    stage.wait(100)
    stage.snapshot[.first].connection = .online(roundTrip: nil)
    stage.wait(5000)
    #expect(stage.rows[1] == " ✓ Connected")
    #expect(stage.interface.nextWake == stage.uptime + 2000)
    stage.wait(1999)
    #expect(stage.rows[1] == " ✓ Connected")
    stage.wait(1)
    #expect(stage.rows[1].contains("Bo Reyes"))
    #expect(stage.nextMotion == nil)
  }

  @Test func `O15 messages held although online keep the banner, with what can be done`() {
    var stage = Stage.conversation(100, 12)
    stage.snapshot[.first].outbox = OutboxCounts(queued: 3)
    stage.update()
    stage.wait(999)
    #expect(stage.rows[1].contains("Bo Reyes"), "an ordinary send needs no banner")
    stage.snapshot[.first].outbox = OutboxCounts(queued: 4, held: 3)
    stage.update()
    #expect(stage.rows[1] == Self.row(" ⚠ 3 messages queued", Self.answers))
    #expect(stage.press(.alt("s")) == [.intent(.sendAll)])
    #expect(stage.send(.mouse(Mouse(.press, at: Point(x: 72, y: 1)))) == [.intent(.sendAll)])
    #expect(stage.send(.mouse(Mouse(.press, at: Point(x: 40, y: 1)))).isEmpty)
    #expect(stage.send(.mouse(Mouse(.press, at: Point(x: 90, y: 1)))) == [.intent(.openQueue)])
    stage.press(Key(.escape))
    stage.snapshot[.first].outbox = OutboxCounts()
    stage.update()
    #expect(stage.rows[1].contains("Bo Reyes"))
  }

  @Test(arguments: [
    (60, row(" ⚠ 3 messages queued", answers, 60)),
    (40, " ⚠ 3 queued Alt-S Send all Alt-Q Review"),
  ])
  func `O15 what can be done keeps its words on a narrow screen`(width: Int, row: String) {
    var stage = Stage.conversation(width, 12)
    stage.snapshot[.first].outbox = OutboxCounts(queued: 3, held: 3)
    stage.update()
    #expect(stage.rows[1] == row)
  }

  @Test func `O11 a large queue that goes out is counted`() {
    var stage = Stage.conversation(100, 12)
    stage.snapshot[.first].outbox = OutboxCounts(queued: 15, sending: 5)
    stage.update()
    #expect(stage.rows[1].contains("Bo Reyes"))
    stage.snapshot[.first].outbox = OutboxCounts(queued: 1_150, sending: 50)
    stage.update()
    #expect(stage.rows[1] == " ✓ Sending 0 of 1,200")
    stage.snapshot[.first].outbox = OutboxCounts(queued: 13, sending: 50)
    stage.update()
    #expect(stage.rows[1] == " ✓ Sending 1,137 of 1,200")
    stage.snapshot[.first].outbox.queued += 7
    stage.update()
    #expect(stage.rows[1] == " ✓ Sending 1,137 of 1,207")
    stage.snapshot[.first].outbox = OutboxCounts(sending: 1)
    stage.update()
    #expect(stage.rows[1] == " ✓ Sending 1,206 of 1,207")
    stage.snapshot[.first].outbox = OutboxCounts()
    stage.update()
    #expect(stage.rows[1].contains("Bo Reyes"))
  }

  @Test func `X7 what is being sent over a slow link gets no banner before 5 s`() {
    var stage = Stage.conversation(100, 12)
    stage.snapshot[.first].outbox.sending = 1
    stage.update()
    stage.wait(4999)
    #expect(stage.rows[1].contains("Bo Reyes"))
    stage.wait(1)
    #expect(stage.rows[1].hasPrefix(" ⚠ 1 message waiting  "))
    #expect(stage.rows[1].hasSuffix("  Alt-Q Review"), "it is sending: there is nothing to send")
  }

  @Test func `O1 the title says for how long there has been no answer, and the banner nothing`() {
    var stage = Stage.conversation(100, 12)
    stage.snapshot[.first].connection = .unanswered(since: stage.uptime - 4_200)
    stage.send(.focus(true))
    #expect(stage.rows[0].contains("● no answer for 4 s"))
    #expect(stage.rows[1].contains("Bo Reyes"))
    #expect(stage.interface.nextWake == stage.uptime + 800)
    stage.wait(800)
    #expect(stage.rows[0].contains("● no answer for 5 s"))
    stage.snapshot[.first].connection = .online(roundTrip: nil)
    stage.update()
    #expect(stage.rows[0].contains("● online"))
    #expect(stage.rows[1].contains("Bo Reyes"), "it was never away")
  }

  @Test func `O1 a link that is back within 100 ms shows nothing, in any of its states`() {
    var stage = Stage.conversation(100, 12)
    let steps: [ConnectionState] = [Self.offline, .connecting(attempt: 1), .online(roundTrip: nil)]
    for state in steps {
      stage.snapshot[.first].connection = state
      stage.snapshot[.first].isPresenceOutdated = !state.isOnline
      stage.update()
      stage.wait(33)
      #expect(stage.rows[1].contains("Bo Reyes"))
      #expect(stage.rows[0].contains("● online"))
    }
    stage.wait(5000)
    #expect(stage.rows[1].contains("Bo Reyes"))
  }

  @Test func `a first connection that takes long is announced as connecting`() {
    var stage = Stage(100, 12)
    stage.snapshot[.first].connection = .connecting(attempt: 1)
    var fresh = Interface(theme: .plain)
    _ = fresh.update(stage.snapshot, now: stage.now)
    #expect(fresh.nextWake == stage.uptime + 1000)
    stage.interface = fresh
    stage.wait(999)
    #expect(!stage.text.contains("Connecting…"))
    stage.wait(1)
    #expect(stage.rows[1] == " ⚠ Connecting… attempt 1")
  }

  @Test func `a click on the banner tries now`() {
    var stage = Stage.conversation(100, 12)
    stage.snapshot[.first].connection = Self.offline
    stage.update()
    stage.wait(100)
    let actions = stage.send(.mouse(Mouse(.press, at: Point(x: 90, y: 1))))
    #expect(actions == [.intent(.connectNow)])
    #expect(stage.press(.alt("c")) == [.intent(.connectNow)])
  }

  @Test func `O13 the title counts what waits, what failed and what is unread, when not zero`() {
    var stage = Stage.conversation(100, 12)
    #expect(stage.rows[0].hasSuffix("● online   2 unread   14:02"))
    stage.snapshot[.first].outbox = OutboxCounts(queued: 2, failed: 1)
    stage.snapshot[.first].connection = Self.offline
    stage.update()
    stage.wait(100)
    #expect(
      stage.rows[0].hasSuffix("○ offline   ↑2 queued   !1 failed   2 unread   14:02"))
    stage.resize(30, 12)
    #expect(stage.rows[0].contains("○ offline   ↑2 queued"))
  }
}
