public import Model

/// A message of mine that was taken away with its entry and its life, kept so that it can come back.
public struct RemovedMessage: Sendable {
  /// What it was called and where it stood.
  public let entry: OutboxEntry
  let id: Int64
  /// It waited for the user's word.
  public let wasHeld: Bool
  /// It waited for its file.
  let awaitedUpload: Bool
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
      awaitedUpload: record.awaitsUpload,
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

  /// Brings it back, with its id for life and in its place; as if it had been written now where a newer
  /// one of its chat was released meanwhile, because messages go out in the order of release.
  /// - Parameter holding: it waits for the user's word again, unless it was released.
  /// - Returns: the row of the message.
  public func restore(
    _ removed: RemovedMessage, holding: Bool
  ) throws(StorageError) -> Int64 {
    let isLate = try hasNewerReleased(removed)
    try insert(removed.message, into: "message", renewed: isLate)
    let id = database.lastInsertedID
    var outbox = removed.outbox
    outbox[1] = .integer(id)
    try insert(outbox, into: "outbox", renewed: isLate)
    if removed.awaitedUpload { try database.uploads.add(id) }
    for var life in removed.lives {
      life[1] = .integer(id)
      try insert(life, into: "life", renewed: true)
    }
    if isLate { try database.messages.writeLast(id) } else { try hang(removed) }
    try setRelease(id, holding: holding)
    return id
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
    try database.execute(
      """
      UPDATE outbox SET release = iif(?2, 'held', 'policy'), is_passed = 0
      WHERE message = ?1 AND state = 'queued' AND release <> 'released'
      """, .integer(message), .bool(holding))
  }

  /// Whether another of its chat was released after it had its place. Rows are numbered in the order of writing; one
  /// that was picked since then stands among the last of its chat.
  private func hasNewerReleased(_ removed: RemovedMessage) throws(StorageError) -> Bool {
    let chat = try database.chats.id(removed.entry.chat)
    return try database.first(
      """
      SELECT 1 FROM (
        SELECT id FROM message WHERE id > ?1 AND +chat = ?2
        UNION ALL SELECT * FROM (
          SELECT id FROM message WHERE chat = ?2 ORDER BY anchor DESC, sequence DESC LIMIT 200)
      ) AS newer JOIN message ON message.id = newer.id
      LEFT JOIN outbox ON outbox.message = message.id
      WHERE message.is_mine = 1 AND message.written_sequence > ?3
        AND (coalesce(outbox.release, 'released') = 'released' OR message.status = 'failed') LIMIT 1
      """, .integer(removed.id), .integer(chat), .integer(removed.entry.sequence)
    ) { _ in true } ?? false
  }

  /// - Parameter renewed: with a fresh number in its first column.
  private func insert(
    _ values: [SQLValue], into table: String, renewed: Bool
  ) throws(StorageError) {
    let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
    let values = renewed ? [.null] + values.dropFirst() : values
    try database.execute("INSERT INTO \(table) VALUES (\(places))", values)
  }
}
