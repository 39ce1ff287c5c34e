import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What a room could not tell: cuts on the way to it, a stream that goes on, and services that do not say who is who.
@Suite struct RoomGapTests {
  /// As a cut between two servers loses it, of which neither learns; one looks ever more seldom.
  @Test func `G3 what is lost on its way to me is found within half a minute of silence`() throws {
    let rig = try RoomTests.joined(isPrivate: false)
    for seconds in [30, 60, 120] {
      _ = rig.server.room.say("unheard", id: OriginID(named: "x\(seconds)"), as: "bo")
      rig.pass(Int64(seconds) * 1_000)
    }
    #expect(rig.server.room.hasMe)
    #expect(try rig.texts(team).count == 3)
    rig.forget()
    rig.pass(3_600_000)
    let questions = rig.commands.count {
      if case .queryArchive(let query) = $0 { query.archive == team } else { false }
    }
    #expect(questions <= 8)
  }

  /// Each a cut of which neither server learns: a question that nobody answers says so, or what one then finds.
  @Test(arguments: [true, false])
  func `G3 who came and went during a cut is known after it, whether or not something was said`(
    isSilent: Bool
  ) throws {
    let rig = try Rig.online(isPrivate: false)
    rig.wish(.join(team, nick: nil, password: nil))
    for nick in ["bo", "cy"] { rig.server.tell(rig.server.room.presence(of: nick)) }
    rig.run()
    rig.server.room.others = ["cy", "dee"]
    if isSilent {
      rig.pass(RoomSilence.bound)
      rig.server.tell(.roomAnswered(team, .timeout))
    } else {
      _ = rig.server.room.say("unheard", id: OriginID(named: "x1"), as: "bo")
    }
    rig.pass(RoomSilence.bound * 2)
    let room = try #require(rig.room)
    #expect(room.attendance == .joined)
    #expect(room.occupants.sorted.map(\.nick) == ["cy", "dee", "me"])
    #expect(room.events.suffix(2).map(\.nick) == ["dee", "bo"])
    rig.forget()
    rig.pass(RoomSilence.bound * 2)
    #expect(!rig.commands.contains { if case .join = $0 { true } else { false } })
  }

  /// It had lost me without a word, and lets me in when I look who is there.
  @Test
  func
    `G3 what was said until I am in a room again is read, though I never learned that I was out`()
    throws
  {
    let rig = try Rig.online(isPrivate: false)
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.server.room.hasMe = false
    _ = rig.server.room.say("unheard", id: OriginID(named: "x1"), as: "bo")
    rig.pass(RoomSilence.bound - 1_000)
    // Somebody's presence says that one is there, so that it is not asked.
    rig.server.tell(rig.server.room.presence(of: "bo"))
    rig.run()
    rig.server.room.saidBefore = "meanwhile"
    rig.pass(2_000)
    #expect(try rig.texts(team) == ["unheard", "meanwhile"])
  }

  @Test func `G1 a name wished for without a link is had when the stream goes on`() throws {
    let rig = try Self.joined()
    rig.cut()
    rig.wish(.join(team, nick: "myself", password: nil))
    #expect(rig.resume())
    rig.run()
    #expect(rig.room?.nick == "myself")
    #expect(rig.commands.contains(.join(ModelRoom.occupant("myself"), password: nil)))
  }

  /// On a stream that can go on.
  private static func joined() throws -> Rig {
    let rig = try Rig(isPrivate: false)
    rig.handle(.start)
    rig.linkResumable()
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    return rig
  }

  /// The stream repeats who came before it was killed, and the room had lost it when they went.
  @Test func `N3 after kill -9 on a stream that goes on only who is there now is shown`() throws {
    let rig = try Self.joined()
    rig.server.room.others = ["cy"]
    rig.server.tell(rig.server.room.presence(of: "dee"))
    try rig.kill()
    #expect(rig.resume())
    rig.run()
    #expect(rig.room?.occupants.sorted.map(\.nick) == ["cy", "me"])
  }

  /// Its answer may be lost in a cut; nobody is told what others read where it is not known to be closed.
  @Test func `D4 what a group is is asked again where it did not say it, a few times`() throws {
    let rig = try Rig.online(isPrivate: false)
    rig.server.room.facts = nil
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.pass(RoomSilence.bound)
    rig.server.room.facts = RoomFacts(isMembersOnly: true)
    rig.pass(RoomSilence.bound)
    #expect(rig.room?.isMembersOnly == true)
    rig.forget()
    rig.pass(RoomSilence.bound * 10)
    #expect(!rig.commands.contains(.describeRoom(team)))
  }

  /// As ejabberd 23.01 does, to which a program that was killed is still there when it comes back.
  @Test func `O9 G2 without occupant ids what I said under my other name there is mine`() throws {
    let (rig, id) = (try Rig.online(), "m1-which-nobody-guesses")
    rig.server.room.givesIDs = false
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.server.room.isSilent = true
    rig.send("hi", id, to: team)
    rig.run()
    rig.cut()
    rig.server.room.takenNick = "me"
    rig.link()
    rig.run()
    #expect(rig.room?.nick == "me_")
    #expect(try rig.status(id) == .sent)
    #expect(try rig.page(team).map(\.isMine) == [true])
    // It may be told before I am in.
    var forged = rig.server.room.say("ho", id: OriginID(named: "x1"), as: "me")
    forged.source = .live
    rig.server.tell(.message(forged))
    rig.run()
    #expect(try rig.page(team).map(\.isMine) == [true, false])
  }

  @Test func `C5 G2 without occupant ids what is said from my address is mine`() throws {
    let rig = try Rig.online()
    rig.server.room.givesIDs = false
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.server.tell(rig.server.room.presence(of: "laptop", address: me))
    rig.server.tell(.message(rig.server.room.say("hi", id: OriginID(named: "x1"), as: "laptop")))
    rig.run()
    #expect(try rig.page(team).map(\.isMine) == [true])
  }
}
