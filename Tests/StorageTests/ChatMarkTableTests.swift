import Model
import Scratch
import Testing

@testable import Storage

/// What was decided of chats, on disk.
@Suite struct ChatMarkTableTests {
  let folder = ScratchFolder()

  private static let bo = JID("bo@example.org")!
  private static let cy = JID("cy@example.org")!

  private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  /// A file as it was before a step, with what is decided of two chats.
  private func brought(from step: String, _ script: String) throws -> Database {
    let before = try #require(Migrations.all.firstIndex(of: step))
    let old = try Database(
      path: folder.file(), access: .readWrite, busyTimeout: 0, version: before)
    try old.run(
      script: """
        INSERT INTO chat(jid, kind) VALUES ('bo@example.org', 'direct');
        INSERT INTO chat_mark(chat, pinned, alerts, is_owed) VALUES
          ('bo@example.org', 1, NULL, 0), ('cy@example.org', 1, 'nothing', 1);
        UPDATE chat SET pinned = 1;
        """ + script)
    return try Database(path: folder.file())
  }

  @Test func `A1 P1 for how long a chat is muted is kept, and of one that is not here yet`() throws
  {
    let database = try brought(from: Schema.timedMutes, "")
    #expect(try database.chats.chat(Self.bo)?.mutedUntil == nil)
    #expect(
      try database.chatMarks.owed()?.marks
        == ChatMarks(chat: Self.cy, isPinned: true, alerts: .nothing))
    for chat in [Self.bo, Self.cy] {
      let marks = ChatMarks(chat: chat, isPinned: true, alerts: .all, mutedUntil: at(1_000))
      try database.chatMarks.set(marks, isOwed: false)
      #expect(try database.chatMarks.marks(of: chat) == marks)
    }
    try database.chats.ensure(Self.cy, kind: .room)
    for chat in [Self.bo, Self.cy] {
      #expect(try database.chats.chat(chat)?.mutedUntil == at(1_000))
      #expect(try database.chats.alerts(chat, at: at(999)) == .nothing)
      #expect(try database.chats.alerts(chat, at: at(1_000)) == .all)
    }
  }

  @Test func `A5 P1 what is marked as unread stays so, and a chat that comes anew is as decided`()
    throws
  {
    let database = try brought(from: Schema.unreadMarks, "UPDATE chat_mark SET muted_until = 7;")
    #expect(try database.chats.chat(Self.bo)?.isMarkedUnread == false)
    let before = try #require(try database.chatMarks.marks(of: Self.cy))
    #expect(before.mutedUntil == at(7) && !before.isUnread)
    for chat in [Self.bo, Self.cy] {
      try database.chatMarks.set(ChatMarks(chat: chat, isUnread: true), isOwed: false)
    }
    try database.chats.ensure(Self.cy, kind: .direct)
    #expect(try database.chats.all().map(\.isMarkedUnread) == [true, true])
  }

  @Test func `A6 P1 what is archived stays so, and is told apart from what is listed`() throws {
    let database = try brought(
      from: Schema.archivedChats, "UPDATE chat_mark SET marked_unread = 1;")
    #expect(try database.chats.chat(Self.bo)?.isArchived == false)
    let before = try #require(try database.chatMarks.marks(of: Self.cy))
    #expect(before.isUnread && before.archivedThrough == nil)
    try database.chatMarks.set(ChatMarks(chat: Self.cy, archivedThrough: at(9)), isOwed: false)
    try database.chats.ensure(Self.cy, kind: .direct)
    #expect(try database.chatMarks.marks(of: Self.cy)?.archivedThrough == at(9))
    #expect(try database.chats.listed(limit: 9).map(\.jid) == [Self.bo])
    #expect(try database.chats.archived(limit: 9).map(\.jid) == [Self.cy])
    #expect(try database.chats.newestIncoming(Self.cy) == nil)
  }
}
