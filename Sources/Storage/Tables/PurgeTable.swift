public import Model

extension Schema {
  /// Chats of which the oldest messages were removed because of their age (P4), and how far back each archive goes.
  static let purges = """
    CREATE TABLE purge (
      chat INTEGER PRIMARY KEY REFERENCES chat(id) ON DELETE CASCADE,
      edge_anchor INTEGER NOT NULL,
      edge_sequence INTEGER NOT NULL,
      before TEXT,
      is_whole INTEGER NOT NULL,
      since INTEGER NOT NULL,
      through INTEGER NOT NULL,
      least TEXT
    ) STRICT;
    CREATE TABLE archive_reach (
      archive TEXT PRIMARY KEY,
      first INTEGER NOT NULL,
      is_forgetful INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE chat ADD COLUMN keeps_all INTEGER NOT NULL DEFAULT 0;
    """
}

/// Of which chats messages were removed because of their age, and where they are to be read again. Such a chat is
/// read back by itself; what comes so has places up to 0, like all that is read back.
public struct PurgeTable {
  let database: Database

  /// What is known of one chat.
  public struct Record: Sendable, Equatable {
    /// What stands up to here was left out when the rest was removed; all that follows is without a hole.
    public var edge: MessageOrder
    /// The archive is asked for what it has before this entry; `nil` is from its end.
    public var before: ArchiveID?
    /// The archive has nothing older than what is here.
    public var isWhole: Bool
    /// The server's time of the oldest that was removed.
    public var since: Timestamp
    /// The server's time of the newest that was removed.
    public var through: Timestamp
    /// Each of mine that was removed had come at least so far.
    public var least: DeliveryStatus?
  }

  /// `nil` where nothing was removed of it.
  public func record(_ chat: JID) throws(StorageError) -> Record? {
    guard let id = try database.chats.find(chat) else { return nil }
    return try record(of: id)
  }

  func record(of chat: Int64) throws(StorageError) -> Record? {
    try database.first(
      """
      SELECT edge_anchor, edge_sequence, before, is_whole, since, through, least FROM purge
      WHERE chat = ?
      """, .integer(chat)
    ) { row in
      Record(
        edge: MessageOrder(anchor: row.integer(0), sequence: row.integer(1)),
        before: row.optionalText(2).map(ArchiveID.init), isWhole: row.bool(3),
        since: Timestamp(milliseconds: row.integer(4)),
        through: Timestamp(milliseconds: row.integer(5)),
        least: row.optionalText(6).flatMap(DeliveryStatus.init(rawValue:)))
    }
  }

  /// Puts it in the place of the one before.
  public func save(_ record: Record, of chat: JID) throws(StorageError) {
    try save(record, of: database.chats.id(chat))
  }

