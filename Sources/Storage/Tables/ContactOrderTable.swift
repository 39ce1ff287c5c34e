public import Model

extension Schema {
  /// What is to be between me and somebody, wished without a connection.
  static let contactOrders = """
    CREATE TABLE contact_order (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      jid TEXT NOT NULL UNIQUE,
      action TEXT NOT NULL
    ) STRICT;
    """
}

/// Who is to see whom (RFC 6121 §3), as far as the server has not been told: of each person what was wished last.
public struct ContactOrderTable {
  let database: Database

  /// In the place of what was wished of them before; `nil`: nothing is owed.
  public func set(_ action: SubscriptionAction?, _ jid: JID) throws(StorageError) {
    guard let action else {
      return try database.execute("DELETE FROM contact_order WHERE jid = ?", .jid(jid))
    }
    try database.execute(
      "INSERT OR REPLACE INTO contact_order(jid, action) VALUES (?, ?)", .jid(jid),
      .text(action.rawValue))
  }

  /// What is owed of somebody.
  public func action(_ jid: JID) throws(StorageError) -> SubscriptionAction? {
    try database.first("SELECT action FROM contact_order WHERE jid = ?", .jid(jid)) {
      row throws(StorageError) in try row.word(0, as: SubscriptionAction.self)
    }
  }

  /// All that is owed, in the order in which it was wished.
  public func all() throws(StorageError) -> [(jid: JID, action: SubscriptionAction)] {
    try database.rows("SELECT jid, action FROM contact_order ORDER BY id") {
      row throws(StorageError) in
      (try row.jid(0), try row.word(1, as: SubscriptionAction.self))
    }
  }
}

extension Database {
  /// Who is to see whom, and the server has not heard of it.
  public var contactOrders: ContactOrderTable { ContactOrderTable(database: self) }
}
