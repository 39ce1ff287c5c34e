public import Model

extension Schema {
  /// What my other devices know of the rooms that I am in, or are still to be told.
  static let bookmarks = """
    CREATE TABLE bookmark (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      room TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL
    ) STRICT;
    """
}

/// Which rooms all my devices are in (XEP-0402), as far as this one has said so, or owes it.
public struct BookmarkTable {
  let database: Database

  /// What is owed, or that nothing is.
  public enum State: String, Sendable {
    /// I am in it, and the others are to be.
    case joining
    /// I have left it, and the others are to.
    case leaving
    /// I have deleted it for everyone.
    case removing
    /// All know that I am in it.
    case shared
  }

  /// What is owed of one room.
  public struct Owed: Sendable, Equatable {
    public var room: JID
    public var state: State
  }

  /// `nil` where nothing was ever said of it.
  public func state(_ room: JID) throws(StorageError) -> State? {
    try database.first("SELECT state FROM bookmark WHERE room = ?", .jid(room)) {
      row throws(StorageError) in try row.word(0, as: State.self)
    }
  }

  /// `nil`: there is nothing to be said of it.
  public func set(_ state: State?, _ room: JID) throws(StorageError) {
    guard let state else {
      return try database.execute("DELETE FROM bookmark WHERE room = ?", .jid(room))
    }
    try database.execute(
      "INSERT OR REPLACE INTO bookmark(room, state) VALUES (?, ?)", .jid(room),
      .text(state.rawValue))
  }

  /// Those that all know of.
  public func shared() throws(StorageError) -> [JID] {
    try database.rows(
      "SELECT room FROM bookmark WHERE state = ? ORDER BY id", .text(State.shared.rawValue)
    ) { row throws(StorageError) in try row.jid(0) }
  }

  /// What is owed longest.
  public func owed() throws(StorageError) -> Owed? {
    try database.first(
      "SELECT room, state FROM bookmark WHERE state <> ? ORDER BY id LIMIT 1",
      .text(State.shared.rawValue)
    ) { row throws(StorageError) in
      Owed(room: try row.jid(0), state: try row.word(1, as: State.self))
    }
  }
}

extension Database {
  /// What my other devices are told of the rooms that I am in.
  public var bookmarks: BookmarkTable { BookmarkTable(database: self) }
}
