import Model
import Testing

@testable import Files
@testable import Plain

/// How far what was sent came, in plain mode.
struct PlainSentTests: PlainTalk {
  var mode = standardMode

  @Test mutating func `S4 each status of my message is one line in words`() {
    _ = read("/to bo")
    _ = read("hello")
    var said: [String] = []
    for status in [DeliveryStatus.queued, .sending, .sent, .delivered, .delivered, .read] {
      said += lines(mine(status))
    }
    #expect(
      said == [
        "[bo] hello: queued", "[bo] hello: sending", "[bo] hello: sent", "[bo] hello: delivered",
        "[bo] hello: read",
      ])
    #expect(mode.isSettled)
    #expect(mode.exitCode == .done)
  }

  @Test mutating func `I5 a status that is not told leaves no message out of the history`() {
    _ = read("/quiet")
    guard case .message(let own) = mine(.read, text: "from before") else { return }
    #expect(lines(.message(own)) == [])
    _ = read("/to bo")
    let page = lines(.page(chat: bo, messages: [own], isStart: true))
    #expect(page.contains { $0.contains("from before") })
  }

  @Test mutating func `S4 a failed message says why and makes the exit code 1`() {
    _ = read("/to bo")
    _ = read("hello")
    _ = lines(mine(.queued))
    #expect(mode.exitCode == .tryAgain)
    #expect(lines(mine(.failed, failure: "no such user")) == ["[bo] hello: failed: no such user"])
    #expect(mode.exitCode == .failed)
  }

  @Test func `S5 what nobody confirms says so in the history`() {
    #expect(Self.wording.words(.sent, "not confirmed by Bo") == "sent, not confirmed by Bo")
    #expect(Self.wording.words(.sent, nil) == "sent")
  }

  @Test mutating func `S12 what failed can be tried again and then counts as waiting`() {
    let entry = OutboxEntry(
      sequence: 1, chat: bo, originID: OriginID("m1"), text: "hello", state: .failed, attempts: 1,
      lastError: "no", queuedAt: Timestamp(milliseconds: 0))
    #expect(read("/send") == [.sendAll])
    #expect(mode.sendAll([entry]) == [.submit(.sendAll), .submit(.retry(OriginID("m1")))])
    #expect(!mode.isSettled)
    _ = lines(mine(.sent))
    #expect(mode.exitCode == .done)
  }

  @Test mutating func `O13 the waiting are named while offline, and at the end`() {
    _ = lines(.connection(.online(roundTrip: nil)))
    #expect(lines(.outbox(OutboxCounts(queued: 1))) == [])
    #expect(
      lines(.connection(.offline(reason: "link lost", nextTry: nil)))
        == ["offline: link lost, 1 message queued"])
    #expect(lines(.outbox(OutboxCounts(queued: 3))) == ["offline, 3 messages queued"])
    #expect(lines(.outbox(OutboxCounts(queued: 2))) == [])
    #expect(mode.exitCode == .tryAgain)
    #expect(
      mode.farewell == "2 messages waiting: kept, and sent when psst is next online")
    _ = lines(.outbox(OutboxCounts(failed: 1)))
    #expect(mode.farewell == nil)
  }

  @Test mutating func `O6 the queue is one line for each message`() {
    let entry = OutboxEntry(
      sequence: 1, chat: bo, originID: OriginID("m1"), text: "one\ntwo", state: .failed,
      attempts: 3, lastError: "does not answer", queuedAt: Timestamp(milliseconds: 0))
    #expect(read("/queue") == [.listQueue])
    #expect(mode.lines(of: [entry]) == ["[bo] 14:02 one…: failed: does not answer"])
    #expect(mode.lines(of: []) == ["No queued messages"])
  }

  @Test mutating func `S2 a message that could not be saved is given back`() {
    _ = read("/to bo")
    _ = read("hello")
    #expect(
      lines(.notStored(chat: bo, originID: OriginID("m1"), text: "hello", reason: "disk full"))
        == ["error: not saved and not sent (disk full): hello"])
    #expect(mode.exitCode == .failed)
  }
}
