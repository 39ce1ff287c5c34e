import Model
import Testing

@testable import Files
@testable import Handover
@testable import Plain

struct PlainModeTests {
  private static let wording = PlainWording(
    clean: { $0 }, timeOfDay: { _ in "14:02" }, date: { _ in "then" })
  private let bo = JID("bo@localhost")!
  private var mode = PlainMode(
    account: JID("ana@localhost")!, counts: OutboxCounts(), wording: wording)

  private mutating func read(_ line: String, id: String = "m1") -> [PlainMode.Action] {
    mode.read(line) { OriginID(id) }
  }

  /// The lines that a change prints.
  private mutating func lines(_ change: Change) -> [String] {
    mode.take(change).compactMap { if case .say(let line) = $0 { line } else { nil } }
  }

  private func mine(
    _ status: DeliveryStatus, id: String = "m1", text: String = "hello", failure: String? = nil
  ) -> Change {
    .message(
      Message(
        id: 1, chat: bo, sender: JID("ana@localhost")!, isMine: true, originID: OriginID(id),
        text: text, writtenAt: Timestamp(milliseconds: 0), status: status, failure: failure,
        order: MessageOrder(anchor: .max, sequence: 1)))
  }

  private func theirs(_ text: String, id: Int64 = 7) -> Message {
    Message(
      id: id, chat: bo, sender: bo, isMine: false, originID: nil, text: text,
      writtenAt: Timestamp(milliseconds: 0), order: MessageOrder(anchor: 1, sequence: 1))
  }

