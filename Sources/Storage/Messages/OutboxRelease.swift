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
}

/// Who decides when an entry goes: the policy or the user (O4).
extension OutboxTable {
  /// What the policy has to decide about: queued before the link came, and never handed over. What
  /// was cut in the middle goes on by itself (O14).
  private static let undecided = """
    state = 'queued' AND attempts = 0 AND release = 'policy' AND seq <= ?1
    """

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

  /// - Parameters:
  ///   - newest: up to this place; what came later was written while the link was up.
  ///   - boot: ``Moment/bootID`` of now.
  public func undecided(upTo newest: Int64, boot: String) throws(StorageError) -> Undecided {
    let found = try database.first(
      """
      SELECT count(*), coalesce(sum(queued_boot <> ?2), 0), coalesce(min(queued_uptime), 0),
        coalesce(max(queued_uptime), 0) FROM outbox WHERE \(Self.undecided)
      """, .integer(newest), .text(boot)
    ) { row in
      Undecided(
        count: row.int(0), ofOtherBoots: row.int(1), oldest: row.integer(2),
        newest: row.integer(3))
    }
    return found ?? Undecided(count: 0, ofOtherBoots: 0, oldest: 0, newest: 0)
  }

  /// Holds what ``undecided(upTo:boot:)`` counts, and what was written after it in its chats.
  public func hold(upTo newest: Int64) throws(StorageError) {
    try database.execute(
      """
      UPDATE outbox SET release = 'held' WHERE state = 'queued' AND attempts = 0
        AND release = 'policy' AND chat IN (SELECT chat FROM outbox WHERE \(Self.undecided))
      """, .integer(newest))
  }

  /// Nothing is held any more: the policy decides afresh.
  public func unhold() throws(StorageError) {
    try database.execute("UPDATE outbox SET release = 'policy' WHERE release = 'held'")
  }

  /// The user wants all that is queued sent.
  public func releaseAll() throws(StorageError) {
    try database.execute(
      "UPDATE outbox SET release = 'released' WHERE state = 'queued' AND release <> 'released'")
  }

  /// The user wants this one sent: it and the older ones of its chat may go. Returns how many older
  /// ones were waiting.
  public func release(through record: Record) throws(StorageError) -> Int {
    let chat = try database.chats.id(record.entry.chat)
    let place = SQLValue.integer(record.entry.sequence)
    let older =
      try database.first(
        "SELECT count(*) FROM outbox WHERE chat = ? AND seq < ? AND state = 'queued'",
        .integer(chat), place
      ) { $0.int(0) } ?? 0
    try database.execute(
      """
      UPDATE outbox SET release = 'released'
        WHERE chat = ? AND seq <= ? AND state = 'queued' AND release <> 'released'
      """, .integer(chat), place)
    return older
  }

  /// The user wants this one sent, whatever the policy says.
  public func release(_ originID: OriginID) throws(StorageError) {
    try database.execute(
      "UPDATE outbox SET release = 'released' WHERE \(Self.named)", .text(originID.value))
  }

  /// It waits for the user's word.
  public func isHeld(_ originID: OriginID) throws(StorageError) -> Bool {
    try database.first(
      "SELECT release = 'held' FROM outbox WHERE \(Self.named)", .text(originID.value)
    ) { $0.bool(0) } ?? false
  }

  /// What may go now, oldest first; nothing of the chats that wait for one of theirs.
  public func ready(limit: Int, except chats: [JID] = []) throws(StorageError) -> [Record] {
    var rows: [String] = []
    for jid in chats {
      if let row = try database.chats.find(jid) { rows.append(String(row)) }
    }
    let list = "[" + rows.joined(separator: ",") + "]"
    return try database.rows(
      Self.selection + """
         WHERE outbox.state = 'queued' AND outbox.release <> 'held'
          AND outbox.chat NOT IN (SELECT value FROM json_each(?)) ORDER BY outbox.seq LIMIT ?
        """, .text(list), .integer(limit), read: Self.read)
  }

  /// The oldest of a chat that may go and was written before the one with this place.
  public func firstReady(in chat: JID, before sequence: Int64) throws(StorageError) -> Record? {
    try database.first(
      Self.selection + """
         WHERE chat.jid = ? AND outbox.seq < ? AND outbox.state = 'queued'
          AND outbox.release <> 'held' ORDER BY outbox.seq LIMIT 1
        """, .jid(chat), .integer(sequence), read: Self.read)
  }
}
