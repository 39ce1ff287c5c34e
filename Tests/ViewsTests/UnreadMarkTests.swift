import Model
import Screen
import Store
import Testing

@testable import Views

/// Chats that one wants to come back to (A5).
@Suite struct UnreadMarkTests {
  private static func mark(_ stage: inout Stage, _ jid: JID, _ isMarked: Bool = true) {
    let place = stage.snapshot.chats.firstIndex { $0.jid == jid }!
    stage.snapshot.chats[place].isMarkedUnread = isMarked
    stage.snapshot.chats[place].unread = 0
  }

  /// Bo's chat is open, and somebody sits there.
  private static func stage() -> Stage {
    var stage = Stage.conversation()
    stage.send(.focus(true))
    mark(&stage, cy, false)
    return stage
  }

  private static let cy = Stage.cy
  private static let unmark = Action.intent(.markUnread(cy, false))

  @Test func `A5 u in the list and while browsing, and the palette, mark a chat as unread`() {
    var stage = Self.stage()
    stage.press(Key(.escape))
    #expect(stage.type("u").contains(.intent(.markUnread(Stage.bo, true))))
    #expect(stage.toldRow.contains("Bo Reyes is marked as unread."))
    stage.press(Key(.tab), .char("j"))
    #expect(stage.type("u").contains(.intent(.markUnread(Stage.cy, true))))
    Self.mark(&stage, Stage.bo)
    stage.press(.ctrl("k"))
    stage.type("mark this")
    #expect(stage.press(Key(.enter)).contains(.intent(.markUnread(Stage.bo, false))))
  }

  @Test(arguments: [100, 72, 40])
  func `A5 it counts as unread in the list, in the title and for the key that goes there`(
    width: Int
  ) {
    var stage = Self.stage()
    stage.resize(width, 30)
    #expect(!stage.rows[0].contains("unread") && stage.row(containing: "•") == nil)
    Self.mark(&stage, Stage.cy)
    if width < 72 { stage.press(Key(.escape)) }
    #expect(stage.rows.contains { $0.contains("Cy") && $0.contains(" • ") }, "\(stage.text)")
    #expect(width < 72 || stage.rows[0].contains("1 unread"))
    #expect(stage.press(.alt("a")).contains(.intent(.open(Stage.cy))))
  }

  @Test func `A5 D2 who comes to it and looks at it takes the mark away`() {
    var stage = Self.stage()
    Self.mark(&stage, Stage.cy)
    #expect(!stage.update().contains(Self.unmark))
    stage.send(.focus(false))
    _ = stage.interface.goTo(Stage.cy.chat, stage.snapshot)
    #expect(!stage.update().contains(Self.unmark), "nobody looks")
    #expect(stage.send(.focus(true)).contains(Self.unmark))
  }

  @Test func `A5 the open chat stays marked until one goes to another and comes back`() {
    var stage = Self.stage()
    stage.press(.alt("2"))
    stage.update()
    Self.mark(&stage, Stage.cy)
    #expect(!stage.update().contains(Self.unmark))
    #expect(!stage.type("hm").contains(Self.unmark))
    stage.press(.alt("1"))
    #expect(stage.press(.alt("2")).contains(Self.unmark))
  }

  @Test(arguments: [true, false])
  func `A5 P2 the chat that psst begins in keeps its mark, for nobody went there`(isRead: Bool) {
    var stage = Stage()
    let first = Stage.conversation().snapshot
    stage.snapshot = first
    Self.mark(&stage, Stage.bo)
    #expect(stage.snapshot.pane?.chat == Stage.bo.chat)
    // Its messages may still be on the disk.
    if !isRead { stage.snapshot.pane = nil }
    let actions = stage.send(.focus(true)) + stage.press(.char("x"))
    #expect(stage.interface.navigation.openChat == Stage.bo.chat)
    #expect(!actions.contains(.intent(.markUnread(Stage.bo, false))))
  }
}
