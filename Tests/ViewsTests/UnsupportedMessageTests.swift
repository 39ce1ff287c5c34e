import Model
import Screen
import Store
import Testing

@testable import Views

/// What stands in the place of what psst cannot show (M6).
@Suite struct UnsupportedMessageTests {
  private func stage(_ content: Message.Content, mine: DeliveryStatus? = nil) -> Stage {
    var stage = Stage.conversation()
    var message = Stage.message(6, "", mine: mine)
    message.content = content
    stage.snapshot.pane?.messages.append(message)
    stage.update()
    return stage
  }

  @Test func `M6 Z2 nobody can write a text that looks like what psst says in the place of one`()
    throws
  {
    let what = Message.Unsupported.encrypted(.omemo)
    func styles(_ content: Message.Content) throws -> Set<Style> {
      var drawn = try StylingTests.stage([])
      drawn.openPane(stage(content).snapshot.pane?.messages ?? [])
      return try StylingTests.styles(what.words, drawn)
    }
    #expect(try styles(.text(what.words)) == [Style()])
    #expect(try styles(.unsupported(what)).allSatisfy { $0.isItalic })
  }

  @Test func `M1 M6 what psst cannot show is not edited`() {
    var stage = stage(.unsupported(.encrypted(.omemo)), mine: .read)
    stage.press(Key(.up))
    #expect(stage.interface.drafts.composer.editing == OriginID("origin-5"), "the text before it")
    stage.press(Key(.escape), Key(.escape), .char("e"))
    #expect(stage.interface.drafts.composer.editing == nil)
    #expect(stage.text.contains("cannot edit what it cannot show"))
  }
}
