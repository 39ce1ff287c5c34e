internal import Model

extension Schema {
  /// What messages answer, and drafts: as they name it, with what they quote. `answers` is the row that has that
  /// name, where it is known.
  static let replies = """
    ALTER TABLE message ADD COLUMN reply_id TEXT;
    ALTER TABLE message ADD COLUMN reply_author TEXT;
    ALTER TABLE message ADD COLUMN reply_quote TEXT;
    ALTER TABLE message ADD COLUMN answers INTEGER;
    CREATE INDEX message_reply ON message(chat, reply_id) WHERE reply_id IS NOT NULL;
    CREATE INDEX message_answers ON message(answers) WHERE answers IS NOT NULL;
    CREATE TRIGGER message_answered_out AFTER DELETE ON message BEGIN
      UPDATE message SET answers = NULL WHERE answers = OLD.id;
    END;
    ALTER TABLE draft ADD COLUMN reply_id TEXT;
    ALTER TABLE draft ADD COLUMN reply_author TEXT;
    ALTER TABLE draft ADD COLUMN reply_quote TEXT;
    """
}

/// Which messages answer which, whatever came first.
public struct ReplyTable {
  let database: Database

  /// Of the answers to one message so many are told anew when it changes, the newest; all are read as it is.
  static let mostTold = 100

  /// What a row that was just stored answers.
  func note(_ target: ReplyTarget, _ id: Int64) throws(StorageError) {
    try database.execute(
      "UPDATE message SET reply_id = ?, reply_author = ?, reply_quote = ? WHERE id = ?",
      .text(target.id), .optional(target.author?.description), .text(target.quote), .integer(id))
    try link(id)
  }

  /// Finds what a row answers, and what answers it, after it was stored, moved or changed. Returns the rows that
  /// look different for it, besides its own.
  public func resolve(_ id: Int64) throws(StorageError) -> [Int64] {
    // One question: most messages neither answer another nor are answered.
    let rows = try database.rows(Self.concerned, .integer(id), .integer(Self.mostTold)) {
      $0.integer(0)
    }
    for row in Set(rows).sorted() { try link(row) }
    return Set(rows).subtracting([id]).sorted()
  }

  /// Not those that stand before the row and answer one before themselves, which has the same name.
  private static let concerned = {
    let naming = ["origin_id", "stanza_id"].map { name in
      """
      SELECT * FROM (SELECT id FROM message AS one WHERE one.chat = message.chat AND one.reply_id = message.\(name)
        ORDER BY one.id DESC LIMIT ?2)
      """
    }
    return """
      SELECT id FROM message WHERE id = ?1 AND reply_id IS NOT NULL UNION ALL
      SELECT other.id FROM message JOIN message AS other
        ON other.id IN (\(naming.joined(separator: " UNION ALL ")))
      WHERE message.id = ?1 AND NOT \(AmendmentTable.meansEarlier("answers")) UNION ALL
      SELECT * FROM (SELECT id FROM message WHERE answers = ?1 ORDER BY id DESC LIMIT ?2)
      """
  }()

  /// The rows that answer this one, the newest.
  public func answers(to id: Int64) throws(StorageError) -> [Int64] {
    try database.rows(
      "SELECT id FROM message WHERE answers = ? ORDER BY id DESC LIMIT ?", .integer(id),
      .integer(Self.mostTold)
    ) { $0.integer(0) }
  }

  /// Of several with one id, as programs make them that count, the newest before it; of a correction what that is
  /// of. What is said of its author must be true where it is said.
  private func link(_ id: Int64) throws(StorageError) {
    let own = try database.first(
      "SELECT chat, anchor, sequence, reply_id, reply_author FROM message WHERE id = ?",
      .integer(id)
    ) { row in
      (
        naming: MessageTable.Naming(
          row: id, chat: row.integer(0),
          order: MessageOrder(anchor: row.integer(1), sequence: row.integer(2))),
        name: row.optionalText(3), author: row.optionalText(4)
      )
    }
    guard let own, let name = own.name else { return }
    let meant = try database.messages.meant(
      by: name, from: own.naming, author: .any(sender: own.author))
    try database.execute(
      """
      UPDATE message SET answers = (SELECT coalesce(said.amends, said.id) FROM message AS said WHERE said.id = ?2)
      WHERE id = ?1
      """, .integer(id), .optional(meant))
    // Of what was deleted nothing is kept, not what is quoted of it either.
    try database.execute(
      """
      UPDATE message SET reply_quote = '' WHERE id = ?1 AND reply_quote <> ''
        AND EXISTS (SELECT 1 FROM message AS said WHERE said.id = message.answers AND said.is_erased = 1)
      """, .integer(id))
  }

  /// What ``read(_:from:)`` reads of a row, of a message or a draft.
  static func columns(of table: String) -> String {
    "\(table).reply_id, \(table).reply_author, \(table).reply_quote"
  }

  /// Besides those, what is stored of the answered message; the name of its text is not `message.text`.
  static let storedColumns = """
    message.answers, (SELECT said.sender FROM message AS said WHERE said.id = message.answers),
    (SELECT substr(said.text, 1, \(ReplyTarget.longestQuote / 4)) FROM message AS said
      WHERE said.id = message.answers)
    """

  static func read(_ row: Row, from start: Int32) -> ReplyTarget? {
    row.optionalText(start).map {
      ReplyTarget(
        id: $0, author: row.optionalText(start + 1).flatMap { JID(stored: $0) },
        quote: row.text(start + 2))
    }
  }

  /// With ``storedColumns`` behind the others.
  static func readWhole(_ row: Row, from start: Int32) throws(StorageError) -> ReplyTarget? {
    guard var target = read(row, from: start) else { return nil }
    if let answered = row.optionalInteger(start + 3) {
      target.stored = ReplyTarget.Stored(
        row: answered, sender: try row.jid(start + 4), text: row.text(start + 5))
    }
    return target
  }
}

extension Database {
  /// Which messages answer which.
  public var replies: ReplyTable { ReplyTable(database: self) }
}
