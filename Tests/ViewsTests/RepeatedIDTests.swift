import Model
import Screen
import Store
import Testing

@testable import Views

/// Bridges and bots count the ids of what they send from one again after each start: a message is its row.
@Suite struct RepeatedIDTests {
  /// Six messages under one id, the last three of them unread.
  private static func stage(mine: Bool = false) -> Stage {
    var stage = Stage.conversation(100, 24)
    stage.openPane(
      (1...6).map { number in
        var message = Stage.message(Int64(number), "message \(number)", mine: mine ? .sent : nil)
        message.originID = OriginID("1")
        return message
      })
    stage.snapshot.chats[0].unread = mine ? 0 : 3
    stage.update()
    return stage
  }

  @Test func `D2 the line of what is unread stands before one message`() {
    let stage = Self.stage()
    #expect(stage.rows.count { $0.contains("3 unread") } == 1, "\(stage.text)")
  }

  @Test(arguments: [false, true])
  func `M3 one message is chosen, marked and answered`(mine: Bool) throws {
    var stage = Self.stage(mine: mine)
    stage.press(Key(.escape), Key(.up), Key(.up))
    stage.press(.char("v"))
    #expect(stage.rows.count { $0.contains("■") } == 1, "\(stage.text)")
    let row = try #require(stage.rows.first { $0.contains("■") })
    #expect(row.contains("message 4"))
    stage.press(.char("v"), .char("r"))
    stage.type("yes")
    let sent = stage.press(Key(.enter))
    guard case .intent(.send(_, _, _, let target), _) = sent.first else {
      Issue.record("nothing was sent: \(sent)")
      return
    }
    #expect(target?.stored?.row == 4)
  }
}
