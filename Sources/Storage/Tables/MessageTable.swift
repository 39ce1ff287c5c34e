public import Model

/// All messages of all chats: one row per (chat, origin ID, sender), and per id of an archive.
public struct MessageTable {
  let database: Database

  /// A message to be inserted; its sequence is given by the table.
  public struct New {
    public var message: Message
    /// The stanza's `id` where it differs from the origin ID: receipts and markers name it.
    public var stanzaID: String?
    public var isMarkable: Bool
    /// Who wrote it in a room, whatever they are called there (XEP-0421).
    public var occupantID: String?
    /// One of ``MessageTable/reserveTurns(_:)``; `nil` for the next.
    public var turn: Int64?

    public init(
      _ message: Message, stanzaID: String? = nil, isMarkable: Bool = false,
      occupantID: String? = nil
    ) {
      self.message = message
      self.stanzaID = stanzaID
      self.occupantID = occupantID
      self.isMarkable = isMarkable
    }
  }

  // MARK: Reading

  /// The newest `limit` messages, or those next before `order`; oldest first.
  public func page(
    _ chat: JID, before order: MessageOrder? = nil, limit: Int
  ) throws(StorageError) -> [Message] {
    guard let id = try database.chats.find(chat) else { return [] }
    let end = order ?? MessageOrder(anchor: .max, sequence: .max)
    let rows = try database.rows(
      """
      SELECT \(Self.columns) FROM message WHERE chat = ? AND amends IS NULL AND (anchor, sequence) < (?, ?)
      ORDER BY anchor DESC, sequence DESC LIMIT ?
      """, .integer(id), .integer(end.anchor), .integer(end.sequence), .integer(limit)
    ) { row throws(StorageError) in try Self.read(row, chat: chat) }
    return rows.reversed()
  }

  /// The first `limit` messages at or after `order`, oldest first.
  public func page(
    _ chat: JID, from order: MessageOrder, limit: Int
  ) throws(StorageError) -> [Message] {
    guard let id = try database.chats.find(chat) else { return [] }
    return try database.rows(
      """
      SELECT \(Self.columns) FROM message WHERE chat = ? AND amends IS NULL AND (anchor, sequence) >= (?, ?)
      ORDER BY anchor, sequence LIMIT ?
      """, .integer(id), .integer(order.anchor), .integer(order.sequence), .integer(limit)
    ) { row throws(StorageError) in try Self.read(row, chat: chat) }
  }

  /// Where the first message at or after a time stands, `nil` where there is none. Found by halving: places
  /// follow the server's clock, and a chat may be long.
  public func place(_ chat: JID, since time: Timestamp) throws(StorageError) -> MessageOrder? {
    guard let id = try database.chats.find(chat) else { return nil }
    let ends = try database.first(
      """
      SELECT (SELECT min(anchor) FROM message WHERE chat = ?1), max(anchor) FROM message WHERE chat = ?1
      """, .integer(id)
    ) { (low: $0.integer(0), high: $0.integer(1)) }
    guard let ends else { return nil }
    var (low, high) = ends
    while low < high {
      let middle = low &+ Int64(UInt64(bitPattern: high &- low) / 2)
      guard let first = try first(in: id, from: middle, since: nil) else { break }
      if first.time < time.milliseconds, first.order.anchor < high {
        low = max(first.order.anchor, middle) + 1
      } else {
        high = middle
      }
    }
    return try first(in: id, from: low, since: time)?.order
  }

  private func first(
    in chat: Int64, from anchor: Int64, since time: Timestamp?
  ) throws(StorageError) -> (order: MessageOrder, time: Int64)? {
    try database.first(
      """
      SELECT anchor, sequence, coalesce(server_time, written_at) FROM message
      WHERE chat = ?1 AND anchor >= ?2 AND coalesce(server_time, written_at) >= ?3 AND amends IS NULL
      ORDER BY anchor, sequence LIMIT 1
      """, .integer(chat), .integer(anchor), .integer(time?.milliseconds ?? .min)
    ) { (MessageOrder(anchor: $0.integer(0), sequence: $0.integer(1)), $0.integer(2)) }
  }

  /// All that is stored of a chat, in its order and as of one moment. `body` must not touch the database.
  public func forEach(
    in chat: JID, _ body: (Message) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard let id = try database.chats.find(chat) else { return }
    _ = try database.rows(
      "SELECT \(Self.columns) FROM message WHERE chat = ? AND amends IS NULL ORDER BY anchor, sequence",
      .integer(id)
    ) { row throws(StorageError) in try body(try Self.read(row, chat: chat)) }
  }

