import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct DraftsTests {
  static func moment(_ uptime: Int64) -> Moment {
    Moment(wall: Stage.noon, uptime: uptime, bootID: "boot", random: 7)
  }

  @Test func `P1 what was typed in a chat that was left stands there again`() {
    var drafts = Drafts()
    drafts.enter(Stage.bo.chat, stored: nil, revision: 0, isFirst: true)
    drafts.composer.insert("half")
    _ = drafts.changed(in: Stage.bo.chat, Self.moment(0))
    let left = drafts.leave(Stage.bo.chat)
    #expect(left.contains(.intent(.saveDraft(chat: Stage.bo, text: "half", replyTo: nil))))
    #expect(left.last == .intent(.typing(chat: Stage.bo, isTyping: false)))
    drafts.enter(Stage.cy.chat, stored: nil, revision: 0, isFirst: false)
    #expect(drafts.composer.text.isEmpty)
    // The snapshot may still have the text of before.
    drafts.enter(Stage.bo.chat, stored: Draft(text: "ha"), revision: 0, isFirst: false)
    #expect(drafts.composer.text == "half")
  }

  @Test func `P1 what was typed before there was a chat is the first one's`() {
    var drafts = Drafts()
    drafts.composer.insert("early")
    drafts.enter(Stage.bo.chat, stored: Draft(text: "stored"), revision: 0, isFirst: true)
    #expect(drafts.composer.text == "stored\nearly")
  }

  @Test func `O12 nothing of a chat that was left and is deleted is kept`() {
    var drafts = Drafts()
    drafts.enter(Stage.bo.chat, stored: nil, revision: 0, isFirst: true)
    drafts.composer.insert("half")
    _ = drafts.leave(Stage.bo.chat)
    drafts.enter(Stage.cy.chat, stored: nil, revision: 0, isFirst: false)
    drafts.composer.insert("other")
    #expect(drafts.forget(Stage.bo.chat, isOpen: false).isEmpty)
    #expect(drafts.composer.text == "other")
    drafts.enter(Stage.bo.chat, stored: nil, revision: 0, isFirst: false)
    #expect(drafts.composer.text.isEmpty)
  }

  @Test func `O12 nothing of a chat that is deleted is kept`() {
    var drafts = Drafts()
    drafts.composer.insert("half")
    _ = drafts.changed(in: Stage.bo.chat, Self.moment(0))
    #expect(
      drafts.forget(Stage.bo.chat, isOpen: true)
        == [.intent(.typing(chat: Stage.bo, isTyping: false))])
    #expect(drafts.composer.text.isEmpty && drafts.wakes.allSatisfy { $0 == nil })
  }

  @Test func `two names of one moment differ`() {
    var drafts = Drafts()
    #expect(Set((0..<1_000).map { _ in drafts.newID(Self.moment(5)) }).count == 1_000)
  }

  @Test func `I1 a key that does not go on with a chord is a key for itself`() {
    var chord = KeyChord()
    let x = Key(.character("x"), .control)
    #expect(chord.press(x, in: .composing, of: .standard) == .unfinished)
    #expect(chord.press(Key(.character("q")), in: .composing, of: .standard) == .text("q"))
    #expect(chord.press(x, in: .composing, of: .standard) == .unfinished)
    #expect(chord.press(Key(.enter), in: .composing, of: .standard) == .command(.send))
    #expect(chord.press(x, in: .composing, of: .standard) == .unfinished)
    #expect(chord.press(x, in: .composing, of: .standard) == .unfinished)
    let edit = Key(.character("e"), .control)
    #expect(
      chord.press(edit, in: .composing, of: .standard) == .command(.externalEditor))
    #expect(chord.press(edit, in: .composing, of: .standard) == .command(.lineEnd))
  }
}
