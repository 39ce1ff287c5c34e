public import Model

/// Refused messages of mine that my other devices are not known to have been told of. They stay owed when the
/// message is removed here.
public struct RefusalNewsTable {
  let database: Database

  /// One that is owed.
  public struct Entry: Sendable, Equatable {
    /// Its place in the order of telling.
    public var id: Int64
    public var chat: JID
    public var originID: OriginID
    /// In plain words.
    public var reason: String
  }

  /// They are to be told.
  public func owe(_ originID: OriginID, chat: JID, reason: String) throws(StorageError) {
    try database.execute(
      """
      INSERT INTO refusal_news(chat, origin_id, reason) VALUES (?, ?, ?)
      ON CONFLICT(chat, origin_id) DO UPDATE SET reason = excluded.reason
      """, .jid(chat), .text(originID.value), .text(reason))
  }

  /// They have been.
  public func forget(_ id: Int64) throws(StorageError) {
    try database.execute("DELETE FROM refusal_news WHERE id = ?", .integer(id))
  }

  /// They need not be any more: it goes again.
  public func forget(_ originID: OriginID, chat: JID) throws(StorageError) {
    try database.execute(
      "DELETE FROM refusal_news WHERE chat = ? AND origin_id = ?", .jid(chat),
      .text(originID.value))
  }

  /// The oldest.
  public func owed(limit: Int) throws(StorageError) -> [Entry] {
    try database.rows(
      "SELECT id, chat, origin_id, reason FROM refusal_news ORDER BY id LIMIT ?", .integer(limit)
    ) { row throws(StorageError) in
      Entry(
        id: row.integer(0), chat: try row.jid(1), originID: OriginID(row.text(2)),
        reason: row.text(3))
    }
  }
}

extension Database {
  /// Refusals that my other devices are to be told of.
  public var refusalNews: RefusalNewsTable { RefusalNewsTable(database: self) }
}
