public import Model

extension Schema {
  /// Programs that count give one id to many messages, and a hostile one can. The row that is meant is found by its author
  /// and its place, without looking at the others. Retractions and reactions are apart, since no other row means them.
  static let namesInOrder = """
    DROP INDEX message_origin;
    CREATE INDEX message_origin ON message(origin_id, is_mine, chat, \(MessageTable.author()),
      \(MessageTable.saysText), anchor, sequence) WHERE origin_id IS NOT NULL;
    DROP INDEX message_stanza;
    CREATE INDEX message_stanza ON message(stanza_id, is_mine, chat, \(MessageTable.author()),
      \(MessageTable.saysText), anchor, sequence) WHERE stanza_id IS NOT NULL;
    DROP INDEX message_refers;
    CREATE INDEX message_refers ON message(chat, refers_to, kind, \(MessageTable.author()), anchor, sequence)
      WHERE refers_to IS NOT NULL;
    CREATE INDEX message_orphans ON message(chat, refers_to)
      WHERE kind = 'correction' AND amends IS NULL AND is_erased = 0;
    CREATE INDEX message_unerased ON message(amends) WHERE kind = 'correction' AND is_erased = 0;
    CREATE INDEX message_quotes ON message(answers) WHERE reply_quote <> '';
    CREATE INDEX message_nameless ON message(chat, sender)
      WHERE origin_id IS NULL AND archive_id IS NULL;
    CREATE INDEX chat_room ON chat(id) WHERE kind = 'room';
    CREATE INDEX message_turn ON message(chat, written_sequence) WHERE is_guessed = 1 AND is_mine = 0;
    CREATE INDEX message_silent ON message(chat) WHERE \(MessageTable.mayBeSilent);
    DROP INDEX message_guessed;
    CREATE INDEX message_guessed ON message(archive, anchor) WHERE is_guessed = 1;
    CREATE INDEX message_unknown ON message(archive, id)
      WHERE is_guessed = 1 AND is_mine = 1 AND archive_id IS NULL AND status = 'sent' AND repeats < 2;
    """
}

/// Messages by the ids that their authors, receipts and markers have for them.
extension MessageTable {
  /// How many messages with one id of one author are looked at, the newest: the first copy of a repeat is among them.
  private static let mostOfOneID = 50
  /// How many messages without any id are looked at for the archive's copy of one.
  private static let mostNameless = 500
  /// How many people are asked whether they gave an id to a message.
  private static let mostAuthors = 20

  /// Whether a row has a text that others may mean, as ``Schema/namesInOrder`` has it.
  static let saysText = "iif(kind IN ('retraction', 'reactions'), 0, 1)"

  /// By their author's id for them, oldest first: programs that count give it to several.
  /// - Parameter occupantID: who the sender is in a room, whatever they are called there.
  public func messages(
    _ originID: OriginID, chat: JID, sender: JID, occupantID: String? = nil
  ) throws(StorageError) -> [Message] {
    guard let id = try database.chats.find(chat) else { return [] }
    return try database.rows(
      Self.ofOneID, .text(originID.value), .integer(id),
      .text(occupantID ?? sender.description), .integer(Self.mostOfOneID)
    ) { row throws(StorageError) in try Self.read(row, chat: chat) }
  }

  /// The statements that find messages by their names; a test looks at their plans.
  static var lookups: [String] {
    [ofOneID] + Name.allCases.flatMap { [$0.authors, $0.newest, $0.oldest] }
  }

  private static let ofOneID = {
    let kinds = [(0, 0), (0, 1), (1, 0), (1, 1)].map { isMine, saysText in
      """
      SELECT * FROM (SELECT id FROM message WHERE origin_id = ?1 AND is_mine = \(isMine) AND chat = ?2
        AND \(author()) = ?3 AND \(Self.saysText) = \(saysText) ORDER BY anchor DESC, sequence DESC LIMIT ?4)
      """
    }
    return
      "SELECT \(columns) FROM message WHERE id IN (\(kinds.joined(separator: " UNION ALL "))) ORDER BY id"
  }()

  /// The oldest with this text to which neither its sender nor an archive gave an id, among the newest such.
  public func unidentified(text: String, chat: JID, sender: JID) throws(StorageError) -> Message? {
    guard let id = try database.chats.find(chat) else { return nil }
    let row = try database.first(
      """
      SELECT min(id) FROM (SELECT id, coalesce(first_text, text) AS said FROM message INDEXED BY message_nameless
        WHERE chat = ? AND sender = ? AND origin_id IS NULL AND archive_id IS NULL ORDER BY id DESC LIMIT ?)
      WHERE said = ?
      """, .integer(id), .jid(sender), .integer(Self.mostNameless), .text(text)
    ) { $0.optionalInteger(0) }
    guard let row = row ?? nil else { return nil }
    return try message(row)
  }

  /// One of mine, whatever its chat; rather one that this device sends than one of another program's.
  public func mine(_ originID: OriginID) throws(StorageError) -> Message? {
    // Hardly ever more than one: sorting them here is cheaper than a statement that can sort, which each send waits for.
    let found = try all("message.origin_id = ? AND message.is_mine = 1", .text(originID.value))
    func rank(_ message: Message) -> (Int, Int64) {
      let isHere = [.queued, .sending, .failed].contains(message.status)
      return (isHere ? 0 : 1, message.id)
    }
    return found.min { rank($0) < rank($1) }
  }

