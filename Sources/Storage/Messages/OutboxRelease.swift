public import Model

extension Schema {
  /// How many are held, kept by triggers.
  static let heldCounting = """
    CREATE TRIGGER outbox_held_in AFTER INSERT ON outbox WHEN NEW.release = 'held' BEGIN
      UPDATE outbox_count SET number = number + 1 WHERE state = 'held';
    END;
    CREATE TRIGGER outbox_held_out AFTER DELETE ON outbox WHEN OLD.release = 'held' BEGIN
      UPDATE outbox_count SET number = number - 1 WHERE state = 'held';
    END;
    CREATE TRIGGER outbox_release AFTER UPDATE OF release ON outbox
    WHEN NEW.release <> OLD.release BEGIN
      UPDATE outbox_count
        SET number = number + (NEW.release = 'held') - (OLD.release = 'held')
        WHERE state = 'held';
    END;
    """

  /// Whether an entry may go: `policy` as the policy says, `held` not before the user says so,
  /// `released` without asking again. Only what is queued is ever held.
  static let release = """
    ALTER TABLE outbox ADD COLUMN release TEXT NOT NULL DEFAULT 'policy'
      CHECK (release IN ('policy', 'held', 'released'));
    CREATE INDEX outbox_ready ON outbox(seq) WHERE state = 'queued' AND release <> 'held';
    CREATE INDEX outbox_held ON outbox(chat) WHERE release = 'held';
    INSERT INTO outbox_count VALUES ('held', 0);
    \(heldCounting)
    """

  /// An entry gets its place in the order of sending when it is released; one that is not released and was
  /// passed by a later one of its chat goes to the end then. What was on its way before is released, and
  /// "the user wants it now" is told apart from that.
  static let releaseOrder = """
    ALTER TABLE outbox ADD COLUMN is_urgent INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE outbox ADD COLUMN is_passed INTEGER NOT NULL DEFAULT 0;
    UPDATE outbox SET is_urgent = 1 WHERE release = 'released';
    UPDATE outbox SET release = 'released' WHERE attempts > 0 OR state <> 'queued';
    DROP INDEX outbox_ready;
    DROP INDEX outbox_held;
    CREATE INDEX outbox_ready ON outbox(seq) WHERE state = 'queued' AND release = 'released';
    CREATE INDEX outbox_unreleased ON outbox(release, is_passed, chat, seq)
      WHERE release <> 'released';
    """
}

/// The order of release: an entry goes when it is released (by Enter while online, by the policy, or by the
/// user's pick), in the order of release in each chat, and is never held again after that.
///
/// `seq` is the place in that order; before its release an entry has the place where it was written.
extension OutboxTable {
  /// Still to be decided about, or decided to wait for the user's word. Spelled out as the index has it.
  private static let isUnreleased = "release <> 'released'"
  private static let isUndecided = "\(isUnreleased) AND release = 'policy' AND state = 'queued'"

  /// The ages of what waits for a decision.
  public struct Undecided: Sendable, Equatable {
    public var count: Int
    /// Those of another boot, whose age nobody knows.
    public var ofOtherBoots: Int
    /// ``Moment/uptime`` of the first and the last; 0 where there are none.
    public var oldest: Int64
    public var newest: Int64
  }

  /// The place of the newest entry; 0 where there is none.
  public func newest() throws(StorageError) -> Int64 {
    try database.first("SELECT max(seq) FROM outbox") { $0.integer(0) } ?? 0
  }

  /// What the policy has to decide about.
  /// - Parameters:
  ///   - newest: up to this place; later entries were written while the link was up.
  ///   - boot: ``Moment/bootID`` of now.
  public func undecided(upTo newest: Int64, boot: String) throws(StorageError) -> Undecided {
    let found = try database.first(
      """
      SELECT count(*), coalesce(sum(queued_boot <> ?2), 0), coalesce(min(queued_uptime), 0),
        coalesce(max(queued_uptime), 0) FROM outbox WHERE \(Self.isUndecided) AND seq <= ?1
      """, .integer(newest), .text(boot)
    ) { row in
      Undecided(
        count: row.int(0), ofOtherBoots: row.int(1), oldest: row.integer(2),
        newest: row.integer(3))
    }
    return found ?? Undecided(count: 0, ofOtherBoots: 0, oldest: 0, newest: 0)
  }

