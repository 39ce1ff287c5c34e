import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What is said in rooms: when it counts as sent, what goes again, and who said it (XEP-0045).
@Suite struct RoomTests {
  /// Online, and in the room, whose archive is read.
  static func joined(isPrivate: Bool = true) throws -> Rig {
    let rig = try Rig.online(isPrivate: isPrivate)
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.forget()
    return rig
  }

  @Test
  func `S4 G2 the server's acknowledgement says nothing of the room, the room's own word does`()
    throws
  {
    let rig = try Self.joined()
    rig.server.room.isSilent = true
    rig.send("hi", "m1", to: team)
    rig.run()
    #expect(try rig.status("m1") == .sending)
    let said = InboundMessage(
      source: .live, from: ModelRoom.occupant("me"), to: me, kind: .group,
      id: NamedID.id(of: "m1"), originID: OriginID(named: "m1"), archiveID: ArchiveID(named: "r1"),
      content: .text("hi"))
    rig.server.tell(.message(said))
    rig.run()
    #expect(try rig.status("m1") == .sent)
    #expect(try rig.database.outbox.counts().all == 0)
  }

  /// As ejabberd's archive says it, whose groups do not say who is who.
  @Test(arguments: [true, false])
  func `G2 C5 what I wrote on another device while this one was away is mine`(isMine: Bool) throws {
    let rig = try Rig.online()
    rig.server.room.givesIDs = false
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.cut()
    rig.server.room.hasMe = false
    _ = rig.server.room.say("from my phone", id: OriginID("counted-1"), as: "me")
    rig.server.room.noteAuthor(isMine ? me : bo)
    rig.link()
    rig.run()
    #expect(try rig.page(team).map(\.isMine) == [isMine])
    #expect(try rig.database.chats.chat(team)?.unread == (isMine ? 0 : 1))
  }

  /// In the name that I had, or under the id of what I wrote.
  @Test(arguments: ["me", "mallory"])
  func `Z1 G2 what somebody else says under my id, or in my name, is not mine`(nick: String) throws
  {
    let rig = try Self.joined()
    rig.server.room.isFar = true
    rig.send("hi", "m1", to: team)
    rig.run()
    let forged = rig.server.room.say(
      "hi", id: OriginID(named: "m1"), as: nick, identity: "somebody else's")
    rig.server.tell(.message(forged))
    rig.run()
    #expect(try rig.status("m1") == .sending)
    #expect(try rig.page(team).map(\.isMine) == [false, true])
  }

  @Test
  func
    `O9 what the room keeps silent about goes again after its archive was asked, and not before`()
    throws
  {
    let rig = try Self.joined()
    rig.server.room.isFar = true
    rig.send("hi", "m1", to: team)
    rig.run()
    rig.server.room.isFar = false
    rig.forget()
    rig.pass(LiveRoom.doubt - 1)
    #expect(rig.sends.isEmpty)
    rig.pass(2)
    #expect(rig.sends == ["m1"])
    #expect(try rig.status("m1") == .sent)
    #expect(rig.server.room.archive.count == 1)
  }

  @Test func `O9 G2 what the room's archive has is not sent again`() throws {
    let rig = try Self.joined()
    rig.server.room.isSilent = true
    rig.send("hi", "m1", to: team)
    rig.run()
    rig.cut()
    rig.forget()
    rig.link()
    rig.run()
    #expect(try rig.status("m1") == .sent)
    #expect(rig.sends.isEmpty && rig.server.room.archive.count == 1)
  }

  /// As Prosody's does where it was killed.
  @Test func `O9 a room that calls me otherwise after its restart still has what I said before`()
    throws
  {
    let rig = try Self.joined()
    rig.server.room.isSilent = true
    rig.send("hi", "m1", to: team)
    rig.run()
    rig.cut()
    rig.server.room.secret = "another "
    rig.forget()
    rig.link()
    rig.run()
    #expect(try rig.status("m1") == .sent)
    #expect(rig.sends.isEmpty)
    #expect(try rig.page(team).map(\.isMine) == [true])
  }

