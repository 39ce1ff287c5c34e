public import Model

/// Messages of mine that the server took and the other may not have.
extension MessageTable {
  /// It is transmitted once more although the server has taken it; returns how often that was.
  public func countRepeat(_ id: Int64) throws(StorageError) -> Int {
    try database.first(
      "UPDATE message SET repeats = repeats + 1 WHERE id = ? RETURNING repeats", .integer(id)
    ) { $0.int(0) } ?? 0
  }

  /// Whether ``undelivered(before:limit:)`` gives any.
  public func hasUndelivered(before message: Message) throws(StorageError) -> Bool {
    try !undelivered(before: message, limit: 1).isEmpty
  }

  /// Mine in the same chat that were sent before a message that arrived, since the last that arrived before;
  /// oldest first.
  public func undelivered(before message: Message, limit: Int) throws(StorageError) -> [Message] {
    guard let chat = try database.chats.find(message.chat) else { return [] }
    return try database.rows(
      """
      SELECT \(Self.columns) FROM message WHERE chat = ?1 AND status IN ('sent', 'delivered')
        AND is_mine = 1 AND status = 'sent' AND (anchor, sequence) < (?2, ?3)
        AND (anchor, sequence) > (?4, 0)
      ORDER BY anchor, sequence LIMIT ?5
      """, .integer(chat), .integer(message.order.anchor), .integer(message.order.sequence),
      .integer(message.order.anchor - 500), .integer(limit)
    ) { row throws(StorageError) in try Self.read(row, chat: message.chat) }
  }
}
