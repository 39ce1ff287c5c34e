public import Model

extension Schema {
  /// Messages that change an earlier one: rows like all others, so that the outbox, the archive's order and
  /// the recognition of repeats hold for them too. `refers_to` is the id they name, `amends` the row that
  /// has it; while that is known they are not shown by themselves. What they come to is kept in the row they
  /// amend: its text, and in `first_text` what it said itself.
  static let amendments = """
    ALTER TABLE message ADD COLUMN kind TEXT NOT NULL DEFAULT 'text';
    ALTER TABLE message ADD COLUMN refers_to TEXT;
    ALTER TABLE message ADD COLUMN amends INTEGER;
    ALTER TABLE message ADD COLUMN first_text TEXT;
    ALTER TABLE message ADD COLUMN edits INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE message ADD COLUMN edited_at INTEGER;
    ALTER TABLE message ADD COLUMN edit_id TEXT;
    ALTER TABLE message ADD COLUMN edit_status TEXT;
    ALTER TABLE message ADD COLUMN edit_failure TEXT;
    CREATE INDEX message_refers ON message(chat, refers_to) WHERE refers_to IS NOT NULL;
    CREATE INDEX message_amends ON message(amends) WHERE amends IS NOT NULL;
    CREATE TRIGGER message_amended_out AFTER DELETE ON message BEGIN
      UPDATE message SET amends = NULL WHERE amends = OLD.id;
    END;
    """

  /// The newest of many that amend one row is found without the others.
  static let amendmentOrder = """
    CREATE INDEX message_corrections ON message(amends, anchor, sequence, status)
      WHERE kind = 'correction';
    CREATE INDEX message_retractions ON message(amends, \(AmendmentTable.standing), anchor, sequence)
      WHERE kind = 'retraction';
    """
}

/// What messages say about earlier ones. The archive's order decides, so every device comes to the same.
public struct AmendmentTable {
  let database: Database

  /// What a retraction or reaction amends whose message is not known, and a correction whose message was removed
  /// because of its age: it is never shown by itself.
  static let nothing: Int64 = 0

  /// A correction is of a message that is so many names away: each should name the message itself (XEP-0308 §3), and
  /// some programs name the correction before.
  private static let longestChain = 10
  /// So many of the rows that name one, of each kind, are looked at when that comes or moves, the newest.
  private static let mostNaming = 100

  /// A message as the rows that follow have to find it.
  private struct Entry {
    var id: Int64
    var chat: Int64
    var author: String
    var isMine: Bool
    var order: MessageOrder
    var names: [String]
    var amendment: Amendment?
    var amends: Int64?
    var isAmended: Bool

    var isRetraction: Bool { amendment?.isRetraction ?? false }
    var naming: MessageTable.Naming { .init(row: id, chat: chat, order: order) }
  }

  /// What a row that was just stored does to another.
  func note(_ amendment: Amendment, _ id: Int64) throws(StorageError) {
    let unknown: Int64? = amendment.isText ? nil : Self.nothing
    try database.execute(
      "UPDATE message SET kind = ?, refers_to = ?, amends = ? WHERE id = ?",
      .text(amendment.kind.rawValue), .text(amendment.target), .optional(unknown), .integer(id))
  }

  /// Brings in order what a row amends and what amends it, after it was stored, moved or changed. Returns the
  /// rows that look different for it, besides its own.
  public func resolve(_ id: Int64) throws(StorageError) -> [Int64] {
    guard try concerns(id) else { return [] }
    var (changed, amended): ([Int64], Set<Int64>) = ([], [])
    var line = [(row: id, depth: 0)]
    var index = 0
    var seen: Set<Int64> = []
    // Corrections may name corrections: what hangs on them follows, as far as one is looked for.
    while index < line.count {
      let (next, depth) = line[index]
      index += 1
      guard seen.insert(next).inserted, let entry = try entry(next) else { continue }
      if entry.amendment?.emoji != nil {
        changed += try database.reactions.resolve(next)
        continue
      }
      if entry.amendment != nil, try link(entry, &amended) { changed.append(next) }
      if entry.isAmended { amended.insert(next) }
      guard depth < Self.longestChain, line.count < Self.mostNaming else { continue }
      line += try naming(entry).map { ($0, depth + 1) }
    }
    // Each once, however many amend it.
    for row in amended.sorted() where try apply(to: row) { changed.append(row) }
    return changed
  }

  /// What amends a message and waits or has failed: it would be lost with it.
  public func unsent(of id: Int64, onlyCorrections: Bool = false) throws(StorageError) -> [OriginID]
  {
    try database.rows(
      """
      SELECT message.origin_id FROM message JOIN outbox ON outbox.message = message.id
      WHERE message.amends = ? AND (? OR message.kind = 'correction') ORDER BY outbox.seq
      """, .integer(id), .bool(!onlyCorrections)
    ) { OriginID($0.text(0)) }
  }