  /// By the id a receipt or marker names: the origin ID, or the stanza's `id` where they differ. Of several the oldest
  /// with a text: through that at least it was read, and what was read is never taken back.
  public func named(_ id: String, chat: JID, isMine: Bool) throws(StorageError) -> Message? {
    guard let place = try database.chats.find(chat) else { return nil }
    for name in Name.allCases {
      for saysText in [true, false] {
        var oldest: (id: Int64, order: MessageOrder)?
        for author in try authors(of: id, name, in: place, isMine: isMine) {
          let row = try database.first(
            name.oldest, .text(id), .bool(isMine), .integer(place), .text(author), .bool(saysText)
          ) { ($0.integer(0), MessageOrder(anchor: $0.integer(1), sequence: $0.integer(2))) }
          if let row, oldest.map({ row.1 < $0.order }) ?? true { oldest = row }
        }
        if let oldest { return try message(oldest.id) }
      }
    }
    return nil
  }

  // MARK: Meaning

  /// A row that names another.
  struct Naming {
    var row: Int64
    /// The row of its chat.
    var chat: Int64
    var order: MessageOrder
  }

  /// The people whose messages may be meant.
  enum Author {
    case one(String, isMine: Bool)
    /// Anybody's; where a sender is given, what they wrote under that address.
    case any(sender: String?)
  }

  /// The row that another means by an id: of several the newest before it, else the newest.
  /// - Parameters:
  ///   - isBefore: only one before it.
  ///   - mayBeItself: it may have that id itself.
  func meant(
    by id: String, from naming: Naming, author: Author, isBefore: Bool = false,
    mayBeItself: Bool = false
  ) throws(StorageError) -> Int64? {
    for place in isBefore ? [naming.order] : [naming.order, nil] {
      var newest: (id: Int64, order: MessageOrder)?
      for name in Name.allCases {
        for (person, isMine) in try people(author, id, name, in: naming.chat) {
          guard
            let row = try newestRow(
              name, id, in: naming.chat, of: person, isMine: isMine, before: place,
              except: mayBeItself ? nil : naming.row, sender: author.sender),
            newest.map({ $0.order < row.order }) ?? true
          else { continue }
          newest = row
        }
      }
      if let newest { return newest.id }
    }
    return nil
  }

  private func people(
    _ author: Author, _ id: String, _ name: Name, in chat: Int64
  ) throws(StorageError) -> [(String, isMine: Bool)] {
    if case .one(let person, let isMine) = author { return [(person, isMine)] }
    var all: [(String, isMine: Bool)] = []
    for isMine in [false, true] {
      all += try authors(of: id, name, in: chat, isMine: isMine).map { ($0, isMine) }
    }
    return all
  }

  /// The ids that an author may have given: its own, and the stanza's where that differs.
  private enum Name: CaseIterable {
    case origin, stanza

    var authors: String { self == .origin ? Self.originAuthors : Self.stanzaAuthors }
    var newest: String { self == .origin ? Self.newestOrigin : Self.newestStanza }
    var oldest: String { self == .origin ? Self.oldestOrigin : Self.oldestStanza }

    private static let originAuthors = authors("origin_id")
    private static let stanzaAuthors = authors("stanza_id")
    private static let newestOrigin = newest("origin_id")
    private static let newestStanza = newest("stanza_id")
    private static let oldestOrigin = oldest("origin_id")
    private static let oldestStanza = oldest("stanza_id")

    /// Each after the other, however many each has with that id.
    private static func authors(_ column: String) -> String {
      let person = MessageTable.author()
      let theirs = "FROM message WHERE \(column) = ?1 AND is_mine = ?2 AND chat = ?3"
      return """
        WITH RECURSIVE person(author) AS (
          SELECT min(\(person)) \(theirs)
          UNION ALL SELECT (SELECT min(\(person)) \(theirs) AND \(person) > person.author)
          FROM person WHERE person.author IS NOT NULL LIMIT ?4)
        SELECT author FROM person WHERE author IS NOT NULL
        """
    }

    private static func newest(_ column: String) -> String {
      """
      SELECT id, anchor, sequence FROM (SELECT id, anchor, sequence, sender FROM message
        WHERE \(column) = ?1 AND is_mine = ?2 AND chat = ?3 AND \(MessageTable.author()) = ?4
          AND \(MessageTable.saysText) = ?5 AND (anchor, sequence) < (?6, ?7)
        ORDER BY anchor DESC, sequence DESC LIMIT ?8)
      WHERE id <> ?9 AND (?10 IS NULL OR sender = ?10) LIMIT 1
      """
    }

    private static func oldest(_ column: String) -> String {
      """
      SELECT id, anchor, sequence FROM message
      WHERE \(column) = ?1 AND is_mine = ?2 AND chat = ?3 AND \(MessageTable.author()) = ?4
        AND \(MessageTable.saysText) = ?5 ORDER BY anchor, sequence LIMIT 1
      """
    }
  }

  private func authors(
    of id: String, _ name: Name, in chat: Int64, isMine: Bool
  ) throws(StorageError) -> [String] {
    try database.rows(
      name.authors, .text(id), .bool(isMine), .integer(chat), .integer(Self.mostAuthors)
    ) { $0.text(0) }
  }

  private func newestRow(
    _ name: Name, _ id: String, in chat: Int64, of author: String, isMine: Bool,
    before place: MessageOrder? = nil, except row: Int64? = nil,
    sender: String? = nil
  ) throws(StorageError) -> (id: Int64, order: MessageOrder)? {
    let end = place ?? MessageOrder(anchor: .max, sequence: .max)
    return try database.first(
      name.newest, .text(id), .bool(isMine), .integer(chat), .text(author), .bool(true),
      .integer(end.anchor), .integer(end.sequence), .integer(Self.mostOfOneID), .integer(row ?? 0),
      .optional(sender)
    ) { ($0.integer(0), MessageOrder(anchor: $0.integer(1), sequence: $0.integer(2))) }
  }
}

extension MessageTable.Author {
  fileprivate var sender: String? { if case .any(let sender) = self { sender } else { nil } }
}
