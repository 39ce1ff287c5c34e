import Model
import Testing

@testable import Handover
@testable import Plain

/// How much is told (I5): on a terminal what was delivered, and trouble; in a pipe all.
struct PlainVolumeTests: PlainTalk {
  var mode: PlainMode = {
    var mode = standardMode
    mode.volume = .normal
    return mode
  }()

  @Test mutating func `I5 S4 of my messages it is told that they were delivered, and trouble`() {
    for status in [DeliveryStatus.queued, .sending, .sent] {
      #expect(lines(mine(status)) == [], "\(status)")
    }
    #expect(lines(mine(.delivered)) == ["[bo] hello: delivered"])
    #expect(lines(mine(.read)) == [])
    #expect(lines(mine(.failed, failure: "too large")) == ["[bo] hello: failed: too large"])
    #expect(
      lines(mine(.sent, failure: "not confirmed")) == ["[bo] hello: sent, not confirmed"])
    #expect(lines(.presence(bo, .online)) == [], "not connected")
  }

  @Test mutating func `I5 M1 of an edit it is told when it is there, and trouble`() {
    guard case .message(var message) = mine(.delivered) else { return }
    _ = lines(.message(message))
    message.content = .text("hullo")
    message.edit = Message.Edit(
      isApplied: true, at: message.writtenAt,
      pending: .init(originID: OriginID("e"), status: .queued, failure: nil))
    #expect(lines(.message(message)) == [])
    message.edit?.pending = nil
    #expect(lines(.message(message)) == ["[bo] hullo (edited): delivered"])
  }

  @Test mutating func `I5 S4 where nobody says that it was delivered, it is told that it was sent`()
  {
    let team = JID("team@rooms.localhost")!
    let room = Room(jid: team, attendance: .joined, nick: "ana")
    _ = lines(.room(room))
    guard case .message(var message) = mine(.sent) else { return }
    message.chat = team
    #expect(lines(.message(message)) == ["[team@rooms.localhost] hello: sent"])
  }

  @Test mutating func `I5 /verbose tells each step, /quiet only messages and trouble`() {
    _ = lines(.connection(.online(roundTrip: nil)))
    #expect(lines(.presence(bo, .online)) == ["bo is online"])
    #expect(read("/verbose") == [.say(PlainVolume.verbose.introduction)])
    #expect(lines(mine(.queued)) == ["[bo] hello: queued"])
    #expect(read("/quiet") == [.say(PlainVolume.quiet.introduction)])
    #expect(lines(mine(.delivered)) == [])
    #expect(lines(.presence(bo, .away)) == [])
    #expect(lines(.typing(chat: bo, who: [bo])) == [])
    #expect(lines(.status(bo, "at lunch")) == [])
    #expect(lines(.message(theirs("hi"))) == ["14:02 bo: hi"])
    #expect(lines(mine(.failed, failure: "too large")) == ["[bo] hello: failed: too large"])
    #expect(read("/normal") == [.say(PlainVolume.normal.introduction)])
    #expect(lines(.presence(bo, .online)) == ["bo is online"])
  }

  @Test mutating func `I5 D2 a chat is said to be read, also where nobody looks at it`() {
    #expect(read("/read") == [.say("error: /read needs a name")])
    _ = read("/to bo")
    #expect(read("/read") == [.say("bo: nothing is unread")])
    let message = theirs("hi")
    let cy = JID("cy@localhost")!
    for chat in [bo, cy] {
      _ = mode.apply(
        .chat(Chat(jid: chat, kind: .direct, name: "x", last: message, unread: 2)))
    }
    let end = MessageOrder(anchor: .max, sequence: .max)
    let marked = PlainMode.Action.submit(.markRead(chat: bo, through: end))
    #expect(read("/read") == [marked, .say("bo@localhost: marked as read")])
    #expect(
      read("/read cy")
        == [.submit(.markRead(chat: cy, through: end)), .say("cy@localhost: marked as read")])
  }
}
