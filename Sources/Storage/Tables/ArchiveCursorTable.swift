public import Model

extension Schema {
  /// Whether an archive has something new behind the end of what is known can be told by how many entries it has, and
  /// what came after it by when that was archived, milliseconds since 1970.
  static let archiveTotals = """
    ALTER TABLE archive_cursor ADD COLUMN total INTEGER;
    ALTER TABLE archive_cursor ADD COLUMN newest_at INTEGER;
    """
}

/// What is known of an archive without a hole: the contiguous run and the positions given to it.
public struct ArchiveCursor: Sendable, Equatable {
  /// An entry of the run near its newer end.
  public struct Recent: Sendable, Equatable {
    public var id: ArchiveID
    public var position: Int64

    public init(id: ArchiveID, position: Int64) {
      self.id = id
      self.position = position
    }
  }

  /// So far behind the end of the run the archive is asked again, because some archives show entries late.
  public static let overlap = 40
  /// So far behind it, where something is here whose place the archive has not told.
  public static let longestOverlap = 200

  /// The ids at the run's ends; `nil` while the run is empty.
  public var newest: ArchiveID?
  public var oldest: ArchiveID?
  /// When the newest was archived, where that was told.
  public var newestTime: Timestamp?
  /// The positions given so far: the next newer gets `highest + 1`, the next older `lowest - 1`.
  public var highest: Int64
  public var lowest: Int64
  /// Nothing older is in the archive.
  public var isStartKnown: Bool
  /// How many entries the archive said it has when it was last read to its end; `nil` where it did not.
  public var total: Int?
  /// The newest entries in the archive's order, at most ``longestOverlap``.
  public private(set) var recent: [Recent] = []

  public init() {
    (newest, oldest) = (nil, nil)
    (highest, lowest) = (0, 1)
    isStartKnown = false
  }

  /// Of one of the newest entries; `nil` for all others.
  public func position(of id: ArchiveID) -> Int64? {
    recent.first { $0.id == id }?.position
  }

  /// The next entry of the run. Returns the position it was given.
  public mutating func append(_ id: ArchiveID) -> Int64 {
    highest += 1
    newest = id
    oldest = oldest ?? id
    remember(Recent(id: id, position: highest), at: recent.count)
    return highest
  }

  /// An entry that the archive shows late, behind a known one whose position it shares.
  /// - Parameter known: the entry before it in the archive, where that is known.
  /// - Returns: the entries behind it that share the position too, because they were shown late before it was.
  public mutating func insert(
    _ id: ArchiveID, behind known: ArchiveID?, at position: Int64
  ) -> [ArchiveID] {
    let before =
      recent.lastIndex { $0.id == known } ?? recent.lastIndex { $0.position <= position }
    let index = before.map { $0 + 1 } ?? 0
    let followers = recent[index...].prefix { $0.position == position }.map(\.id)
    remember(Recent(id: id, position: position), at: index)
    return followers
  }

  private mutating func remember(_ entry: Recent, at index: Int) {
    recent.insert(entry, at: index)
    if recent.count > Self.longestOverlap { recent.removeFirst() }
  }

  /// No XML can carry the character between the parts of an entry.
  private static let separator: Character = "\u{1F}"

  var recentText: String {
    recent.map { "\($0.position)\(Self.separator)\($0.id.value)" }
      .joined(separator: String(Self.separator))
  }

  mutating func readRecent(_ text: String) {
    let parts = text.split(separator: Self.separator)
    recent = stride(from: 0, to: parts.count - parts.count % 2, by: 2).compactMap { index in
      Int64(parts[index]).map { Recent(id: ArchiveID(String(parts[index + 1])), position: $0) }
    }
  }
}

/// How far each archive was read. Written in the transaction that stores the page (rule 9).
public struct ArchiveCursorTable {
  let database: Database

  /// `nil` when that archive was never asked. `archive` is `nil` for the account's own.
  public func cursor(of archive: JID? = nil) throws(StorageError) -> ArchiveCursor? {
    try database.first(
      """
      SELECT newest, oldest, highest, lowest, is_start_known, recent, total, newest_at
      FROM archive_cursor
      WHERE archive = ?
      """, .text(archive?.description ?? "")
    ) { row in
      var cursor = ArchiveCursor()
      cursor.newest = row.optionalText(0).map(ArchiveID.init)
      cursor.oldest = row.optionalText(1).map(ArchiveID.init)
      (cursor.highest, cursor.lowest) = (row.integer(2), row.integer(3))
      cursor.isStartKnown = row.bool(4)
      cursor.readRecent(row.text(5))
      cursor.total = row.optionalInteger(6).map(Int.init)
      cursor.newestTime = row.optionalInteger(7).map(Timestamp.init(milliseconds:))
      return cursor
    }
  }

  /// Puts the cursor in the place of the one before; in the transaction that stores its page.
  public func save(_ cursor: ArchiveCursor, of archive: JID? = nil) throws(StorageError) {
    try database.execute(
      """
      INSERT OR REPLACE INTO archive_cursor(archive, newest, oldest, highest, lowest,
        is_start_known, recent, total, newest_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(archive?.description ?? ""), .optional(cursor.newest?.value),
      .optional(cursor.oldest?.value), .integer(cursor.highest), .integer(cursor.lowest),
      .bool(cursor.isStartKnown), .text(cursor.recentText),
      .optional(cursor.total.map(Int64.init)), .optional(cursor.newestTime?.milliseconds))
  }
}

extension Database {
  /// How far each archive is known.
  public var archiveCursors: ArchiveCursorTable { ArchiveCursorTable(database: self) }
}
