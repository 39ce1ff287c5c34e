import Model
import Scratch
import Testing

@testable import Storage

let me = JID("me@example.org")!
let bo = JID("bo@example.org")!
let cy = JID("cy@example.org")!

func moment(_ uptime: Int64 = 0) -> Moment {
  Moment(wall: Timestamp(milliseconds: uptime), uptime: uptime, bootID: "boot", random: 0)
}

/// A message as it would come; its sequence is given by the table.
func message(
  _ id: String, chat: JID = bo, mine: Bool = false, anchor: Int64 = MessageOrder.unplaced,
  status: DeliveryStatus? = nil
) -> MessageTable.New {
  let own: DeliveryStatus? = mine ? .queued : nil
  return MessageTable.New(
    Message(
      id: 0, chat: chat, sender: mine ? me : chat, isMine: mine, originID: OriginID(named: id),
      archiveID: nil, content: .text("text of \(id)"), writtenAt: Timestamp(milliseconds: 1),
      status: status ?? own, order: MessageOrder(anchor: anchor, sequence: 0)),
    stanzaID: nil, isMarkable: true)
}

@Suite struct TableTests {
  let folder = ScratchFolder()
  let database: Database

  init() throws { database = try Database(path: folder.file()) }

  @Test func `P1 a message comes back as it was stored`() throws {
    var new = message("m1", anchor: 7)
    new.message.archiveID = ArchiveID(named: "a1")
    new.message.serverTime = Timestamp(milliseconds: 5)
    new.message.content = .text("naïve 👩‍👩‍👧 \u{0} end")
    let stored = try database.messages.insert(new)
    #expect(try database.messages.message(stored.id) == stored)
    #expect(try database.messages.message(ArchiveID(named: "a1")) == stored)
    #expect(try database.messages.messages(OriginID(named: "m1"), chat: bo, sender: bo) == [stored])
    #expect(stored.text == new.message.text)
  }

  @Test func `O9 several messages may have one id of their sender's`() throws {
    let first = try database.messages.insert(message("m1"))
    let second = try database.messages.insert(message("m1"))
    _ = try database.messages.insert(message("m1", chat: cy))
    _ = try database.messages.insert(message("m1", mine: true))
    let found = try database.messages.messages(OriginID(named: "m1"), chat: bo, sender: bo)
    #expect(found == [first, second])
  }

  @Test func `O9 one row per id of the archive`() throws {
    var first = message("m1")
    var second = message("m2")
    first.message.archiveID = ArchiveID(named: "a1")
    second.message.archiveID = ArchiveID(named: "a1")
    _ = try database.messages.insert(first)
    #expect(throws: StorageError.self) { try database.messages.insert(second) }
  }

  @Test func `T1 a page holds the newest in the archive's order with the unsent last`() throws {
    for (id, anchor) in [("c", 3), ("a", 1), ("b", 2)] {
      _ = try database.messages.insert(message(id, anchor: Int64(anchor)))
    }
    _ = try database.messages.insert(message("mine", mine: true, anchor: MessageOrder.unsent))
    _ = try database.messages.insert(message("live"))
    let page = try database.messages.page(bo, limit: 4)
    #expect(page.map(\.originID?.name) == ["b", "c", "live", "mine"])
    let older = try database.messages.page(bo, before: page[0].order, limit: 4)
    #expect(older.map(\.originID?.name) == ["a"])
    #expect(try database.messages.page(cy, limit: 4).isEmpty)
  }

  @Test func `T1 a failed message stays behind the one it was written after`() throws {
    let before = try database.messages.insert(message("before"))
    let mine = try database.messages.insert(
      message("mine", mine: true, anchor: MessageOrder.unsent))
    let after = try database.messages.insert(message("after"))
    try database.messages.setStatus(mine.id, .failed, failure: "no such user")
    #expect(try database.messages.placeFailed(mine.id).isEmpty)
    #expect(try database.messages.place(before.id, at: 10) == [mine.id])
    _ = try database.messages.place(after.id, at: 11)
    let page = try database.messages.page(bo, limit: 9)
    #expect(page.map(\.originID?.name) == ["before", "mine", "after"])
    #expect(page[1].failure == "no such user")
  }

