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
    #expect(stage.rows[row].contains("│▌               ┃ the one"))
    #expect(stage.surface.cursor == nil)
  }

  @Test func `S12 Enter on a failed message tries again`() {
    var stage = Self.stage(.failed, failure: "no such user")
    #expect(stage.press(Key(.enter)) == [.intent(.retry(Self.origin))])
  }

  @Test func `O9 Enter sends again what nobody confirms, and opens Info where it was only sent`() {
    var stage = Self.stage(.sent, failure: "not confirmed by Bo")
    #expect(stage.rows[29].contains("Enter send again"))
    #expect(stage.press(Key(.enter)) == [.intent(.retry(Self.origin))])
    stage = Self.stage(.sent)
    #expect(stage.press(Key(.enter)) == [.intent(.openInfo(Self.origin))])
  }

  @Test func `O8 Enter on a queued message offers Cancel and Info`() {
    var stage = Self.stage(.queued)
    stage.snapshot[.first].connection = Stage.noLink
    #expect(stage.press(Key(.enter)).isEmpty)
    #expect(stage.text.contains("Sends by itself when you're back online"))
    #expect(stage.text.contains("[c] Cancel the message   [t] Try now   [i] Info"))
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

  @Test func `I2 how a question is answered is seen on the smallest screen`() {
    var stage = Self.stage(.sent)
    stage.resize(20, 5)
    stage.press(.char("d"))
    #expect(stage.text.contains("Esc] no"))
  }

  @Test(arguments: ["ear bo", "id you", "d", "kick"])
  func `I1 M2 a text that is typed where a letter of it asks something answers nothing`(
    rest: String
  ) {
    var stage = Self.stage(.sent)
    stage.press(.char("d"))
    #expect(stage.text.contains("Delete for everyone?"))
    stage.type(rest)
    #expect(stage.press(Key(.enter)).isEmpty && stage.press(.char("y")).isEmpty)
    #expect(stage.text.contains("Nothing was done. [Esc] back"))
    stage.press(Key(.escape))
    #expect(!stage.text.contains("Delete for everyone?"))
    stage.press(.char("d"))
    #expect(!stage.press(Key(.enter)).isEmpty)
  }

  @Test(arguments: [DeliveryStatus.queued, .failed, .sending, .sent, .delivered, .read])
  func `M1 e edits any message of mine`(status: DeliveryStatus) {
    var stage = Self.stage(status)
    stage.press(.char("e"))
    #expect(stage.interface.drafts.composer.text == "the one")
    stage.type("!")
    #expect(stage.press(Key(.enter)).hasEdit(of: "origin-6", text: "the one!"))
  }

  @Test func `M1 another's message is not edited, and it is said`() {
    var stage = Self.stage(nil)
    #expect(stage.press(.char("e")).isEmpty)
    #expect(stage.toldRow.contains("Only a message of yours can be edited"))
    #expect(stage.interface.drafts.composer.editing == nil)
  }

  @Test func `y copies the text as it is`() {
    var stage = Self.stage(.sent)
    #expect(stage.press(.char("y")) == [.copy("the one")])
    #expect(stage.toldRow == " Copied.")
  }

  @Test func `i tells about the message of somebody else`() {
    var stage = Self.stage(nil)
    #expect(stage.press(.char(" ")).isEmpty)
    for fact in ["from bo@localhost", "Tue 12 May 14:02:00"] {
      #expect(stage.text.contains(fact))
    }
    stage.press(Key(.escape))
    #expect(!stage.text.contains("from bo@localhost"))
  }

  @Test func `M1 Up in an empty composer edits my last message, Esc leaves it as it was`() {
    var stage = Stage.conversation()
    stage.snapshot.pane?.messages.append(Stage.message(6, "their answer"))
    stage.update()
    stage.press(Key(.up))
    #expect(stage.interface.drafts.composer.text == "v2 attached")
    #expect(stage.rows[29].contains("editing: Enter saves"))
    let actions = stage.press(Key(.escape))
    #expect(!actions.contains { if case .intent(.edit, _) = $0 { true } else { false } })
    #expect(
      stage.interface.drafts.composer.buffer.isEmpty
        && stage.interface.navigation.focus == .composer)
    stage.type("x")
    stage.press(Key(.up))
    #expect(stage.interface.drafts.composer.text == "x", "what is being written stays")
  }

  private static func edited(
    _ text: String, by status: DeliveryStatus? = nil, failure: String? = nil,
    width: Int = 100
  ) -> Stage {
    var stage = Stage.conversation(width)
    var message = Stage.message(6, text, mine: .read)
    message.firstText = "helo"
    message.edit = Message.Edit(isApplied: status != .failed, at: message.writtenAt)
    message.edit?.pending = status.flatMap {
      Message.Pending(originID: OriginID("e1"), status: $0, failure: failure)
    }
    stage.snapshot.pane?.messages.append(message)
    stage.update()
    return stage
  }

  @Test func `M1 what was corrected says so, and how far the correction is`() throws {
    let done = Self.edited("hello")
    let row = try #require(done.row(containing: "hello (edited)"))
    #expect(done.rows[row].hasSuffix("✓✓ read"))
    let waits = Self.edited("hello", by: .queued)
    #expect(waits.text.contains("⚠ Edit queued"))
    var failed = Self.edited("hello", by: .failed, failure: "not allowed")
    #expect(failed.text.contains("! Edit failed · Enter to retry"))
    #expect(failed.text.contains("not allowed") && !failed.text.contains("(edited)"))
    failed.press(Key(.escape))
    #expect(failed.press(Key(.enter)) == [.intent(.retry(OriginID("e1")))])
  }

  @Test func `M1 O9 an edit that nobody confirms says so, and Enter sends it again`() {
    var stage = Self.edited("hello", by: .sent, failure: "not confirmed by Bo")
    #expect(stage.text.contains("edit not confirmed by Bo · Enter sends it again"))
    stage.press(Key(.escape))
    #expect(stage.rows[29].contains("Enter send again"))
    #expect(stage.press(Key(.enter)) == [.intent(.retry(OriginID("e1")))])
    let narrow = Self.edited("hello", by: .sent, failure: "not confirmed by Bo", width: 40)
    #expect(narrow.text.contains("✓?") && narrow.text.contains("edit not confirmed by Bo"))
  }

  @Test(arguments: [40, 80, 100])
  func `M1 that it was corrected stands in a row of its own where the last line is full`(
    width: Int
  ) throws {
    let long = Array(repeating: "wörd", count: 40).joined(separator: " ")
    for length in stride(from: 60, to: 200, by: 1) {
      let stage = Self.edited(String(long.prefix(length)), width: width)
      #expect(stage.text.contains("(edited)"), "\(length)")
    }
  }

  @Test func `j and k move the selection and scroll with it`() {
    var stage = PaneTests.stage()
    stage.press(Key(.escape))
    for _ in 0..<30 { stage.press(.char("k")) }
    // In the first row on the screen it says who speaks, although one has seen that above.
    #expect(stage.text.contains("│▌14:02       Bo ┃ message 30."))
    for _ in 0..<40 { stage.press(.char("j")) }
    #expect(stage.text.contains("│▌               ┃ message 60."))
    #expect(stage.interface.navigation.pane.isAtEnd)
    stage.press(.char("g"))
    #expect(stage.text.contains("│▌14:02       Bo ┃ message 1."))
    stage.press(.ctrl("d"), .ctrl("d"), .ctrl("u"))
    #expect(stage.interface.navigation.pane.selection != nil)
  }

  @Test func `a selected message that goes away leaves the selection on the newest`() {
    var stage = Self.stage(.queued)
    stage.snapshot.pane?.messages.removeLast()
    stage.update()
    #expect(stage.text.contains("│▌14:02      you ┃ v2 attached"))
  }
}

@Suite struct QuitTests {
  @Test func `O18 quitting says how many messages wait and that they are kept`() {
    var stage = Stage.conversation()
    stage.snapshot[.first].outbox = OutboxCounts(queued: 2, sending: 1, failed: 4)
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
    stage.snapshot[.first].outbox.queued = 1
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
