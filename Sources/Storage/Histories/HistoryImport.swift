public import Model

/// Takes messages of a file into an account's chats, the newest of a chat first: then a search finds them in that order.
/// Whoever calls holds the account's lock.
public final class HistoryImport {
  /// Messages of one transaction.
  public static let batch = 1_000

  private let database: Database
  private let me: JID
  /// What is later is no time that can be.
  private let now: Timestamp
  public private(set) var report = ImportReport()
  private var waiting: [ImportedMessage] = []
  /// Sequences count down, because the newest comes first.
  private var turns: Range<Int64> = 0..<0
  /// Messages of these can be recognised by their time.
  private var known: Set<JID> = []
  private var nicks: [JID: String?] = [:]
  /// The newest time of what is new, by the rows of its chats.
  private var newest: [Int64: Int64] = [:]

  /// - Parameters:
  ///   - me: the account's bare address.
  ///   - now: by this computer's clock.
  public init(into database: Database, me: JID, now: Timestamp) throws(StorageError) {
    (self.database, self.me, self.now) = (database, me.bare, now)
    try database.run(script: Self.temporary)
  }

  /// What is here of a chat by its time, and what of that an imported message was found to be: of two that say the same
  /// within seconds each is one.
  private static let temporary = """
    CREATE TEMP TABLE IF NOT EXISTS import_known (
      chat INTEGER, time INTEGER, id INTEGER, PRIMARY KEY (chat, time, id)) WITHOUT ROWID;
    CREATE TEMP TABLE IF NOT EXISTS import_claimed (id INTEGER PRIMARY KEY);
    DELETE FROM import_known;
    DELETE FROM import_claimed;
    """

  /// What I am called in a group here; `nil` where I am in it no more.
  public func nick(in room: JID) throws(StorageError) -> String? {
    if let known = nicks[room] { return known }
    let nick = try database.rooms.nick(room)
    nicks[room] = .some(nick)
    return nick
  }

  /// It is in the file, and is not taken over.
  public func leave(_ why: LeftOut) { report.leave(why) }

  /// Takes one over, at the latest in ``finish()``.
  public func add(_ message: ImportedMessage) throws(StorageError) {
    waiting.append(message)
    if waiting.count >= Self.batch { try store() }
  }

  /// Takes over what waits, and puts all that was taken over where its time says.
  public func finish() throws(StorageError) {
    try store()
    while let chat = try database.imports.unsettled() {
      var progress: ImportTable.Progress? = .init()
      while progress != nil {
        try database.transaction { () throws(StorageError) in
          _ = try database.imports.settle(chat, &progress)
        }
        database.foldLog()
      }
      try database.transaction { () throws(StorageError) in
        try database.chats.refreshSummary(chat)
      }
    }
  }

  // MARK: A batch

  private func store() throws(StorageError) {
    guard !waiting.isEmpty else { return }
    let (before, knownBefore) = (report, known)
    do {
      try database.transaction { () throws(StorageError) in
        for message in waiting { try take(message) }
        for (chat, time) in newest.sorted(by: { $0.key < $1.key }) { try note(time, in: chat) }
        for chat in Set(waiting.map(\.chat)).sorted() {
          try database.chats.refreshSummary(chat)
        }
        _ = try database.search.extend(by: Self.batch)
        _ = try database.search.join(pages: 64)
      }
    } catch {
      (report, known, newest) = (before, knownBefore, [:])
      throw error
    }
    (waiting, newest) = ([], [:])
    database.foldLog()
  }

  private func take(_ message: ImportedMessage) throws(StorageError) {
    if let why = reason(against: message) { return leave(why) }
    let kind: Chat.Kind =
      message.isRoom
      ? .room : message.chat == me ? .notes : message.chat.isOccupant ? .occupant : .direct
    try database.chats.ensure(message.chat, kind: kind)
    let chat = try database.chats.id(message.chat)
    guard try isRoom(chat) == message.isRoom else { return leave(.otherKind) }
    var message = message
    if try isTaken(message, by: chat) { message.archiveID = nil }
    let isMessage = message.amendment == nil
    if isMessage { report.read += 1 }
    report.chats.insert(message.chat)
    if try isKnown(message, in: chat) { return }
    let covered = try database.tombstones.covers(
      message.archiveID, message.isMine ? message.originID : nil, chat: message.chat)
    guard !covered else { return leave(.removed) }
    try insert(message, in: chat)
    if isMessage { report.new += 1 }
  }

