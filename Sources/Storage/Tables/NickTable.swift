public import Model

extension Schema {
  /// What contacts call themselves.
  static let nicks = """
    CREATE TABLE nick (
      jid TEXT PRIMARY KEY, name TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}

/// What contacts call themselves (XEP-0172).
public struct NickTable {
  let database: Database

  /// `nil`: nothing.
  public func set(_ name: String?, _ jid: JID) throws(StorageError) {
    guard let name else {
      return try database.execute("DELETE FROM nick WHERE jid = ?", .jid(jid))
    }
    try database.execute("INSERT OR REPLACE INTO nick VALUES (?, ?)", .jid(jid), .text(name))
  }

  /// What one of them does.
  public func name(of jid: JID) throws(StorageError) -> String? {
    try database.first("SELECT name FROM nick WHERE jid = ?", .jid(jid)) { $0.text(0) }
  }

  /// How many are kept.
  public func count() throws(StorageError) -> Int {
    try database.first("SELECT count(*) FROM nick") { $0.int(0) } ?? 0
  }

  /// Of those whom I gave no name, by address.
  public func ofUnnamed() throws(StorageError) -> [(jid: JID, name: String)] {
    try database.rows(
      """
      SELECT nick.jid, nick.name FROM nick JOIN roster ON roster.jid = nick.jid
      WHERE roster.name IS NULL ORDER BY nick.jid
      """
    ) { row throws(StorageError) in (try row.jid(0), row.text(1)) }
  }
}

extension Database {
  /// What contacts call themselves.
  public var nicks: NickTable { NickTable(database: self) }
}