  /// The message of a row; `nil` where there is none.
  public func message(_ id: Int64) throws(StorageError) -> Message? {
    try one("message.id = ?", .integer(id))
  }

  /// By the id of an archive, the account's own or a room's.
  public func message(
    _ archiveID: ArchiveID, in archive: JID? = nil
  ) throws(StorageError) -> Message? {
    try one(
      "message.archive = ? AND message.archive_id = ?", .archive(archive), .text(archiveID.value))
  }

  /// Who wrote a row: what a room says of that, else the sender's address. Reactions are indexed by these words.
  static func author(_ row: String = "") -> String {
    "coalesce(\(row)occupant_id, \(row)sender)"
  }

  /// The newest of the others' messages at or before a place.
  public func newestIncoming(
    _ chat: JID, through order: MessageOrder
  ) throws(StorageError) -> Message? {
    try one(
      """
      chat.jid = ? AND message.is_mine = 0 AND message.amends IS NULL
      AND (message.anchor, message.sequence) <= (?, ?) ORDER BY message.anchor DESC, message.sequence DESC LIMIT 1
      """, .jid(chat), .integer(order.anchor), .integer(order.sequence))
  }

  /// The id by which a marker names the newest message of others between two places that takes markers; the first
  /// is left out.
  /// - Parameter isRoom: there it is the room's, else the sender's.
  public func newestMarkable(
    in jid: JID, isRoom: Bool, after: MessageOrder, through order: MessageOrder
  ) throws(StorageError) -> String? {
    guard let chat = try database.chats.find(jid) else { return nil }
    let name = isRoom ? "archive_id" : "coalesce(stanza_id, origin_id)"
    return try database.first(
      """
      SELECT \(name) FROM message WHERE chat = ?1 AND is_mine = 0 AND amends IS NULL
      AND (anchor, sequence) > (?2, ?3) AND (anchor, sequence) <= (?4, ?5)
      AND is_markable = 1 AND \(name) IS NOT NULL
      ORDER BY anchor DESC, sequence DESC LIMIT 1
      """, .integer(chat), .integer(after.anchor), .integer(after.sequence),
      .integer(order.anchor), .integer(order.sequence)
    ) { $0.text(0) }
  }

  /// The row of the newest message of a chat that is not waiting to be sent; `nil` where there is none.
  public func newestRow(in chat: JID) throws(StorageError) -> Int64? {
    guard let id = try database.chats.find(chat) else { return nil }
    return try database.first(
      """
      SELECT id FROM message WHERE chat = ? AND amends IS NULL AND anchor < ?
      ORDER BY anchor DESC, sequence DESC LIMIT 1
      """, .integer(id), .integer(MessageOrder.unsent)
    ) { $0.integer(0) }
  }

  /// The id that a receipt for this message has to name.
  public func receiptID(_ id: Int64) throws(StorageError) -> String? {
    try database.first(
      "SELECT coalesce(stanza_id, origin_id) FROM message WHERE id = ?", .integer(id)
    ) {
      $0.optionalText(0)
    } ?? nil
  }

  /// Mine that the peer is not known to have read, at or before a place; oldest first.
  public func unreadThere(
    _ chat: JID, through order: MessageOrder
  ) throws(StorageError) -> [Message] {
    guard let id = try database.chats.find(chat) else { return [] }
    return try database.rows(
      """
      SELECT \(Self.columns) FROM message WHERE chat = ? AND status IN ('sent', 'delivered')
      AND is_mine = 1 AND (anchor, sequence) <= (?, ?) AND anchor >= \(MessageOrder.importedEnd)
      AND is_guessed <> \(ImportTable.byTime) ORDER BY anchor, sequence
      """, .integer(id), .integer(order.anchor), .integer(order.sequence)
    ) { row throws(StorageError) in try Self.read(row, chat: chat) }
  }

  // MARK: Writing

