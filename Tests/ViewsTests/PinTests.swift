import Model
import Screen
import Store
import Testing

@testable import Views

/// Chats that stand above the others (C5).
@Suite struct PinTests {
  @Test func `C5 p in the list, and the palette, pin the chat and unpin it`() {
    var stage = Stage.conversation()
    stage.press(Key(.escape))
    stage.press(Key(.tab))
    #expect(stage.type("p").contains(.intent(.pin(Stage.bo, true))))
    #expect(stage.text.contains("Pinned Bo Reyes."))
    let place = stage.snapshot.chats.firstIndex { $0.jid == Stage.bo }!
    stage.snapshot.chats[place].isPinned = true
    #expect(stage.text.contains("▴"))
    stage.press(.ctrl("k"))
    stage.type("pin this")
    #expect(stage.press(Key(.enter)).contains(.intent(.pin(Stage.bo, false))))
  }
}
