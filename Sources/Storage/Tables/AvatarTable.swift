public import Model

extension Schema {
  /// Contacts' pictures, as they were announced; `kept` grows with each whose bytes came, 0: they are not here.
  static let avatars = """
    CREATE TABLE avatar (
      jid TEXT PRIMARY KEY,
      hash TEXT NOT NULL,
      kept INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX avatar_hash ON avatar(hash);
    CREATE INDEX avatar_kept ON avatar(kept) WHERE kept > 0;
    """
}

/// Which pictures contacts have (XEP-0084), and which of them are here; the bytes are in files of their own.
public struct AvatarTable {
  let database: Database

  /// The hash of somebody's picture, and whether its bytes are here; `nil` where they have none.
  public func avatar(of jid: JID) throws(StorageError) -> (hash: String, isKept: Bool)? {
    try database.first("SELECT hash, kept > 0 FROM avatar WHERE jid = ?", .jid(jid)) {
      ($0.text(0), $0.bool(1))
    }
  }

  /// - Parameter hash: `nil`: none any more. What others show as well is here already.
  public func set(_ hash: String?, _ jid: JID) throws(StorageError) {
    guard let hash else {
      return try database.execute("DELETE FROM avatar WHERE jid = ?", .jid(jid))
    }
    try database.execute(
      """
      INSERT OR REPLACE INTO avatar(jid, hash, kept)
      VALUES (?1, ?2, coalesce((SELECT max(kept) FROM avatar WHERE hash = ?2), 0))
      """, .jid(jid), .text(hash))
  }

  /// The bytes are here.
  public func keep(_ hash: String) throws(StorageError) {
    try database.execute(
      "UPDATE avatar SET kept = (SELECT max(kept) FROM avatar) + 1 WHERE hash = ?", .text(hash))
  }

  /// The bytes are not here any more.
  public func drop(_ hash: String) throws(StorageError) {
    try database.execute("UPDATE avatar SET kept = 0 WHERE hash = ?", .text(hash))
  }

  /// Somebody has this picture.
  public func isUsed(_ hash: String) throws(StorageError) -> Bool {
    try database.first("SELECT 1 FROM avatar WHERE hash = ? LIMIT 1", .text(hash)) { _ in true }
      ?? false
  }

  /// The picture whose bytes have been here longest, where there are more than so many.
  public func oldest(beyond count: Int) throws(StorageError) -> String? {
    try database.first(
      """
      SELECT hash FROM avatar WHERE kept > 0 GROUP BY hash ORDER BY max(kept) DESC
      LIMIT 1 OFFSET ?
      """, .integer(count)
    ) { $0.text(0) }
  }

  /// Of how many people one is known.
  public func count() throws(StorageError) -> Int {
    try database.first("SELECT count(*) FROM avatar") { $0.int(0) } ?? 0
  }
}

extension Database {
  /// Contacts' pictures.
  public var avatars: AvatarTable { AvatarTable(database: self) }
}
