import Model
import Screen
import Store
import Testing

@testable import Views

/// What the words of a status say is done, by Enter and by a click (S5, O8).
@Suite struct RetryTests {
  private static let id = OriginID("origin-6")

  private static func stage(
    _ status: DeliveryStatus = .failed, minutesAgo: Int64 = 0, _ width: Int = 100
  ) -> Stage {
    var stage = Stage.conversation(width, 20)
    stage.snapshot.pane?.messages.append(
      Stage.message(
        6, "hello", mine: status, minutesAgo: minutesAgo,
        failure: status == .failed ? "no such user" : nil))
    stage.update()
    stage.actions = []
    return stage
  }

  private static func click(_ words: String, _ stage: inout Stage) throws -> [Action] {
    let row = try #require(stage.paneRow(containing: words))
    let text = stage.rows[row]
    let start = try #require(text.firstRange(of: words)).lowerBound
    let x = text.distance(from: text.startIndex, to: start)
    return stage.send(.mouse(Mouse(.press, at: Point(x: x + 2, y: row))))
  }

  @Test func `S5 Enter in an empty composer tries the failed one again that is last and seen`() {
    var stage = Self.stage()
    #expect(stage.press(Key(.enter)) == [.intent(.retry(Self.id))])
  }

  @Test func `S5 Enter with a text sends that, and tries nothing again`() {
    var stage = Self.stage()
    stage.type("new")
    let actions = stage.press(Key(.enter))
    #expect(!actions.contains(.intent(.retry(Self.id))))
    #expect(
      actions.contains { if case .intent(.send, _) = $0 { true } else { false } })
  }

  @Test func `S5 Enter tries nothing again that is not last, not in sight, or being answered`() {
    var answered = Self.stage()
    answered.snapshot.pane?.messages.append(Stage.message(7, "what?"))
    answered.update()
    #expect(!answered.press(Key(.enter)).contains(.intent(.retry(Self.id))))
    var scrolled = Self.stage()
    scrolled.openPane(
      (1...60).map { Stage.message($0, "message \($0)") }
        + [Stage.message(61, "hello", mine: .failed)])
    scrolled.update()
    scrolled.press(Key(.pageUp))
    scrolled.actions = []
    #expect(!scrolled.press(Key(.enter)).contains(.intent(.retry(OriginID("origin-61")))))
    var middle = Self.stage()
    middle.snapshot.pane?.isEnd = false
    middle.update()
    #expect(!middle.press(Key(.enter)).contains(.intent(.retry(Self.id))))
  }

  @Test func `S5 one of another day is selected first, and the next Enter tries it again`() {
    var stage = Self.stage(minutesAgo: 7 * 24 * 60)
    #expect(stage.press(Key(.enter)).isEmpty)
    #expect(stage.rows.last?.contains("Enter retry") == true)
    #expect(stage.press(Key(.enter)) == [.intent(.retry(Self.id))])
  }

  @Test(arguments: [100, 80, 40])
  func `S5 one click on the words tries a failed one again`(width: Int) throws {
    var stage = Self.stage(.failed, width)
    #expect(try Self.click("! Failed", &stage) == [.intent(.retry(Self.id))])
    var beside = Self.stage(.failed, width)
    #expect(try Self.click("hello", &beside).isEmpty, "the text is only selected")
  }

  @Test func `S5 one click on the words tries again where they have a row of their own`() throws {
    var stage = Self.stage()
    let long = String(repeating: "a", count: 40)
    stage.openPane([Stage.message(6, long, mine: .failed, failure: "no such user")])
    stage.update()
    #expect(try Self.click("! Failed · Enter to retry", &stage) == [.intent(.retry(Self.id))])
    #expect(try Self.click("no such user", &stage).isEmpty)
  }

  @Test func `O8 one click on the words of a queued one offers to cancel it and to know more`()
    throws
  {
    var stage = Self.stage(.queued)
    #expect(try Self.click("Queued · after", &stage).isEmpty)
    #expect(stage.text.contains("[c] Cancel the message   [t] Try now   [i] Info"))
    var other = stage
    #expect(try Self.clickAnswer("[c] Cancel", &stage) == [.intent(.cancel(Self.id))])
    #expect(try Self.clickAnswer("[i] Info", &other) == [.intent(.openInfo(Self.id))])
  }

  private static func clickAnswer(_ words: String, _ stage: inout Stage) throws -> [Action] {
    let row = try #require(stage.row(containing: words))
    let text = stage.rows[row]
    let start = try #require(text.firstRange(of: words)).lowerBound
    let x = text.distance(from: text.startIndex, to: start)
    return stage.send(.mouse(Mouse(.press, at: Point(x: x + 5, y: row))))
  }

  @Test func `O8 Enter on a selected queued one offers the same`() {
    var stage = Self.stage(.queued)
    stage.press(Key(.escape), Key(.enter))
    #expect(stage.text.contains("[c] Cancel the message   [t] Try now   [i] Info"))
  }

  @Test(arguments: [DeliveryStatus.sent, .delivered, .read])
  func `O8 a click on any other status only selects`(status: DeliveryStatus) throws {
    var stage = Self.stage(status)
    #expect(try Self.click("✓", &stage).isEmpty && stage.interface.overlays.isEmpty)
  }
}
