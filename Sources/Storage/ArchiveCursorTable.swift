public import Model

/// What is known of an archive without a hole: the contiguous run and the positions given to it.
public struct ArchiveCursor: Sendable, Equatable {
  /// The ids at the run's ends; `nil` while the run is empty.
  public var newest: ArchiveID?
  public var oldest: ArchiveID?
  /// The positions given so far: the next newer gets `highest + 1`, the next older `lowest - 1`.
  public var highest: Int64
  public var lowest: Int64
  /// Nothing older is in the archive.
  public var isStartKnown: Bool

  public init() {
    (newest, oldest) = (nil, nil)
    (highest, lowest) = (0, 1)
    isStartKnown = false
  }
}

/// How far each archive was read. Written in the transaction that stores the page (rule 9).
public struct ArchiveCursorTable {
  let database: Database

  /// `nil` when that archive was never asked. `archive` is `nil` for the account's own.
  public func cursor(of archive: JID? = nil) throws(StorageError) -> ArchiveCursor? {
    try database.first(
      """
      SELECT newest, oldest, highest, lowest, is_start_known FROM archive_cursor WHERE archive = ?
      """, .text(archive?.description ?? "")
    ) { row in
      var cursor = ArchiveCursor()
      cursor.newest = row.optionalText(0).map(ArchiveID.init)
      cursor.oldest = row.optionalText(1).map(ArchiveID.init)
      (cursor.highest, cursor.lowest) = (row.integer(2), row.integer(3))
      cursor.isStartKnown = row.bool(4)
      return cursor
    }
  }

  /// Puts the cursor in the place of the one before; in the transaction that stores its page.
  public func save(_ cursor: ArchiveCursor, of archive: JID? = nil) throws(StorageError) {
    try database.execute(
      "INSERT OR REPLACE INTO archive_cursor VALUES (?, ?, ?, ?, ?, ?)",
      .text(archive?.description ?? ""), .optional(cursor.newest?.value),
      .optional(cursor.oldest?.value), .integer(cursor.highest), .integer(cursor.lowest),
      .bool(cursor.isStartKnown))
  }
}

extension Database {
  /// How far each archive is known.
  public var archiveCursors: ArchiveCursorTable { ArchiveCursorTable(database: self) }
}
