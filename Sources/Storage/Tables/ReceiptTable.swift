public import Model

/// The messages whose receipts no server is known to have taken (XEP-0184), in the order they came.
public struct ReceiptTable {
  let database: Database

  /// A receipt to be told.
  public struct Owed: Sendable, Equatable {
    /// The row of the message.
    public var message: Int64
    public var chat: JID
    /// The stanza id it names.
    public var id: String
  }

  /// The message asks for one.
  public func owe(_ message: Int64) throws(StorageError) {
    try database.execute("INSERT OR IGNORE INTO receipt(message) VALUES (?)", .integer(message))
  }

  /// The oldest, after the given message.
  public func owed(after message: Int64, limit: Int) throws(StorageError) -> [Owed] {
    try database.rows(
      """
      SELECT message.id, chat.jid, coalesce(message.stanza_id, message.origin_id)
      FROM receipt JOIN message ON message.id = receipt.message JOIN chat ON chat.id = message.chat
      WHERE receipt.message > ? ORDER BY receipt.message LIMIT ?
      """, .integer(message), .integer(limit)
    ) { row throws(StorageError) in
      Owed(message: row.integer(0), chat: try row.jid(1), id: row.text(2))
    }
  }

  /// The server has those through the given message.
  public func forget(through message: Int64) throws(StorageError) {
    try database.execute("DELETE FROM receipt WHERE message <= ?", .integer(message))
  }
}

extension Database {
  /// Receipts that are owed.
  public var receipts: ReceiptTable { ReceiptTable(database: self) }
}