  @Test mutating func `I5 a chat is chosen and a text is sent to it`() {
    #expect(read("/to bo") == [.say("to bo (bo@localhost)"), .submit(.open(bo))])
    #expect(
      read("  hello ") == [.submit(.send(chat: bo, text: "hello", originID: OriginID("m1")))])
    #expect(!mode.isSettled)
    #expect(mode.exitCode == .failed)
  }

  @Test mutating func `I5 M5 what one does is sent as it was typed, and told as it is done`() {
    _ = read("/to bo")
    #expect(read("/me") == [.say("error: /me needs words")])
    #expect(
      read("/me waves") == [.submit(.send(chat: bo, text: "/me waves", originID: OriginID("m1")))])
    #expect(lines(mine(.sent, text: "/me waves")) == ["[bo] /me waves: sent"])
    #expect(lines(.message(theirs("/me waves back"))) == ["14:02 * bo waves back"])
    guard case .message(let own) = mine(.sent, text: "/me waves") else { return }
    #expect(Self.wording.past(own, sender: "me") == "14:02 * ana waves (sent)")
    #expect(Self.wording.found(own, in: "bo", sender: "me") == "then [bo] * ana waves (sent)")
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

  @Test mutating func `M1 I5 the newest message of mine is edited, and how far that is is told`() {
    #expect(read("/edit x") == [.say("error: to whom? say /to NAME first")])
    _ = read("/to bo")
    #expect(read("/edit x") == [.say("error: there is no message of yours to edit")])
    _ = read("helo")
    #expect(lines(mine(.sent, text: "helo")) == ["[bo] helo: sent"])
    #expect(mode.isSettled)
    #expect(read("/edit") == [.say("error: /edit needs the new text")])
    #expect(read("/edit helo", id: "e1").isEmpty, "the same words")
    #expect(
      read("/edit hello", id: "e1")
        == [.submit(.edit(OriginID("m1"), text: "hello", newID: OriginID("e1")))])
    #expect(!mode.isSettled, "before the engine has told anything")
    guard case .message(var message) = mine(.sent) else { return }
    message.edit = Message.Edit(count: 1, at: message.writtenAt)
    message.edit?.pending = Message.Pending(
      originID: OriginID("e1"), status: .sending, failure: nil)
    #expect(lines(.message(message)) == ["[bo] hello: edit sending"])
    #expect(lines(.message(message)).isEmpty && !mode.isSettled)
    message.edit?.pending = nil
    #expect(lines(.message(message)) == ["[bo] hello (edited): sent"])
    #expect(mode.isSettled)
  }

  private func pending(_ status: DeliveryStatus, _ failure: String? = nil) -> Message.Pending {
    Message.Pending(originID: OriginID("d1"), status: status, failure: failure)
  }

  @Test mutating func `M2 I5 the newest message of mine is deleted, and how far that is is told`() {
    #expect(read("/delete") == [.say("error: to whom? say /to NAME first")])
    _ = read("/to bo")
    #expect(read("/delete") == [.say("error: there is no message of yours to delete")])
    _ = read("helo")
    #expect(lines(mine(.sent, text: "helo")) == ["[bo] helo: sent"])
    #expect(
      read("/delete", id: "d1")
        == [.submit(.retract(OriginID("m1"), newID: OriginID("d1")))])
    #expect(!mode.isSettled, "before the engine has told anything")
    guard case .message(let said) = mine(.sent, text: "helo") else { return }
    var message = said
    (message.text, message.firstText) = ("", "helo")
    message.retraction = Message.Retraction(at: message.writtenAt, pending: pending(.queued))
    #expect(lines(.message(message)) == ["[bo] your message of 14:02: delete queued"])
    #expect(lines(.message(message)).isEmpty && !mode.isSettled)
    var refused = said
    refused.retraction = Message.Retraction(
      at: message.writtenAt, pending: pending(.failed, "not allowed"))
    #expect(lines(.message(refused)) == ["[bo] helo: delete failed: not allowed"])
    #expect(mode.isSettled)
    message.retraction = Message.Retraction(at: message.writtenAt, isErased: true)
    message.firstText = nil
    #expect(lines(.message(message)) == ["[bo] your message of 14:02: deleted"])
    #expect(mode.isSettled)
    #expect(read("/delete") == [.say("error: there is no message of yours to delete")])
    message.status = .delivered
    #expect(lines(.message(message)).isEmpty)
    #expect(Self.wording.past(message, sender: "me") == "14:02 you deleted this message")
  }

  @Test mutating func `M2 I5 what was not sent and is deleted is told to be removed`() {
    _ = read("/to bo")
    _ = read("helo")
    #expect(lines(mine(.queued, text: "helo")) == ["[bo] helo: queued"])
    _ = read("/delete", id: "d1")
    guard case .message(let message) = mine(.queued) else { return }
    #expect(
      lines(.messageRemoved(chat: bo, id: message.id)) == ["[bo] helo: removed, it was not sent"])
    #expect(lines(.messageRemoved(chat: bo, id: message.id)).isEmpty)
    #expect(mode.isSettled)
  }

  @Test mutating func `M2 I5 another's deletion is told, without what was deleted`() {
    var message = theirs("secret")
    #expect(lines(.message(message)) == ["14:02 bo: secret"])
    message.text = ""
    message.retraction = Message.Retraction(at: message.writtenAt, isErased: true)
    #expect(lines(.message(message)) == ["14:02 bo deleted this message"])
    #expect(lines(.message(message)).isEmpty)
  }

  @Test func `M2 O6 a line of the outbox names a deletion`() {
    let entry = OutboxEntry(
      sequence: 1, chat: bo, originID: OriginID("d1"), text: "helo", state: .queued, attempts: 0,
      lastError: nil, queuedAt: Timestamp(milliseconds: 0), amendment: .retraction(of: "m1"))
    #expect(Self.wording.entry(entry, to: "bo").hasSuffix("delete: helo: queued"))
    #expect(QueueRow(entry).kind == "delete")
  }

  @Test mutating func `P6 I5 searches are answered one after the other, the newest message last`() {
    let (first, second) = (SearchQuery("thx", limit: 20), SearchQuery("bye now", limit: 20))
    #expect(read("/search") == [.say("error: /search needs words")])
    #expect(mode.isAnswered)
    #expect(read("/search thx") == [.submit(.search(first))])
    #expect(read("/search  bye now ") == [])
    #expect(!mode.isAnswered)
    let hits = [theirs("thx again", id: 9), theirs("thx", id: 7)].map {
      SearchHit(message: $0, matches: [])
    }
    #expect(lines(.found(SearchResults(query: SearchQuery("other"), hits: hits))) == [])
    let answer = SearchResults(query: first, hits: hits, isWhole: false, isIndexing: true)
    #expect(
      mode.take(.found(answer)) == [
        .say("then [bo] bo: thx"), .say("then [bo] bo: thx again"),
        .say("found 2 messages, and older ones with \"thx\"; the oldest are not searched yet"),
        .submit(.search(second)),
      ])
    #expect(
      lines(.found(SearchResults(query: second))) == ["found 0 messages with \"bye now\""])
    #expect(mode.isAnswered)
  }

  @Test mutating func `C2 I5 a request is told once, and answered by name`() {
    let cy = JID("cy@example.net")!
    _ = mode.take(.connection(.online(roundTrip: nil)))
    #expect(
      lines(.requests([cy])) == [
        "cy@example.net asks to see when you are online: /accept cy@example.net, /refuse cy@example.net"
      ])
    let notice = Notice(.information, "\(cy) asks to see when you are online", remedy: .answer)
    #expect(lines(.notice(notice)) == [])
    #expect(lines(.requests([])) == [] && lines(.requests([cy])) == [])
    #expect(read("/accept bo") == [.say("error: bo@localhost does not ask")])
    #expect(
      read("/accept cy") == [
        .submit(.subscription(cy, .grant)), .say("cy@example.net sees when you are online"),
      ])
    #expect(read("/refuse") == [.say("error: nobody asks")])
    #expect(lines(.requests([])) == [])
    #expect(lines(.requests([cy, bo])).count == 2)
    #expect(read("/refuse") == [.say("error: which of cy@example.net, bo@localhost?")])
    #expect(
      read("/refuse cy@example.net") == [
        .submit(.subscription(cy, .refuse)),
        .say("cy@example.net does not see when you are online"),
      ])
    #expect(read("/accept").first == .submit(.subscription(bo, .grant)))
  }

  @Test mutating func `C2 I5 what needs a connection waits for one`() {
    let cy = JID("cy@example.net")!
    #expect(read("/add") == [.say("error: /add needs an address")])
    #expect(read("/add cy@example.net") == [.say("not connected yet: this waits")])
    #expect(!mode.isAnswered)
    let actions = mode.take(.connection(.online(roundTrip: nil)))
    #expect(actions.contains(.submit(.subscription(cy, .ask))))
    #expect(mode.isAnswered)
  }

  @Test mutating func `I5 what the screen says with keys is said with commands`() {
    let text = "Waits behind older messages of this chat"
    #expect(
      lines(.notice(Notice(.information, text, remedy: .sendOrReview)))
        == [text + ": /send sends all, /queue shows them"])
  }

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
        == ["offline: link lost, 1 message waiting"])
    #expect(lines(.outbox(OutboxCounts(queued: 3))) == ["offline, 3 messages waiting"])
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

  @Test mutating func `D2 what comes in is printed once, and read only by who is in front`() {
    _ = lines(.contact(Contact(jid: bo, name: "Bo", subscription: .both)))
    _ = read("/to Bo")
    #expect(mode.take(.message(theirs("thx"))) == [.say("14:02 Bo: thx")])
    #expect(mode.take(.message(theirs("thx"))) == [])
    mode.isInFront = true
    #expect(
      mode.take(.message(theirs("yes", id: 8))) == [
        .say("14:02 Bo: yes"),
        .submit(.markRead(chat: bo, through: MessageOrder(anchor: 1, sequence: 1))),
      ])
  }

  @Test mutating func `I5 an opened chat shows its newest messages once`() {
    _ = read("/to bo")
    let history = (1...12).map { theirs("m\($0)", id: Int64($0)) }
    #expect(lines(.page(chat: bo, messages: history, isStart: true)).count == 10)
    #expect(lines(.page(chat: bo, messages: history, isStart: true)) == [])
    #expect(lines(.message(history[0])) == [])
  }

  @Test mutating func `N1 D3 presence and typing are one line each when they change`() {
    #expect(lines(.presence(bo, .online)) == [])
    _ = lines(.connection(.online(roundTrip: nil)))
    #expect(lines(.presence(bo, .offline)) == [])
    #expect(lines(.presence(bo, .online)) == ["bo is online"])
    #expect(lines(.presence(bo, .online)) == [])
    #expect(lines(.presence(bo, .away)) == ["bo is away"])
    #expect(lines(.typing(chat: bo, who: [bo])) == ["bo is typing"])
    #expect(lines(.typing(chat: bo, who: [bo])) == [])
    #expect(lines(.typing(chat: bo, who: [])) == [])
  }

  @Test mutating func `O2 the connection is told when it changes`() {
    #expect(lines(.connection(.connecting(attempt: 1))) == ["connecting"])
    #expect(lines(.connection(.online(roundTrip: nil))) == ["online"])
    #expect(lines(.connection(.online(roundTrip: 42))) == [])
    #expect(lines(.connection(.offline(reason: "", nextTry: 3))) == ["offline"])
    #expect(lines(.connection(.connecting(attempt: 2))) == ["reconnecting, attempt 2"])
    #expect(
      lines(.connection(.paused(reason: "wrong password"))) == ["not connected: wrong password"])
  }

  @Test(arguments: [
    ("hello", "error: to whom? say /to NAME first"),
    ("/to", "error: /to needs a name"),
    ("/to a<b", "error: \"a<b\" is neither a name nor an address"),
    ("/qeue", "error: unknown command /qeue; did you mean /queue?"),
    ("/", "error: unknown command /"),
  ])
  func `I5 what is not understood is a plain error`(line: String, error: String) {
    var copy = self
    #expect(copy.read(line) == [.say(error)])
  }

  @Test mutating func `S8 empty text is not sent and a text over the limit is refused`() {
    _ = read("/to bo")
    #expect(read("  ") == [])
    #expect(
      read(String(repeating: "x", count: 10_001))
        == [
          .say(
            "error: The message is too long: 10,001 of 10,000 characters; nothing was sent")
        ])
    #expect(read(String(repeating: "é", count: 10_000)).count == 1)
  }

  @Test mutating func `I5 names are found by roster name, local part, or on the own domain`() {
    _ = lines(.contact(Contact(jid: JID("r@example.org")!, name: "Bo Reyes", subscription: .both)))
    _ = lines(.contact(Contact(jid: JID("cy@example.org")!, name: nil, subscription: .both)))
    #expect(mode.names.find("bo reyes") == .found(JID("r@example.org")!))
    #expect(mode.names.find("CY") == .found(JID("cy@example.org")!))
    #expect(mode.names.find("max") == .found(JID("max@localhost")!))
    #expect(mode.names.find("x@y/z") == .found(JID("x@y")!))
    #expect(mode.names.find("me") == .found(JID("ana@localhost")!))
    _ = lines(.contact(Contact(jid: JID("cy@localhost")!, name: nil, subscription: .both)))
    #expect(mode.names.find("cy") == .several([JID("cy@example.org")!, JID("cy@localhost")!]))
  }

  @Test mutating func `I5 unread of before is told once for each chat`() {
    let chat = Chat(jid: bo, kind: .direct, name: "bo", unread: 2)
    #expect(lines(.chat(chat)) == ["bo: 2 unread"])
    #expect(lines(.chat(chat)) == [])
  }
}
