import Model
import Testing

@testable import XMPP

/// What my devices tell each other of chats.
@Suite struct ChatMarksTests {
  private static func news(from: String, _ inner: String) -> String {
    """
    <message from='\(from)'><event xmlns='http://jabber.org/protocol/pubsub#event'>\
    <items node='urn:psst:chats:0'>\(inner)</items></event></message>
    """
  }

  private static let item = """
    <item id='bo@example.net'><chat xmlns='urn:psst:chats:0' pinned='true' alerts='nothing' \
    muted-until='2026-05-12T15:02:00Z' unread='true' \
    archived-through='2026-05-12T15:02:00Z'/></item>
    """
  private static let marks = ChatMarks(
    chat: JID("bo@example.net")!, isPinned: true, alerts: .nothing,
    mutedUntil: Timestamp(milliseconds: 1_778_598_120_000), isUnread: true,
    archivedThrough: Timestamp(milliseconds: 1_778_598_120_000))

  @Test func `C5 Z1 what my devices say is taken, and nobody else's word`() {
    var rig = Rig.ready()
    let own = Rig.own.bare.description
    #expect(rig.receive(Self.news(from: own, Self.item)).events == [.chatMarks([Self.marks])])
    #expect(rig.receive(Self.news(from: "bo@example.net", Self.item)).isAllDropped)
    let broken = "<item id='@'><chat xmlns='urn:psst:chats:0'/></item><item id='bo@example.net'/>"
    #expect(rig.receive(Self.news(from: own, broken)).events == [.chatMarks([])])
  }

  @Test func `C5 mine goes to a private node, and its answer is told`() {
    var rig = Rig.ready()
    let sent = rig.command(.shareChatMarks(id: "c", Self.marks, in: .unknown)).sentTexts.joined()
    for words in [
      "urn:psst:chats:0", "pinned='true'", "alerts='nothing'", "whitelist",
      "muted-until='2026-05-12T15:02:00.000Z'", "unread='true'",
      "archived-through='2026-05-12T15:02:00.000Z'",
    ] {
      #expect(sent.contains(words), "\(words)")
    }
    #expect(
      rig.receive("<iq type='result' id='\(rig.lastID)'/>").events
        == [.chatMarksShared(id: "c", nil)])
  }
}
