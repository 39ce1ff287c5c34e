import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct ToastTests {
  static func asking(_ width: Int = 100, _ height: Int = 30, waiting: Int = 5) -> Stage {
    var stage = Stage.conversation(width, height)
    stage.snapshot[.first].outbox = OutboxCounts(queued: waiting, held: waiting)
    stage.snapshot[.first].question = PolicyQuestion(waiting: waiting, until: stage.uptime + 8_000)
    stage.update()
    return stage
  }

  private static let words = "✓ Connected. Auto-send 5 queued messages?"

  @Test func `O5 the toast asks, counts down and is gone when its time is over`() {
    var stage = Self.asking()
    #expect(stage.rows[1] == " \(Self.words)   Alt-S Yes   Alt-Q Review first   (8)")
    stage.wait(1000)
    #expect(stage.interface.nextWake == stage.uptime + 1000)
    #expect(stage.rows[1].hasSuffix("   (7)"))
    #expect(!stage.text.contains("waiting"), "the banner waits for the answer")
    stage.wait(7000)
    #expect(!stage.text.contains("Connected"))
    #expect(stage.rows[1].hasPrefix(" ⚠ 5 messages queued"))
  }

  @Test(arguments: [
    (100, 5, " ✓ Connected. Auto-send 5 queued messages?   Alt-S Yes   Alt-Q Review first   (8)"),
    (80, 5, " ✓ Connected. Auto-send 5 queued messages?  Alt-S Yes  Alt-Q Review first  (8)"),
    (80, 1_200, " ✓ Connected. Auto-send 1,200 queued messages?  Alt-S Yes  Alt-Q Review  (8)"),
    (60, 5, " ✓ Auto-send 5 queued?  Alt-S Yes  Alt-Q Review first  (8)"),
    (40, 5, " ✓ Send 5? Alt-S Yes Alt-Q Review (8)"),
    (40, 1_200, " ✓ Send 1,200? Alt-S Yes Alt-Q Review"),
    (30, 5, " ✓ Send 5? Alt-S Alt-Q (8)"),
  ])
  func `O5 where there is less room the question gets shorter and its answers stay`(
    width: Int, waiting: Int, row: String
  ) {
    #expect(Self.asking(width, 24, waiting: waiting).rows[1] == row)
  }

  @Test(arguments: [(100, 30), (80, 24)])
  func `O5 it pushes the screen down by one row and covers neither list nor chat`(
    width: Int, height: Int
  ) {
    let before = Stage.conversation(width, height).rows
    let after = Self.asking(width, height).rows
    let list = width == 100 ? 30 : 20
    for row in 1..<12 {
      #expect(after[row + 1].prefix(list) == before[row].prefix(list))
    }
    #expect(after.contains { $0.contains("v2 attached") } && after.last == before.last)
  }

  @Test func `O5 it is green and has a tick, and the green Connected never stands beside it`()
    throws
  {
    var stage = Self.asking()
    stage.interface.draw(in: try Theme.load(name: "tokyo-night"), of: .shipped)
    let theme = try Theme.load(name: "tokyo-night")
    #expect(stage.surface.style(3, 1) == theme.style(.toast, on: nil))
    #expect(
      theme.style(.toast, on: nil).background == theme.style(.bannerOnline, on: nil).background)
    var cut = Stage.conversation(100, 12)
    cut.snapshot[.first].connection = .offline(reason: "cut", nextTry: nil)
    cut.update()
    cut.wait(100)
    cut.snapshot[.first].connection = .online(roundTrip: nil)
    cut.snapshot[.first].outbox = OutboxCounts(queued: 5, held: 5)
    cut.snapshot[.first].question = PolicyQuestion(waiting: 5, until: cut.uptime + 10_000)
    cut.update()
    #expect(cut.rows[1].hasPrefix(" \(Self.words)"))
    #expect(cut.text.ranges(of: "Connected").count == 1)
    cut.snapshot[.first].question = nil
    cut.update()
    #expect(
      cut.rows[1].hasPrefix(" ⚠ 5 messages queued"), "it has been said that one is connected")
  }

  @Test func `O5 one message is asked about as one`() {
    #expect(Self.asking(waiting: 1).text.contains("Auto-send 1 queued message?"))
  }

  @Test func `O5 going offline takes it away`() {
    var stage = Self.asking()
    stage.snapshot[.first].question = nil
    stage.snapshot[.first].connection = .offline(reason: "cut", nextTry: nil)
    stage.update()
    #expect(!stage.text.contains("Connected."))
  }

  @Test func `O5 it takes no key that is typed, and Alt-S says yes`() {
    var stage = Self.asking()
    stage.type("yes, y r Y R")
    #expect(stage.interface.drafts.composer.text == "yes, y r Y R")
    #expect(stage.text.contains(Self.words))
    #expect(!stage.actions.contains(.intent(.sendAll)))
    #expect(stage.press(.alt("s")) == [.intent(.sendAll)])
    #expect(stage.interface.drafts.composer.text == "yes, y r Y R")
  }

  @Test func `O5 Alt-Q opens the review and lets the question go`() {
    var stage = Self.asking()
    let actions = stage.press(.alt("q"))
    #expect(actions.filter { $0 == .intent(.dismissQuestion) }.count >= 1)
    #expect(actions.contains(.intent(.openQueue)))
    #expect(stage.rows[0].hasPrefix(" Offline queue"))
    #expect(!stage.text.contains(Self.words))
  }

  @Test(arguments: [Key.ctrl("k"), .alt("g"), .alt(","), Key(.function(1))])
  func `O5 it stands above every layer, and its keys act there`(layer: Key) {
    var stage = Self.asking()
    stage.press(layer)
    #expect(stage.rows[1].hasPrefix(" \(Self.words)"))
    stage.type("n")
    #expect(stage.press(.alt("s")) == [.intent(.sendAll)])
  }

  @Test func `O5 without a question its keys do nothing in a layer`() {
    var stage = Stage.conversation()
    stage.press(.ctrl("k"))
    #expect(stage.press(.alt("s"), .alt("q")).isEmpty)
    #expect(stage.text.contains("Go to:"))
  }

  @Test(arguments: [100, 80, 60, 40])
  func `O5 a click on an answer gives it`(width: Int) throws {
    var stage = Self.asking(width, 20)
    let row = Array(stage.rows[1])
    func column(_ key: String) throws -> Int {
      try #require(row.indices.first { row[$0...].starts(with: key) })
    }
    func click(_ x: Int) -> [Action] { stage.send(.mouse(Mouse(.press, at: Point(x: x, y: 1)))) }
    #expect(click(3).isEmpty)
    let (yes, review) = (try column("Alt-S"), try column("Alt-Q"))
    #expect(click(yes + 7) == [.intent(.sendAll)])
    #expect(click(review + 8).contains(.intent(.openQueue)))
  }

  @Test func `O5 while the queue is reviewed nobody is asked, and the question is let go once`() {
    var stage = Stage.conversation()
    stage.press(.alt("q"))
    stage.actions = []
    stage.snapshot[.first].question = PolicyQuestion(waiting: 2, until: stage.uptime + 10_000)
    stage.snapshot[.first].outbox = OutboxCounts(queued: 2, held: 2)
    stage.update()
    stage.update()
    #expect(stage.actions == [.intent(.dismissQuestion)])
    #expect(!stage.text.contains("Connected."))
    #expect(stage.rows[0].hasPrefix(" Offline queue (0)   2 queued"))
  }
}
