public import Model

/// What the server has not confirmed, in the order it was written. The text lives in the message's
/// row alone, so that the two cannot differ; removing the message removes its entry.
public struct OutboxTable {
  let database: Database

  /// What the engine needs besides the entry itself.
  public struct Record: Sendable, Equatable {
    public var entry: OutboxEntry
    /// The row of the message.
    public var message: Int64
    /// The server or the recipient refused it once: being in the archive proves nothing any more (O9).
    public var isRefused: Bool
    /// It has its place in the order of sending, and is never held again.
    public var isReleased: Bool
    /// The user wants it sent now, whatever it waits for.
    public var isUrgent: Bool
    /// How often the server ended the stream with an error while this alone was under way.
    public var suspicions: Int
    /// ``Moment/uptime`` and ``Moment/bootID`` when it was queued: its age by a clock nobody sets (O4).
    public var queuedUptime: Int64
    public var queuedBoot: String
    /// It goes to a room, which confirms it by what all who are there are told.
    public var isGroup: Bool
    /// Its file is not where others can fetch it.
    public var awaitsUpload: Bool
  }

  // MARK: Reading

  /// Oldest first; those of one state or of all.
  public func entries(
    _ state: DeliveryStatus? = nil, limit: Int = .max
  ) throws(StorageError) -> [OutboxEntry] {
    try records(state, limit: limit).map(\.entry)
  }

  /// Entries with what only the engine needs, in order of sending.
  public func records(
    _ state: DeliveryStatus? = nil, limit: Int = .max
  ) throws(StorageError) -> [Record] {
    guard let state else {
      var chats = AddressMemo()
      return try database.rows(
        Self.selection + " ORDER BY outbox.seq LIMIT ?", .integer(limit)
      ) { row throws(StorageError) in
        try Self.read(row, chat: try chats.jid(row, 1))
      }
    }
    // Spelled out: there is an index of what is being sent alone.
    return try database.rows(
      Self.selection + " WHERE outbox.state = '\(state.rawValue)' ORDER BY outbox.seq LIMIT ?",
      .integer(limit), read: Self.read)
  }

  /// Those of one chat, oldest first.
  public func records(of chat: JID) throws(StorageError) -> [Record] {
    try database.rows(
      Self.selection + " WHERE chat.jid = ? ORDER BY outbox.seq", .jid(chat), read: Self.read)
  }

  /// Those of one chat that were handed over and never refused, oldest first; what has failed comes last.
  public func handedOver(to chat: JID, limit: Int) throws(StorageError) -> [Record] {
    guard let chat = try database.chats.find(chat) else { return [] }
    return try database.rows(
      Self.selection
        + " WHERE outbox.chat = ? AND attempts > 0 AND is_refused = 0 ORDER BY state = 'failed', outbox.seq LIMIT ?",
      .integer(chat), .integer(limit), read: Self.read)
  }

  /// The chats with messages that were handed over before and that no server is known to have or to refuse.
  public func chatsInDoubt() throws(StorageError) -> [JID] {
    try database.rows(
      """
      SELECT DISTINCT chat.jid FROM outbox JOIN chat ON chat.id = outbox.chat
      WHERE \(Self.inDoubt) AND chat.kind <> 'room'
      ORDER BY chat.id
      """
    ) { row throws(StorageError) in try row.jid(0) }
  }

  /// Whether a chat has such messages.
  public func isInDoubt(_ chat: JID) throws(StorageError) -> Bool {
    guard let chat = try database.chats.find(chat) else { return false }
    return try database.first(
      "SELECT EXISTS (SELECT 1 FROM outbox WHERE chat = ? AND \(Self.inDoubt))", .integer(chat)
    ) { $0.bool(0) } ?? false
  }

  private static let inDoubt =
    "outbox.state = 'queued' AND outbox.attempts > 0 AND outbox.is_refused = 0"

  /// One entry; `nil` where it is not in the outbox.
  public func record(_ originID: OriginID) throws(StorageError) -> Record? {
    try database.first(
      Self.selection + " WHERE \(Self.named)", .text(originID.value), read: Self.read)
  }

  /// Kept as counters: costs the same however many wait.
  public func counts() throws(StorageError) -> OutboxCounts {
    let numbers = try database.rows("SELECT state, number FROM outbox_count") {
      ($0.text(0), $0.int(1))
    }
    var counts = OutboxCounts()
    for (state, number) in numbers {
      switch DeliveryStatus(rawValue: state) {
      case .queued: counts.queued = number
      case .sending: counts.sending = number
      case .failed: counts.failed = number
      default: counts.held = number
      }
    }
    return counts
  }

  // MARK: Writing

