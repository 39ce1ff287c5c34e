import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What somebody in a group says to one person there (XEP-0045 §7.5).
@Suite struct PrivateMessageTests {
  @Test func `Z1 what is said to me alone in a room says so, and is answered by nothing`() throws {
    let rig = try RoomTests.joined()
    let message = InboundMessage(
      source: .live, from: ModelRoom.occupant("bo"), to: me, id: NamedID.id(of: "x1"),
      originID: OriginID(named: "x1"), archiveID: ArchiveID(named: "own1"), content: .text("psst"),
      payloads: [.receiptRequest, .markable])
    for _ in 0..<2 { rig.server.tell(.message(message)) }
    rig.run()
    rig.pass(60_000)
    #expect(try rig.texts(team) == ["(to you alone) psst"])
    #expect(try rig.database.receipts.owed(after: 0, limit: 10).isEmpty)
    #expect(rig.commands.allSatisfy { if case .tell = $0 { false } else { true } })
  }

  @Test func `Z1 what was said to me alone in a room is not answered before all`() throws {
    let rig = try RoomTests.joined()
    rig.server.tell(
      .message(
        InboundMessage(
          source: .live, from: ModelRoom.occupant("bo"), to: me, id: NamedID.id(of: "x1"),
          originID: OriginID(named: "x1"), content: .text("psst"))))
    rig.run()
    rig.forget()
    let said = try #require(try rig.page(team).first)
    let target = try #require(ReplyTarget(answering: said))
    rig.wish(.send(chat: team, text: "sure", originID: OriginID(named: "m2"), replyTo: target))
    rig.run()
    #expect(rig.sends.isEmpty)
    let given = rig.changes.compactMap {
      if case .notStored(team, _, let text, let reason) = $0 { (text, reason) } else { nil }
    }
    #expect(given.map(\.0) == ["sure"])
    #expect(given.first?.1.contains("to you alone") == true)
  }
}