  @Test func `T1 failed messages keep their written order, also when one before them is removed`()
    throws
  {
    var mine: [Message] = []
    for id in ["m1", "m2", "m3", "m4"] {
      mine.append(
        try database.messages.insert(message(id, mine: true, anchor: MessageOrder.unsent)))
    }
    for index in [2, 1] {
      try database.messages.setStatus(mine[index].id, .failed)
      _ = try database.messages.placeFailed(mine[index].id)
    }
    #expect(try order() == ["m1", "m2", "m3", "m4"])
    try database.messages.remove(mine[1].id)
    #expect(try database.messages.unplace(mine[0].id) == [mine[2].id])
    #expect(try order() == ["m1", "m3", "m4"])
    _ = try database.messages.unplace(mine[3].id)
    _ = try database.messages.place(mine[3].id, at: 2)
    _ = try database.messages.place(mine[0].id, at: 1)
    #expect(try order() == ["m1", "m3", "m4"])
  }

  private func order() throws -> [String?] {
    try database.messages.page(bo, limit: 99).map(\.originID?.name)
  }

  @Test func `O13 counts of what waits follow every change of the outbox`() throws {
    let first = try database.messages.insert(message("m1", mine: true))
    let second = try database.messages.insert(message("m2", chat: cy, mine: true))
    try database.outbox.append(first, at: moment())
    try database.outbox.append(second, at: moment())
    #expect(try database.outbox.counts() == OutboxCounts(queued: 2))
    try database.outbox.countAttempt(OriginID(named: "m1"))
    try database.outbox.setState(OriginID(named: "m2"), .failed)
    #expect(try database.outbox.counts() == OutboxCounts(sending: 1, failed: 1))
    #expect(try database.chats.chat(bo)?.waiting == 1)
    #expect(try database.chats.chat(cy)?.failed == 1)
    try database.outbox.remove(OriginID(named: "m1"))
    try database.messages.remove(second.id)
    #expect(try database.outbox.counts() == OutboxCounts())
    #expect(try database.chats.chat(bo)?.waiting == 0)
    #expect(try database.chats.chat(cy)?.failed == 0)
  }

  @Test func `O3 entries come back first in, first out, with their text`() throws {
    for id in ["m1", "m2", "m3"] {
      let stored = try database.messages.insert(message(id, mine: true))
      try database.outbox.append(stored, at: moment(9))
    }
    try database.outbox.noteRefusal(OriginID(named: "m2"), "forbidden")
    let entries = try database.outbox.entries()
    #expect(entries.map(\.originID.name) == ["m1", "m2", "m3"])
    #expect(entries[0].text == "text of m1")
    #expect(entries[1].lastError == "forbidden")
    let record = try #require(try database.outbox.record(OriginID(named: "m2")))
    #expect(record.isRefused && record.queuedUptime == 9 && record.queuedBoot == "boot")
    #expect(try database.outbox.entries(.queued, limit: 1).count == 1)
  }

  @Test func `D2 unread is what came beyond the displayed marker, which only advances`() throws {
    var stored: [Message] = []
    for index in 1...3 {
      stored.append(try database.messages.insert(message("m\(index)", anchor: Int64(index))))
    }
    try database.chats.refreshSummary(bo)
    #expect(try database.chats.chat(bo)?.unread == 3)
    #expect(try database.readMarkers.advance(.mine, to: stored[1]))
    #expect(try !database.readMarkers.advance(.mine, to: stored[0]))
    try database.chats.refreshSummary(bo)
    #expect(try database.chats.chat(bo)?.unread == 1)
  }

  @Test func `D2 a marker stays on its message when that gets its place`() throws {
    let read = try database.messages.insert(message("read"))
    try database.readMarkers.advance(.mine, to: read)
    _ = try database.messages.place(read.id, at: 5)
    _ = try database.messages.insert(message("new", anchor: 6))
    try database.chats.refreshSummary(bo)
    #expect(try database.chats.chat(bo)?.unread == 1)
    #expect(try database.readMarkers.order(.mine, bo).anchor == 5)
  }

  @Test func `D2 a pending marker is forgotten only when it is still the newest`() throws {
    let read = try database.messages.insert(message("m1"))
    try database.readMarkers.advance(.mine, to: read)
    try database.readMarkers.setPending("m2", chat: bo)
    try database.readMarkers.clearPending(.init(chat: bo, id: "m1"))
    #expect(try database.readMarkers.pending(behind: 0) == [.init(chat: bo, id: "m2")])
    try database.readMarkers.clearPending(.init(chat: bo, id: "m2"))
    #expect(try database.readMarkers.pending(behind: 0).isEmpty)
  }

