/// The schema's history: `user_version` says how many of these a file has been through.
enum Migrations {
  /// Each is run in one transaction; an entry once released never changes.
  static let all = [
    Schema.version1, Schema.release, Schema.stream, SearchIndex.schema, Schema.receipt,
    Schema.switches, SearchIndex.cutting, Schema.sharing, Schema.strangers,
    Schema.refusalNews, Schema.amendments, Schema.refusalNewsOnce, Schema.replies,
    Schema.retractions, Schema.reactions, Schema.content, Schema.amendmentOrder,
    Schema.rooms, Schema.alerts, Schema.mentions, Schema.closedRooms,
    Schema.roomsWithoutPasswords,
  ]

  static var newest: Int { all.count }

  /// A file of a newer program is refused before anything is written to it (P5).
  static func check(_ database: Database) throws(StorageError) {
    let found = try current(database)
    guard found <= newest else { throw .newerSchema(found: found, known: newest) }
  }

  /// Brings the file to `version`.
  static func bring(_ database: Database, to version: Int) throws(StorageError) {
    var found = try current(database)
    while found < version {
      try database.transaction { () throws(StorageError) in try step(database, from: found) }
      found = try current(database)
    }
  }

  /// Asks again inside the transaction: another program may have been first.
  private static func step(_ database: Database, from: Int) throws(StorageError) {
    guard try current(database) == from else { return }
    try database.run(script: all[from])
    try database.run(script: "PRAGMA user_version = \(from + 1)")
  }

  private static func current(_ database: Database) throws(StorageError) -> Int {
    try database.first("PRAGMA user_version") { $0.int(0) } ?? 0
  }
}