  /// Returns the stored message with its id and sequence.
  public func insert(_ new: New) throws(StorageError) -> Message {
    var message = new.message
    let chat = try database.chats.id(message.chat)
    if let turn = new.turn {
      message.order.sequence = turn
    } else {
      message.order.sequence = try nextSequence()
    }
    let after = message.order.anchor == MessageOrder.unsent ? try last(chat) : nil
    try database.execute(
      """
      INSERT INTO message(chat, sender, is_mine, origin_id, stanza_id, archive_id, text, written_at,
        server_time, status, failure, anchor, sequence, written_after, is_markable,
        written_sequence, archive)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
        (SELECT iif(kind = 'room', jid, '') FROM chat WHERE id = ?1))
      """, .integer(chat), .jid(message.sender), .bool(message.isMine),
      .optional(message.originID?.value), .optional(new.stanzaID),
      .optional(message.archiveID?.value), .text(message.text),
      .integer(message.writtenAt.milliseconds), .optional(message.serverTime?.milliseconds),
      .optional(message.status?.rawValue), .optional(message.failure),
      .integer(message.order.anchor), .integer(message.order.sequence), .optional(after),
      .bool(new.isMarkable), .integer(message.order.sequence))
    message.id = database.lastInsertedID
    if let occupant = new.occupantID {
      try database.execute(
        "UPDATE message SET occupant_id = ? WHERE id = ?", .text(occupant), .integer(message.id))
    }
    try noteContent(of: message)
    if let amendment = message.amendment { try database.amendments.note(amendment, message.id) }
    if let target = message.replyTo { try database.replies.note(target, message.id) }
    return message
  }

  /// Stores a status that ``Model/DeliveryStatus/canBecome(_:because:)`` has allowed.
  public func setStatus(
    _ id: Int64, _ status: DeliveryStatus, failure: String? = nil
  ) throws(StorageError) {
    try database.execute(
      "UPDATE message SET status = ?, failure = ? WHERE id = ?", .text(status.rawValue),
      .optional(failure), .integer(id))
  }

  /// Changes what a message of mine says that is not sent.
  public func setText(_ id: Int64, _ text: String) throws(StorageError) {
    try database.execute(
      """
      UPDATE message SET text = iif(first_text IS NULL, ?1, text),
        first_text = iif(first_text IS NULL, NULL, ?1) WHERE id = ?2
      """, .text(text), .integer(id))
  }

  /// Whether it is for me, in a room.
  public func setMention(_ id: Int64, _ isMention: Bool) throws(StorageError) {
    try database.execute(
      "UPDATE message SET is_mention = ?1 WHERE id = ?2 AND is_mention <> ?1", .bool(isMention),
      .integer(id))
  }

  /// What the server told of it; what is known already stays. In a room others name it by its archive's id.
  public func learn(
    _ id: Int64, archiveID: ArchiveID?, serverTime: Timestamp?
  ) throws(StorageError) {
    try database.execute(
      """
      UPDATE message SET archive_id = coalesce(archive_id, ?1),
        stanza_id = iif(archive = '', stanza_id, coalesce(archive_id, ?1)),
        server_time = coalesce(?2, server_time) WHERE id = ?3
      """, .optional(archiveID?.value), .optional(serverTime?.milliseconds), .integer(id))
  }

  /// What was written after it hangs on the one before it from now on.
  public func remove(_ id: Int64) throws(StorageError) {
    try unhang(id)
    try database.execute("DELETE FROM message WHERE id = ?", .integer(id))
  }

  // MARK: Inside

  static let columns = """
    message.id, message.sender, message.is_mine, message.origin_id, message.archive_id,
    message.text, message.written_at, message.server_time, message.status, message.failure,
    message.anchor, message.sequence, message.refers_to, message.first_text, message.edits,
    message.edited_at, message.edit_id, message.edit_status, message.edit_failure,
    \(ReplyTable.columns(of: "message")), \(ReplyTable.storedColumns),
    message.kind, message.retracted_at, message.retract_id, message.retract_status,
    message.retract_failure, message.is_erased, \(ReactionTable.column), message.content,
    message.removed_by, message.removal_reason
    """

  /// The same with the beginning of the text alone: what a list shows of a message, and keeps for each chat (Z4).
  static let shortColumns = columns.split(separator: "message.text").joined(
    separator: "substr(message.text, 1, 200)"
  ).split(separator: "message.first_text").joined(separator: "NULL")
    .replacing(ReactionTable.column, with: "NULL")

  /// How many ``columns`` are.
  static let columnCount: Int32 = 35

