public import Model

/// One thing that happened to one of my messages.
public struct LifeEvent: Sendable, Equatable {
  public var at: Timestamp
  /// What, in plain words: `queued`, `attempt`, `sent`, …
  public var what: String
  /// Why, in plain words, where there is something to say.
  public var cause: String?
  /// How often it had been handed to the network by then.
  public var attempt: Int

  public init(at: Timestamp, what: String, cause: String? = nil, attempt: Int = 0) {
    self.at = at
    self.what = what
    self.cause = cause
    self.attempt = attempt
  }
}

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