  private func reason(against message: ImportedMessage) -> LeftOut? {
    let time = message.time.milliseconds
    guard time > 0, time < now.milliseconds + Keep.day else { return .noTime }
    let length = message.content.text.utf8.count
    if length > Self.longest { return .tooLong }
    let isEmpty = length == 0 && message.deletedAt == nil && message.amendment?.isText ?? true
    return isEmpty ? .noText : nil
  }

  /// Bytes; as much as is taken from a server.
  private static let longest = 256 * 1_024

  private func isRoom(_ chat: Int64) throws(StorageError) -> Bool {
    try database.first("SELECT kind = 'room' FROM chat WHERE id = ?", .integer(chat)) {
      $0.bool(0)
    } ?? false
  }

  // MARK: What is here already

  /// Another message has its id in the archive: one of the two is wrong, and the one that is here stays.
  private func isTaken(_ message: ImportedMessage, by chat: Int64) throws(StorageError) -> Bool {
    guard let id = message.archiveID,
      let other = try database.messages.message(id, in: message.isRoom ? message.chat : nil)
    else { return false }
    return other.chat != message.chat || other.sender != message.sender
  }

  private func isKnown(_ message: ImportedMessage, in chat: Int64) throws(StorageError) -> Bool {
    if let id = message.archiveID,
      try database.messages.message(id, in: message.isRoom ? message.chat : nil) != nil
    {
      return true
    }
    if let id = message.originID, let row = try row(named: id, like: message, in: chat) {
      return try claim(row)
    }
    if let amendment = message.amendment, try isKnown(amendment, of: message, in: chat) {
      return true
    }
    guard message.amendment == nil else { return false }
    try learnTimes(of: message.chat, chat)
    guard let row = try row(at: message.time, like: message, in: chat) else { return false }
    return try claim(row)
  }

  private func claim(_ row: Int64) throws(StorageError) -> Bool {
    try database.execute("INSERT OR IGNORE INTO import_claimed(id) VALUES (?)", .integer(row))
    return true
  }

  /// An id that is counted to says nothing without the text.
  private func row(
    named id: OriginID, like message: ImportedMessage, in chat: Int64
  ) throws(StorageError) -> Int64? {
    try database.first(
      """
      SELECT id FROM message WHERE id IN (
          SELECT id FROM message AS one WHERE one.origin_id = ?1 AND one.is_mine = ?3 AND one.chat = ?2 UNION ALL
          SELECT id FROM message AS one WHERE one.stanza_id = ?1 AND one.is_mine = ?3 AND one.chat = ?2)
        AND sender = ?4
        AND (?5 OR coalesce(first_text, text) = ?6 OR is_erased = 1)
        AND (?5 OR id NOT IN (SELECT id FROM import_claimed)) LIMIT 1
      """, .text(id.value), .integer(chat), .bool(message.isMine), .jid(message.sender),
      .bool(id.isUnguessable), .text(message.content.text)
    ) { $0.integer(0) }
  }

  private func isKnown(
    _ amendment: Amendment, of message: ImportedMessage, in chat: Int64
  ) throws(StorageError) -> Bool {
    try database.first(
      """
      SELECT 1 FROM message WHERE chat = ? AND refers_to = ? AND kind = ? AND sender = ?
        AND coalesce(first_text, text) = ? LIMIT 1
      """, .integer(chat), .text(amendment.target), .text(amendment.kind.rawValue),
      .jid(message.sender), .text(message.content.text)
    ) { _ in true } ?? false
  }

