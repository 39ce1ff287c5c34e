public import Model

/// The last known presence of bare addresses, shown until the link is there again (N4).
public struct PresenceTable {
  let database: Database

  /// The last known presence by bare address.
  public func all() throws(StorageError) -> [JID: Presence] {
    let rows = try database.rows("SELECT jid, presence FROM presence") {
      row throws(StorageError) in (try row.jid(0), try row.word(1, as: Presence.self))
    }
    return Dictionary(rows) { $1 }
  }

  /// Offline is what is not stored.
  public func save(_ jid: JID, _ presence: Presence) throws(StorageError) {
    if presence == .offline {
      try database.execute("DELETE FROM presence WHERE jid = ?", .jid(jid))
    } else {
      try database.execute(
        "INSERT OR REPLACE INTO presence VALUES (?, ?)", .jid(jid), .text(presence.rawValue))
    }
  }
}

extension Database {
  /// Who was last seen how.
  public var presences: PresenceTable { PresenceTable(database: self) }
}
