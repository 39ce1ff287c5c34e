import Screen
import Store
import Testing

@testable import Views

/// Characters that come many at once, where the terminal brackets no pastes.
@Suite struct TypedBurstTests {
  private func shown(_ stage: Stage) -> String { stage.interface.drafts.composer.text }

  @Test func `Z4 I1 in the composer they are what was typed one by one`() {
    var (whole, single) = (Stage.conversation(), Stage.conversation())
    let text = "hello, is this the 10th? e\u{301}"
    whole.send(.typed(text))
    single.type(text)
    #expect(shown(whole) == shown(single) && shown(whole) == text)
    #expect(whole.surface == single.surface)
  }

  @Test func `I1 Shift-Enter is a new line where the terminal tells it from Enter`() {
    var stage = Stage.conversation()
    stage.type("one")
    stage.press(Key(.enter, .shift))
    stage.type("two")
    #expect(shown(stage) == "one\ntwo")
  }

  @Test func `Z4 I1 outside of it they are commands until one leads there`() {
    var (whole, single) = (Stage.conversation(), Stage.conversation())
    whole.press(Key(.escape))
    single.press(Key(.escape))
    whole.send(.typed("kkjci am written and so on"))
    single.type("kkjci am written and so on")
    #expect(shown(whole) == shown(single) && shown(whole).hasSuffix("i am written and so on"))
    #expect(whole.surface == single.surface)
  }
}
