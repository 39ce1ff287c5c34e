public import Model

/// Refused messages of mine that my other devices are not known to have been told of.
public struct RefusalNewsTable {
  let database: Database

  /// They are to be told.
  public func owe(_ message: Int64) throws(StorageError) {
    try database.execute("INSERT OR IGNORE INTO refusal_news VALUES (?)", .integer(message))
  }

  /// They have been, or need not be any more.
  public func forget(_ message: Int64) throws(StorageError) {
    try database.execute("DELETE FROM refusal_news WHERE message = ?", .integer(message))
  }

  /// The oldest.
  public func owed(limit: Int) throws(StorageError) -> [Message] {
    try database.rows(
      """
      SELECT chat.jid, \(MessageTable.columns) FROM refusal_news
      JOIN message ON message.id = refusal_news.message JOIN chat ON chat.id = message.chat
      WHERE message.status = 'failed' ORDER BY message.id LIMIT ?
      """, .integer(limit)
    ) { row throws(StorageError) in try MessageTable.read(row, chat: try row.jid(0), from: 1) }
  }
}

extension Database {
  /// Refusals that my other devices are to be told of.
  public var refusalNews: RefusalNewsTable { RefusalNewsTable(database: self) }
}
