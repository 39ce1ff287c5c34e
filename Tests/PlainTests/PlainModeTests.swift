import Model
import Testing

@testable import Files
@testable import Handover
@testable import Plain

struct PlainModeTests: PlainTalk {
  var mode = standardMode

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

  @Test mutating func `I5 help is whole, or what of it has a word`() {
    let whole = read("/help")
    #expect(whole.count > 40)
    #expect(
      read("/help Archive") == [
        .say(
          "/archive W leave a chat out of the list until something new comes; /unarchive W brings it back,"
        ), .say("           /archived lists them"),
      ])
    #expect(read("/help /search").count == 2)
    #expect(read("/help qqq") == [.say("no command is about qqq; /help lists all")])
  }

  @Test mutating func `I5 the chats are listed with what is unread and unsent, the newest last`() {
    #expect(read("/chats") == [.say("there is no chat yet: /to begins one")])
    #expect(read("/unread") == [.say("nothing is unread")])
    let team = JID("team@rooms.localhost")!
    var said = theirs("see you there", at: 2)
    (said.chat, said.sender) = (team, team.with(resource: "cy")!)
    said.writtenAt = Timestamp(milliseconds: 9)
    guard case .message(let own) = mine(.queued, text: "hello") else { return }
    for chat in [
      Chat(jid: team, kind: .room, name: "team", last: said, unread: 3, alerts: .nothing),
      Chat(jid: bo, kind: .direct, name: "bo", last: own, waiting: 1, failed: 1),
      Chat(jid: JID("cy@localhost")!, kind: .direct, name: "cy"),
    ] { _ = mode.apply(.chat(chat)) }
    let last = "team, 3 unread, muted: then cy: see you there"
    #expect(
      read("/chats") == [.say("cy"), .say("bo, 2 not sent: then me: hello"), .say(last)])
    #expect(read("/unread") == [.say(last)])
    _ = mode.apply(.chatRemoved(team))
    #expect(read("/unread") == [.say("nothing is unread")])
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
      mode.apply(.found(answer)) == [
        .say("then [bo] bo: thx"), .say("then [bo] bo: thx again"),
        .say("found 2 messages, and older ones with \"thx\"; the oldest are not searched yet"),
        .submit(.search(second)),
      ])
    #expect(
      lines(.found(SearchResults(query: second))) == ["found 0 messages with \"bye now\""])
    #expect(mode.isAnswered)
  }

  @Test mutating func `P6 I5 a search for what is no word says so`() {
    let query = SearchQuery("?!", limit: 20)
    #expect(read("/search ?!") == [.submit(.search(query))])
    var answer = SearchResults(query: query)
    answer.hasNoWord = true
    #expect(
      lines(.found(answer)) == ["error: words, numbers and emoji are found, other signs are not"])
  }

  @Test mutating func `P6 I5 a search takes the terms of the screen's`() {
    let team = JID("team@rooms.localhost")!
    for chat in [
      Chat(jid: bo, kind: .direct, name: "bo"), Chat(jid: team, kind: .room, name: "team"),
    ] { _ = mode.apply(.chat(chat)) }
    var query = SearchQuery("spec from:bo in:team after:yesterday", limit: 20)
    query.words = SearchTerms(query.text).words
    #expect(query.words.trimmedSpaces == "spec")
    query.filter.sender = .others(named: "bo", chats: [bo])
    query.filter.chats = [team]
    query.filter.start = Timestamp(milliseconds: 7)
    #expect(read("/search spec from:bo in:team after:yesterday") == [.submit(.search(query))])
    #expect(read("/search in:nowhere x") == [.say("error: no chat is called nowhere")])
    #expect(
      read("/search before:soon") == [
        .say("error: before: needs a day, like 2026-05-12, 12-may or yesterday")
      ])
    #expect(
      lines(.found(SearchResults(query: query)))
        == ["found 0 messages with \"spec from:bo in:team after:yesterday\""])
  }

  @Test mutating func `I5 what the screen says with keys is said with commands`() {
    let text = "3 messages wait"
    #expect(
      lines(.notice(Notice(.information, text, remedy: .sendOrReview)))
        == [text + ": /send sends all, /queue shows them"])
  }

  @Test mutating func `D2 what comes in is printed once, and read only by who is in front`() {
    _ = lines(.contact(Contact(jid: bo, name: "Bo", subscription: .both)))
    _ = read("/to Bo")
    #expect(mode.apply(.message(theirs("thx"))) == [.say("14:02 Bo: thx")])
    #expect(mode.apply(.message(theirs("thx"))) == [])
    mode.isInFront = true
    #expect(
      mode.apply(.message(theirs("yes", id: 8))) == [
        .say("14:02 Bo: yes"),
        .submit(.markRead(chat: bo, through: MessageOrder(anchor: 1, sequence: 8))),
      ])
  }

  @Test mutating func `I5 an opened chat shows its newest messages once`() {
    _ = read("/to bo")
    let history = (1...12).map { theirs("m\($0)", id: Int64($0)) }
    #expect(lines(.page(chat: bo, messages: history, isStart: true)).count == 10)
    #expect(lines(.page(chat: bo, messages: history, isStart: true)) == [])
    #expect(lines(.message(history[0])) == [])
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

  @Test mutating func `I5 two slashes send a text that begins with one`() {
    _ = read("/to bo")
    let texts = read("//usr is full").compactMap { action -> String? in
      if case .submit(.send(_, let text, _, _)) = action { text } else { nil }
    }
    #expect(texts == ["/usr is full"])
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
