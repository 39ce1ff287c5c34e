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

  /// Chats whose other side uses psst, and has not said that it has my newest message.
  public func chatsOfSilentPsst() throws(StorageError) -> [JID] {
    try database.rows(
      """
      SELECT jid FROM chat WHERE receipts_from LIKE 'psst%' AND EXISTS (
        SELECT 1 FROM message WHERE message.chat = chat.id AND is_mine = 1 AND status = 'sent')
      ORDER BY id
      """
    ) { row throws(StorageError) in try row.jid(0) }
  }

  /// Mine in such a chat that are newer than all that arrived there, and were not repeated too often.
  public func silentPsst(_ chat: JID, limit: Int) throws(StorageError) -> [Message] {
    guard let id = try database.chats.find(chat) else { return [] }
    return try database.rows(
      """
      SELECT \(Self.columns) FROM message WHERE chat = ?1 AND is_mine = 1 AND status = 'sent'
        AND repeats < 2 AND anchor >= coalesce((SELECT anchor FROM message WHERE chat = ?1
          AND is_mine = 1 AND status IN ('delivered', 'read')
          ORDER BY anchor DESC, sequence DESC LIMIT 1), 0)
        AND EXISTS (SELECT 1 FROM chat WHERE id = ?1 AND receipts_from LIKE 'psst%')
      ORDER BY anchor, sequence LIMIT ?2
      """, .integer(id), .integer(limit)
    ) { row throws(StorageError) in try Self.read(row, chat: chat) }
  }
}
