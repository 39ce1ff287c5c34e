public import Model

/// The life of each of my messages, as the info screen tells it.
public struct LifeTable {
  let database: Database

  /// In the order it happened; without what only other versions know.
  public func events(of message: Int64) throws(StorageError) -> [LifeEvent] {
    let events: [LifeEvent?] = try database.rows(
      "SELECT at, what, cause, attempt FROM life WHERE message = ? ORDER BY id", .integer(message)
    ) { row in
      guard let kind = LifeEvent.Kind(rawValue: row.text(1)) else { return nil }
      return LifeEvent(
        at: Timestamp(milliseconds: row.integer(0)), kind, cause: row.optionalText(2),
        attempt: row.int(3))
    }
    return events.compactMap(\.self)
  }

  /// Whether it ever happened to the message.
  public func has(_ kind: LifeEvent.Kind, message: Int64) throws(StorageError) -> Bool {
    try database.first(
      "SELECT 1 FROM life WHERE message = ? AND what = ?", .integer(message), .text(kind.rawValue)
    ) { _ in true } ?? false
  }

  /// How often it happened to the message.
  public func count(_ kind: LifeEvent.Kind, message: Int64) throws(StorageError) -> Int {
    try database.first(
      "SELECT count(*) FROM life WHERE message = ? AND what = ?", .integer(message),
      .text(kind.rawValue)
    ) { $0.int(0) } ?? 0
  }

  /// Adds an event to the life of a message, by its row id.
  public func append(_ event: LifeEvent, to message: Int64) throws(StorageError) {
    try database.execute(
      "INSERT INTO life(message, at, what, cause, attempt) VALUES (?, ?, ?, ?, ?)",
      .integer(message), .integer(event.at.milliseconds), .text(event.kind.rawValue),
      .optional(event.cause), .integer(event.attempt))
  }
}

extension Database {
  /// The life of each message.
  public var lives: LifeTable { LifeTable(database: self) }
}