  /// The row that a row amends, where that is known.
  public func target(of id: Int64) throws(StorageError) -> Int64? {
    try database.first(
      "SELECT nullif(amends, \(Self.nothing)) FROM message WHERE id = ?", .integer(id)
    ) {
      $0.optionalInteger(0)
    } ?? nil
  }

  /// Whether a row is not shown by itself, because of what it amends.
  public func isFolded(_ id: Int64) throws(StorageError) -> Bool {
    try database.first("SELECT amends IS NOT NULL FROM message WHERE id = ?", .integer(id)) {
      $0.bool(0)
    } ?? false
  }

  /// More than anybody looks through.
  private static let mostCorrections = 500

  /// What was said in the place of a message, the newest of it in the archive's order; nothing of a deleted one.
  public func corrections(of id: Int64) throws(StorageError) -> [Message] {
    guard let message = try database.messages.message(id), !message.isDeleted else { return [] }
    return try messages(
      "amends = ?1 AND kind = 'correction' ORDER BY anchor DESC, sequence DESC LIMIT ?2",
      .integer(id), .integer(Int64(Self.mostCorrections))
    ).reversed()
  }

  /// Each row by itself, so that what is left out costs nothing.
  func messages(
    _ condition: String, _ values: SQLValue...
  ) throws(StorageError) -> [Message] {
    let sql = "SELECT id FROM message WHERE \(condition)"
    var found: [Message] = []
    for id in try database.rows(sql, values, read: { $0.integer(0) }) {
      if let message = try database.messages.message(id) { found.append(message) }
    }
    return found
  }

  // MARK: What belongs to what

  /// Returns whether it belongs to another than before.
  /// - Parameter amended: gets the rows that look different for it.
  private func link(_ entry: Entry, _ amended: inout Set<Int64>) throws(StorageError) -> Bool {
    let target = try target(of: entry)
    let waits = entry.isRetraction || entry.amends == Self.nothing
    let amends = target ?? (waits ? Self.nothing : nil)
    if amends != entry.amends {
      try database.execute(
        "UPDATE message SET amends = ? WHERE id = ?", .optional(amends), .integer(entry.id))
    }
    amended.formUnion([target, entry.amends].compactMap(\.self))
    if !entry.isRetraction { amended.insert(entry.id) }
    if entry.isRetraction, target == nil { amended.formUnion(try siblings(of: entry)) }
    return amends != entry.amends
  }

  /// Only the author's own messages; what a correction of a correction is of in the end, or the first of them
  /// where that is not known. In a circle nothing is.
  private func target(of entry: Entry) throws(StorageError) -> Int64? {
    var (name, first) = (entry.amendment?.target, Int64?.none)
    for _ in 0..<Self.longestChain {
      guard let id = name, let found = try named(id, by: entry, orItself: first != nil) else {
        return first
      }
      if found.id == entry.id { return nil }
      guard let amendment = found.amendment else { return found.id }
      (name, first) = (amendment.target, found.id)
    }
    return nil
  }

  /// Of several with one id, as programs make them that count, the newest before it. Only what nobody counts to is
  /// deleted by what came before it: else that was of another message, which is not here.
  private func named(
    _ id: String, by entry: Entry, orItself: Bool
  ) throws(StorageError) -> Entry? {
    let row = try database.messages.meant(
      by: id, from: entry.naming, author: .one(entry.author, isMine: entry.isMine),
      isBefore: entry.isRetraction && !OriginID(id).isUnguessable, mayBeItself: orItself)
    guard let row else { return nil }
    return try self.entry(row)
  }

  /// Corrections of the same message, while that is not known; what is gone already cannot go again.
  private func siblings(of entry: Entry) throws(StorageError) -> [Int64] {
    try database.rows(
      """
      SELECT id FROM message WHERE chat = ? AND refers_to = ? AND \(MessageTable.author()) = ? AND is_mine = ?
        AND kind = 'correction' AND amends IS NULL AND is_erased = 0 ORDER BY id LIMIT ?
      """, .integer(entry.chat), .text(entry.amendment?.target ?? ""), .text(entry.author),
      .bool(entry.isMine), .integer(Self.mostNaming)
    ) { $0.integer(0) }
  }

  /// Whether a row amends another or is amended: in one question, because most are neither.
  private func concerns(_ id: Int64) throws(StorageError) -> Bool {
    try database.first(
      """
      SELECT 1 FROM message WHERE id = ? AND (kind <> 'text' OR edited_at IS NOT NULL
        OR retracted_at IS NOT NULL OR \(RemovalTable.covers) OR EXISTS (SELECT 1 FROM message AS other
          WHERE other.chat = message.chat
            AND other.refers_to IN (message.origin_id, message.stanza_id)))
      """, .integer(id)
    ) { _ in true } ?? false
  }

  /// Whether a row is of mine and deleted for everyone, or deletes another, as far as it was settled.
  public func isOfDeletion(_ id: Int64) throws(StorageError) -> Bool {
    try database.first(
      """
      SELECT 1 FROM message
      WHERE id = ? AND is_mine = 1 AND (kind = 'retraction' OR retracted_at IS NOT NULL)
      """, .integer(id)
    ) { _ in true } ?? false
  }

