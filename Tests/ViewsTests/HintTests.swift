import Model
import Screen
import Store
import Testing

@testable import Views

/// The last line names what a key does just now.
@Suite struct HintTests {
  private func hints(_ stage: Stage) -> String { stage.rows.last ?? "" }

  @Test func `I1 search is named where one writes`() {
    #expect(hints(.conversation()).contains("Alt-G search"))
  }

  @Test func `I1 Esc is named by where it goes, also where there is room for one pane`() {
    #expect(hints(.conversation()).contains("Esc browse"))
    var stage = Stage.conversation(40, 12)
    #expect(hints(stage).contains("Esc chats"))
    stage.press(Key(.escape))
    #expect(stage.text.contains("○ Dad"))
  }

  @Test func `I1 Enter is named by what it does with the message that is selected`() {
    var stage = Stage.conversation()
    stage.snapshot.pane?.messages += [
      Stage.message(6, "waits", mine: .queued), Stage.message(7, "failed", mine: .failed),
    ]
    stage.update()
    stage.press(Key(.escape))
    #expect(hints(stage).contains("Enter retry") && hints(stage).contains("Space info"))
    stage.press(.char("k"))
    #expect(hints(stage).contains("Enter cancel") && hints(stage).contains("Space info"))
    stage.press(.char("k"))
    #expect(hints(stage).contains("Enter info") && !hints(stage).contains("Space info"))
  }

  @Test func `I1 of answering, editing and deleting only what can be done is named`() {
    var stage = Stage.conversation()
    stage.snapshot.pane?.messages.append(Stage.message(6, "waits", mine: .queued))
    stage.update()
    stage.press(Key(.escape))
    #expect(hints(stage).contains("e edit") && !hints(stage).contains("r reply"))
    stage.press(.char("k"))
    #expect(hints(stage).contains("r reply") && hints(stage).contains("e edit"), "mine")
    stage.press(.char("g"))
    #expect(hints(stage).contains("r reply") && !hints(stage).contains("e edit"), "another's")
  }

  @Test func `I1 Enter is named by what it does with what was found`() {
    var stage = Stage.conversation()
    stage.press(.ctrl("k"))
    stage.type("cy")
    #expect(hints(stage).contains("Enter open"))
    stage.press(.ctrl("u"))
    stage.type("zoe@example.org")
    #expect(hints(stage).contains("Enter start"))
    stage.press(.ctrl("u"))
    stage.type("quit")
    #expect(hints(stage).contains("Enter do it"))
    stage.press(.ctrl("u"))
    stage.type("policy smart")
    #expect(hints(stage).contains("Enter set"))
    stage.press(.ctrl("u"))
    stage.type("no such thing")
    #expect(!hints(stage).contains("Enter"))
  }

  @Test func `I1 in the themes and the search Enter is named by what it does there`() {
    var stage = Stage.conversation()
    stage.press(.alt("t"))
    #expect(hints(stage).contains("Enter keep") && hints(stage).contains("Esc go back"))
    stage.press(Key(.escape), .alt("g"))
    #expect(hints(stage).contains("Enter show"))
  }
}
