import Model
import Testing

@testable import Plain

/// Reactions in plain mode (M4).
struct PlainReactionTests: PlainTalk {
  var mode = standardMode

  @Test mutating func `M4 I5 the other's newest message is reacted to, and reactions are told`() {
    #expect(read("/react 👍") == [.say("error: to whom? say /to NAME first")])
    _ = read("/to bo")
    #expect(read("/react 👍") == [.say("error: there is no message to react to")])
    var message = theirs("can you?")
    message.originID = OriginID("b7")
    #expect(lines(.message(message)) == ["14:02 bo: can you?"])
    for word in ["/react", "/react no", "/react 👍👍"] {
      #expect(read(word) == [.say("error: /react needs one emoji")])
    }
    let thumb = Emoji("👍")!
    #expect(
      read("/react 👍") == [.submit(.react(row: 7, thumb, newID: OriginID("m1")))])
    #expect(!mode.isSettled)
    let ana = JID("ana@localhost")!
    message.reactions = [
      .init(
        sender: ana, isMine: true, emoji: [thumb], at: message.writtenAt,
        pending: .init(originID: OriginID("m1"), status: .queued, failure: nil))
    ]
    #expect(lines(.message(message)) == ["your reaction 👍 to: can you?: queued"])
    #expect(mode.isSettled)
    message.reactions[0].pending = nil
    #expect(lines(.message(message)) == ["14:02 you reacted 👍 to: can you?"])
    #expect(lines(.message(message)) == [])
    message.reactions = []
    #expect(lines(.message(message)) == ["you took back the reaction to: can you?"])
    _ = read("/react 👍")
    #expect(!mode.isSettled)
    #expect(lines(.notice(Notice(.error, "not possible"))) == ["error: not possible"])
    #expect(mode.isSettled)
  }

  @Test mutating func `M4 I5 another's reactions are told in a line, each once`() {
    guard case .message(var message) = mine(.sent) else { return }
    #expect(lines(.message(message)) == ["[bo] hello: sent"])
    message.reactions = [
      .init(
        sender: bo, isMine: false, emoji: Emoji.all(in: ["👍", "🎉"]), at: message.writtenAt)
    ]
    #expect(lines(.message(message)) == ["14:02 bo reacted 👍 🎉 to: your message: hello"])
    #expect(lines(.message(message)) == [])
    message.reactions = []
    #expect(lines(.message(message)) == ["bo took back the reaction to: your message: hello"])
    message.reactions = [.init(sender: bo, isMine: false, emoji: [], at: message.writtenAt)]
    message.retract(.init(at: message.writtenAt, isErased: true))
    message.reactions = []
    #expect(!lines(.message(message)).contains { $0.contains("took back") })
  }

  @Test mutating func `M4 I5 reactions of before stand in the history, and are not told again`() {
    _ = read("/to bo")
    var message = theirs("can you?")
    message.reactions = [
      .init(sender: bo, isMine: false, emoji: Emoji.all(in: ["👍"]), at: message.writtenAt)
    ]
    let page = Change.page(chat: bo, messages: [message], isStart: true)
    #expect(lines(page) == ["14:02 bo: can you? [bo 👍]"])
    #expect(lines(.message(message)) == [])
  }
}
