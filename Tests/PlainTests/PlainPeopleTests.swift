import Model
import Testing

@testable import Plain

/// Who sees whom, who is there and who types, in plain mode.
struct PlainPeopleTests: PlainTalk {
  var mode = standardMode

  @Test mutating func `C2 I5 a request is told once, and answered by name`() {
    let cy = JID("cy@example.net")!
    _ = mode.apply(.connection(.online(roundTrip: nil)))
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
    let actions = mode.apply(.connection(.online(roundTrip: nil)))
    #expect(actions.contains(.submit(.subscription(cy, .ask))))
    #expect(mode.isAnswered)
  }

  @Test mutating func `N3 I5 what people say of themselves is a line, and mine is set`() {
    #expect(lines(.status(bo, "at lunch")) == [], "of before")
    _ = lines(.connection(.online(roundTrip: nil)))
    #expect(lines(.status(bo, "at lunch")) == ["bo says: at lunch"])
    #expect(lines(.status(bo, nil)) == ["bo has no status"])
    #expect(read("/status at lunch") == [.submit(.setStatus("at lunch"))])
    #expect(read("/status") == [.submit(.setStatus(""))])
    #expect(lines(.ownStatus("at lunch")) == ["your status: at lunch"])
  }

  @Test mutating func `C5 I5 chats are pinned and muted by name, or the one that one talks to`() {
    #expect(read("/pin") == [.say("error: /pin needs a name")])
    #expect(read("/pin bo") == [.submit(.pin(bo, true)), .say("bo is pinned")])
    _ = read("/to bo")
    #expect(read("/unmute") == [.submit(.setAlerts(bo, .all)), .say("bo is no longer muted")])
    #expect(read("/mute bo") == [.submit(.setAlerts(bo, .nothing)), .say("bo is muted")])
    #expect(
      read("/label bo Work, Chess").first == .submit(.label(bo, ["Chess", "Work"])))
  }

  @Test mutating func `A1 I5 a chat is muted for an hour, or until tomorrow morning`() {
    let hour = Timestamp(milliseconds: 1_778_598_180_000)
    #expect(
      read("/mute bo 1h") == [.submit(.mute(bo, until: hour)), .say("bo is muted until 17:03")])
    _ = read("/to bo")
    let morning = Timestamp(milliseconds: 1_778_652_000_000)
    #expect(
      read("/mute tomorrow")
        == [.submit(.mute(bo, until: morning)), .say("bo is muted until tomorrow 08:00")])
    var chat = Chat(jid: bo, kind: .direct, name: "bo")
    chat.mutedUntil = hour
    _ = mode.apply(.chat(chat))
    #expect(read("/chats") == [.say("bo, muted until 17:03")])
    chat.mutedUntil = Timestamp(milliseconds: 1_778_594_530_000)
    _ = mode.apply(.chat(chat))
    #expect(read("/chats") == [.say("bo")])
  }

  @Test mutating func `A5 I5 a chat is marked as unread until one reads it or goes to it`() {
    #expect(
      read("/unread bo") == [.submit(.markUnread(bo, true)), .say("bo is marked as unread")])
    var chat = Chat(jid: bo, kind: .direct, name: "bo")
    chat.isMarkedUnread = true
    _ = mode.apply(.chat(chat))
    #expect(read("/unread") == [.say("bo, marked as unread")])
    #expect(read("/read bo").contains(.submit(.markUnread(bo, false))))
    #expect(read("/to bo").contains(.submit(.markUnread(bo, false))))
    chat.isMarkedUnread = false
    _ = mode.apply(.chat(chat))
    #expect(!read("/to bo").contains(.submit(.markUnread(bo, false))))
  }

  @Test mutating func `A6 I5 a chat is archived by name, and the list leaves it out with a count`()
  {
    #expect(read("/archived") == [.say("nothing is archived")])
    #expect(read("/archive bo") == [.submit(.archive(bo, true)), .say("bo is archived")])
    var chat = Chat(jid: bo, kind: .direct, name: "bo", unread: 2)
    chat.isArchived = true
    _ = mode.apply(.chat(chat))
    _ = mode.apply(.chat(Chat(jid: JID("cy@localhost")!, kind: .direct, name: "cy")))
    #expect(read("/chats") == [.say("1 archived: /archived lists them"), .say("cy")])
    #expect(read("/archived") == [.say("bo, 2 unread, archived")])
    #expect(read("/unread") == [.say("bo, 2 unread, archived")])
    #expect(
      read("/unarchive bo") == [.submit(.archive(bo, false)), .say("bo is no longer archived")])
  }

  @Test mutating func `P8 I5 my name is set, and others are called as they call themselves`() {
    #expect(read("/name Ana Müller") == [.submit(.setMyName("Ana Müller"))])
    #expect(lines(.ownName("Ana Müller")) == ["your name: Ana Müller"])
    _ = lines(.connection(.online(roundTrip: nil)))
    _ = lines(.contact(Contact(jid: bo, name: nil, subscription: .both)))
    _ = lines(.nick(bo, "Bo Reyes"))
    #expect(lines(.presence(bo, .online)) == ["Bo Reyes is online"])
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
}
