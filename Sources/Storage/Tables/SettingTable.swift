/// Settings and small facts of the account, by key.
public struct SettingTable {
  let database: Database

  /// The value of a key; `nil` where it was never set.
  public func value(_ key: String) throws(StorageError) -> String? {
    try database.first("SELECT value FROM setting WHERE key = ?", .text(key)) { $0.text(0) }
  }

  /// `nil` removes it.
  public func set(_ key: String, _ value: String?) throws(StorageError) {
    if let value {
      try database.execute(
        "INSERT OR REPLACE INTO setting VALUES (?, ?)", .text(key), .text(value))
    } else {
      try database.execute("DELETE FROM setting WHERE key = ?", .text(key))
    }
  }
}

extension Database {
  /// Settings of the account.
  public var settings: SettingTable { SettingTable(database: self) }
}
