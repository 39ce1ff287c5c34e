public import Model

/// The life of each of my messages, as the info screen tells it.
public struct LifeTable {
  let database: Database

  /// In the order it happened.
  public func events(of message: Int64) throws(StorageError) -> [LifeEvent] {
    try database.rows(
      "SELECT at, what, cause, attempt FROM life WHERE message = ? ORDER BY id", .integer(message)
    ) { row in
      LifeEvent(
        at: Timestamp(milliseconds: row.integer(0)), what: row.text(1),
        cause: row.optionalText(2), attempt: row.int(3))
    }
  }

  /// Whether any of these ever happened to it.
  public func has(_ whats: Set<String>, message: Int64) throws(StorageError) -> Bool {
    try events(of: message).contains { whats.contains($0.what) }
  }

  /// Adds an event to the life of a message, by its row id.
  public func append(_ event: LifeEvent, to message: Int64) throws(StorageError) {
    try database.execute(
      "INSERT INTO life(message, at, what, cause, attempt) VALUES (?, ?, ?, ?, ?)",
      .integer(message), .integer(event.at.milliseconds), .text(event.what),
      .optional(event.cause), .integer(event.attempt))
  }
}

extension Database {
  /// The life of each message.
  public var lives: LifeTable { LifeTable(database: self) }
}
