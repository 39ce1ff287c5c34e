/// The schema's history: `user_version` says how many of these a file has been through.
enum Migrations {
  /// An entry once released never changes.
  static let all = [
    Schema.version1, Schema.release, Schema.stream, SearchIndex.schema, Schema.receipt,
    Schema.switches, SearchIndex.cutting, Schema.sharing, Schema.strangers,
    Schema.refusalNews, Schema.amendments, Schema.refusalNewsOnce, Schema.replies,
    Schema.retractions, Schema.reactions, Schema.content, Schema.amendmentOrder,
    Schema.rooms, Schema.alerts, Schema.mentions, Schema.closedRooms,
    Schema.roomsWithoutPasswords, Schema.invitations, Schema.bookmarks,
    Schema.newGroups, Schema.roomReaders, Schema.uploads, Schema.removals, Schema.blocks,
    Schema.contactOrders, Schema.contactNames, Schema.purges,
    Schema.statusTexts, Schema.nicks, Schema.labels,
    Schema.lastSeen, Schema.chatMarks,
    Schema.avatars, Schema.fewerIndexes, SearchIndex.deferring, Schema.imports,
    Schema.timedMutes, Schema.unreadMarks,
    Schema.archivedChats, Schema.releaseOrder, Schema.namesInOrder, SearchIndex.signs,
    Schema.roomsWithoutArchive, Schema.roomArrivals,
    Schema.occupants, Schema.archiveTotals, Schema.roomFacts,
  ]

  static var newest: Int { all.count }

  /// A file of a newer program is refused before anything is written to it (P5).
  static func check(_ database: Database) throws(StorageError) {
    let found = try current(database)
    guard found <= newest else { throw .newerSchema(found: found, known: newest) }
  }

  /// Brings the file to `version`: all the way or not at all, and with one sync however far that is.
  static func bring(_ database: Database, to version: Int) throws(StorageError) {
    guard try current(database) < version else { return }
    try database.transaction { () throws(StorageError) in
      // Asked again inside: another program may have been first.
      let found = try current(database)
      guard found < version else { return }
      for script in all[found..<version] { try database.run(script: script) }
      try database.run(script: "PRAGMA user_version = \(version)")
    }
  }

  private static func current(_ database: Database) throws(StorageError) -> Int {
    try database.first("PRAGMA user_version") { $0.int(0) } ?? 0
  }
}
