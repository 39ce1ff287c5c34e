import Model
import Storage
import Testing
import XMPP

@testable import Sync

/// What is pinned or muted on one of my devices is so on all of them (C5).
@Suite struct ChatSharingTests {
  private func shared(_ rig: Rig) -> [ChatMarks] {
    rig.commands.compactMap { if case .shareChatMarks(_, let marks, _) = $0 { marks } else { nil } }
  }

  private func chat(_ rig: Rig) throws -> Chat? { try rig.database.chats.chat(bo) }

  @Test func `C5 what I pin and mute is so at once, and my devices are told`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.wish(.pin(bo, true))
    #expect(try chat(rig)?.isPinned == true)
    #expect(rig.changes.contains { if case .chat(let chat) = $0 { chat.isPinned } else { false } })
    rig.run()
    rig.wish(.setAlerts(bo, .nothing))
    rig.wish(.setAlerts(bo, .nothing))
    rig.run()
    #expect(rig.server.marked == [ChatMarks(chat: bo, isPinned: true, alerts: .nothing)])
    #expect(shared(rig).count == 2)
    rig.cut()
    rig.link()
    rig.run()
    #expect(shared(rig).count == 2)
  }

  @Test func `C5 M7 what was changed offline goes over what the others said before`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.cut()
    rig.wish(.pin(bo, true))
    rig.wish(.pin(bo, false))
    rig.wish(.setAlerts(bo, .nothing))
    try rig.kill()
    rig.server.marked = [
      ChatMarks(chat: bo, isPinned: true), ChatMarks(chat: cy, alerts: .nothing),
    ]
    rig.link()
    rig.run()
    #expect(rig.server.marked.last == ChatMarks(chat: bo, alerts: .nothing))
    #expect(try chat(rig)?.isPinned == false && chat(rig)?.alerts == .nothing)
    // Of a chat that is not here yet it is known when it comes.
    rig.server.deliver("hello", id: "x1", from: cy)
    rig.run()
    #expect(try rig.database.chats.chat(cy)?.alerts == .nothing)
  }

  @Test func `C5 what is changed while a word is under way is told after it`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.wish(.pin(bo, true))
    rig.wish(.pin(bo, false))
    rig.handle(.session(.chatMarks([ChatMarks(chat: bo, isPinned: true)])))
    rig.run()
    #expect(rig.server.marked == [ChatMarks(chat: bo)])
    #expect(try chat(rig)?.isPinned == false)
  }

  @Test func `C5 P8 what another device decided is so here, and kept`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.handle(.session(.chatMarks([ChatMarks(chat: bo, isPinned: true, alerts: .nothing)])))
    rig.run()
    try rig.kill()
    #expect(try chat(rig)?.isPinned == true && chat(rig)?.alerts == .nothing)
    #expect(shared(rig).isEmpty)
    rig.link()
    rig.handle(.session(.chatMarks([ChatMarks(chat: bo)])))
    rig.run()
    #expect(try chat(rig)?.isPinned == false && chat(rig)?.alerts == .all)
  }

  @Test func `A1 C5 what is muted for a time is so until then, here and there, over kill -9`()
    throws
  {
    let rig = try Rig.online()
    rig.befriend()
    let end = Timestamp(milliseconds: 1_778_598_120_000)
    rig.wish(.setAlerts(bo, .nothing))
    rig.wish(.mute(bo, until: end))
    rig.run()
    #expect(rig.server.marked == [ChatMarks(chat: bo, mutedUntil: end)])
    try rig.kill()
    #expect(try chat(rig)?.mutedUntil == end && chat(rig)?.alerts == .all)
    rig.link()
    rig.wish(.setAlerts(bo, .all))
    rig.run()
    #expect(rig.server.marked == [ChatMarks(chat: bo, alerts: .all)])
    #expect(try chat(rig)?.mutedUntil == nil)
  }

  @Test
  func `A5 C5 D2 what is marked as unread is so everywhere, and no word of reading is taken back`()
    throws
  {
    let rig = try Rig.online()
    rig.befriend()
    rig.server.deliver("hello", id: "x1", from: bo)
    rig.run()
    let message = try #require(try rig.database.messages.page(bo, limit: 1).last)
    rig.wish(.markRead(chat: bo, through: message.order))
    rig.run()
    let told = rig.commands.count
    rig.wish(.markUnread(bo, true))
    rig.run()
    #expect(rig.server.marked == [ChatMarks(chat: bo, isUnread: true)])
    #expect(rig.commands.count == told + 1, "nobody else is told anything")
    #expect(try rig.database.readMarkers.order(.mine, bo) == message.order)
    try rig.kill()
    #expect(try chat(rig)?.isMarkedUnread == true && chat(rig)?.unread == 0)
    rig.server.marked = [ChatMarks(chat: bo)]
    rig.link()
    rig.run()
    #expect(try chat(rig)?.isMarkedUnread == false, "it was opened elsewhere")
    rig.wish(.markUnread(bo, true))
    rig.wish(.deleteChat(bo))
    rig.run()
    #expect(rig.server.marked == [ChatMarks(chat: bo)])
  }

  @Test func `Z4 what others decided has a bound`() throws {
    let rig = try Rig.online()
    let many = (0...ChatMarks.capacity).map { ChatMarks(chat: JID("x\($0)@example.org")!) }
    rig.handle(.session(.chatMarks(many)))
    #expect(try rig.database.chatMarks.count() == ChatMarks.capacity)
  }

  @Test func `A4 a node that is not as it must be is made so, once, and else nothing is lost`()
    throws
  {
    let rig = try Rig.online()
    rig.befriend()
    rig.server.sharingRefusal = StanzaError(kind: "cancel", condition: "conflict")
    rig.wish(.pin(bo, true))
    rig.run()
    #expect(rig.server.marked.isEmpty && shared(rig).count == 2)
    rig.server.makesNodes = true
    rig.cut()
    rig.link()
    rig.run()
    #expect(rig.server.marked == [ChatMarks(chat: bo, isPinned: true)])
  }
}
