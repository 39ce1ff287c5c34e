import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Who is who in a room, and who types there.
@Suite struct RoomPeopleTests {
  /// Whoever comes after somebody may take their name.
  @Test(arguments: [("bo", "other", false), ("bob", "one bo", true)])
  func `M1 M2 who wrote a message edits and deletes it, whatever they are called`(
    nick: String, identity: String, isAuthor: Bool
  ) throws {
    let rig = try RoomTests.joined()
    for number in 1...2 {
      rig.hear("m\(number)", "x\(number)", as: "bo")
    }
    rig.hear("edited", "x3", as: nick, identity, .correction(of: OriginID(named: "x1").value))
    rig.hear("", "x4", as: nick, identity, .retraction(of: ArchiveID(named: "r2").value))
    let page = try rig.page(team)
    #expect(page.map(\.text).prefix(2) == (isAuthor ? ["edited", ""] : ["m1", "m2"]))
    #expect(page.count == (isAuthor ? 2 : 3))
  }

  /// Where the room does not say who is who, nothing from before they came counts (XEP-0308 §4).
  @Test(arguments: [false, true])
  func `M1 M2 who takes a name after its owner left edits and deletes nothing of theirs`(
    isRestarted: Bool
  ) throws {
    let rig = try Rig.online()
    rig.server.room.givesIDs = false
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.server.tell(rig.server.room.presence(of: "bo"))
    rig.run()
    rig.hear("said before", "x1", as: "bo")
    rig.hear("said too", "x2", as: "bo")
    rig.server.tell(rig.server.room.presence(of: "bo", .unavailable))
    rig.server.tell(rig.server.room.presence(of: "bo"))
    rig.run()
    if isRestarted {
      try rig.kill()
      rig.link()
      rig.run()
    }
    rig.hear("said by another", "x3", as: "bo", nil, .correction(of: OriginID(named: "x1").value))
    rig.hear("", "x4", as: "bo", nil, .retraction(of: ArchiveID(named: "r2").value))
    rig.hear("my own", "x5", as: "bo")
    rig.hear("my own edited", "x6", as: "bo", nil, .correction(of: OriginID(named: "x5").value))
    #expect(
      try rig.page(team).map(\.text) == [
        "said before", "said too", "said by another", "my own edited",
      ])
  }

  @Test func `M4 of each person the newest reaction counts, and two of one name are two`() throws {
    let rig = try RoomTests.joined()
    rig.hear("m1", "x1", as: "cy")
    let reacts: (String, String, String, String) -> Void = { emoji, id, nick, identity in
      rig.hear(
        "", id, as: nick, identity,
        .reactions(Emoji.all(in: [emoji[...]]), to: ArchiveID(named: "r1").value))
    }
    reacts("👍", "x2", "bo", "one bo")
    reacts("🎉", "x3", "bob", "one bo")
    reacts("👀", "x4", "bob", "other")
    let reactions = try #require(try rig.page(team).first).reactions
    #expect(Set(reactions.flatMap { $0.emoji.map(\.text) }) == ["🎉", "👀"])
  }

  @Test func `G7 who comes or goes is told of by themselves, however many are there`() throws {
    let rig = try RoomTests.joined()
    for number in 0..<1_000 { rig.server.tell(rig.server.room.presence(of: "m\(number)")) }
    rig.run()
    rig.forget()
    rig.server.tell(rig.server.room.presence(of: "m1", .unavailable))
    rig.server.tell(rig.server.room.presence(of: "m1"))
    rig.server.tell(rig.server.room.presence(of: "m2", .unavailable))
    rig.run()
    let told = rig.changes.compactMap { change -> Int? in
      if case .occupants(team, let changes) = change { changes.count } else { nil }
    }
    #expect(!told.isEmpty && told.allSatisfy { $0 <= 2 })
    #expect(!rig.changes.contains { if case .room = $0 { true } else { false } })
  }

  /// With many people in it each key would be a flood.
  @Test(arguments: [(49, true), (51, false)])
  func `D3 a small room is told that I type, a large one is not`(others: Int, isTold: Bool) throws {
    let rig = try RoomTests.joined()
    for number in 1..<others { rig.server.tell(rig.server.room.presence(of: "n\(number)")) }
    rig.run()
    rig.forget()
    rig.wish(.typing(chat: team, isTyping: true))
    #expect(rig.commands == (isTold ? [.tellRoom(team, .chatState(.composing))] : []))
    rig.wish(.typing(chat: team, isTyping: false))
    rig.pass(1_000)
    #expect(rig.commands.count == (isTold ? 2 : 0))
  }

  @Test func `D3 each who types in a room is named, until they write, stop or go`() throws {
    let rig = try RoomTests.joined()
    let types: (String, ChatState) -> Void = { nick, state in
      let message = InboundMessage(
        source: .live, from: ModelRoom.occupant(nick), to: me, kind: .group,
        payloads: [.chatState(state)])
      rig.server.tell(.message(message))
      rig.run()
    }
    for nick in ["bo", "cy", "dee", "me"] { types(nick, .composing) }
    #expect(rig.typing == ["bo", "cy", "dee"])
    types("cy", .paused)
    #expect(rig.typing == ["bo", "dee"])
    rig.hear("hi", "x1", as: "bo")
    #expect(rig.typing == ["dee"])
    rig.server.tell(rig.server.room.presence(of: "dee", .unavailable))
    rig.run()
    #expect(rig.typing == [])
    types("bo", .composing)
    rig.server.tell(rig.server.room.presence(of: "me", .unavailable, codes: [110, 307]))
    rig.run()
    #expect(rig.typing == [])
  }

  /// A server passes on to no room what it is told for all (RFC 6121 §4.4.2).
  @Test(arguments: [2, 60])
  func `N3 a small room is told that I am away, a large one is not, and back I am in each`(
    others: Int
  ) throws {
    let rig = try RoomTests.joined()
    for number in 0..<others { rig.server.tell(rig.server.room.presence(of: "m\(number)")) }
    rig.run()
    rig.forget()
    rig.wish(.focus(false))
    rig.run()
    let isSmall = others < LiveRoom.mostTold
    #expect(rig.toldRoom == (isSmall ? [.away] : []))
    for number in 0..<100 { rig.server.tell(rig.server.room.presence(of: "n\(number)")) }
    rig.wish(.focus(true))
    rig.run()
    #expect(rig.toldRoom == (isSmall ? [.away, .available] : []))
  }

  @Test func `N3 who enters a room anew to see who is there is away there again`() throws {
    let rig = try Rig.online(isPrivate: false)
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.wish(.focus(false))
    rig.pass(2_000)
    rig.server.tell(.roomAnswered(team, .timeout))
    rig.run()
    rig.forget()
    rig.pass(RoomSilence.bound)
    #expect(rig.commands.contains(.join(ModelRoom.occupant("me"), password: nil)))
    #expect(rig.toldRoom.last == .away)
  }

  @Test func `N3 who enters a room while away is away there, too`() throws {
    let rig = try Rig.online()
    rig.wish(.focus(false))
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    #expect(rig.toldRoom == [.away])
    rig.cut()
    rig.forget()
    rig.link()
    rig.run()
    #expect(rig.toldRoom == [.away])
  }
}

extension Rig {
  /// What the room was told of where I am.
  fileprivate var toldRoom: [OwnPresence] {
    commands.compactMap { command in
      if case .presence(ModelRoom.occupant("me"), let presence, _) = command {
        presence
      } else {
        nil
      }
    }
  }

  /// The names of those who type in the room.
  fileprivate var typing: [String?]? {
    changes.compactMap { if case .typing(team, let who) = $0 { who.map(\.resource) } else { nil } }
      .last
  }

  /// Somebody says it in the room; `identity` is who they are there, where that is not told by what they are called.
  func hear(
    _ text: String, _ id: String, as nick: String, _ identity: String? = nil,
    _ amendment: Amendment? = nil
  ) {
    server.tell(
      .message(
        server.room.say(
          text, id: OriginID(named: id), as: nick, identity: identity, amending: amendment)))
    run()
  }
}
