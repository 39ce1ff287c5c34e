public import Model

/// Messages whose place in the archive is not known, or only guessed.
extension MessageTable {
  /// Those that the server has, and whose place is not known, oldest first.
  /// - Parameter archive: the account's own, or a room's.
  public func unplaced(in archive: JID?, limit: Int) throws(StorageError) -> [Int64] {
    try database.rows(
      """
      SELECT id FROM message INDEXED BY message_unplaced WHERE anchor = \(MessageOrder.unplaced)
        AND coalesce(status, '') <> 'failed' AND archive = ? ORDER BY id LIMIT ?
      """, .archive(archive), .integer(limit)
    ) { $0.integer(0) }
  }

  /// The same with those of mine that the archive did not have when it was asked, and that may go again.
  public func expected(
    in archive: JID? = nil, limit: Int
  ) throws(StorageError) -> [Int64] {
    try database.rows(
      """
      SELECT id FROM message INDEXED BY message_unplaced WHERE anchor = \(MessageOrder.unplaced)
        AND coalesce(status, '') <> 'failed' AND archive = ?1
      UNION SELECT * FROM (SELECT id FROM message INDEXED BY message_unknown
        WHERE is_guessed = 1 AND is_mine = 1 AND archive_id IS NULL
          AND status = 'sent' AND repeats < 2 AND archive = ?1
          AND EXISTS (SELECT 1 FROM life WHERE life.message = message.id AND what = 'written')
        ORDER BY id LIMIT ?2)
      ORDER BY id LIMIT ?2
      """, .archive(archive), .integer(limit)
    ) { $0.integer(0) }
  }

  /// The oldest place after a position that is only as good as the time of arrival.
  public func oldestGuess(
    in archive: JID? = nil, after position: Int64
  ) throws(StorageError) -> Int64? {
    try database.first(
      """
      SELECT anchor FROM message WHERE is_guessed = 1 AND anchor > ? AND archive = ?
      ORDER BY anchor LIMIT 1
      """, .integer(position), .archive(archive)
    ) { $0.integer(0) }
  }

  /// The newest in a chat that its server has told of or taken, and when it was here, by this computer's clock; `nil`
  /// where there is none.
  public func newestHeard(in jid: JID) throws(StorageError) -> (row: Int64, at: Timestamp)? {
    guard let chat = try database.chats.find(jid) else { return nil }
    return try database.first(
      """
      SELECT id, written_at FROM message WHERE chat = ? AND anchor <= \(MessageOrder.unplaced)
        AND amends IS NULL AND coalesce(status, 'sent') NOT IN ('queued', 'sending', 'failed')
      ORDER BY anchor DESC, sequence DESC LIMIT 1
      """, .integer(chat)
    ) { ($0.integer(0), Timestamp(milliseconds: $0.integer(1))) }
  }

  /// Of the newest in a chat those that came here since a time.
  public func heard(
    in jid: JID, since time: Timestamp, among count: Int
  ) throws(StorageError) -> [Int64] {
    guard let chat = try database.chats.find(jid) else { return [] }
    return try database.rows(
      """
      SELECT id FROM (SELECT id, written_at FROM message WHERE chat = ?
        AND anchor <= \(MessageOrder.unplaced) ORDER BY anchor DESC, sequence DESC LIMIT ?)
      WHERE written_at >= ?
      """, .integer(chat), .integer(count), .integer(time.milliseconds)
    ) { $0.integer(0) }
  }

  /// The newest place in its chat among those that were here before a message; of mine, which may have been sent
  /// after it, only where it is mine as well, or the others tell nothing.
  public func newestPlace(before message: Message) throws(StorageError) -> Int64? {
    if let place = try newestPlace(before: message, orMine: message.isMine) { return place }
    return message.isMine ? nil : try newestPlace(before: message, orMine: true)
  }

  private func newestPlace(
    before message: Message, orMine isMine: Bool
  ) throws(StorageError) -> Int64? {
    guard let chat = try database.chats.find(message.chat) else { return nil }
    return try database.first(
      """
      SELECT anchor FROM message WHERE chat = ? AND anchor < \(MessageOrder.unplaced)
        AND is_mine <= ? AND written_sequence < (SELECT written_sequence FROM message WHERE id = ?)
      ORDER BY anchor DESC LIMIT 1
      """, .integer(chat), .bool(isMine), .integer(message.id)
    ) { $0.integer(0) }
  }