  /// Holds what ``undecided(upTo:boot:)`` counts, until the user says so.
  public func hold(upTo newest: Int64) throws(StorageError) {
    try database.execute(
      "UPDATE outbox SET release = 'held' WHERE \(Self.isUndecided) AND seq <= ?",
      .integer(newest))
  }

  /// The place of the newest entry that waits for the user's word; 0 where none does.
  public func newestHeld() throws(StorageError) -> Int64 {
    try database.first(
      "SELECT max(seq) FROM outbox WHERE \(Self.isUnreleased) AND release = 'held'"
    ) { $0.optionalInteger(0) }.flatMap { $0 } ?? 0
  }

  /// Nothing is held any more: the policy decides afresh.
  public func unhold() throws(StorageError) {
    try database.execute(
      "UPDATE outbox SET release = 'policy' WHERE \(Self.isUnreleased) AND release = 'held'")
  }

  /// Releases what the policy does not hold, in the order of writing.
  /// - Returns: the rows of the messages that stand elsewhere now, with their chats.
  public func releaseUndecided() throws(StorageError) -> [MovedMessage] {
    let chats = try database.rows(
      """
      SELECT outbox.chat, chat.jid, max(outbox.seq), max(outbox.is_passed) FROM outbox
      JOIN chat ON chat.id = outbox.chat WHERE \(Self.isUndecided) GROUP BY outbox.chat
      """
    ) { row throws(StorageError) in
      (id: row.integer(0), jid: try row.jid(1), last: row.integer(2), isPassed: row.bool(3))
    }
    guard !chats.isEmpty else { return [] }
    var moved: [MovedMessage] = []
    for chat in chats {
      let passed = try pass(in: chat.id, before: chat.last, only: "release = 'held'")
      let late = chat.isPassed ? try moveUndecidedLast(in: chat.id) : []
      moved += (passed + late).map { MovedMessage(id: $0, chat: chat.jid) }
    }
    try database.execute(
      "UPDATE outbox SET release = 'released', is_passed = 0 WHERE \(Self.isUndecided)")
    return moved
  }

  /// The user wants all that is queued sent now.
  /// - Returns: as with ``releaseUndecided()``.
  public func releaseAll() throws(StorageError) -> [MovedMessage] {
    try unhold()
    try database.execute(
      "UPDATE outbox SET is_urgent = 1 WHERE state = 'queued' AND is_urgent = 0")
    return try releaseUndecided()
  }

  /// The user picks this one: it goes alone, as if it had been written now. One that was released and has not failed
  /// keeps its place.
  /// - Returns: how many older ones of its chat are not released, and the messages that stand elsewhere now.
  public func pick(_ record: Record) throws(StorageError) -> (older: Int, moved: [MovedMessage]) {
    try release(record.entry.originID)
    guard !record.isReleased || record.entry.state == .failed else { return (0, []) }
    let chat = try database.chats.id(record.entry.chat)
    let older =
      try database.first(
        """
        SELECT count(*) FROM outbox WHERE \(Self.isUnreleased) AND release IN ('policy', 'held')
          AND is_passed IN (0, 1) AND chat = ? AND seq < ?
        """, .integer(chat), .integer(record.entry.sequence)
      ) { $0.int(0) } ?? 0
    try database.messages.writeLast(record.message)
    let passed = try pass(in: chat, before: .max, only: "release IN ('policy', 'held')")
    let moved = (passed + [record.message]).map {
      MovedMessage(id: $0, chat: record.entry.chat)
    }
    return (older, moved)
  }

