public import Model

extension Schema {
  /// What was read from files of other programs: for each chat the newest time of it, and whether it may stand at the
  /// wrong place since the archive told something older. `is_guessed` is ``ImportTable/byTime`` until the archive tells
  /// a message's place; `is_imported` stays.
  static let imports = """
    ALTER TABLE message ADD COLUMN is_imported INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX message_imported ON message(chat, written_at, written_sequence)
      WHERE is_guessed = \(ImportTable.byTime);
    CREATE TABLE import (
      chat INTEGER PRIMARY KEY REFERENCES chat(id) ON DELETE CASCADE,
      newest INTEGER NOT NULL,
      is_settled INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX import_unsettled ON import(chat) WHERE is_settled = 0;
    CREATE TRIGGER import_passed AFTER INSERT ON message
    WHEN NEW.is_guessed = 0 AND NEW.server_time IS NOT NULL BEGIN
      UPDATE import SET is_settled = 0 WHERE chat = NEW.chat AND newest > NEW.server_time;
    END;
    CREATE TRIGGER import_placed AFTER UPDATE OF is_guessed ON message
    WHEN OLD.is_guessed = \(ImportTable.byTime) AND NEW.is_guessed = 0 BEGIN
      UPDATE import SET is_settled = 0 WHERE chat = NEW.chat;
    END;
    """
}

/// Histories of other programs, and of psst's own export, taken into the chats: at their times, with nothing to be sent,
/// told or counted as unread, and nothing twice.
public struct ImportTable {
  let database: Database

  /// `is_guessed` of a message that stands where its time says. Such a one is never sent again, and never removed
  /// because of its age: the archive is not known to have it.
  static let byTime = 2

  /// Two copies of one message, by clocks of different programs, are at most so far apart, milliseconds.
  static let tolerance: Int64 = 5_000

  // MARK: What the archive tells of it

  /// The nearest imported message without any id that was said by the same person in the same words at that time.
  public func unnamed(
    text: String, chat: JID, sender: JID, at time: Timestamp
  ) throws(StorageError) -> Message? {
    guard let row = try database.chats.find(chat) else { return nil }
    let id = try database.first(
      """
      SELECT id FROM message WHERE chat = ?1 AND is_guessed = \(Self.byTime)
        AND written_at BETWEEN ?4 - \(Self.tolerance) AND ?4 + \(Self.tolerance)
        AND sender = ?2 AND text = ?3 AND origin_id IS NULL AND archive_id IS NULL
        AND amends IS NULL AND is_erased = 0 ORDER BY abs(written_at - ?4), id LIMIT 1
      """, .integer(row), .jid(sender), .text(text), .integer(time.milliseconds)
    ) { $0.integer(0) }
    return try id.flatMap { id throws(StorageError) in try database.messages.message(id) }
  }

  /// The archive tells its author's id for an imported message that had none.
  public func name(_ id: Int64, _ originID: OriginID) throws(StorageError) {
    try database.execute(
      "UPDATE message SET origin_id = ? WHERE id = ? AND origin_id IS NULL AND is_imported = 1",
      .text(originID.value), .integer(id))
  }

  // MARK: Places

  /// How far a chat was gone through.
  public struct Progress: Sendable, Equatable {
    fileprivate var time = Int64.min
    fileprivate var sequence = Int64.min
    /// The last landmark that was passed.
    fileprivate var landmark: MessageOrder?
    /// The last place behind that.
    fileprivate var last = MessageOrder(anchor: .min, sequence: .min)

    public init() {}
  }

  /// Messages, and landmarks, that are looked at in one step: a few milliseconds.
  public static let step = 500

  /// The first chat whose imported messages may stand at a wrong place; `nil` where there is none.
  public func unsettled() throws(StorageError) -> JID? {
    try database.first(
      "SELECT jid FROM import JOIN chat ON chat.id = import.chat WHERE is_settled = 0 LIMIT 1"
    ) { row throws(StorageError) in try row.jid(0) }
  }

