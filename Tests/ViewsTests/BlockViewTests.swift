import Model
import Screen
import Store
import Testing

@testable import Views

/// Whom one has blocked, on the screen.
@Suite struct BlockViewTests {
  private static func blocked(_ width: Int = 100, waits: Bool = false) -> Stage {
    var stage = Stage.conversation(width)
    stage.snapshot[.first].blocked = BlockList(
      entries: [Stage.bo], waiting: waits ? [Stage.bo] : [])
    stage.update()
    return stage
  }

  @Test(arguments: [100, 80, 72, 60])
  func `C2 who is blocked is marked in words, in the list and above the chat`(width: Int) {
    var stage = Self.blocked(width)
    #expect(stage.rows(of: stage.layout.header)[0].contains("Blocked"))
    #expect(stage.text.contains("You blocked Bo Reyes."))
    if width < 72 { stage.press(Key(.escape)) }
    for height in [30, 24] {
      stage.resize(width, height)
      let rows = stage.rows(of: stage.layout.list)
      #expect(rows.contains { $0.contains("Bo R") && $0.contains("Blocked") })
    }
  }

  @Test func `C2 P8 that the server is still to hear of it is said`() {
    var stage = Self.blocked(waits: true)
    stage.snapshot[.first].connection = .offline(reason: "no network", nextTry: nil)
    stage.wait(200)
    #expect(stage.text.contains("Blocked, once you are online"))
  }

  @Test func `C2 what is written to them stays where it is, and it is said why`() {
    var stage = Self.blocked()
    stage.type("hello?")
    #expect(stage.press(Key(.enter)).isEmpty)
    #expect(stage.toldRow.contains("You blocked Bo Reyes. Unblock to write."))
    #expect(stage.interface.drafts.composer.text == "hello?")
  }

  @Test(arguments: [
    ("/block", Intent.block(Stage.cy)), ("/unblock", .unblock(Stage.bo)),
  ])
  func `C2 it is done by a word in the chat`(line: String, intent: Intent) {
    var stage = Self.blocked()
    if case .block = intent { stage.press(.alt("2")) }
    stage.type(line)
    #expect(stage.press(Key(.enter)).contains(.intent(intent)))
  }

  @Test func `C2 the palette blocks and unblocks, and reports where the server takes that`() {
    var stage = Stage.conversation()
    func titles(_ typed: String = "block") -> [String] {
      Switcher(typed: typed).items(stage.interface.context(stage.snapshot, stage.now))
        .map(\.title).filter { $0.contains("lock ") }
    }
    #expect(titles() == ["Block Bo Reyes"])
    stage.snapshot[.first].blocked.takesReports = true
    #expect(
      titles() == [
        "Block Bo Reyes", "Block Bo Reyes, and report spam", "Block Bo Reyes, and report abuse",
      ])
    stage.press(.ctrl("k"))
    stage.type("report sp")
    #expect(stage.press(Key(.enter)) == [.intent(.block(Stage.bo, report: .spam))])
    stage.snapshot[.first].blocked.entries = [Stage.bo]
    #expect(titles("unblock") == ["Unblock Bo Reyes"])
    stage.press(.ctrl("k"))
    stage.type("block cy")
    #expect(stage.press(Key(.enter)) == [] && stage.text.contains("Block Cy"))
    #expect(stage.press(Key(.enter)) == [.intent(.block(Stage.cy))])
    stage.press(.ctrl("k"))
    stage.type("unblock bo")
    #expect(stage.press(Key(.enter)) == [.intent(.unblock(Stage.bo))])
  }

  @Test func `Z2 a whole server is named as such`() {
    var stage = Stage.conversation()
    let server = JID("localhost")!
    stage.snapshot[.first].blocked.entries = [server]
    stage.type("/unblock")
    #expect(stage.press(Key(.enter)).contains(.intent(.unblock(server))))
    stage.press(.ctrl("k"))
    stage.type("unblock")
    #expect(stage.text.contains("Unblock everybody at localhost"))
  }
}