  /// The user wants this one sent now, whatever it waits for.
  public func release(_ originID: OriginID) throws(StorageError) {
    try database.execute(
      """
      UPDATE outbox SET release = 'released', is_passed = 0, is_urgent = 1
      WHERE \(Self.named)
      """, .text(originID.value))
  }

  /// It waits for the user's word.
  public func isHeld(_ originID: OriginID) throws(StorageError) -> Bool {
    try database.first(
      "SELECT release = 'held' FROM outbox WHERE \(Self.named)", .text(originID.value)
    ) { $0.bool(0) } ?? false
  }

  /// The chats of which something waits for the user's word.
  public func holdingChats() throws(StorageError) -> [JID] {
    try database.rows(
      """
      SELECT jid FROM chat WHERE id IN (
        SELECT chat FROM outbox WHERE \(Self.isUnreleased) AND release = 'held')
      """
    ) { row throws(StorageError) in try row.jid(0) }
  }

  /// What may go now, in the order of release; nothing of the chats that wait for one of theirs.
  public func ready(limit: Int, except chats: [JID] = []) throws(StorageError) -> [Record] {
    var rows: [String] = []
    for jid in chats {
      if let row = try database.chats.find(jid) { rows.append(String(row)) }
    }
    let list = "[" + rows.joined(separator: ",") + "]"
    return try database.rows(
      Self.selection + """
         WHERE outbox.state = 'queued' AND outbox.release = 'released'
          AND outbox.chat NOT IN (SELECT value FROM json_each(?)) ORDER BY outbox.seq LIMIT ?
        """, .text(list), .integer(limit), read: Self.read)
  }

  /// The first of a chat that may go and has its place before this one.
  public func firstReady(in chat: JID, before sequence: Int64) throws(StorageError) -> Record? {
    try database.first(
      Self.selection + """
         WHERE chat.jid = ? AND outbox.seq < ? AND outbox.state = 'queued'
          AND outbox.release = 'released' ORDER BY outbox.seq LIMIT 1
        """, .jid(chat), .integer(sequence), read: Self.read)
  }

  /// The first of a chat that waits, whether or not it may go.
  public func firstQueued(in chat: JID) throws(StorageError) -> Record? {
    try database.first(
      Self.selection
        + " WHERE chat.jid = ? AND outbox.state = 'queued' ORDER BY outbox.seq LIMIT 1",
      .jid(chat), read: Self.read)
  }

  // MARK: Passing

  /// Unreleased messages stay where they stand while later ones of their chat go: each hangs on the message
  /// before it, as a failed one does. Each is passed once, however many follow.
  private func pass(
    in chat: Int64, before place: Int64, only condition: String
  ) throws(StorageError) -> [Int64] {
    let passed = try database.rows(
      """
      SELECT message FROM outbox WHERE \(Self.isUnreleased) AND \(condition) AND is_passed = 0
        AND chat = ? AND seq < ? ORDER BY seq
      """, .integer(chat), .integer(place)
    ) { $0.integer(0) }
    guard let first = passed.first else { return [] }
    let moved = try database.messages.park(passed, behind: database.messages.before(first))
    try database.execute(
      """
      UPDATE outbox SET is_passed = 1 WHERE \(Self.isUnreleased) AND \(condition)
        AND is_passed = 0 AND chat = ? AND seq < ?
      """, .integer(chat), .integer(place))
    return moved
  }

  private func moveUndecidedLast(in chat: Int64) throws(StorageError) -> [Int64] {
    let rows = try database.rows(
      "SELECT message FROM outbox WHERE \(Self.isUndecided) AND chat = ? ORDER BY seq",
      .integer(chat)
    ) { $0.integer(0) }
    for row in rows { try database.messages.writeLast(row) }
    return rows
  }
}

/// A message that stands elsewhere in its chat than before.
public struct MovedMessage: Sendable, Equatable {
  /// The row of the message.
  public var id: Int64
  public var chat: JID
}
