public import Model

/// What was removed here, or refused, by ids that can be trusted: it is not to come back when the archive is
/// read again. An id is the archive's, or for messages of mine their origin ID.
public struct TombstoneTable {
  let database: Database

  /// A message of mine was taken out of the outbox after it had been handed over.
  public func add(_ originID: OriginID, chat: JID) throws(StorageError) {
    try database.execute(
      "INSERT INTO tombstone(chat, id) VALUES (?, ?) \(Self.overrules)", .jid(chat),
      .text(originID.value))
  }

  /// That it was removed counts more than that it was refused.
  private static let overrules = "ON CONFLICT(chat, id) DO UPDATE SET reason = NULL"

  /// All of a chat that is to be removed, as far as the archive may tell it again.
  public func add(chat: JID) throws(StorageError) {
    try database.execute(
      """
      INSERT INTO tombstone(chat, id)
        SELECT chat.jid, coalesce(message.archive_id, message.origin_id) FROM message
        JOIN chat ON chat.id = message.chat WHERE chat.jid = ?1
          AND (message.archive_id IS NOT NULL OR message.is_mine = 1 AND message.origin_id IS NOT NULL)
        UNION SELECT chat.jid, message.origin_id FROM message JOIN chat ON chat.id = message.chat
        WHERE chat.jid = ?1 AND message.is_mine = 1 AND message.origin_id IS NOT NULL
      \(Self.overrules)
      """, .jid(chat))
  }

  /// It is back, by the user's wish.
  public func remove(_ originID: OriginID, chat: JID) throws(StorageError) {
    try database.execute(
      "DELETE FROM tombstone WHERE chat = ? AND id = ?", .jid(chat), .text(originID.value))
  }

  /// Whether a message was removed here.
  public func covers(
    _ archiveID: ArchiveID?, _ originID: OriginID?, chat: JID
  ) throws(StorageError) -> Bool {
    try database.first(
      "SELECT 1 FROM tombstone WHERE chat = ? AND id IN (?, ?) AND reason IS NULL LIMIT 1",
      .jid(chat), .optional(archiveID?.value), .optional(originID?.value)
    ) { _ in true } ?? false
  }

  /// A message of mine that is not here, and was not removed, was refused; another device of mine sent it.
  public func note(refusal reason: String, of originID: OriginID, chat: JID) throws(StorageError) {
    try database.execute(
      """
      INSERT INTO tombstone(chat, id, reason) VALUES (?, ?, ?)
      ON CONFLICT(chat, id) DO UPDATE SET reason = excluded.reason WHERE reason IS NOT NULL
      """, .jid(chat), .text(originID.value), .text(reason))
  }

  /// Why a message of another device of mine was refused; `nil` where it was not.
  public func refusal(of originID: OriginID, chat: JID) throws(StorageError) -> String? {
    try database.first(
      "SELECT reason FROM tombstone WHERE chat = ? AND id = ? AND reason IS NOT NULL", .jid(chat),
      .text(originID.value)
    ) { $0.text(0) }
  }
}

extension Database {
  /// What must not come back.
  public var tombstones: TombstoneTable { TombstoneTable(database: self) }
}
