import Model
import Screen
import Store
import Testing

@testable import Views

/// When the program says that somebody looks at a chat (N2, I6).
@Suite struct WatchTests {
  @Test func `N2 the chat in front is watched from a key on, for a minute`() {
    var stage = Stage.conversation()
    #expect(stage.watched.isEmpty)
    stage.press(Key(.left), Key(.left))
    #expect(stage.watched == [Stage.bo])
    #expect(stage.interface.nextWake ?? .max <= stage.uptime + 60_001)
    stage.wait(60_001)
    #expect(stage.watched == [Stage.bo, nil])
  }

  @Test func `N2 with the terminal's focus it is watched until nobody sits there`() {
    var stage = Stage.conversation()
    stage.send(.focus(true))
    stage.wait(299_000)
    #expect(stage.watched == [Stage.bo])
    stage.wait(1_000)
    #expect(stage.watched == [Stage.bo, nil])
    stage.press(Key(.left))
    stage.send(.focus(false))
    #expect(stage.watched == [Stage.bo, nil, Stage.bo, nil])
  }

  @Test func `N2 under another screen it is not watched, and the next chat is in its turn`() {
    var stage = Stage.conversation()
    stage.send(.focus(true))
    stage.press(Key(.function(1)))
    #expect(stage.watched == [Stage.bo, nil])
    stage.press(Key(.escape))
    stage.press(.alt("2"))
    #expect(stage.watched == [Stage.bo, nil, Stage.bo, Stage.cy])
  }

  @Test func `I6 N2 on the private server nothing is watched`() {
    var stage = Stage(isPrivate: true)
    stage.snapshot.chats = Stage.conversation().snapshot.chats
    stage.snapshot.pane = Stage.conversation().snapshot.pane
    stage.update()
    stage.send(.focus(true))
    stage.press(Key(.left))
    #expect(stage.watched.isEmpty)
  }
}
