public import Model

extension Schema {
  /// What rooms say that their moderators deleted (XEP-0425), by the room's id for it: that may be told before the
  /// message is, and after. In the message's row stands who did it and why, once both are known.
  static let removals = """
    CREATE TABLE removal (
      chat INTEGER NOT NULL REFERENCES chat(id) ON DELETE CASCADE,
      archive_id TEXT NOT NULL,
      moderator TEXT,
      reason TEXT NOT NULL DEFAULT '',
      at INTEGER NOT NULL,
      PRIMARY KEY (chat, archive_id)
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE message ADD COLUMN removed_by TEXT;
    ALTER TABLE message ADD COLUMN removal_reason TEXT;
    """
}

/// What moderators of rooms deleted.
public struct RemovalTable {
  let database: Database

  /// So many of what was said in a message's place are asked about, the newest; what is deleted once stays so.
  private static let mostCorrections = 50

  /// A room's word; the first that says who did it counts.
  public func note(
    _ removal: Removal, of id: ArchiveID, in room: JID, at time: Timestamp
  ) throws(StorageError) {
    guard let chat = try database.chats.find(room) else { return }
    try database.execute(
      """
      INSERT INTO removal(chat, archive_id, moderator, reason, at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT(chat, archive_id) DO UPDATE SET moderator = excluded.moderator,
        reason = excluded.reason WHERE moderator IS NULL
      """, .integer(chat), .text(id.value), .optional(removal.by), .text(removal.reason),
      .integer(time.milliseconds))
  }

  /// Of a row, or of what was said in its place.
  func retraction(of row: Int64) throws(StorageError) -> Message.Retraction? {
    guard try isModerated(row) else { return nil }
    return try database.first(
      """
      SELECT moderator, reason, at FROM removal
      WHERE chat = (SELECT chat FROM message WHERE id = ?1) AND archive_id IN (
        SELECT archive_id FROM message WHERE id = ?1 UNION ALL
        SELECT * FROM (SELECT archive_id FROM message INDEXED BY message_corrections
          WHERE amends = ?1 AND kind = 'correction' ORDER BY anchor DESC, sequence DESC LIMIT \(Self.mostCorrections)))
      ORDER BY moderator IS NULL, at, archive_id LIMIT 1
      """, .integer(row)
    ) { row in
      Message.Retraction(
        at: Timestamp(milliseconds: row.integer(2)), isErased: true,
        removal: Removal(by: row.optionalText(0), reason: row.text(1)))
    }
  }

  /// Whether anything was removed from a row's chat: from most nothing was, and its corrections may be many.
  private func isModerated(_ row: Int64) throws(StorageError) -> Bool {
    try database.first(
      "SELECT 1 FROM removal WHERE chat = (SELECT chat FROM message WHERE id = ?) LIMIT 1",
      .integer(row)
    ) { _ in true } ?? false
  }

  /// Whether the row itself was deleted so, for a statement.
  static let covers = """
    EXISTS (SELECT 1 FROM removal WHERE removal.chat = message.chat
      AND removal.archive_id = message.archive_id)
    """
}

extension Database {
  /// What moderators of rooms deleted.
  public var removals: RemovalTable { RemovalTable(database: self) }
}
