import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Private messages of a group, which go through the group (XEP-0045 §7.5).
@Suite struct PrivateMessageTests {
  private static let there = ModelRoom.occupant("bo")

  /// In the group, where bo is as well.
  private static func joined() throws -> Rig {
    let rig = try RoomTests.joined()
    rig.server.tell(rig.server.room.presence(of: "bo"))
    rig.run()
    rig.forget()
    return rig
  }

  private static func said(
    _ text: String, _ id: String, source: InboundMessage.Source = .live, archived: String? = nil,
    identity: String? = nil, byMe: Bool = false
  ) -> InboundMessage {
    var message = InboundMessage(
      source: source, from: byMe ? me.with(resource: "phone")! : there, to: byMe ? there : me,
      id: NamedID.id(of: id), originID: OriginID(named: id),
      archiveID: archived.map { ArchiveID(named: $0) }, content: .text(text),
      payloads: [.receiptRequest, .markable, .chatState(.active)])
    message.occupantID = identity
    return message
  }

  private func tell(_ message: InboundMessage, _ rig: Rig) {
    rig.server.tell(.message(message))
    rig.run()
  }

  private func write(_ text: String, _ id: String, _ rig: Rig, answering: ReplyTarget? = nil) {
    rig.wish(
      .send(chat: Self.there, text: text, originID: OriginID(named: id), replyTo: answering))
    rig.run()
  }

  private func givenBack(_ rig: Rig) -> [String] {
    rig.changes.compactMap {
      if case .notStored(Self.there, _, let text, let reason) = $0 {
        "\(text): \(reason)"
      } else {
        nil
      }
    }
  }

  @Test func `G9 Z1 what is said to me alone has a chat of its own, and is answered by nothing`()
    throws
  {
    let rig = try Self.joined()
    for _ in 0..<2 { tell(Self.said("psst", "x1", archived: "own1"), rig) }
    #expect(try rig.texts(Self.there) == ["psst"] && rig.texts(team).isEmpty)
    let chat = try #require(try rig.database.chats.chat(Self.there))
    #expect(chat.kind == .occupant && chat.name == "bo" && chat.unread == 1)
    let newest = try #require(try rig.page(Self.there).last)
    rig.wish(.markRead(chat: Self.there, through: newest.order))
    rig.wish(.typing(chat: Self.there, isTyping: true))
    rig.pass(60_000)
    #expect(try rig.database.chats.chat(Self.there)?.unread == 0)
    #expect(try rig.database.receipts.owed(after: 0, limit: 10).isEmpty)
    #expect(try rig.database.readMarkers.pending(behind: .max).isEmpty)
    #expect(rig.commands.allSatisfy { if case .tell = $0 { false } else { true } })
  }

  @Test func `G9 an answer goes to them alone, and counts as sent when my server has it`() throws {
    let rig = try Self.joined()
    tell(Self.said("psst", "x1"), rig)
    rig.forget()
    let said = try #require(try rig.page(Self.there).first)
    let target = try #require(ReplyTarget(answering: said))
    write("sure", "m2", rig, answering: target)
    #expect(
      rig.commands.contains {
        if case .send(Self.there, _, "sure", _, _, .occupant) = $0 { true } else { false }
      })
    #expect(
      !rig.commands.contains { if case .send(team, _, _, _, _, _) = $0 { true } else { false } })
    #expect(try rig.status("m2") == .sent)
    #expect(try rig.texts(Self.there) == ["psst", "sure"])
    #expect(try rig.database.outbox.counts().all == 0)
  }

  @Test
  func `G9 S12 nothing is written to somebody who has left, nor to whoever is called so since`()
    throws
  {
    let rig = try Self.joined()
    write("hello", "m1", rig)
    rig.server.tell(rig.server.room.presence(of: "bo", .unavailable))
    rig.run()
    rig.forget()
    write("still there?", "m2", rig)
    #expect(givenBack(rig) == ["still there?: bo is not in the group any more"])
    rig.server.tell(rig.server.room.presence(of: "bo", identity: "another"))
    rig.run()
    rig.forget()
    write("and now?", "m3", rig)
    #expect(givenBack(rig) == ["and now?: Somebody else is called bo now"])
    #expect(rig.sends.isEmpty)
    // Their first message says who they are.
    tell(Self.said("I am new", "x1", identity: "another"), rig)
    rig.forget()
    write("welcome", "m4", rig)
    #expect(try rig.status("m4") == .sent)
  }

  @Test(arguments: [true, false])
  func `G9 S12 what waited for somebody who has gone meanwhile has failed, and says why`(
    isGone: Bool
  ) throws {
    let rig = try Self.joined()
    write("hello", "m1", rig)
    rig.cut()
    write("later", "m2", rig)
    #expect(try rig.status("m2") == .queued)
    rig.server.room.hasMe = false
    rig.server.room.others = isGone ? [] : ["bo"]
    rig.link()
    rig.run()
    rig.pass(5_000)
    #expect(try rig.status("m2") == (isGone ? .failed : .sent))
    let message = try rig.database.messages.mine(OriginID(named: "m2"))
    #expect(message?.failure == (isGone ? "bo is not in the group any more" : nil))
    #expect(message?.text == "later")
  }

  @Test func `G9 what comes back because nobody is called so has failed, and says why`() throws {
    let rig = try Self.joined()
    rig.server.refusals["late"] = StanzaError(kind: "cancel", condition: "item-not-found")
    write("late", "m1", rig)
    #expect(try rig.status("m1") == .failed)
    let message = try rig.database.messages.mine(OriginID(named: "m1"))
    #expect(message?.failure == "bo is not in the group any more")
  }

  @Test func `G9 C5 the archive and my other devices show it in the same chat, at its time`() throws
  {
    let rig = try Self.joined()
    tell(Self.said("from my phone", "p1", source: .carbon, byMe: true), rig)
    tell(Self.said("psst", "x1"), rig)
    write("sure", "m2", rig)
    let told = try rig.texts(Self.there)
    #expect(told == ["from my phone", "psst", "sure"])
    #expect(try rig.page(Self.there).map(\.isMine) == [true, false, true])
    #expect(try rig.page(Self.there).map(\.sender) == [me, Self.there, me])
    #expect(try rig.texts(team).isEmpty)
  }

  @Test func `G9 in a group that I have left nothing is said to anybody`() throws {
    let rig = try Self.joined()
    tell(Self.said("psst", "x1"), rig)
    rig.wish(.leave(team))
    rig.run()
    rig.forget()
    write("sure", "m1", rig)
    #expect(givenBack(rig) == ["sure: You are not in this group"])
    tell(Self.said("still here", "x2"), rig)
    #expect(try rig.texts(Self.there) == ["psst", "still here"])
  }
}