  @Test(arguments: [nil, "me"])
  func `O9 G2 what is under way while I enter a room anew goes again where it was lost`(
    nick: String?
  ) throws {
    let rig = try Self.joined()
    rig.server.room.isFar = true
    rig.send("hi", "m1", to: team)
    rig.run()
    rig.server.room.isFar = false
    rig.wish(.join(team, nick: nick, password: nil))
    rig.run()
    rig.pass(LiveRoom.doubt + 1)
    #expect(try rig.status("m1") == .sent)
    #expect(rig.server.room.archive.count == 1)
  }

  @Test func `O3 what is written out of the room waits until I am in it`() throws {
    let rig = try Self.joined()
    rig.cut()
    rig.send("one", "m1", to: team)
    rig.send("two", "m2", to: team)
    rig.server.room.refusal = StanzaError(kind: "wait", condition: "resource-constraint")
    rig.link()
    rig.run()
    #expect(rig.sends.isEmpty)
    rig.server.room.refusal = nil
    rig.pass(5_000)
    #expect(rig.sends == ["m1", "m2"])
    #expect(try rig.texts(team) == ["one", "two"] && rig.status("m2") == .sent)
  }

  @Test
  func `O9 G3 who is out of the room without a word enters it again, and what came back goes`()
    throws
  {
    let rig = try Self.joined()
    rig.server.room.hasMe = false
    rig.send("hi", "m1", to: team)
    rig.run()
    #expect(rig.server.room.hasMe)
    #expect(try rig.status("m1") == .sent)
    #expect(rig.told("m1") == [.sending, .queued, .sending, .sent])
  }

  /// What comes back then says that, and would be tried for minutes after the room is there again.
  @Test(arguments: ["remote-server-timeout", "remote-server-not-found"])
  func `O9 G3 what is written while the room's server is out of reach goes when I am in it again`(
    condition: String
  ) throws {
    let rig = try Self.joined()
    rig.server.room.outage = StanzaError(kind: "wait", condition: condition)
    rig.send("hi", "m1", to: team)
    rig.run()
    rig.pass(20_000)
    #expect(try rig.status("m1") == .queued)
    let room = rig.room
    guard case .retrying = room?.attendance else {
      Issue.record("\(String(describing: room))")
      return
    }
    _ = rig.server.room.say("meanwhile", id: OriginID(named: "x1"), as: "bo")
    rig.server.room.outage = nil
    rig.pass(30_000)
    #expect(try rig.status("m1") == .sent)
    #expect(try rig.texts(team) == ["meanwhile", "hi"])
    #expect(rig.server.room.archive.count == 2)
  }

  @Test func `O10 a room that lets me in and takes nothing fails the message in the end`() throws {
    let rig = try Self.joined()
    rig.send("hi", "m1", to: team)
    for _ in 0..<8 {
      let error = StanzaError(kind: "modify", condition: "not-acceptable")
      rig.handle(.session(.refused(OriginID(named: "m1"), from: team, error)))
      rig.server.inbound.removeAll { if case .send = $0 { true } else { false } }
      rig.run()
    }
    #expect(try rig.status("m1") == .failed)
  }

  @Test func `O10 several that such a room sends back each time fail together`() throws {
    let rig = try Self.joined()
    let ids = ["m1", "m2", "m3"]
    for id in ids { rig.send("hi \(id)", id, to: team) }
    for _ in 0..<7 {
      for id in ids {
        let error = StanzaError(kind: "modify", condition: "not-acceptable")
        rig.handle(.session(.refused(OriginID(named: id), from: team, error)))
      }
      rig.server.inbound.removeAll { if case .send = $0 { true } else { false } }
      rig.run()
    }
    #expect(try ids.map { try rig.status($0) } == [.failed, .failed, .failed])
  }

