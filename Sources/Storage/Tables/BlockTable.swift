public import Model

extension Schema {
  /// Whom I have blocked, and what the server is still to be told of that.
  static let blocks = """
    CREATE TABLE block (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      jid TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL,
      report TEXT
    ) STRICT;
    """
}

/// Whom the account has blocked (XEP-0191), as the server last said, and what it is owed.
public struct BlockTable {
  let database: Database

  /// What is so of an address.
  public enum State: String, Sendable {
    /// The server knows.
    case blocked
    /// It is to be told so.
    case blocking
    /// It is to be told that it is not so any more.
    case unblocking
  }

  /// What the server is to be told of one address.
  public struct Owed: Sendable, Equatable {
    /// Grows with each order, so that a younger one for the same address is another.
    public var number: Int64
    public var jid: JID
    /// `false` takes it back.
    public var isBlocked: Bool
    public var report: BlockReport?
  }

  /// All entries, by address.
  public func all() throws(StorageError) -> BlockList {
    let rows = try database.rows("SELECT jid, state FROM block ORDER BY jid") {
      row throws(StorageError) in (try row.jid(0), try row.word(1, as: State.self))
    }
    return BlockList(
      entries: Set(rows.filter { $0.1 != .unblocking }.map(\.0)),
      waiting: Set(rows.filter { $0.1 != .blocked }.map(\.0)))
  }

  /// `nil` where nothing was ever said of it.
  public func state(_ jid: JID) throws(StorageError) -> State? {
    try database.first("SELECT state FROM block WHERE jid = ?", .jid(jid)) {
      row throws(StorageError) in try row.word(0, as: State.self)
    }
  }

  /// `nil`: it is not blocked, and the server knows. What is owed stands behind all that was owed before.
  public func set(
    _ state: State?, _ jid: JID, report: BlockReport? = nil
  ) throws(StorageError) {
    guard let state else {
      return try database.execute("DELETE FROM block WHERE jid = ?", .jid(jid))
    }
    try database.execute(
      "INSERT OR REPLACE INTO block(jid, state, report) VALUES (?, ?, ?)", .jid(jid),
      .text(state.rawValue), .optional(report?.rawValue))
  }

  /// What is owed after an order, in the order in which it was wished; at most `limit`.
  public func owed(after number: Int64, limit: Int) throws(StorageError) -> [Owed] {
    try database.rows(
      """
      SELECT id, jid, state, report FROM block
      WHERE state <> '\(State.blocked.rawValue)' AND id > ? ORDER BY id LIMIT ?
      """, .integer(number), .integer(limit)
    ) { row throws(StorageError) in
      Owed(
        number: row.integer(0), jid: try row.jid(1),
        isBlocked: try row.word(2, as: State.self) == .blocking,
        report: row.optionalText(3).flatMap { BlockReport(rawValue: $0) })
    }
  }
}

extension Database {
  /// Whom the account has blocked.
  public var blocks: BlockTable { BlockTable(database: self) }
}