  private func learnTimes(of jid: JID, _ chat: Int64) throws(StorageError) {
    guard known.insert(jid).inserted else { return }
    try database.execute(
      """
      INSERT INTO import_known(chat, time, id)
        SELECT chat, coalesce(server_time, written_at), id FROM message
        WHERE chat = ? AND kind = 'text'
      """, .integer(chat))
  }

  /// The nearest that the same person said in the same words at that time, or that was deleted since, and that has no
  /// other id.
  private func row(
    at time: Timestamp, like message: ImportedMessage, in chat: Int64
  ) throws(StorageError) -> Int64? {
    try database.first(
      """
      SELECT message.id FROM import_known JOIN message ON message.id = import_known.id
      WHERE import_known.chat = ?1
        AND import_known.time BETWEEN ?2 - \(ImportTable.tolerance) AND ?2 + \(ImportTable.tolerance)
        AND is_mine = ?3 AND sender = ?4
        AND (coalesce(first_text, text) = ?5 OR text = ?5 OR is_erased = 1)
        AND (?6 IS NULL OR origin_id IS NULL OR NOT ?7)
        AND (?8 IS NULL OR archive_id IS NULL)
        AND message.id NOT IN (SELECT id FROM import_claimed)
      ORDER BY abs(import_known.time - ?2), message.id LIMIT 1
      """, .integer(chat), .integer(time.milliseconds), .bool(message.isMine),
      .jid(message.sender), .text(message.content.text), .optional(message.originID?.value),
      .bool(message.originID?.isUnguessable ?? false), .optional(message.archiveID?.value)
    ) { $0.integer(0) }
  }

  // MARK: What is new

  private func insert(_ message: ImportedMessage, in chat: Int64) throws(StorageError) {
    try database.execute(
      """
      INSERT INTO message(chat, sender, is_mine, origin_id, stanza_id, archive_id, text, written_at,
        status, anchor, sequence, written_sequence, archive, is_guessed, is_imported)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11, ?12, \(ImportTable.byTime), 1)
      """, .integer(chat), .jid(message.sender), .bool(message.isMine),
      .optional(message.originID?.value),
      .optional(message.isRoom ? message.archiveID?.value : nil),
      .optional(message.archiveID?.value),
      .text(message.deletedAt == nil ? message.content.text : ""),
      .integer(message.time.milliseconds),
      .optional(message.isMine ? message.status.rawValue : nil),
      .integer(MessageOrder.imported + message.time.milliseconds), .integer(try sequence()),
      .archive(message.isRoom ? message.chat : nil))
    let id = database.lastInsertedID
    if let code = message.content.code, message.deletedAt == nil {
      try database.execute(
        "UPDATE message SET content = ? WHERE id = ?", .text(code), .integer(id))
    }
    if let amendment = message.amendment { try database.amendments.note(amendment, id) }
    if let target = message.replyTo { try database.replies.note(target, id) }
    if let time = message.deletedAt {
      try database.execute(
        "UPDATE message SET retracted_at = ?, is_erased = 1 WHERE id = ?",
        .integer(time.milliseconds), .integer(id))
    }
    _ = try database.amendments.resolve(id)
    _ = try database.replies.resolve(id)
    // Ids that are counted to come again in one file.
    if message.originID?.isUnguessable == false { _ = try claim(id) }
    newest[chat] = max(newest[chat] ?? .min, message.time.milliseconds)
  }

  private func sequence() throws(StorageError) -> Int64 {
    if let last = turns.popLast() { return last }
    turns = try database.messages.reserveTurns(Self.block)
    return try sequence()
  }

  /// More than a file has messages.
  private static let block: Int64 = 1 << 32

  private func note(_ newest: Int64, in chat: Int64) throws(StorageError) {
    try database.execute(
      """
      INSERT INTO import(chat, newest) VALUES (?1, ?2) ON CONFLICT(chat) DO UPDATE
      SET newest = max(newest, ?2), is_settled = 0
      """, .integer(chat), .integer(newest))
    try database.purges.begin(below: chat)
  }
}
