import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct MessageActionTests {
  static func stage(_ status: DeliveryStatus?, failure: String? = nil) -> Stage {
    var stage = Stage.conversation()
    stage.snapshot.pane?.messages.append(
      Stage.message(6, "the one", mine: status, failure: failure))
    stage.update()
    stage.press(Key(.escape))
    return stage
  }

  static let origin = OriginID("origin-6")

  @Test func `Esc selects the message at the bottom, and it is marked without colour`() throws {
    let stage = Self.stage(.sent)
    let row = try #require(stage.row(containing: "the one"))
    #expect(stage.rows[row].contains("│▸14:02 me the one"))
    #expect(stage.surface.cursor == nil)
  }

  @Test func `S12 Enter on a failed message tries again`() {
    var stage = Self.stage(.failed, failure: "no such user")
    #expect(stage.press(Key(.enter)) == [.intent(.retry(Self.origin))])
  }

  @Test func `O9 Enter sends again what nobody confirms, and opens Info where it was only sent`() {
    var stage = Self.stage(.sent, failure: "not confirmed by Bo")
    #expect(stage.press(Key(.enter)) == [.intent(.retry(Self.origin))])
    stage = Self.stage(.sent)
    #expect(stage.press(Key(.enter)) == [.intent(.openInfo(Self.origin))])
  }

  @Test func `O8 Enter on a queued message offers Cancel and Info`() {
    var stage = Self.stage(.queued)
    #expect(stage.press(Key(.enter)).isEmpty)
    #expect(stage.text.contains("sends by itself when you're back online"))
    #expect(stage.text.contains("[c] Cancel the message   [i] Info"))
    #expect(stage.press(.char("c")) == [.intent(.cancel(Self.origin))])
    #expect(!stage.text.contains("[c] Cancel"))
    #expect(stage.press(Key(.enter), .char("i")) == [.intent(.openInfo(Self.origin))])
  }

  @Test func `O7 d asks before it deletes what was not sent`() {
    var stage = Self.stage(.failed)
    #expect(stage.press(.char("d")).isEmpty)
    #expect(stage.text.contains("Delete this message? It has not been sent."))
    #expect(stage.press(Key(.escape)).isEmpty)
    stage.press(.char("d"))
    #expect(stage.press(Key(.enter)) == [.intent(.cancel(Self.origin))])
  }

  @Test(arguments: [DeliveryStatus.sending, .sent, .delivered, .read])
  func `what may have left is neither edited nor deleted, and it is said`(status: DeliveryStatus) {
    var stage = Self.stage(status)
    #expect(stage.press(.char("d")).isEmpty)
    #expect(stage.rows[29].contains("can be deleted"))
    #expect(stage.press(.char("e")).isEmpty)
    #expect(stage.rows[29].contains("can be edited"))
    #expect(stage.wait(5000).isEmpty)
    #expect(stage.rows[29].contains("Ctrl-K go to"))
  }

  @Test func `y copies the text as it is`() {
    var stage = Self.stage(.sent)
    #expect(stage.press(.char("y")) == [.copy("the one")])
    #expect(stage.rows[29] == " Copied.")
  }

  @Test func `i tells about the message of somebody else`() {
    var stage = Self.stage(nil)
    #expect(stage.press(.char("i")).isEmpty)
    for fact in ["from bo@localhost", "Tue 12 May 14:02:00"] {
      #expect(stage.text.contains(fact))
    }
    stage.press(Key(.escape))
    #expect(!stage.text.contains("from bo@localhost"))
  }

  @Test func `Up in an empty composer selects my last message`() throws {
    var stage = Stage.conversation()
    stage.snapshot.pane?.messages.append(Stage.message(6, "their answer"))
    stage.update()
    stage.press(Key(.up))
    let row = try #require(stage.row(containing: "v2 attached"))
    #expect(stage.rows[row].contains("│▸"))
    stage.press(.char("c"))
    #expect(stage.interface.focus == .composer)
  }

  @Test func `j and k move the selection and scroll with it`() {
    var stage = PaneTests.stage()
    stage.press(Key(.escape))
    for _ in 0..<30 { stage.press(.char("k")) }
    #expect(stage.text.contains("▸14:02 Bo message 30."))
    for _ in 0..<40 { stage.press(.char("j")) }
    #expect(stage.text.contains("▸14:02 Bo message 60."))
    #expect(stage.interface.pane.isAtEnd)
    stage.press(.char("g"))
    #expect(stage.text.contains("▸14:02 Bo message 1."))
    stage.press(.ctrl("d"), .ctrl("d"), .ctrl("u"))
    #expect(stage.interface.pane.selection != nil)
  }

  @Test func `a selected message that goes away leaves the selection on the newest`() {
    var stage = Self.stage(.queued)
    stage.snapshot.pane?.messages.removeLast()
    stage.update()
    #expect(stage.text.contains("▸14:02 me v2 attached"))
  }
}

@Suite struct QuitTests {
  @Test func `O18 quitting says how many messages wait and that they are kept`() {
    var stage = Stage.conversation()
    stage.snapshot.outbox = OutboxCounts(queued: 2, sending: 1, failed: 4)
    stage.update()
    #expect(stage.press(.ctrl("c")).isEmpty)
    #expect(
      stage.text.contains("3 messages are waiting; they are kept and sent next time. Quit?"))
    #expect(stage.text.contains("[Enter] yes   [Esc] no"))
    #expect(stage.press(Key(.escape)).isEmpty)
    #expect(!stage.text.contains("Quit?"))
    stage.press(.ctrl("c"))
    #expect(stage.press(Key(.enter)) == [.quit])
  }

  @Test func `O18 one message is spoken of as one`() {
    var stage = Stage.conversation(40, 12)
    stage.snapshot.outbox.queued = 1
    stage.press(.ctrl("c"))
    #expect(stage.text.contains("1 message is waiting"))
  }

  @Test func `with nothing waiting quitting is immediate`() {
    var stage = Stage.conversation()
    #expect(stage.press(.ctrl("c")) == [.quit])
  }

  @Test func `Ctrl-C clears first and quits then`() {
    var stage = Stage.conversation()
    stage.type("hi")
    #expect(!stage.press(.ctrl("c")).contains(.quit))
    #expect(stage.press(.ctrl("c")).last == .quit)
  }
}
