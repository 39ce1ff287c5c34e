/// What is remembered of refusals besides the outbox, which a message leaves when it is confirmed.
extension MessageTable {
  /// It was refused once more; returns how often that was in its life (O10).
  public func countRefusal(_ id: Int64) throws(StorageError) -> Int {
    try database.first(
      "UPDATE message SET refusals = refusals + 1 WHERE id = ? RETURNING refusals", .integer(id)
    ) { $0.int(0) } ?? 0
  }

  /// Whether it was ever refused.
  public func wasRefused(_ id: Int64) throws(StorageError) -> Bool {
    try database.first("SELECT refusals > 0 FROM message WHERE id = ?", .integer(id)) {
      $0.bool(0)
    } ?? false
  }

  /// Whether anything ever came from the people of a domain, or arrived there, or one of them is in the roster
  /// by agreement: it exists.
  public func hasReached(domain: String) throws(StorageError) -> Bool {
    try database.first(
      """
      SELECT 1 FROM message JOIN chat ON chat.id = message.chat
      WHERE (chat.jid = ?1 OR chat.jid LIKE '%@' || ?1)
        AND (message.is_mine = 0 OR message.status IN ('delivered', 'read'))
      UNION ALL SELECT 1 FROM roster
      WHERE (jid = ?1 OR jid LIKE '%@' || ?1) AND subscription != 'none' LIMIT 1
      """, .text(domain)
    ) { _ in true } ?? false
  }
}
