import Model
import Testing

@testable import Files
@testable import Handover
@testable import Plain

/// Messages that are named by the numbers which a terminal shows before them (I5).
struct PlainNumberTests: PlainTalk {
  var mode: PlainMode = {
    var mode = standardMode
    mode.isNumbered = true
    return mode
  }()

  private func named(_ text: String, id: Int64) -> Message {
    var message = theirs(text, id: id)
    message.originID = OriginID("b\(id)")
    return message
  }

  @Test mutating func `I5 M3 an older message is answered by its number`() {
    _ = read("/to bo")
    #expect(lines(.message(named("one", id: 7))) == ["#1 14:02 bo: one"])
    #expect(lines(.message(named("two", id: 8))) == ["#2 14:02 bo: two"])
    let target = ReplyTarget(answering: named("one", id: 7))
    #expect(
      read("/reply #1 yes") == [
        .submit(.send(chat: bo, text: "yes", originID: OriginID("m1"), replyTo: target))
      ])
    #expect(read("/reply #1") == [.say("error: /reply needs the text")])
    #expect(read("/reply #9 yes") == [.say("error: there is no message #9")])
    let newest = ReplyTarget(answering: named("two", id: 8))
    for text in ["1 apple", "#winning", "#1st"] {
      #expect(
        read("/reply \(text)") == [
          .submit(.send(chat: bo, text: text, originID: OriginID("m1"), replyTo: newest))
        ])
    }
    _ = read("/to cy")
    #expect(read("/reply #1 yes") == [.say("error: message #1 is of another chat")])
  }

  @Test mutating func `I5 M4 F3 an older message is reacted to, and its file saved, by its number`()
  {
    _ = read("/to bo")
    var file = named("a", id: 7)
    file.content = .file(Attachment(name: "a", address: "https://example.org/a"))
    var later = named("b", id: 8)
    later.content = .file(Attachment(name: "b", address: "https://example.org/b"))
    for message in [file, later, named("no file", id: 9)] { _ = lines(.message(message)) }
    let emoji = Emoji("👍")!
    #expect(read("/react #1 👍") == [.submit(.react(row: 7, emoji, newID: OriginID("m1")))])
    #expect(read("/react 👍") == [.submit(.react(row: 9, emoji, newID: OriginID("m1")))])
    #expect(read("/save #1") == [.submit(.saveFile(row: 7))])
    #expect(read("/save") == [.submit(.saveFile(row: 8))])
    #expect(read("/save #3") == [.say("error: there is no file to save")])
  }

  @Test mutating func `I5 M1 M2 an older message of mine is edited and deleted by its number`() {
    _ = read("/to bo")
    for (id, text) in [(1, "one"), (2, "two")] {
      guard case .message(var message) = mine(.sent, id: "m\(id)", text: text) else { return }
      message.id = Int64(id)
      message.order.sequence = Int64(id)
      #expect(lines(.message(message)) == ["#\(id) [bo] \(text): sent"])
    }
    _ = lines(.message(named("theirs", id: 7)))
    let (one, new) = (OriginID("m1"), OriginID("m9"))
    #expect(
      read("/edit #1 uno", id: "m9") == [.submit(.edit(one, text: "uno", newID: new))])
    #expect(read("/delete #1", id: "m9") == [.submit(.retract(one, newID: new))])
    #expect(
      read("/delete", id: "m9") == [.submit(.retract(OriginID("m2"), newID: new))])
    #expect(read("/edit #3 no") == [.say("error: that message is not yours")])
    #expect(read("/delete #3") == [.say("error: that message is not yours")])
    #expect(
      read("/delete 1") == [.say("error: /delete takes nothing, or a number: /delete #5")])
    #expect(read("/delete #4") == [.say("error: there is no message #4")])
  }

  private func waiting(_ text: String, id: String) -> OutboxEntry {
    OutboxEntry(
      sequence: 1, chat: bo, originID: OriginID(id), text: text, state: .queued, attempts: 0,
      lastError: nil, queuedAt: Timestamp(milliseconds: 0))
  }

  @Test mutating func `I5 O6 what waits is edited and deleted by its number, whoever one talks to`()
  {
    let (one, two) = (waiting("one", id: "w1"), waiting("two", id: "w2"))
    #expect(
      mode.lines(of: [one, two]) == [
        "#1 [bo] 14:02 one: queued: will send when online",
        "#2 [bo] 14:02 two: queued: will send when online",
      ])
    #expect(mode.lines(of: [two]) == ["#2 [bo] 14:02 two: queued: will send when online"])
    let edit = Intent.edit(OriginID("w2"), text: "deux", newID: OriginID("m9"))
    #expect(read("/edit #2 deux", id: "m9") == [.submit(edit), .listQueue])
    #expect(read("/edit #2") == [.say("error: /edit needs the new text")])
    #expect(read("/delete #1") == [.submit(.delete([OriginID("w1")])), .listQueue])
    #expect(
      read("/delete #1 x") == [.say("error: /delete takes nothing, or a number: /delete #5")])
    #expect(read("/reply #1 yes") == [.say("error: message #1 is not sent yet")])
    // Once it is told in its chat it is what it is there, under the same number.
    _ = read("/to bo")
    #expect(lines(mine(.sent, id: "w2", text: "two")) == ["#2 [bo] two: sent"])
    #expect(
      read("/delete #2", id: "m9") == [.submit(.retract(OriginID("w2"), newID: OriginID("m9")))])
    mode.isNumbered = false
    #expect(mode.lines(of: [one]) == ["[bo] 14:02 one: queued: will send when online"])
  }

  @Test mutating func `I5 a message keeps its number, and a history has numbers, too`() {
    _ = read("/to bo")
    let history = (1...3).map { named("m\($0)", id: Int64($0)) }
    #expect(
      lines(.page(chat: bo, messages: history, isStart: true))
        == ["#1 14:02 bo: m1", "#2 14:02 bo: m2", "#3 14:02 bo: m3"])
    var edited = history[1]
    edited.content = .text("M2")
    edited.edit = Message.Edit(isApplied: true, at: edited.writtenAt)
    #expect(lines(.message(edited)) == ["#2 14:02 bo: M2 (edited)"])
  }

  @Test mutating func `I5 N1 whom one turns to is told with where they are`() {
    #expect(lines(.connection(.online(roundTrip: 1))) == ["online"])
    #expect(lines(.presence(bo, .away)) == ["bo is away"])
    #expect(read("/to bo").prefix(2) == [.say("to bo (bo@localhost)"), .say("bo is away")])
    mode.isNumbered = false
    #expect(read("/to bo").dropFirst().first == .submit(.open(bo)))
  }

  @Test mutating func `I5 in a pipe, which shows no numbers, a text may look like one`() {
    mode.isNumbered = false
    _ = read("/to bo")
    #expect(lines(.message(named("one", id: 7))) == ["14:02 bo: one"])
    guard case .submit(.send(_, let text, _, _)) = read("/reply #1 is the best").first else {
      Issue.record("nothing was sent")
      return
    }
    #expect(text == "#1 is the best")
  }

  @Test func `I5 so many numbers are remembered, and no more`() throws {
    var numbers = PlainNumbers()
    for id in 1...(PlainNumbers.limit + 1) { _ = numbers.number(of: named("x", id: Int64(id))) }
    var (old, kept) = ("#1", "#2 rest of it")
    #expect(throws: Failure.self) { try numbers.take(from: &old) }
    guard case (_, .message(let message))? = try numbers.take(from: &kept) else {
      Issue.record("#2 is no message")
      return
    }
    #expect(message.id == 2)
    #expect(kept == "rest of it")
  }
}