  /// Only where a server may lose me without a word: the private one does not.
  @Test(arguments: [true, false])
  func `G3 a silent room is asked within half a minute whether I am still there`(isPrivate: Bool)
    throws
  {
    let rig = try Self.joined(isPrivate: isPrivate)
    rig.server.room.hasMe = false
    _ = rig.server.room.say("unheard", id: OriginID(named: "x1"), as: "bo")
    rig.pass(30_000)
    #expect(rig.server.room.hasMe == !isPrivate)
    #expect(try rig.texts(team) == (isPrivate ? [] : ["unheard"]))
  }

  @Test(arguments: [(301, "banned"), (307, "removed"), (321, "no member")])
  func `A3 who is put out stays out, is told so in words, and can read what was said`(
    code: Int, words: String
  ) throws {
    let rig = try Self.joined()
    rig.server.tell(.message(rig.server.room.say("hi", id: OriginID(named: "x1"), as: "bo")))
    rig.server.tell(rig.server.room.presence(of: "me", .unavailable, codes: [110, code]))
    rig.run()
    rig.pass(200_000)
    #expect(rig.commands.allSatisfy { if case .join = $0 { false } else { true } })
    let room = rig.room
    guard case .refused(let reason) = room?.attendance else {
      Issue.record("\(String(describing: room))")
      return
    }
    #expect(reason.contains(words))
    #expect(try rig.texts(team) == ["hi"])
  }

  @Test func `O9 G3 a kick by the service is no removal: I am there again, and miss nothing`()
    throws
  {
    let rig = try Self.joined()
    rig.server.tell(rig.server.room.presence(of: "me", .unavailable, codes: [110, 307, 333]))
    rig.run()
    _ = rig.server.room.say("meanwhile", id: OriginID(named: "x1"), as: "bo")
    rig.pass(5_000)
    #expect(try rig.texts(team) == ["meanwhile"])
  }

  @Test func `who is called otherwise than they wanted is told so`() throws {
    let rig = try Rig.online()
    rig.server.room.refusal = StanzaError(kind: "cancel", condition: "conflict")
    rig.wish(.join(team, nick: "bo", password: nil))
    for _ in 0..<3 { _ = rig.serve(); _ = rig.receive() }
    rig.server.room.refusal = nil
    rig.run()
    let notices = rig.changes.compactMap { if case .notice(let one) = $0 { one.text } else { nil } }
    #expect(notices == ["“bo” is taken in \(team): you are “bo__” there"])
  }

  @Test func `a group that takes no name is asked no more, and says so`() throws {
    let rig = try Rig.online()
    rig.server.room.refusal = StanzaError(kind: "cancel", condition: "conflict")
    rig.wish(.join(team, nick: "bo", password: nil))
    rig.run()
    let room = rig.room
    #expect(room?.attendance == .refused("All names like “bo” are taken in this group"))
  }

  @Test func `a name that somebody has is changed until it is free`() throws {
    let rig = try Rig.online()
    rig.server.room.refusal = StanzaError(kind: "cancel", condition: "conflict")
    rig.wish(.join(team, nick: "bo", password: nil))
    _ = rig.serve()
    rig.server.room.refusal = nil
    rig.run()
    #expect(try rig.database.rooms.all().map(\.nick) == ["bo_"])
  }

  /// The next start enters under the name that one had last.
  @Test func `a name that one has changed is kept`() throws {
    let rig = try Self.joined()
    rig.server.room.nick = "mine"
    var left = InboundPresence(from: ModelRoom.occupant("me"), kind: .unavailable)
    left.occupancy = Occupancy(newNick: "mine", codes: [110, 303])
    rig.server.tell(.presence(left))
    var back = InboundPresence(from: ModelRoom.occupant("mine"), kind: .available)
    back.occupancy = Occupancy(occupantID: rig.server.room.identity(of: "me"), codes: [110])
    rig.server.tell(.presence(back))
    rig.run()
    #expect(try rig.database.rooms.all().map(\.nick) == ["mine"])
    #expect(rig.commands.allSatisfy { if case .join = $0 { false } else { true } })
  }

