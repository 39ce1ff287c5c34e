import Model
import Testing

@testable import Plain

/// Replies in plain mode (M3).
struct PlainReplyTests: PlainTalk {
  var mode = standardMode

  @Test mutating func `M3 F3 what came last is the newest, though one before it has no place yet`()
  {
    _ = read("/to bo")
    var first = theirs("first", id: 7)
    first.order = MessageOrder(anchor: MessageOrder.unplaced, sequence: 7)
    first.content = .file(Attachment(name: "a", address: "https://example.org/a"))
    var second = theirs("second", id: 8)
    second.content = .file(Attachment(name: "b", address: "https://example.org/b"))
    for message in [first, second] { _ = lines(.message(message)) }
    #expect(read("/save") == [.submit(.saveFile(row: 8))])
    #expect(!mode.isAnswered)
    _ = lines(.download(row: 8, nil))
    #expect(mode.isAnswered)
  }

  @Test mutating func `M3 I5 the newest message of the other is answered, and answers are told`() {
    #expect(read("/reply yes") == [.say("error: to whom? say /to NAME first")])
    _ = read("/to bo")
    #expect(read("/reply yes") == [.say("error: there is no message to reply to")])
    var message = theirs("can you?")
    #expect(lines(.message(message)) == ["14:02 bo: can you?"])
    #expect(read("/reply yes") == [.say("error: there is no message to reply to")], "no name")
    message = theirs("can you\nnow?", id: 8)
    message.originID = OriginID("b8")
    #expect(lines(.message(message)) == ["14:02 bo: can you\nnow?"])
    #expect(read("/reply") == [.say("error: /reply needs the text")])
    let target = ReplyTarget(
      id: "b8", author: bo, quote: "can you\nnow?",
      stored: .init(row: 8, sender: bo, text: "can you\nnow?"))
    #expect(
      read("/reply yes") == [
        .submit(.send(chat: bo, text: "yes", originID: OriginID("m1"), replyTo: target))
      ])
    #expect(!mode.isSettled)
    var answer = theirs("great", id: 9)
    answer.replyTo = target
    #expect(lines(.message(answer)) == ["14:02 bo: great (in reply to: can you…)"])
    answer.id = 10
    answer.replyTo = ReplyTarget(id: "z", author: bo, quote: "hm")
    #expect(
      lines(.message(answer)) == [
        "14:02 bo: great (in reply to a message not stored here: hm)"
      ])
    answer.id = 11
    answer.replyTo = ReplyTarget(
      id: "z", author: bo, quote: "hm", stored: .init(row: 1, sender: bo, text: ""))
    #expect(lines(.message(answer)) == ["14:02 bo: great (in reply to: deleted message)"])
  }
}
