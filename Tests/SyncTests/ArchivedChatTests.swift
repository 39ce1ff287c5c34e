import Model
import Storage
import Testing
import XMPP

@testable import Sync

/// Chats out of sight (A6).
@Suite struct ArchivedChatTests {
  private func isArchived(_ rig: Rig) throws -> Bool? {
    try rig.database.chats.chat(bo)?.isArchived
  }

  /// Bo wrote, and the chat was archived.
  private func archived(muted: Bool = false) throws -> Rig {
    let rig = try Rig.online()
    rig.befriend()
    rig.server.deliver("hello", id: "x1", from: bo)
    rig.run()
    if muted { rig.wish(.setAlerts(bo, .nothing)) }
    rig.wish(.archive(bo, true))
    rig.run()
    #expect(try isArchived(rig) == true)
    #expect(rig.server.marked.last?.archivedThrough != nil)
    return rig
  }

  @Test(arguments: [false, true])
  func `A6 what comes brings an archived chat back, unless that is muted`(isMuted: Bool) throws {
    let rig = try archived(muted: isMuted)
    try rig.kill()
    rig.link()
    rig.run()
    #expect(try isArchived(rig) == true, "nothing new came")
    rig.server.deliver("again", id: "x2", from: bo)
    rig.run()
    #expect(try isArchived(rig) == isMuted)
    #expect(try rig.database.chats.chat(bo)?.unread == 2)
    // What my devices said before is older than that.
    rig.cut()
    rig.link()
    rig.run()
    #expect(try isArchived(rig) == isMuted)
  }

  @Test func `A6 a message that comes now brings it back, whatever time a device has told`() throws
  {
    let rig = try archived()
    rig.cut()
    let end = Timestamp(milliseconds: 4_102_444_800_000)
    rig.server.marked = [ChatMarks(chat: bo, archivedThrough: end)]
    rig.link()
    rig.run()
    #expect(try isArchived(rig) == true)
    rig.server.deliver("again", id: "x2", from: bo)
    rig.run()
    #expect(try isArchived(rig) == false)
  }

  @Test func `A6 O12 a chat that is deleted is archived no more`() throws {
    let rig = try archived()
    rig.wish(.deleteChat(bo))
    rig.run()
    #expect(rig.server.marked == [ChatMarks(chat: bo)])
  }

  @Test func `A6 what came while there was no link brings it back as well`() throws {
    let rig = try archived()
    rig.cut()
    rig.server.deliver("again", id: "x2", from: bo)
    rig.link()
    rig.run()
    #expect(try isArchived(rig) == false)
  }

  @Test func `A6 C5 what I write brings it back on all my devices, and nothing of it was lost`()
    throws
  {
    let rig = try archived()
    rig.wish(.saveDraft(chat: bo, text: "hm"))
    rig.run()
    #expect(try isArchived(rig) == true)
    #expect(try rig.database.chats.chat(bo)?.draft == "hm")
    rig.cut()
    rig.wish(.send(chat: bo, text: "back", originID: OriginID("o1")))
    #expect(try isArchived(rig) == false)
    #expect(try rig.database.outbox.counts().waiting == 1)
    rig.wish(.archive(bo, true))
    #expect(try isArchived(rig) == true)
    #expect(try rig.database.outbox.entries().map(\.originID.value) == ["o1"])
    rig.link()
    rig.run()
    #expect(try isArchived(rig) == true, "what waited is not written now")
    #expect(try rig.database.outbox.counts().waiting == 0)
  }

  @Test func `A6 C5 what another device archives is so here, unless something newer came`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.server.deliver("hello", id: "x1", from: bo)
    rig.run()
    let came = try #require(try rig.database.chats.newestIncoming(bo))
    let before = Timestamp(milliseconds: came.milliseconds - 1)
    rig.handle(.session(.chatMarks([ChatMarks(chat: bo, isPinned: true, archivedThrough: before)])))
    #expect(try isArchived(rig) == false && rig.database.chats.chat(bo)?.isPinned == true)
    rig.handle(.session(.chatMarks([ChatMarks(chat: bo, archivedThrough: came)])))
    #expect(try isArchived(rig) == true)
    rig.handle(.session(.chatMarks([ChatMarks(chat: bo)])))
    #expect(try isArchived(rig) == false)
  }

  @Test func `A6 P2 what is archived is told behind the first page of the others`() throws {
    let rig = try archived()
    rig.wish(.saveDraft(chat: cy, text: "so"))
    rig.run()
    try rig.kill()
    let told = rig.changes.compactMap { if case .chat(let chat) = $0 { chat.jid } else { nil } }
    #expect(told.last == bo && told.contains(cy))
  }
}