  /// Puts a stored message of mine into the queue, in the order of writing; the policy decides when it is released.
  public func append(
    _ message: Message, state: DeliveryStatus = .queued, at now: Moment
  ) throws(StorageError) {
    precondition(message.originID != nil, "a message of mine has an origin ID")
    try database.execute(
      """
      INSERT INTO outbox(seq, message, chat, state, queued_at, queued_uptime, queued_boot,
        attempts, release)
      VALUES ((SELECT written_sequence FROM message WHERE id = ?1), ?1, ?2, ?3, ?4, ?5, ?6,
        (SELECT coalesce(max(attempt), 0) FROM life WHERE message = ?1),
        iif(?3 = 'queued', 'policy', 'released'))
      """, .integer(message.id), .integer(try database.chats.id(message.chat)),
      .text(state.rawValue), .integer(now.wall.milliseconds),
      .integer(now.uptime), .text(now.bootID))
  }

  /// Stores queued, sending or failed.
  public func setState(_ originID: OriginID, _ state: DeliveryStatus) throws(StorageError) {
    try database.execute(
      "UPDATE outbox SET state = ? WHERE \(Self.named)", .text(state.rawValue),
      .text(originID.value))
  }

  /// It is handed to the network once more.
  public func countAttempt(_ originID: OriginID) throws(StorageError) {
    try database.execute(
      "UPDATE outbox SET state = 'sending', attempts = attempts + 1 WHERE \(Self.named)",
      .text(originID.value))
  }

  /// Remembers the refusal with its entry (rule 5 of the outbox). That the user wanted it sent is done.
  /// - Parameter counts: the message itself was refused, and not what has to go before it.
  public func noteRefusal(
    _ originID: OriginID, _ reason: String, counts: Bool = true
  ) throws(StorageError) {
    try database.execute(
      """
      UPDATE outbox SET is_refused = max(is_refused, ?), last_error = ?, is_urgent = 0
      WHERE \(Self.named)
      """, .integer(counts ? Int64(1) : 0), .text(reason), .text(originID.value))
  }

  /// Keeps in plain words what went wrong last.
  public func noteError(_ originID: OriginID, _ reason: String) throws(StorageError) {
    try database.execute(
      "UPDATE outbox SET last_error = ? WHERE \(Self.named)", .text(reason), .text(originID.value))
  }

  /// Counts that it was alone in flight when the server ended the stream.
  public func noteSuspicion(_ originID: OriginID) throws(StorageError) {
    try database.execute(
      "UPDATE outbox SET suspicions = suspicions + 1 WHERE \(Self.named)", .text(originID.value))
  }

  /// The server confirmed it: the only way out besides removing the message.
  public func remove(_ originID: OriginID) throws(StorageError) {
    try database.execute("DELETE FROM outbox WHERE \(Self.named)", .text(originID.value))
  }

  // MARK: Inside

  /// An entry is that of the message with an id; others may have given theirs the same, but have no entry.
  static let named =
    "outbox.message IN (SELECT id FROM message AS named WHERE named.origin_id = ? AND named.is_mine = 1)"

  static let selection = """
    SELECT outbox.seq, chat.jid, message.origin_id, \(AmendmentTable.subject),
      outbox.state, outbox.attempts, outbox.last_error, outbox.queued_at, outbox.message,
      outbox.is_refused, outbox.suspicions, outbox.queued_uptime, outbox.queued_boot,
      message.refusals, outbox.release = 'released', message.refers_to,
      \(ReplyTable.columns(of: "message")), message.kind, \(AmendmentTable.ownText),
      chat.kind = 'room', EXISTS (SELECT 1 FROM upload WHERE upload.message = outbox.message),
      outbox.is_urgent
    FROM outbox JOIN message ON message.id = outbox.message JOIN chat ON chat.id = outbox.chat
    """

  static func read(_ row: Row) throws(StorageError) -> Record {
    try read(row, chat: try row.jid(1))
  }

  private static func read(_ row: Row, chat: JID) throws(StorageError) -> Record {
    let entry = OutboxEntry(
      sequence: row.integer(0), chat: chat, originID: OriginID(row.text(2)),
      text: row.text(3), state: try row.word(4, as: DeliveryStatus.self), attempts: row.int(5),
      refusals: row.int(13),
      lastError: row.optionalText(6), queuedAt: Timestamp(milliseconds: row.integer(7)),
      amendment: AmendmentTable.read(row, kind: 19, target: 15, text: 20),
      replyTo: ReplyTable.read(row, from: 16))
    return Record(
      entry: entry, message: row.integer(8), isRefused: row.bool(9),
      isReleased: row.bool(14), isUrgent: row.bool(23), suspicions: row.int(10),
      queuedUptime: row.integer(11),
      queuedBoot: row.text(12), isGroup: row.bool(21),
      awaitsUpload: row.bool(22))
  }
}

extension Database {
  /// What the server has not confirmed.
  public var outbox: OutboxTable { OutboxTable(database: self) }
}

/// Takes an address apart once for rows that follow each other: reading a long queue is mostly that.
private struct AddressMemo {
  private var last: (text: String, jid: JID)?

  mutating func jid(_ row: Row, _ column: Int32) throws(StorageError) -> JID {
    let text = row.text(column)
    if let last, last.text == text { return last.jid }
    let jid = try row.jid(column)
    last = (text, jid)
    return jid
  }
}
