import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct ToastTests {
  static func asking(_ width: Int = 100, _ height: Int = 30, waiting: Int = 5) -> Stage {
    var stage = Stage.conversation(width, height)
    stage.snapshot[.first].outbox = OutboxCounts(queued: waiting, held: waiting)
    stage.snapshot[.first].question = PolicyQuestion(waiting: waiting, until: stage.uptime + 8_000)
    stage.update()
    return stage
  }

  @Test func `O5 the toast asks, counts down and is gone when its time is over`() {
    var stage = Self.asking()
    let words = "│ Connected. Send 5 queued messages?   [Alt-S] Yes   [Alt-Q] Review first   (8) │"
    #expect(stage.text.contains(words))
    stage.wait(1000)
    #expect(stage.interface.nextWake == stage.uptime + 1000)
    #expect(stage.text.contains("(7) │"))
    #expect(!stage.text.contains("waiting"), "the banner waits for the answer")
    stage.wait(7000)
    #expect(!stage.text.contains("Connected"))
    #expect(stage.rows[1].hasPrefix(" 5 messages waiting"))
  }

  @Test func `O5 one message is asked about as one`() {
    #expect(Self.asking(waiting: 1).text.contains("Send 1 queued message?"))
  }

  @Test func `O5 going offline takes it away`() {
    var stage = Self.asking()
    stage.snapshot[.first].question = nil
    stage.snapshot[.first].connection = .offline(reason: "cut", nextTry: nil)
    stage.update()
    #expect(!stage.text.contains("Connected."))
  }

  @Test func `O5 it takes no key that is typed, and Alt-S says yes`() {
    var stage = Self.asking()
    stage.type("yes, y r Y R")
    #expect(stage.interface.drafts.composer.text == "yes, y r Y R")
    #expect(stage.text.contains("Connected. Send"))
    #expect(!stage.actions.contains(.intent(.sendAll)))
    #expect(stage.press(.alt("s")) == [.intent(.sendAll)])
    #expect(stage.interface.drafts.composer.text == "yes, y r Y R")
  }

  @Test func `O5 Alt-Q opens the review and lets the question go`() {
    var stage = Self.asking()
    let actions = stage.press(.alt("q"))
    #expect(actions.filter { $0 == .intent(.dismissQuestion) }.count >= 1)
    #expect(actions.contains(.intent(.openQueue)))
    #expect(stage.rows[0].hasPrefix(" Outbox"))
    #expect(!stage.text.contains("Connected. Send"))
  }

  @Test(arguments: ["k", "n"])
  func `O5 it stands over every layer, and its keys act there`(layer: String) {
    var stage = Self.asking()
    stage.press(.ctrl("k"))
    #expect(stage.text.contains("Connected. Send"))
    stage.type(layer)
    #expect(stage.press(.alt("s")) == [.intent(.sendAll)])
  }

  @Test func `O5 without a question its keys do nothing in a layer`() {
    var stage = Stage.conversation()
    stage.press(.ctrl("k"))
    #expect(stage.press(.alt("s"), .alt("q")).isEmpty)
    #expect(stage.text.contains("Go to:"))
  }

  @Test func `O5 a click on an answer gives it`() throws {
    var stage = Self.asking()
    let row = try #require(stage.row(containing: "[Alt-S]"))
    let characters = Array(stage.rows[row])
    let yes = try #require(characters.indices.first { characters[$0...].starts(with: "[Alt-S]") })
    let review = try #require(
      characters.indices.first { characters[$0...].starts(with: "[Alt-Q]") })
    #expect(stage.send(.mouse(Mouse(.press, at: Point(x: yes, y: row)))) == [.intent(.sendAll)])
    let opened = stage.send(.mouse(Mouse(.press, at: Point(x: review + 10, y: row))))
    #expect(opened.contains(.intent(.openQueue)))
  }

  @Test func `O5 while the queue is reviewed nobody is asked, and the question is let go once`() {
    var stage = Stage.conversation()
    stage.press(.alt("q"))
    stage.actions = []
    stage.snapshot[.first].question = PolicyQuestion(waiting: 2, until: stage.uptime + 10_000)
    stage.snapshot[.first].outbox = OutboxCounts(queued: 2, held: 2)
    stage.update()
    stage.update()
    #expect(stage.actions == [.intent(.dismissQuestion)])
    #expect(!stage.text.contains("Connected. Send"))
    #expect(stage.rows[0].hasPrefix(" Outbox   2 queued"))
  }
}