  func save(_ record: Record, of chat: Int64) throws(StorageError) {
    try database.execute(
      """
      INSERT OR REPLACE INTO purge(chat, edge_anchor, edge_sequence, before, is_whole, since, through,
        least) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, .integer(chat), .integer(record.edge.anchor), .integer(record.edge.sequence),
      .optional(record.before?.value), .bool(record.isWhole),
      .integer(record.since.milliseconds), .integer(record.through.milliseconds),
      .optional(record.least?.rawValue))
  }

  /// A message up to the edge of its chat.
  public struct Stray: Sendable, Equatable {
    /// Its row.
    public var id: Int64
    /// The server's, else this computer's.
    public var time: Timestamp
    /// The archive has it, and will tell its place.
    public var isArchived: Bool
    /// It stands below all that the archive has told, by its time.
    public var isImported: Bool
  }

  /// Most strays of one chat that find their place among what is read again.
  private static let mostStrays = 500

  /// What was left out when the rest was removed, the newest first.
  public func strays(of chat: JID, _ record: Record) throws(StorageError) -> [Stray] {
    guard let id = try database.chats.find(chat) else { return [] }
    return try database.rows(
      """
      SELECT id, coalesce(server_time, written_at), archive_id IS NOT NULL,
        anchor < \(MessageOrder.importedEnd) FROM message
      WHERE chat = ? AND (anchor, sequence) <= (?, ?)
      ORDER BY anchor DESC, sequence DESC LIMIT ?
      """, .integer(id), .integer(record.edge.anchor), .integer(record.edge.sequence),
      .integer(Self.mostStrays)
    ) { row in
      Stray(
        id: row.integer(0), time: Timestamp(milliseconds: row.integer(1)), isArchived: row.bool(2),
        isImported: row.bool(3))
    }
  }

  /// Gives a stray its place among what is read again; that of one that the archive has is certain once it tells.
  public func place(_ stray: Stray, at anchor: Int64) throws(StorageError) {
    try database.execute(
      "UPDATE message SET anchor = ?, is_guessed = max(is_guessed, ?) WHERE id = ?",
      .integer(anchor), .bool(stray.isArchived), .integer(stray.id))
  }

  // MARK: What is kept

  private static let keepKey = "keep"

  /// How long messages are kept; `nil` where nobody has decided.
  public func keep() throws(StorageError) -> Keep? {
    try database.settings.value(Self.keepKey).flatMap { Keep(code: $0) }
  }

  /// The user's word.
  public func setKeep(_ keep: Keep) throws(StorageError) {
    try database.settings.set(Self.keepKey, keep.code)
  }

  /// Whether nothing of it is ever removed.
  public func setKeepsAll(_ chat: JID, _ keepsAll: Bool) throws(StorageError) {
    try database.execute(
      "UPDATE chat SET keeps_all = ? WHERE jid = ?", .bool(keepsAll), .jid(chat))
  }

  /// The next chat, by its row, of which something may be removed; `nil` at the end.
  public func next(
    after row: Int64
  ) throws(StorageError) -> (row: Int64, jid: JID, isRoom: Bool)? {
    try database.first(
      """
      SELECT id, jid, kind = 'room' FROM chat WHERE id > ? AND keeps_all = 0 ORDER BY id LIMIT 1
      """, .integer(row)
    ) { row throws(StorageError) in (row.integer(0), try row.jid(1), row.bool(2)) }
  }

  // MARK: Archives

  /// How far an archive goes back: the server's time of its first entry, and whether it ever lost older ones.
  public struct Reach: Sendable, Equatable {
    public var first: Timestamp
    public var isForgetful: Bool

    public init(first: Timestamp, isForgetful: Bool) {
      (self.first, self.isForgetful) = (first, isForgetful)
    }
  }

  /// As it was found last; `nil` where it never was asked. `archive` is `nil` for the account's own.
  public func reach(of archive: JID?) throws(StorageError) -> Reach? {
    try database.first(
      "SELECT first, is_forgetful FROM archive_reach WHERE archive = ?", .archive(archive)
    ) { Reach(first: Timestamp(milliseconds: $0.integer(0)), isForgetful: $0.bool(1)) }
  }

  /// Puts it in the place of the one before.
  public func save(_ reach: Reach, of archive: JID?) throws(StorageError) {
    try database.execute(
      "INSERT OR REPLACE INTO archive_reach(archive, first, is_forgetful) VALUES (?, ?, ?)",
      .archive(archive), .integer(reach.first.milliseconds), .bool(reach.isForgetful))
  }

  /// Whether an archive may have older messages than are here.
  /// - Parameter chat: of this chat; `nil`: of any.
  public func isServerDeeper(_ chat: JID?) throws(StorageError) -> Bool {
    let some = try chat.map { (chat) throws(StorageError) in try database.chats.find(chat) ?? 0 }
    return try database.first(
      """
      SELECT EXISTS (SELECT 1 FROM purge WHERE is_whole = 0 AND (?1 IS NULL OR chat = ?1))
        OR EXISTS (SELECT 1 FROM archive_cursor WHERE is_start_known = 0 AND oldest IS NOT NULL
          AND (?1 IS NULL OR NOT EXISTS (SELECT 1 FROM purge WHERE chat = ?1) AND archive =
            (SELECT iif(kind = 'room', jid, '') FROM chat WHERE id = ?1)))
      """, .optional(some)
    ) { $0.bool(0) } ?? false
  }

  /// Most chats that are looked at before it is taken for granted.
  private static let mostLookedAt = 500

  /// Whether anything may be older than that, milliseconds, by whatever clock: where it is not, nobody need look.
  public func mayBeOld(_ age: Int64) throws(StorageError) -> Bool {
    let newest = try database.first(
      """
      SELECT max(coalesce(server_time, written_at)) FROM (
        SELECT * FROM (SELECT server_time, written_at FROM chat INDEXED BY chat_recent
          CROSS JOIN message ON message.id = chat.last_message
          WHERE chat.last_anchor IS NOT NULL ORDER BY chat.last_anchor DESC LIMIT ?1)
        UNION ALL SELECT * FROM (
          SELECT server_time, written_at FROM message ORDER BY id DESC LIMIT ?1))
      """, .integer(Self.mostLookedAt)
    ) { $0.optionalInteger(0) }
    guard let newest = newest ?? nil else { return false }
    return try database.first(
      """
      SELECT count(*) >= ?1 OR sum(oldest < ?2) > 0 FROM (
        SELECT (SELECT coalesce(server_time, written_at) FROM message WHERE message.chat = chat.id
          AND anchor >= \(MessageOrder.importedEnd) ORDER BY anchor, sequence LIMIT 1) AS oldest
        FROM chat WHERE keeps_all = 0 LIMIT ?1)
      """, .integer(Self.mostLookedAt), .integer(newest - age)
    ) { $0.bool(0) } ?? false
  }

  /// The newest time that an archive's server has told: what is old is so by that, whatever the clock here says (T2).
  public func newestTime(of archive: JID?) throws(StorageError) -> Timestamp? {
    let rows =
      archive == nil
      ? """
      SELECT message.server_time AS time FROM chat JOIN message ON message.id = chat.last_message
      WHERE chat.kind <> 'room' AND message.archive_id IS NOT NULL
      ORDER BY chat.last_anchor DESC LIMIT 200
      """
      : """
      SELECT server_time AS time FROM message
      WHERE chat = (SELECT id FROM chat WHERE jid = ?1) AND archive_id IS NOT NULL
      ORDER BY anchor DESC, sequence DESC LIMIT 100
      """
    let values = archive.map { [SQLValue.jid($0)] } ?? []
    return try database.first("SELECT max(time) FROM (\(rows))", values) {
      $0.optionalInteger(0).map(Timestamp.init(milliseconds:))
    } ?? nil
  }
}

extension Database {
  /// What was removed because of its age.
  public var purges: PurgeTable { PurgeTable(database: self) }
}