  @Test func `P2 the chat list is in order with last message, name and draft`() throws {
    try database.chats.ensure(me, kind: .notes)
    try database.roster.save(Contact(jid: bo, name: "Bo Reyes", subscription: .both))
    let older = try database.messages.insert(message("m1", anchor: 1))
    let newer = try database.messages.insert(message("m2", chat: cy, anchor: 2))
    try database.drafts.save("half a", chat: bo)
    for jid in [bo, cy, me] { try database.chats.refreshSummary(jid) }
    let chats = try database.chats.all()
    #expect(chats.map(\.jid) == [cy, bo, me])
    #expect(chats.map(\.last) == [LastMessage(newer), LastMessage(older), nil])
    #expect(chats.map(\.name) == ["cy", "Bo Reyes", "Notes to self"])
    #expect(chats[1].draft == "half a")
    #expect(try database.chats.all(limit: 1).count == 1)
  }

  @Test func `P2 the chat list is read without scanning messages`() throws {
    let plan = try database.rows(
      "EXPLAIN QUERY PLAN " + ChatTable.selection
        + " ORDER BY chat.last_anchor DESC, chat.last_sequence DESC LIMIT 100"
    ) { $0.text(3) }
    #expect(plan.contains { $0.contains("SEARCH message") })
    #expect(!plan.contains { $0.contains("SCAN message") || $0.contains("TEMP B-TREE") })
  }

  @Test func `O12 removing a chat removes all that hangs on it`() throws {
    let stored = try database.messages.insert(message("m1", mine: true))
    try database.outbox.append(stored, at: moment())
    try database.drafts.save("x", chat: bo)
    try database.lives.append(LifeEvent(at: moment().wall, .queued), to: stored.id)
    try database.chats.remove(bo)
    #expect(try database.outbox.counts() == OutboxCounts())
    #expect(try database.messages.message(stored.id) == nil)
    #expect(try database.lives.events(of: stored.id).isEmpty)
    #expect(try database.chats.chat(bo) == nil)
  }

  @Test func `P1 drafts are kept until they are empty`() throws {
    try database.drafts.save("half", chat: bo)
    #expect(try database.drafts.draft(bo) == "half")
    try database.drafts.save("", chat: bo)
    #expect(try database.drafts.draft(bo) == "")
  }

  @Test func `P8 the roster is kept`() throws {
    let contact = Contact(jid: bo, name: nil, subscription: .from, isAsking: true)
    try database.roster.save(contact)
    #expect(try database.roster.all() == [contact])
    try database.roster.remove(bo)
    #expect(try database.roster.contact(bo) == nil)
  }

  @Test func `N4 the last known presence is kept`() throws {
    try database.presences.save(bo, .away)
    try database.presences.save(cy, .online)
    try database.presences.save(cy, .offline)
    #expect(try database.presences.all() == [bo: .away])
  }

  @Test func `P1 the archive's cursor is kept`() throws {
    #expect(try database.archiveCursors.cursor() == nil)
    var cursor = ArchiveCursor()
    try database.archiveCursors.save(cursor)
    #expect(try database.archiveCursors.cursor() == cursor)
    (cursor.newest, cursor.oldest) = (ArchiveID(named: "z"), ArchiveID(named: "a"))
    (cursor.highest, cursor.lowest, cursor.isStartKnown) = (9, -4, true)
    try database.archiveCursors.save(cursor)
    #expect(try database.archiveCursors.cursor() == cursor)
    #expect(try database.archiveCursors.cursor(of: cy) == nil)
  }

  @Test func `P1 the life of a message is told in its order`() throws {
    let stored = try database.messages.insert(message("m1", mine: true))
    let events = [
      LifeEvent(at: Timestamp(milliseconds: 9), .queued, cause: "offline"),
      LifeEvent(at: Timestamp(milliseconds: 3), .sending, attempt: 1),
    ]
    for event in events { try database.lives.append(event, to: stored.id) }
    #expect(try database.lives.events(of: stored.id) == events)
    #expect(try database.lives.has(.sending, message: stored.id))
    #expect(try !database.lives.has(.sent, message: stored.id))
  }

  @Test func `P1 settings are kept`() throws {
    try database.settings.set("a", "1")
    try database.settings.set("a", "2")
    #expect(try database.settings.value("a") == "2")
    try database.settings.set("a", nil)
    #expect(try database.settings.value("a") == nil)
  }
}
