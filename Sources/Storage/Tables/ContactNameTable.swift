public import Model

extension Schema {
  /// What I call people, as far as the server has not been told.
  static let contactNames = """
    CREATE TABLE contact_name (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      jid TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL
    ) STRICT;
    """

  /// The roster's groups, one a line, and what is owed of them.
  static let labels = """
    ALTER TABLE roster ADD COLUMN labels TEXT NOT NULL DEFAULT '';
    ALTER TABLE contact_name ADD COLUMN labels TEXT;
    """
}

/// Names that I gave people (RFC 6121 §2.1.2.4) and the server's roster is still to have.
public struct ContactNameTable {
  let database: Database

  /// What is owed of one of them.
  public struct Owed: Sendable, Equatable {
    /// Grows with each, so that a younger one for the same person is another.
    public var number: Int64
    public var jid: JID
    /// Empty: none.
    public var name: String
    /// `nil`: as they are.
    public var labels: [String]?
  }

  /// In the place of what was owed before.
  /// - Parameter labels: `nil`: as they are, or are owed.
  public func set(
    _ name: String, labels: [String]? = nil, _ jid: JID
  ) throws(StorageError) {
    try database.execute(
      """
      INSERT OR REPLACE INTO contact_name(jid, name, labels)
      VALUES (?1, ?2, coalesce(?3, (SELECT labels FROM contact_name WHERE jid = ?1)))
      """, .jid(jid), .text(name), .optional(labels.map { $0.joined(separator: "\n") }))
  }

  /// The server has it, or will not.
  public func remove(_ owed: Owed) throws(StorageError) {
    try database.execute("DELETE FROM contact_name WHERE id = ?", .integer(owed.number))
  }

  /// `nil` where nothing is owed of them.
  public func owed(of jid: JID) throws(StorageError) -> Owed? {
    try database.first(
      "SELECT id, jid, name, labels FROM contact_name WHERE jid = ?", .jid(jid), read: Self.read)
  }

  /// What is owed after another, in the order in which it was wished; at most `limit`.
  public func owed(after number: Int64, limit: Int) throws(StorageError) -> [Owed] {
    try database.rows(
      "SELECT id, jid, name, labels FROM contact_name WHERE id > ? ORDER BY id LIMIT ?",
      .integer(number), .integer(limit), read: Self.read)
  }

  private static func read(_ row: Row) throws(StorageError) -> Owed {
    Owed(
      number: row.integer(0), jid: try row.jid(1), name: row.text(2),
      labels: row.optionalText(3).map(RosterTable.labels))
  }
}

extension Database {
  /// Names that the server is still to have.
  public var contactNames: ContactNameTable { ContactNameTable(database: self) }
}
