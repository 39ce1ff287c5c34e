public import Model

/// Messages of mine that the server took and the other may not have.
extension MessageTable {
  /// It is transmitted once more although the server has taken it; returns how often that was.
  public func countRepeat(_ id: Int64) throws(StorageError) -> Int {
    try database.first(
      "UPDATE message SET repeats = repeats + 1 WHERE id = ? RETURNING repeats", .integer(id)
    ) { $0.int(0) } ?? 0
  }

  /// Whether an older one of its chat waits in the outbox: before that, it must not go again.
  public func isBehindUnsent(_ id: Int64) throws(StorageError) -> Bool {
    try database.first(
      """
      SELECT 1 FROM outbox JOIN message ON message.id = ? AND message.chat = outbox.chat
      WHERE outbox.seq < message.written_sequence AND outbox.state <> 'failed' LIMIT 1
      """, .integer(id)
    ) { _ in true } ?? false
  }

  /// The other's device does not confirm it; nothing where it has come further.
  public func doubt(_ id: Int64, _ reason: String) throws(StorageError) {
    try database.execute(
      "UPDATE message SET failure = ? WHERE id = ? AND status = 'sent'", .text(reason),
      .integer(id))
  }

  /// Whether ``undelivered(before:limit:)`` gives any.
  public func hasUndelivered(before message: Message) throws(StorageError) -> Bool {
    try !undelivered(before: message, limit: 1).isEmpty
  }

  /// Mine in the same chat that were sent before a message that arrived and were not repeated too often;
  /// oldest first.
  public func undelivered(before message: Message, limit: Int) throws(StorageError) -> [Message] {
    guard let chat = try database.chats.find(message.chat) else { return [] }
    return try database.rows(
      """
      SELECT \(Self.columns) FROM message WHERE chat = ?1 AND \(Self.isSilent)
        AND (anchor, sequence) < (?2, ?3) AND (anchor, sequence) > (?4, 0)
      ORDER BY anchor, sequence LIMIT ?5
      """, .integer(chat), .integer(message.order.anchor), .integer(message.order.sequence),
      .integer(message.order.anchor - 500), .integer(limit)
    ) { row throws(StorageError) in try Self.read(row, chat: message.chat) }
  }

  /// Chats whose other side has not said that it has all of mine.
  public func silentChats() throws(StorageError) -> [JID] {
    try database.rows(
      """
      WITH RECURSIVE asked(chat) AS (
        SELECT min(chat) FROM message INDEXED BY message_silent WHERE \(Self.mayBeSilent)
        UNION ALL SELECT (
          SELECT min(chat) FROM message INDEXED BY message_silent WHERE \(Self.mayBeSilent) AND chat > asked.chat)
        FROM asked WHERE asked.chat IS NOT NULL)
      SELECT jid FROM asked CROSS JOIN chat ON chat.id = asked.chat WHERE EXISTS (
        SELECT 1 FROM message INDEXED BY message_silent WHERE message.chat = asked.chat AND \(Self.isSilent))
      """
    ) { row throws(StorageError) in try row.jid(0) }
  }

  /// The newest of mine that the other has.
  public func newestArrived(_ chat: JID) throws(StorageError) -> Message? {
    try database.first(
      """
      SELECT \(Self.columns) FROM message
      WHERE chat = (SELECT id FROM chat WHERE jid = ?)
        AND is_mine = 1 AND status IN ('delivered', 'read') AND anchor < \(MessageOrder.unplaced)
      ORDER BY anchor DESC, sequence DESC LIMIT 1
      """, .jid(chat)
    ) { row throws(StorageError) in try Self.read(row, chat: chat) }
  }

  /// As the index of them has it.
  static let mayBeSilent =
    "is_mine = 1 AND status = 'sent' AND repeats < 2 AND archive = '' AND failure IS NULL"

  /// In the words of the index of those that nobody has read there, too.
  private static let isSilent = """
    status IN ('sent', 'delivered') AND \(mayBeSilent)
      AND (retracted_at IS NULL OR is_erased = 0 AND retract_status = 'failed')
    """

  /// Mine that are newer than all that arrived in the chat, and were not repeated too often. Where no receipt ever
  /// came, only at first: the other may have turned them off.
  public func silent(_ chat: JID, limit: Int) throws(StorageError) -> [Message] {
    guard let id = try database.chats.find(chat) else { return [] }
    return try database.rows(
      """
      SELECT \(Self.columns) FROM message WHERE chat = ?1 AND \(Self.isSilent)
        AND anchor >= coalesce((SELECT anchor FROM message WHERE chat = ?1
          AND is_mine = 1 AND status IN ('delivered', 'read')
          ORDER BY anchor DESC, sequence DESC LIMIT 1), 0)
        AND EXISTS (SELECT 1 FROM chat WHERE id = ?1 AND (receipts_from IS NOT NULL OR NOT EXISTS (
          SELECT 1 FROM message WHERE chat = ?1 AND is_mine = 1 AND repeats > 1)))
      ORDER BY anchor, sequence LIMIT ?2
      """, .integer(id), .integer(limit)
    ) { row throws(StorageError) in try Self.read(row, chat: chat) }
  }
}
