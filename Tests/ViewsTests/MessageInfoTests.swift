import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct MessageInfoTests {
  static func at(_ seconds: Int64, _ milliseconds: Int64 = 0) -> Timestamp {
    Timestamp(milliseconds: Stage.noon.milliseconds + seconds * 1000 + milliseconds)
  }

  /// The life of experience.md.
  static func told(_ width: Int = 100, _ height: Int = 30) -> Stage {
    var stage = Stage.conversation(width, height)
    stage.press(Key(.tab), .char(" "))
    let events = [
      LifeEvent(at: at(11, 204), .written, cause: "on disk"),
      LifeEvent(at: at(11, 204), .queued, cause: "offline"),
      LifeEvent(at: at(220, 10), .sending, attempt: 1),
      LifeEvent(at: at(222, 5), .queued, cause: "link lost before the answer"),
      LifeEvent(at: at(242, 511), .archiveAsked, cause: "not there", attempt: 1),
      LifeEvent(at: at(243, 12), .sending, attempt: 2),
      LifeEvent(at: at(243, 107), .sent),
      LifeEvent(at: at(244), .delivered, cause: "bo/phone"),
      LifeEvent(at: at(245), .read),
    ]
    stage.snapshot.life = MessageLife(
      message: Stage.message(5, "v2 attached", mine: .read), events: events)
    stage.snapshot.infoOf = SentMessageID(OriginID("origin-5"), of: .first)
    stage.actions = []
    stage.update()
    return stage
  }

  @Test func `M3 the info of a reply of mine says what it answers`() {
    var stage = Stage.conversation()
    stage.press(Key(.escape), .char(" "))
    var message = Stage.message(5, "v2 attached", mine: .read)
    message.replyTo = AnswerTests.stored("can you resend?")
    stage.snapshot.life = MessageLife(message: message, events: [], corrections: [])
    stage.snapshot.infoOf = SentMessageID(OriginID("origin-5"), of: .first)
    stage.update()
    #expect(stage.text.contains("╎ Bo: can you resend?"))
  }

  @Test func `M1 the info of a corrected message has its versions`() {
    var stage = Stage.conversation()
    stage.press(Key(.escape), .char(" "))
    var message = Stage.message(5, "v3 attached", mine: .read)
    message.firstText = "v2 attached"
    stage.snapshot.life = MessageLife(
      message: message, events: [],
      corrections: [
        Stage.message(7, "v2 attache", mine: .read), Stage.message(8, "v3 attached", mine: .queued),
      ])
    stage.snapshot.infoOf = SentMessageID(OriginID("origin-5"), of: .first)
    stage.update()
    for line in ["Versions", "14:02   v2 attached", "v2 attache", "v3 attached (queued)"] {
      #expect(stage.text.contains(line), "\(line)")
    }
  }

  @Test func `O8 what has no room beside its time goes on below`() {
    let rows = Self.told(40, 20).rows
    #expect(rows.contains(" 14:05:42.005  queued: link lost before"))
    #expect(rows.contains("               the answer"))
  }

  @Test func `the life is asked for, shown, and left`() {
    var stage = Stage.conversation()
    stage.press(Key(.escape))
    #expect(stage.press(.char(" ")) == [.intent(.openInfo(OriginID("origin-5")))])
    #expect(!stage.text.contains("○ Dad"))
    #expect(stage.press(Key(.escape)) == [.intent(.closeInfo)])
    #expect(stage.text.contains("○ Dad"))
  }

  @Test func `D5 that it was read is told, not when`() throws {
    let stage = Self.told()
    let row = try #require(stage.row(containing: "✓✓ read"))
    #expect(!stage.rows[row].contains(":"))
    #expect(stage.text.contains(" 14:06:04.000  ✓✓ delivered: bo/phone"))
  }

  @Test(
    arguments: [
      (false, nil, "Sends by itself when you're back online."),
      (true, Delay(nil, isHeld: true), "Waiting for your OK"),
      (
        true, Delay(.trouble("Bo's mailbox is full"), until: 1_240_000),
        "Bo's mailbox is full · trying again in 4 min"
      ),
    ] as [(Bool, Delay?, String)])
  func `O8 O15a what becomes of a queued one is said`(isOnline: Bool, delay: Delay?, words: String)
  {
    var stage = Self.told()
    if !isOnline { stage.snapshot[.first].connection = Stage.noLink }
    stage.snapshot.life?.message.status = .queued
    stage.snapshot[.first].delays[Stage.bo] = delay
    stage.update()
    #expect(stage.text.contains(words))
  }

  @Test func `O9 what nobody confirms says what was done and what can be`() {
    var stage = Self.told()
    stage.snapshot.life?.message.status = .sent
    stage.snapshot.life?.message.failure = "not confirmed by Bo"
    stage.snapshot.life?.events += [
      LifeEvent(at: Self.at(250), .again, cause: "not confirmed by the other's psst"),
      LifeEvent(at: Self.at(260), .notConfirmed, cause: "their program has later ones"),
    ]
    stage.update()
    #expect(stage.text.contains("sent again, under the same id: not confirmed by the other's psst"))
    #expect(stage.text.contains("not confirmed: their program has later ones"))
    #expect(stage.text.contains("Enter on the message sends it again, under the same id."))
    #expect(!stage.text.contains("attempt 0"))
  }

  @Test func `a long life and a long text scroll`() {
    var stage = Self.told(80, 10)
    stage.snapshot.life?.message.content = .text(String(repeating: "long ", count: 200) + "end")
    stage.update()
    #expect(!stage.text.contains("end"))
    for _ in 0..<40 { stage.press(.char("j")) }
    #expect(stage.text.contains("end"))
    for _ in 0..<60 { stage.press(.char("k")) }
    #expect(stage.text.contains("written, on disk"))
  }
}