  /// The rows that name this one and may mean it: not those that stand before it and mean one before them, which has
  /// the same name.
  private func naming(_ entry: Entry) throws(StorageError) -> [Int64] {
    var rows: Set<Int64> = []
    for name in Set(entry.names) {
      for kind in [Amendment.Kind.correction, .retraction] {
        for other in try naming(name, as: kind, of: entry) where try mayMean(entry, other, name) {
          rows.insert(other.id)
        }
      }
      rows.formUnion(try reactions(to: name, of: entry))
    }
    return rows.subtracting([entry.id]).sorted()
  }

  /// The author's own, the newest.
  private func naming(
    _ name: String, as kind: Amendment.Kind, of entry: Entry
  ) throws(StorageError) -> [Entry] {
    try database.rows(
      """
      SELECT \(Self.columns) FROM message
      WHERE chat = ? AND refers_to = ? AND kind = ? AND \(MessageTable.author()) = ?
      ORDER BY anchor DESC, sequence DESC LIMIT ?
      """, .integer(entry.chat), .text(name), .text(kind.rawValue), .text(entry.author),
      .integer(Self.mostNaming), read: Self.read)
  }

  private func mayMean(
    _ entry: Entry, _ other: Entry, _ name: String
  ) throws(StorageError) -> Bool {
    guard other.order < entry.order else { return true }
    if let meant = other.amends, meant == entry.id || meant == entry.amends { return true }
    if other.isRetraction, !OriginID(name).isUnguessable { return false }
    return try database.messages.meant(
      by: name, from: other.naming, author: .one(other.author, isMine: other.isMine),
      isBefore: true) == nil
  }

  private func reactions(to name: String, of entry: Entry) throws(StorageError) -> [Int64] {
    try database.rows(
      """
      SELECT other.id FROM message JOIN message AS other ON other.id IN (
        SELECT id FROM message AS one WHERE one.chat = message.chat AND one.refers_to = ?2
          AND one.kind = 'reactions' LIMIT ?3)
      WHERE message.id = ?1 AND other.amends <> coalesce(message.amends, message.id)
        AND NOT \(Self.meansEarlier("amends"))
      """, .integer(entry.id), .text(name), .integer(5 * Self.mostNaming)
    ) { $0.integer(0) }
  }

  /// The row called `other` stands before that called `message`, and means one that stands before itself.
  /// - Parameter column: of what it means.
  static func meansEarlier(_ column: String) -> String {
    """
    (coalesce(other.\(column), 0) NOT IN (0, message.id, coalesce(message.amends, 0))
      AND (other.anchor, other.sequence) < (message.anchor, message.sequence)
      AND EXISTS (SELECT 1 FROM message AS meant WHERE meant.id = other.\(column)
        AND (meant.anchor, meant.sequence) < (other.anchor, other.sequence)))
    """
  }

  private func entry(_ id: Int64) throws(StorageError) -> Entry? {
    try database.first(
      "SELECT \(Self.columns) FROM message WHERE id = ?", .integer(id), read: Self.read)
  }

  private static let columns = """
    id, chat, \(MessageTable.author()), is_mine, kind, refers_to, amends,
    edited_at IS NOT NULL OR retracted_at IS NOT NULL OR \(RemovalTable.covers),
    \(ownText), anchor, sequence, origin_id, stanza_id
    """

  /// What a row called `message` is about, for its reader: what a retraction deletes, and what a reaction is to, while
  /// that is here; else its own text.
  static let subject = """
    iif(message.kind IN ('retraction', 'reactions'),
      coalesce((SELECT iif(message.kind = 'reactions', said.text, coalesce(said.first_text, said.text))
        FROM message AS said WHERE said.id = message.amends), ''),
      coalesce(message.first_text, message.text))
    """

  /// What a row called `message` says of another in a few characters; empty where it has a text of its own.
  static let ownText = ReactionTable.ownText

  /// - Parameter text: the column of what it says, where it reacts.
  static func read(_ row: Row, kind: Int32, target: Int32, text: Int32) -> Amendment? {
    guard let kind = Amendment.Kind(rawValue: row.text(kind)), let target = row.optionalText(target)
    else { return nil }
    return Amendment(kind, of: target, saying: row.text(text))
  }

  private static func read(_ row: Row) -> Entry {
    Entry(
      id: row.integer(0), chat: row.integer(1), author: row.text(2), isMine: row.bool(3),
      order: MessageOrder(anchor: row.integer(9), sequence: row.integer(10)),
      names: [row.optionalText(11), row.optionalText(12)].compactMap(\.self),
      amendment: read(row, kind: 4, target: 5, text: 8),
      amends: row.optionalInteger(6), isAmended: row.bool(7))
  }
}

extension Database {
  /// What messages say about earlier ones.
  public var amendments: AmendmentTable { AmendmentTable(database: self) }
}
