public import Model

extension Schema {
  /// Reactions are rows like corrections (``Schema/amendments``), with the emoji for a text. Nothing is kept of what
  /// they come to: the newest of each person is found by an index.
  static let reactions = """
    CREATE INDEX message_reactions ON message(amends, sender, anchor, sequence)
      WHERE kind = 'reactions';
    CREATE INDEX message_reacted ON message(id) WHERE kind = 'reactions' AND is_mine = 1;
    DROP TRIGGER message_amended_out;
    CREATE TRIGGER message_amended_out AFTER DELETE ON message BEGIN
      UPDATE message SET
        amends = iif(kind IN ('retraction', 'reactions'), \(AmendmentTable.nothing), NULL)
      WHERE amends = OLD.id;
    END;
    """
}

/// What people say of messages in emoji. The archive's order decides whose newest counts, on every device.
public struct ReactionTable {
  let database: Database

  /// Persons and fields are told apart by characters that no emoji and no address has.
  private static let (betweenPersons, betweenFields) = ("\u{1E}", "\u{1F}")
  /// Of so many who react to one message it is read what they say.
  private static let mostPersons = 500

  /// Of a row called `message`: the newest reaction of each person, each found by the index, however many there are.
  static let column = """
    CASE WHEN EXISTS (
      SELECT 1 FROM message AS r INDEXED BY message_reactions
      WHERE r.amends = message.id AND r.kind = 'reactions') THEN
    (WITH RECURSIVE person(author) AS (
      SELECT min(\(MessageTable.author("r."))) FROM message AS r WHERE r.amends = message.id AND r.kind = 'reactions'
      UNION ALL SELECT (SELECT min(\(MessageTable.author("r."))) FROM message AS r
        WHERE r.amends = message.id AND r.kind = 'reactions' AND \(MessageTable.author("r.")) > person.author)
      FROM person WHERE person.author IS NOT NULL LIMIT \(mostPersons))
    SELECT group_concat((SELECT r.sender || char(31) || r.is_mine || char(31)
        || coalesce(r.status, '') || char(31) || coalesce(r.origin_id, '') || char(31)
        || coalesce(r.server_time, r.written_at) || char(31)
        || replace(replace(coalesce(r.failure, ''), char(30), ' '), char(31), ' ') || char(31) || r.text
      FROM message AS r
      WHERE r.amends = message.id AND r.kind = 'reactions' AND \(MessageTable.author("r.")) = person.author
      ORDER BY r.anchor DESC, r.sequence DESC LIMIT 1), char(30))
    FROM person WHERE person.author IS NOT NULL) END
    """

  /// What a row called `message` says where it reacts: it is short, while a text may be long.
  static let ownText = "iif(message.kind = 'reactions', message.text, '')"

  /// Reads ``column``.
  static func read(_ row: Row, from start: Int32) throws(StorageError) -> [Message.Reaction] {
    guard let all = row.optionalText(start) else { return [] }
    var reactions: [Message.Reaction] = []
    for person in all.split(separator: betweenPersons) {
      let fields = person.split(
        separator: betweenFields, maxSplits: 6, omittingEmptySubsequences: false)
      guard fields.count == 7, let sender = JID(stored: String(fields[0])) else { continue }
      let pending = pending(
        String(fields[2]), OriginID(String(fields[3])), failure: String(fields[5]))
      let emoji = Emoji.all(in: fields[6].split(separator: " "))
      guard !emoji.isEmpty || pending != nil else { continue }
      reactions.append(
        Message.Reaction(
          sender: sender, isMine: fields[1] == "1", emoji: emoji,
          at: Timestamp(milliseconds: Int64(fields[4]) ?? 0), pending: pending))
    }
    return reactions.sorted { ($0.at, $0.sender.description) < ($1.at, $1.sender.description) }
  }

  private static func pending(
    _ status: String, _ originID: OriginID, failure: String
  ) -> Message.Pending? {
    DeliveryStatus(rawValue: status).flatMap {
      Message.Pending(
        originID: originID, status: $0, failure: failure.isEmpty ? nil : failure)
    }
  }

  /// My newest reaction to a message, and the id it went or is to go under; `nil` where there is none.
  public func mine(
    to row: Int64
  ) throws(StorageError) -> (originID: OriginID, emoji: [Emoji])? {
    try database.first(
      """
      SELECT origin_id, text FROM message
      WHERE amends = ? AND kind = 'reactions' AND is_mine = 1 AND origin_id IS NOT NULL
      ORDER BY anchor DESC, sequence DESC LIMIT 1
      """, .integer(row)
    ) { (OriginID($0.text(0)), Emoji.all(in: $0.text(1).split(separator: " "))) }
  }

  /// What I reacted with, the last first.
  public func recent(limit: Int = 9) throws(StorageError) -> [Emoji] {
    let texts = try database.rows(
      """
      SELECT text FROM message WHERE kind = 'reactions' AND is_mine = 1 AND text <> ''
      ORDER BY id DESC LIMIT 100
      """
    ) { $0.text(0) }
    let all = texts.flatMap { $0.split(separator: " ").reversed() }
    return Array(Emoji.all(in: all).prefix(limit))
  }

  /// Finds what a row reacts to, whoever wrote it: of several with one id, as programs make them that count, the
  /// newest before it; of a correction what that is of. While it is not here the reaction waits for it. Returns
  /// the rows that look different for it.
  func resolve(_ id: Int64) throws(StorageError) -> [Int64] {
    let before = try database.amendments.target(of: id)
    let own = try database.first(
      "SELECT chat, anchor, sequence, refers_to FROM message WHERE id = ?", .integer(id)
    ) { row in
      (
        MessageTable.Naming(
          row: id, chat: row.integer(0),
          order: MessageOrder(anchor: row.integer(1), sequence: row.integer(2))), row.text(3)
      )
    }
    guard let (naming, name) = own else { return [] }
    let meant = try database.messages.meant(by: name, from: naming, author: .any(sender: nil))
    try database.execute(
      """
      UPDATE message SET amends = coalesce((
        SELECT coalesce(said.amends, said.id) FROM message AS said WHERE said.id = ?2), \(AmendmentTable.nothing))
      WHERE id = ?1
      """, .integer(id), .optional(meant))
    let after = try database.amendments.target(of: id)
    return Set([before, after].compactMap(\.self)).sorted()
  }
}

extension Database {
  /// What people say of messages in emoji.
  public var reactions: ReactionTable { ReactionTable(database: self) }
}