  /// Reads ``columns`` that begin at column `start`.
  static func read(_ row: Row, chat: JID, from start: Int32 = 0) throws(StorageError) -> Message {
    let sender = row.text(start + 1)
    let isPeer = sender == chat.description
    var message = Message(
      id: row.integer(start), chat: chat, sender: isPeer ? chat : try row.jid(start + 1),
      isMine: row.bool(start + 2), originID: row.optionalText(start + 3).map(OriginID.init),
      archiveID: row.optionalText(start + 4).map(ArchiveID.init),
      content: Message.Content(code: row.optionalText(start + 32), text: row.text(start + 5)),
      writtenAt: Timestamp(milliseconds: row.integer(start + 6)),
      serverTime: row.optionalInteger(start + 7).map(Timestamp.init(milliseconds:)),
      status: row.isNull(start + 8) ? nil : try row.word(start + 8, as: DeliveryStatus.self),
      failure: row.optionalText(start + 9),
      order: MessageOrder(anchor: row.integer(start + 10), sequence: row.integer(start + 11)),
      amendment: AmendmentTable.read(row, kind: start + 25, target: start + 12, text: start + 5))
    message.firstText = row.optionalText(start + 13)
    message.edit = try edit(row, from: start + 14)
    message.replyTo = try ReplyTable.readWhole(row, from: start + 19)
    if var retraction = try retraction(row, from: start + 26) {
      retraction.removal = row.optionalText(start + 34).map {
        Removal(by: row.optionalText(start + 33), reason: $0)
      }
      message.retract(retraction)
    }
    if !message.isDeleted { message.reactions = try ReactionTable.read(row, from: start + 31) }
    return message
  }

  private static func edit(_ row: Row, from start: Int32) throws(StorageError) -> Message.Edit? {
    guard let at = row.optionalInteger(start + 1) else { return nil }
    return Message.Edit(
      isApplied: row.bool(start), at: Timestamp(milliseconds: at),
      pending: try pending(row, from: start + 2))
  }

  private static func retraction(
    _ row: Row, from start: Int32
  ) throws(StorageError) -> Message.Retraction? {
    guard let at = row.optionalInteger(start) else { return nil }
    return Message.Retraction(
      at: Timestamp(milliseconds: at), pending: try pending(row, from: start + 1),
      isErased: row.bool(start + 4))
  }

  private static func pending(
    _ row: Row, from start: Int32
  ) throws(StorageError) -> Message.Pending? {
    guard let id = row.optionalText(start) else { return nil }
    return Message.Pending(
      originID: OriginID(id), status: try row.word(start + 1, as: DeliveryStatus.self),
      failure: row.optionalText(start + 2))
  }

  func one(
    _ condition: String, _ values: SQLValue...
  ) throws(StorageError) -> Message? {
    try database.first(Self.selection(condition), values, read: Self.readWithChat)
  }

  func all(
    _ condition: String, _ values: SQLValue...
  ) throws(StorageError) -> [Message] {
    try database.rows(Self.selection(condition), values, read: Self.readWithChat)
  }

  private static func selection(_ condition: String) -> String {
    """
    SELECT chat.jid, \(columns) FROM message JOIN chat ON chat.id = message.chat
    WHERE \(condition)
    """
  }

  private static func readWithChat(_ row: Row) throws(StorageError) -> Message {
    try read(row, chat: try row.jid(0), from: 1)
  }

  func nextSequence() throws(StorageError) -> Int64 {
    // Not RETURNING, for which SQLite makes a table of its own each time.
    try database.execute("UPDATE message_sequence SET value = value + 1")
    return try database.first("SELECT value FROM message_sequence") { $0.integer(0) } ?? 0
  }

  /// Turns, in a row, that are given to nothing else.
  public func reserveTurns(_ count: Int64) throws(StorageError) -> Range<Int64> {
    let last = try database.first(
      "UPDATE message_sequence SET value = value + ? RETURNING value", .integer(count)
    ) { $0.integer(0) }
    let end = (last ?? 0) + 1
    return end - count..<end
  }

  /// The newest of the chat, waiting ones included.
  private func last(_ chat: Int64) throws(StorageError) -> Int64? {
    try database.first(
      "SELECT id FROM message WHERE chat = ? ORDER BY anchor DESC, sequence DESC LIMIT 1",
      .integer(chat)
    ) { $0.integer(0) }
  }
}

extension Database {
  /// The messages of all chats.
  public var messages: MessageTable { MessageTable(database: self) }
}
