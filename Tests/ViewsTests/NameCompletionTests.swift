import Model
import Screen
import Store
import Testing

@testable import Views

/// Tab in the composer.
@Suite struct NameCompletionTests {
  /// In a group where Bob, bo and Ben Lee spoke, Bob last; carl and Cy did not, and zoe is gone.
  private static func stage(_ text: String, isJoined: Bool = true) -> Stage {
    var stage = Stage.conversation(100, 24)
    stage.snapshot.chats[0] = Chat(jid: Stage.bo, kind: .room, name: "team")
    let nicks = ["Ben Lee", "Bob", "Cy", "ana", "bo", "carl"]
    stage.snapshot[.first].rooms[Stage.bo] = Room(
      jid: Stage.bo, attendance: isJoined ? .joined : .joining, nick: "ana",
      occupants: isJoined ? nicks.map { .init(nick: $0) } : [])
    let speakers = ["Ben Lee", "bo", "zoe", "ana", "bo", "Bob"]
    stage.openPane(
      speakers.enumerated().map { index, nick in
        let isMine = nick == "ana"
        var message = Stage.message(Int64(index + 1), "hi", mine: isMine ? .sent : nil)
        if !isMine { message.sender = Stage.bo.with(resource: nick)! }
        return message
      })
    stage.update()
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    stage.send(.paste(parts[0] + parts[1]))
    for _ in parts[1] { stage.press(Key(.left)) }
    return stage
  }

  /// What is typed, how often Tab is pressed, and what stands there then.
  private static let completions: [(String, Int, String)] = [
    ("b|", 1, "Bob: |"), ("b|", 2, "bo: |"), ("b|", 3, "Ben Lee: |"), ("b|", 4, "Bob: |"),
    ("C|", 1, "carl: |"), ("C|", 2, "Cy: |"), ("BO|", 2, "bo: |"),
    ("ask b|", 1, "ask Bob |"), ("ask b|", 2, "ask bo |"), ("ask b|?", 1, "ask Bob |?"),
    ("ask b| then", 1, "ask Bob| then"), ("b| then", 2, "bo:| then"),
    ("@b|", 1, "@Bob |"), ("@b|", 2, "@bo |"), ("hi @be|", 1, "hi @Ben Lee |"),
    ("ben l|", 1, "Ben Lee: |"), ("Bob: c|", 1, "Bob: carl |"), ("one\nb|", 1, "one\nBob |"),
    ("(cy|", 1, "(Cy |"),
  ]

  @Test(arguments: completions)
  func `G5 Tab completes who is in the group, who spoke last first, and again the next`(
    typed: String, times: Int, shown: String
  ) {
    var stage = Self.stage(typed)
    for _ in 0..<times { stage.press(Key(.tab)) }
    #expect(ComposerTests.shown(stage) == shown)
    #expect(stage.interface.navigation.focus == .composer)
  }

  /// In a chat with one person, and in a group.
  @Test(
    arguments: [
      (":smile|", 1, "😄 |"), (":smile|", 2, "😃 |"), ("well :tada|", 1, "well 🎉 |"),
      ("(:+1|", 1, "(👍 |"), (":thumbsd| then", 1, "👎| then"), (":Heart|", 1, "❤️ |"),
      (":penguin|", 1, "🐧 |"), (":hatching_chick|", 1, "🐣 |"),
    ], [true, false])
  func `M4 Tab completes an emoji by its name, and again the next`(
    example: (typed: String, times: Int, shown: String), isGroup: Bool
  ) {
    var stage = Self.stage(example.typed)
    if !isGroup { stage.snapshot.chats[0] = Chat(jid: Stage.bo, kind: .direct, name: "bo") }
    for _ in 0..<example.times { stage.press(Key(.tab)) }
    #expect(ComposerTests.shown(stage) == example.shown)
    #expect(stage.interface.navigation.focus == .composer)
  }

  @Test func `M4 what names no emoji is told, and a clock time leads on as ever`() {
    var stage = Stage.conversation()
    stage.type(":zzz")
    stage.press(Key(.tab))
    #expect(stage.text.contains("No emoji begins with “:zzz”."))
    #expect(stage.interface.navigation.focus == .composer)
    for text in [" at 10:30", " nota:smile", " :-)", " :", ""] {
      stage.press(.ctrl("u"))
      stage.type(text)
      stage.press(Key(.tab))
      #expect(stage.interface.navigation.focus != .composer, "\(text)")
      stage.press(.char("c"))
    }
  }

  @Test func `what was completed is a draft, and typed on`() {
    var stage = Self.stage("b|")
    stage.press(Key(.tab))
    stage.type("b")
    #expect(ComposerTests.shown(stage) == "Bob: b|")
    stage.press(Key(.tab), Key(.tab))
    #expect(ComposerTests.shown(stage) == "Bob: bo |", "what was typed since begins anew")
    let actions = stage.wait(1_000) + stage.actions
    #expect(
      actions.contains { action in
        if case .intent(.saveDraft(_, let text, _), _) = action {
          text == "Bob: bo "
        } else {
          false
        }
      })
  }

  @Test(arguments: ["zo|", "ana|", "x|", "hello|"])
  func `who is gone, oneself and what is no name are not completed, and Tab stays`(typed: String) {
    var stage = Self.stage(typed)
    stage.press(Key(.tab))
    #expect(ComposerTests.shown(stage) == typed)
    #expect(stage.interface.navigation.focus == .composer)
    #expect(stage.text.contains("No name in this group begins with “\(typed.dropLast())”."))
  }

  @Test func `while one is not there it is who spoke`() {
    var stage = Self.stage("z|", isJoined: false)
    stage.press(Key(.tab))
    #expect(ComposerTests.shown(stage) == "zoe: |")
  }

  @Test(arguments: ["|", "hello |", "|b"])
  func `where no word was begun Tab leads to the next pane, in a group too`(typed: String) {
    var stage = Self.stage(typed)
    stage.press(Key(.tab))
    #expect(stage.interface.navigation.focus == .messages)
    #expect(ComposerTests.shown(stage) == typed)
  }

  @Test func `in a chat with one person Tab leads to the next pane`() {
    var stage = ComposerTests.stage("b|")
    stage.press(Key(.tab))
    #expect(stage.interface.navigation.focus == .messages)
    #expect(ComposerTests.shown(stage) == "b|")
  }
}