  /// Looks at the next imported messages of a chat, the oldest first, and puts each behind what the archive has told of
  /// the time before it. Returns the rows that moved; `progress` is `nil` when the chat is through.
  public func settle(
    _ chat: JID, _ progress: inout Progress?
  ) throws(StorageError) -> [Int64] {
    guard var now = progress, let row = try database.chats.find(chat) else { return [] }
    var landmarks = try landmarks(row, after: now.landmark)[...]
    let mayFollow = landmarks.count == Self.step
    let messages = try imported(row, after: now)
    var moved: [Int64] = []
    for message in messages {
      while let next = landmarks.first, next.time <= message.time {
        (now.landmark, now.last) = (next.order, next.order)
        landmarks.removeFirst()
      }
      // The rest of the landmarks is looked at in the next step.
      if landmarks.isEmpty, mayFollow {
        progress = now
        return moved
      }
      if let landmark = now.landmark, try place(message, behind: landmark, &now) {
        moved.append(message.id)
      }
      (now.time, now.sequence) = (message.time, message.written)
    }
    progress = messages.count < Self.step ? nil : now
    if progress == nil { try settled(row) }
    return moved
  }

  /// Returns whether it stood elsewhere.
  private func place(
    _ message: Imported, behind landmark: MessageOrder, _ now: inout Progress
  ) throws(StorageError) -> Bool {
    if message.order.anchor == landmark.anchor, message.order > now.last {
      now.last = message.order
      return false
    }
    now.last = MessageOrder(
      anchor: landmark.anchor, sequence: try database.messages.nextSequence())
    try database.execute(
      "UPDATE message SET anchor = ?, sequence = ? WHERE id = ?", .integer(now.last.anchor),
      .integer(now.last.sequence), .integer(message.id))
    return true
  }

  private struct Imported {
    var id: Int64
    var time: Int64
    var order: MessageOrder
    var written: Int64
  }

  private func imported(_ chat: Int64, after now: Progress) throws(StorageError) -> [Imported] {
    try database.rows(
      """
      SELECT id, written_at, anchor, sequence, written_sequence FROM message
      WHERE chat = ? AND is_guessed = \(Self.byTime) AND (written_at, written_sequence) > (?, ?)
      ORDER BY written_at, written_sequence LIMIT \(Self.step)
      """, .integer(chat), .integer(now.time), .integer(now.sequence)
    ) { row in
      Imported(
        id: row.integer(0), time: row.integer(1),
        order: MessageOrder(anchor: row.integer(2), sequence: row.integer(3)),
        written: row.integer(4))
    }
  }

  /// What has a server's time and a place that was not guessed by time alone.
  private func landmarks(
    _ chat: Int64, after order: MessageOrder?
  ) throws(StorageError) -> [(order: MessageOrder, time: Int64)] {
    let start = order ?? MessageOrder(anchor: MessageOrder.importedEnd, sequence: .min)
    return try database.rows(
      """
      SELECT anchor, sequence, server_time FROM message
      WHERE chat = ? AND (anchor, sequence) > (?, ?) AND anchor < \(MessageOrder.unplaced)
        AND is_guessed <> \(Self.byTime) AND server_time IS NOT NULL AND amends IS NULL
      ORDER BY anchor, sequence LIMIT \(Self.step)
      """, .integer(chat), .integer(start.anchor), .integer(start.sequence)
    ) { row in
      (MessageOrder(anchor: row.integer(0), sequence: row.integer(1)), row.integer(2))
    }
  }

  private func settled(_ chat: Int64) throws(StorageError) {
    try database.execute("UPDATE import SET is_settled = 1 WHERE chat = ?", .integer(chat))
  }
}

extension Database {
  /// What was read from files of other programs.
  public var imports: ImportTable { ImportTable(database: self) }
}
