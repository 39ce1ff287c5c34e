public import Model

/// A message of mine that was taken away with its entry and its life, kept so that it can come back.
public struct RemovedMessage: Sendable {
  /// What it was called and where it stood.
  public let entry: OutboxEntry
  public let id: Int64
  /// It waited for the user's word.
  public let wasHeld: Bool
  /// The rows as they were.
  let message: [SQLValue]
  let outbox: [SQLValue]
  let lives: [[SQLValue]]
  /// The messages that hung on it.
  let followers: [Int64]
}

extension OutboxTable {
  /// Removes an unconfirmed message whole.
  public func remove(_ record: Record) throws(StorageError) -> RemovedMessage {
    let id = SQLValue.integer(record.message)
    let removed = RemovedMessage(
      entry: record.entry, id: record.message, wasHeld: try isHeld(record.entry.originID),
      message: try database.first("SELECT * FROM message WHERE id = ?", id) { $0.values } ?? [],
      outbox: try database.first("SELECT * FROM outbox WHERE message = ?", id) { $0.values } ?? [],
      lives: try database.rows("SELECT * FROM life WHERE message = ? ORDER BY id", id) {
        $0.values
      },
      followers: try database.rows("SELECT id FROM message WHERE written_after = ?", id) {
        $0.integer(0)
      })
    try database.messages.remove(record.message)
    return removed
  }

  /// Brings it back, with its id for life and in its place; at the end of its chat where a newer one
  /// has gone out meanwhile, because what goes out follows the order of writing.
  /// - Parameter holding: it waits for the user's word again, unless newer ones of its chat do not.
  public func restore(_ removed: RemovedMessage, holding: Bool) throws(StorageError) {
    try insert(removed.message, into: "message")
    var outbox = removed.outbox
    let wentOut = try hasNewerGone(removed)
    if wentOut { outbox[0] = .null }
    try insert(outbox, into: "outbox")
    for life in removed.lives { try insert([.null] + life.dropFirst(), into: "life") }
    if wentOut { try database.messages.writeLast(removed.id) } else { try hang(removed) }
    try setRelease(removed.id, holding: holding)
  }

  /// Those that hung on it do again.
  private func hang(_ removed: RemovedMessage) throws(StorageError) {
    for follower in removed.followers {
      try database.execute(
        "UPDATE message SET written_after = ? WHERE id = ?", .integer(removed.id),
        .integer(follower))
    }
  }

  private func setRelease(_ message: Int64, holding: Bool) throws(StorageError) {
    let newer = """
      SELECT 1 FROM outbox AS newer WHERE newer.chat = outbox.chat AND newer.seq > outbox.seq
        AND newer.state = 'queued' AND newer.release
      """
    try database.execute(
      """
      UPDATE outbox SET release = CASE WHEN EXISTS (\(newer) = 'released') THEN 'released'
        WHEN ?2 AND NOT EXISTS (\(newer) = 'policy') THEN 'held' ELSE 'policy' END
      WHERE message = ?1 AND state = 'queued' AND release <> 'released'
      """, .integer(message), .bool(holding))
  }

  private func hasNewerGone(_ removed: RemovedMessage) throws(StorageError) -> Bool {
    try database.first(
      """
      SELECT 1 FROM message LEFT JOIN outbox ON outbox.message = message.id
      WHERE message.id > ?1 AND +message.chat = (SELECT chat FROM message WHERE id = ?1)
        AND message.is_mine = 1
        AND (coalesce(outbox.attempts, 1) > 0 OR message.status = 'failed') LIMIT 1
      """, .integer(removed.id)
    ) { _ in true } ?? false
  }

  private func insert(_ values: [SQLValue], into table: String) throws(StorageError) {
    let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
    try database.execute("INSERT INTO \(table) VALUES (\(places))", values)
  }
}

extension MessageTable {
  /// As if it had been written now.
  fileprivate func writeLast(_ id: Int64) throws(StorageError) {
    let sequence = SQLValue.integer(try nextSequence())
    try database.execute(
      "UPDATE message SET sequence = ?1, written_sequence = ?1 WHERE id = ?2", sequence,
      .integer(id))
  }
}
