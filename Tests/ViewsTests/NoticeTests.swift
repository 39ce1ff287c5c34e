import Model
import Screen
import Store
import Testing

@testable import Views

/// What the program has to say in passing (A3).
@Suite struct NoticeTests {
  private static func told(_ text: String, _ stage: inout Stage, remedy: Notice.Remedy? = nil) {
    stage.events.append(.notice(Notice(.information, text, remedy: remedy)))
    stage.update()
  }

  private static func click(_ stage: inout Stage, _ part: String) -> [Action] {
    for (y, row) in stage.rows.enumerated() {
      guard let found = row.firstRange(of: part) else { continue }
      let x = row.distance(from: row.startIndex, to: found.lowerBound)
      return stage.send(.mouse(Mouse(.press, at: Point(x: x, y: y))))
    }
    Issue.record("\(part) is not there")
    return []
  }

  @Test(arguments: [(100, 30), (80, 24), (40, 12)])
  func `A3 I8 a notice has a row above the composer, and the hints stay`(size: (Int, Int)) throws {
    var stage = Stage.conversation(size.0, size.1)
    let hints = stage.rows.last
    Self.told("Saved.", &stage)
    let area = stage.layout.notice
    #expect(area.height == 1 && stage.rows(of: area) == [" Saved."])
    #expect(area.maxY == stage.layout.edge.y || stage.layout.edge.height == 0)
    #expect(stage.rows.last == hints)
    #expect(stage.paneRow(containing: "v2 attached") == area.y - 1, "nothing is covered")
    stage.wait(5_000)
    #expect(!stage.text.contains("Saved.") && stage.layout.notice.height == 0)
  }

  @Test func `A3 what is so without a link is not said once there is one`() {
    var stage = Stage.conversation()
    stage.snapshot[.first].connection = Stage.noLink
    let words = "Not connected: 5 messages will go when the link is back"
    stage.events.append(.notice(Notice(.information, words, isOfOffline: true)))
    stage.update()
    #expect(stage.text.contains(words))
    stage.snapshot[.first].connection = .online(roundTrip: nil)
    stage.update()
    #expect(!stage.text.contains("Not connected"))
  }

  @Test func `A3 a long one has up to three rows`() {
    var stage = Stage.conversation(80, 24)
    Self.told(String(repeating: "word ", count: 20), &stage)
    #expect(stage.layout.notice.height == 2)
    Self.told(String(repeating: "word ", count: 200), &stage)
    #expect(
      stage.layout.notice.height == 3 && stage.rows(of: stage.layout.notice)[2].hasSuffix("…"))
  }

  @Test func `A3 it belongs to the screen it came up on`() {
    var stage = Stage.conversation()
    Self.told("Here.", &stage)
    stage.press(.alt("q"))
    #expect(!stage.text.contains("Here."))
    Self.told("There.", &stage)
    #expect(stage.rows[28] == " There." && stage.rows[29].contains("Esc back"))
    stage.press(Key(.escape))
    #expect(!stage.text.contains("There."))
    stage.press(.alt("g"))
    #expect(!stage.text.contains("There."), "another screen of the same depth")
  }

  @Test func `A3 it stays behind a box, and is there again after a screen`() {
    var stage = Stage.conversation()
    Self.told("Here.", &stage)
    stage.press(.ctrl("k"))
    #expect(stage.text.contains("Here."))
    stage.press(Key(.escape), .alt("q"), Key(.escape))
    #expect(stage.text.contains("Here."))
  }

  @Test func `A3 a click on what it offers does that, any other takes it away`() {
    var stage = Stage.conversation()
    stage.snapshot[.first].outbox = OutboxCounts(queued: 1, held: 1)
    stage.update()
    Self.told("1 message waits.", &stage, remedy: .sendOrReview)
    #expect(stage.text.contains(" 1 message waits.   [Alt-S] sends all   [Alt-Q] reviews"))
    var other = stage
    #expect(Self.click(&other, "sends all") == [.intent(.sendAll)])
    #expect(!other.text.contains("1 message waits."))
    #expect(Self.click(&stage, "message waits.").isEmpty)
    #expect(!stage.text.contains("1 message waits."))
  }

  @Test func `A1 do not disturb has a lasting mark in the title`() {
    var stage = Stage.conversation()
    #expect(!stage.rows[0].contains("☾"))
    stage.press(.alt("m"))
    stage.wait(60_000)
    #expect(stage.rows[0].hasSuffix("2 unread   ☾   14:03"))
    stage.press(.alt("m"))
    #expect(!stage.rows[0].contains("☾"))
  }

  @Test func `I1 a click on a hint is its key, on every screen`() {
    var stage = Stage.conversation()
    #expect(Self.click(&stage, "Alt-Q").contains(.intent(.openQueue)))
    #expect(Self.click(&stage, "Esc back").contains(.intent(.closeQueue)))
    _ = Self.click(&stage, "F1 help")
    #expect(stage.text.contains("psst: keys"))
    stage.press(Key(.escape), Key(.escape))
    #expect(stage.interface.navigation.focus == .messages)
    _ = Self.click(&stage, "c write")
    #expect(stage.interface.navigation.focus == .composer)
  }
}
