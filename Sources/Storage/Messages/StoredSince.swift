public import Model

/// Messages in the order in which this computer came to know of them, whatever their place in a chat.
extension MessageTable {
  /// Those stored after a row, oldest first; of one chat, or of all. What was imported is no news.
  public func stored(
    after row: Int64, in chat: JID? = nil, limit: Int
  ) throws(StorageError) -> [Message] {
    let id = try chat.map { (jid) throws(StorageError) in try database.chats.find(jid) ?? -1 }
    return try database.rows(
      """
      SELECT chat.jid, \(Self.columns) FROM message JOIN chat ON chat.id = message.chat
      WHERE message.id > ?1 AND amends IS NULL AND is_imported = 0 AND (?2 IS NULL OR message.chat = ?2)
      ORDER BY message.id LIMIT ?3
      """, .integer(row), id.map { .integer($0) } ?? .null, .integer(limit)
    ) { row throws(StorageError) in try Self.read(row, chat: try row.jid(0), from: 1) }
  }

  /// The newest of a chat that its author, or an archive, knows by this id.
  public func message(named id: String, in chat: JID) throws(StorageError) -> Message? {
    guard let row = try database.chats.find(chat) else { return nil }
    return try one(
      """
      message.chat = ? AND amends IS NULL AND (origin_id = ? OR archive_id = ?)
      ORDER BY anchor DESC, sequence DESC LIMIT 1
      """, .integer(row), .text(id), .text(id))
  }
}
