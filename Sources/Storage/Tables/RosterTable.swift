public import Model

/// The people of the roster as the server last told them.
public struct RosterTable {
  let database: Database

  /// By address: at most `limit` that come after an address.
  public func all(after last: JID? = nil, limit: Int = .max) throws(StorageError) -> [Contact] {
    try database.rows(
      Self.selection + " WHERE jid > ? ORDER BY jid LIMIT ?", .text(last?.description ?? ""),
      .integer(limit), read: Self.read)
  }

  /// Nobody is in it.
  public func isEmpty() throws(StorageError) -> Bool {
    try database.first("SELECT NOT EXISTS (SELECT 1 FROM roster)") { $0.bool(0) } ?? true
  }

  /// One contact by bare address; `nil` where there is none.
  public func contact(_ jid: JID) throws(StorageError) -> Contact? {
    try database.first(Self.selection + " WHERE jid = ?", .jid(jid), read: Self.read)
  }

  /// Adds the contact, or puts it in the place of its earlier state.
  public func save(_ contact: Contact) throws(StorageError) {
    try database.execute(
      "INSERT OR REPLACE INTO roster VALUES (?, ?, ?, ?, ?)", .jid(contact.jid),
      .optional(contact.name), .text(contact.subscription.rawValue), .bool(contact.isAsking),
      .text(contact.labels.joined(separator: "\n")))
  }

  /// A label has no end of a line in it.
  static func labels(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  /// Bytes that each contact counts for besides its address and its name.
  public static let overhead = 64

  /// What all of them take, in bytes, about.
  public func size() throws(StorageError) -> Int {
    try database.first(
      """
      SELECT count(*) * \(Self.overhead)
        + coalesce(sum(length(CAST(jid AS BLOB)) + coalesce(length(CAST(name AS BLOB)), 0)
          + length(CAST(labels AS BLOB))), 0)
      FROM roster
      """
    ) { $0.int(0) } ?? 0
  }

  /// Forgets the contact; its chat stays.
  public func remove(_ jid: JID) throws(StorageError) {
    try database.execute("DELETE FROM roster WHERE jid = ?", .jid(jid))
  }

  private static let selection = "SELECT jid, name, subscription, is_asking, labels FROM roster"

  private static func read(_ row: Row) throws(StorageError) -> Contact {
    Contact(
      jid: try row.jid(0), name: row.optionalText(1),
      subscription: try row.word(2, as: Contact.Subscription.self), isAsking: row.bool(3),
      labels: labels(row.text(4)))
  }
}

extension Database {
  /// The contacts.
  public var roster: RosterTable { RosterTable(database: self) }
}
