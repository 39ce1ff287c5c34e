import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct DraftTests {
  static func drafts(_ actions: [Action]) -> [String] {
    actions.compactMap {
      if case .intent(.saveDraft(_, let text, _), _) = $0 { text } else { nil }
    }
  }

  @Test func `P1 what is typed before there is a chat stays, and is kept as its draft`() {
    for hasPane in [false, true] {
      var stage = Stage()
      stage.type("early")
      stage.snapshot.chats = [Chat(jid: Stage.bo, kind: .direct, name: "Bo", draft: "stored")]
      if hasPane { stage.openPane([]) }
      stage.update()
      #expect(stage.interface.drafts.composer.text == "stored\nearly")
      #expect(
        stage.wait(1_000).contains(.intent(.saveDraft(chat: Stage.bo, text: "stored\nearly"))))
    }
  }

  @Test func `P1 what was typed outlives any number of drafts given back`() {
    var stage = Stage()
    stage.type("early")
    stage.snapshot.chats = [Chat(jid: Stage.bo, kind: .direct, name: "Bo")]
    for revision in 1...3 {
      stage.update()
      stage.openPane([])
      stage.snapshot.pane?.draftRevision = revision
    }
    stage.update()
    #expect(stage.interface.drafts.composer.text == "early")
  }

  @Test func `P1 a draft goes to the disk within 100 ms of the first keystroke, once`() throws {
    var stage = Stage.conversation()
    let start = stage.uptime
    #expect(Self.drafts(stage.type("h")).isEmpty)
    let wake = try #require(stage.interface.nextWake)
    #expect(wake > start && wake <= start + 100)
    stage.uptime += 50
    #expect(Self.drafts(stage.type("i")).isEmpty)
    #expect(stage.interface.nextWake == wake)
    stage.uptime = wake
    #expect(Self.drafts(stage.update()) == ["hi"])
    stage.uptime += 1000
    #expect(Self.drafts(stage.update()).isEmpty)
  }

  @Test func `P1 the draft is kept at once when the chat is left, and comes back with it`() {
    var stage = Stage.conversation()
    stage.type("half a sent")
    let actions = stage.press(Key(.down, .alt))
    #expect(actions.contains(.intent(.saveDraft(chat: Stage.bo, text: "half a sent"))))
    #expect(actions.last == .intent(.open(Stage.cy)))
    #expect(stage.interface.drafts.composer.text.isEmpty)
    stage.press(.alt("/"))
    #expect(stage.interface.drafts.composer.text == "half a sent")
  }

  @Test func `a stored draft stands in the composer when its chat is opened`() {
    var stage = Stage.conversation()
    stage.press(.alt("3"))
    #expect(stage.interface.drafts.composer.text == "Hi")
  }

  @Test func `sending saves no draft afterwards: the send's own transaction deletes it`() {
    var stage = Stage.conversation()
    stage.type("hello")
    stage.press(Key(.enter))
    #expect(Self.drafts(stage.wait(500)).isEmpty)
  }

  @Test func `P1 what comes from an editor is kept as a draft, without another key`() {
    var stage = Stage.conversation()
    stage.interface.replaceComposer("from the editor\n")
    stage.update()
    #expect(Self.drafts(stage.wait(100)) == ["from the editor"])
  }

  @Test func `P1 a text that was given back and cleared stays cleared`() {
    var stage = Stage.conversation()
    stage.snapshot.pane?.draft = "hello"
    stage.snapshot.pane?.draftRevision += 1
    stage.update()
    #expect(stage.interface.drafts.composer.text == "hello")
    stage.press(.ctrl("c"))
    stage.wait(100)
    #expect(stage.interface.drafts.composer.text.isEmpty)
  }

  @Test func `clearing the composer deletes the draft`() {
    var stage = Stage.conversation()
    stage.type("hello")
    stage.wait(100)
    stage.press(.ctrl("c"))
    #expect(Self.drafts(stage.wait(100)) == [""])
  }

  @Test func `quitting keeps the draft first`() {
    var stage = Stage.conversation()
    stage.type("hello")
    let actions = stage.press(Key(.escape), .char("q"), .char("q"))
    #expect(Self.drafts(actions) == ["hello"])
    #expect(actions.last == .quit)
  }
}

@Suite struct TypingTests {
  static func told(_ actions: [Action]) -> [Bool] {
    actions.compactMap {
      if case .intent(.typing(_, let isTyping), _) = $0 { isTyping } else { nil }
    }
  }

  @Test func `D3 typing is told at the first key, at most twice a second, and again within 2.5 s`()
  {
    var stage = Stage.conversation()
    var times: [Int64] = []
    for _ in 0..<50 {
      if Self.told(stage.type("a")) == [true] { times.append(stage.uptime) }
      stage.uptime += 100
    }
    #expect(times.first == 1_000_000)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 >= 500 && $0 <= 2500 })
    #expect(gaps.count >= 2)
  }

  enum Ending: CaseIterable { case send, clear, leave, focusLost, pause }

  @Test(arguments: Ending.allCases)
  func `D3 typing ends with sending, clearing, leaving, losing focus and pausing`(_ ending: Ending)
  {
    var stage = Stage.conversation()
    stage.type("hi")
    let actions =
      switch ending {
      case .send: stage.press(Key(.enter))
      case .clear: stage.press(.ctrl("c"))
      case .leave: stage.press(Key(.down, .alt))
      case .focusLost: stage.send(.focus(false))
      case .pause: stage.wait(3000)
      }
    // What is sent says itself that it is written.
    #expect(Self.told(actions) == (ending == .send ? [] : [false]))
    #expect(Self.told(stage.wait(5000)).isEmpty)
  }
}
