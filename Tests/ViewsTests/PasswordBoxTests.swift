import Model
import Screen
import Store
import Testing

@testable import Views

/// A group's password, asked for in its chat.
@Suite struct PasswordBoxTests {
  private static func locked(wasWrong: Bool = false) -> Stage {
    var stage = Stage.conversation()
    stage.snapshot[.first].rooms[Stage.bo] = Room(
      jid: Stage.bo, attendance: .locked(wasWrong: wasWrong), nick: "ana")
    return stage
  }

  private static let join = Action.intent(
    .join(Stage.bo, nick: nil, password: "open sesame"))

  @Test func `Enter in a locked group's chat asks for its password, and never shows it`() {
    var stage = Self.locked()
    #expect(stage.text.contains("Password wanted: press Enter"))
    stage.press(Key(.enter))
    #expect(stage.text.contains("Password of the group Bo Reyes"))
    stage.press(Key(.enter))
    stage.type("open sesamee")
    stage.press(Key(.backspace))
    #expect(!stage.text.contains("open") && stage.text.contains("***********"))
    #expect(stage.press(Key(.enter)) == [Self.join])
    #expect(!stage.text.contains("Password of"))
    #expect(stage.interface.drafts.composer.text.isEmpty)
  }

  @Test func `the palette offers it too, and Esc gives it up`() {
    var stage = Self.locked(wasWrong: true)
    #expect(stage.text.contains("Wrong password: press Enter"))
    for last in [Key(.escape), Key(.enter)] {
      stage.press(.ctrl("k"))
      stage.type("password")
      stage.press(Key(.enter))
      stage.type("open sesame")
      #expect(stage.press(last) == (last == Key(.escape) ? [] : [Self.join]))
    }
  }

  @Test func `what was written in a locked group's chat is queued by Enter`() {
    var stage = Self.locked()
    stage.type("hi")
    let isSent = stage.press(Key(.enter)).contains {
      if case .intent(.send, _) = $0 { true } else { false }
    }
    #expect(isSent && !stage.text.contains("Password of"))
  }
}