  @Test(arguments: [true, false])
  func `G1 only a room that was just made is opened to others, and that is told`(isNew: Bool) throws
  {
    let rig = try Self.joined()
    rig.server.tell(rig.server.room.presence(of: "me", codes: isNew ? [110, 201] : [110]))
    rig.run()
    #expect(rig.commands.contains(.openRoom(team)) == isNew)
    #expect(rig.changes.contains { $0.tells("There was no group") } == isNew)
  }

  @Test func `G1 a group of mine that its server has forgotten is made anew without a word`()
    throws
  {
    let rig = try Self.joined()
    rig.server.tell(.message(rig.server.room.say("first", id: OriginID(named: "x1"), as: "bo")))
    rig.run()
    rig.server.tell(rig.server.room.presence(of: "me", codes: [110, 201]))
    rig.run()
    #expect(!rig.changes.contains { $0.tells("There was no group") })
  }

  @Test func `T1 G3 the room's archive orders what came otherwise, and a repeat is shown once`()
    throws
  {
    let rig = try Self.joined()
    let first = rig.server.room.say("first", id: OriginID(named: "x1"), as: "bo")
    let second = rig.server.room.say("second", id: OriginID(named: "x2"), as: "cy")
    for message in [second, first, second] { rig.server.tell(.message(message)) }
    rig.run()
    #expect(try rig.texts(team) == ["first", "second"])
    #expect(try rig.page(team).map(\.sender.resource) == ["bo", "cy"])
  }

  @Test func `M3 an answer names the room's id of what it answers, and nobody's own address`()
    throws
  {
    let rig = try Self.joined()
    rig.send("a question", "m1", to: team)
    rig.run()
    rig.forget()
    let question = try #require(try rig.page(team).first)
    let target = try #require(ReplyTarget(answering: question))
    rig.wish(.send(chat: team, text: "yes", originID: OriginID(named: "m2"), replyTo: target))
    let sent = rig.commands.compactMap { command in
      if case .send(_, _, _, _, let target, _) = command { target } else { nil }
    }
    #expect(sent.map(\.id) == [ArchiveID(named: "r1").value] && sent.map(\.author) == [nil])
    #expect(try rig.page(team).last?.replyTo?.stored?.text == "a question")
  }

  @Test func `M3 an answer names whoever it answers as the room called them`() throws {
    let rig = try Self.joined()
    rig.server.tell(.message(rig.server.room.say("tea?", id: OriginID(named: "x1"), as: "bo")))
    rig.run()
    rig.forget()
    let said = try #require(try rig.page(team).first)
    let target = try #require(ReplyTarget(answering: said))
    rig.wish(.send(chat: team, text: "yes", originID: OriginID(named: "m2"), replyTo: target))
    let sent = rig.commands.compactMap { command in
      if case .send(_, _, _, _, let target, _) = command { target } else { nil }
    }
    #expect(sent.map(\.author) == [team.with(resource: "bo")])
    #expect(try rig.page(team).last?.replyTo?.stored?.text == "tea?")
  }

  @Test func `after a start the rooms are entered again`() throws {
    let rig = try Self.joined()
    try rig.kill()
    rig.server.room.hasMe = false
    rig.link()
    rig.run()
    #expect(rig.server.room.hasMe)
    rig.wish(.leave(team))
    rig.run()
    try rig.kill()
    rig.link()
    rig.run()
    #expect(!rig.server.room.hasMe)
  }
}

extension Change {
  fileprivate func tells(_ words: String) -> Bool {
    if case .notice(let notice) = self { notice.text.hasPrefix(words) } else { false }
  }
}