  /// The first certain place of what others wrote in the message's chat and was stored after it, up to a row.
  public func firstPlaceStored(after id: Int64, through row: Int64) throws(StorageError) -> Int64? {
    try database.first(
      """
      SELECT min(anchor) FROM message WHERE id > ?1 AND id <= ?2 AND is_mine = 0
        AND is_guessed = 0 AND anchor < \(MessageOrder.unplaced)
        AND chat = (SELECT chat FROM message WHERE id = ?1)
      """, .integer(id), .integer(row)
    ) { $0.optionalInteger(0) } ?? nil
  }

  /// The row of the message that was stored last; 0 where there is none.
  public func newestRow() throws(StorageError) -> Int64 {
    try database.first("SELECT max(id) FROM message") { $0.integer(0) } ?? 0
  }

  /// Whether a message up to a row is certainly in the account's archive, but its place there is not known.
  public func awaitsPlace(through row: Int64) throws(StorageError) -> Bool {
    try database.first(
      """
      SELECT 1 FROM message WHERE anchor = \(MessageOrder.unplaced) AND id <= ? AND archive = ''
        AND (archive_id IS NOT NULL OR (is_mine = 1 AND status <> 'failed')) LIMIT 1
      """, .integer(row)
    ) { _ in true } ?? false
  }

  /// The first place in a chat, before a position, of what its server had after a time (milliseconds since 1970).
  public func firstPlace(
    in chat: JID, before position: Int64, since time: Int64
  ) throws(StorageError) -> Int64? {
    guard let chat = try database.chats.find(chat) else { return nil }
    // Of the last screens before it: what is missing is young.
    return try database.first(
      """
      SELECT min(anchor) FROM (
        SELECT anchor, server_time FROM message WHERE chat = ? AND anchor < ? AND anchor > 0
        ORDER BY anchor DESC LIMIT 200)
      WHERE server_time > ?
      """, .integer(chat), .integer(position), .integer(time)
    ) { $0.optionalInteger(0) } ?? nil
  }

  /// The first place in its chat of what was written here after one that was written here: the server got them in
  /// that order, where the one was handed over once and never given up.
  public func firstPlaceWritten(after id: Int64) throws(StorageError) -> Int64? {
    try database.first(
      """
      SELECT min(later.anchor) FROM message JOIN (
        SELECT * FROM message WHERE chat = (SELECT chat FROM message WHERE id = ?1)
          AND anchor < \(MessageOrder.unplaced) ORDER BY anchor DESC LIMIT 200) AS later
      WHERE message.id = ?1 AND message.is_mine = 1 AND message.refusals = 0 AND message.repeats = 0
        AND later.written_sequence > message.written_sequence AND later.is_mine = 1
        AND later.is_guessed = 0 AND later.status <> 'failed'
        AND EXISTS (SELECT 1 FROM life WHERE life.message = ?1 AND what = 'written')
        AND EXISTS (SELECT 1 FROM life WHERE life.message = later.id AND what = 'written')
        AND NOT EXISTS (SELECT 1 FROM life WHERE life.message = ?1 AND what IN ('failed', ?2))
      """, .integer(id), .text(LifeEvent.Kind.restored.rawValue)
    ) { $0.optionalInteger(0) } ?? nil
  }

  /// Those that stand above a message, and came before it and after a row, while neither had a place.
  public func unplaced(
    above message: Message, after row: Int64, limit: Int
  ) throws(StorageError) -> [Int64] {
    guard message.order.anchor == MessageOrder.unplaced,
      let chat = try database.chats.find(message.chat)
    else { return [] }
    return try database.rows(
      """
      SELECT id FROM message WHERE chat = ? AND anchor = \(MessageOrder.unplaced)
        AND sequence < ? AND id > ? AND coalesce(status, '') <> 'failed' ORDER BY sequence LIMIT ?
      """, .integer(chat), .integer(message.order.sequence), .integer(row), .integer(limit)
    ) { $0.integer(0) }
  }

  /// Whether its place is only as good as the time of arrival.
  public func isGuessed(_ id: Int64) throws(StorageError) -> Bool {
    try database.first("SELECT is_guessed FROM message WHERE id = ?", .integer(id)) {
      $0.bool(0)
    } ?? false
  }

  /// Whether the archive itself has told the place of an entry of its.
  public func isPlacedForCertain(_ id: ArchiveID) throws(StorageError) -> Bool {
    try database.first(
      """
      SELECT 1 FROM message WHERE archive = '' AND archive_id = ? AND is_guessed = 0
        AND anchor < \(MessageOrder.unplaced)
      """, .text(id.value)
    ) { _ in true } ?? false
  }
}
