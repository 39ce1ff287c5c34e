public import Model

/// Where messages stand in their chats: by the archive, by the time of arrival, or at the end.
extension MessageTable {
  /// Gives the message its place in the archive; markers and failed messages that hang on it follow.
  /// Returns the ids of the others that moved with it.
  ///
  /// - Parameters:
  ///   - isGuess: as good as the time of arrival tells, until the archive does.
  ///   - isLate: behind all that has the same position.
  public func place(
    _ id: Int64, at position: Int64, isGuess: Bool = false, isLate: Bool = false
  ) throws(StorageError) -> [Int64] {
    try move(id, to: position, isGuess: isGuess, isLast: isLate)
    try database.readMarkers.follow(id, position)
    let followers = try carryFollowers(of: id, to: position)
    return try isGuess ? followers : followers + moveAlong(id, to: position)
  }

  /// The archive has it at an earlier place, too: what was sent again stands where it stood first. What was read
  /// through it stays read. Returns the ids of the failed messages that moved with it.
  public func moveBack(
    _ id: Int64, to position: Int64, serverTime: Timestamp?
  ) throws(StorageError) -> [Int64] {
    try learn(id, archiveID: nil, serverTime: serverTime)
    try move(id, to: position, isGuess: false, isLast: false)
    return try carryFollowers(of: id, to: position)
  }

  /// The server has it, but its place is not known: it stands after all that arrived before.
  /// Returns the ids of the failed messages that moved with it.
  public func unplace(_ id: Int64) throws(StorageError) -> [Int64] {
    try moveLast(id, to: MessageOrder.unplaced)
    return try carryFollowers(of: id, to: MessageOrder.unplaced)
  }

  /// It waits again: at the end, in the order of writing.
  public func unsend(_ id: Int64) throws(StorageError) {
    try database.execute(
      "UPDATE message SET anchor = ?, sequence = written_sequence WHERE id = ?",
      .integer(MessageOrder.unsent), .integer(id))
  }

  /// A failed one stays where it was written: behind the message before it, wherever that goes (T1).
  /// Returns the ids of the failed messages that moved with it.
  public func placeFailed(_ id: Int64) throws(StorageError) -> [Int64] {
    let anchor =
      try database.first(
        """
        SELECT before.anchor FROM message JOIN message AS before ON before.id = message.written_after
        WHERE message.id = ?
        """, .integer(id)
      ) { $0.integer(0) } ?? 0
    guard anchor != MessageOrder.unsent else { return [] }
    try moveLast(id, to: anchor)
    return try carryFollowers(of: id, to: anchor)
  }

  /// The message that stands next above one that waits; `nil` where it is the first of its chat.
  func before(_ id: Int64) throws(StorageError) -> Int64? {
    try database.first(
      """
      SELECT before.id FROM message JOIN message AS before ON before.chat = message.chat
        AND (before.anchor, before.sequence) < (message.anchor, message.sequence)
      WHERE message.id = ? ORDER BY before.anchor DESC, before.sequence DESC LIMIT 1
      """, .integer(id)
    ) { $0.integer(0) }
  }

  /// Messages that wait hang on another from now on, in this order, wherever that goes.
  /// Returns the ids of all that moved.
  func park(_ ids: [Int64], behind before: Int64?) throws(StorageError) -> [Int64] {
    var anchor: Int64 = 0
    if let before {
      anchor =
        try database.first("SELECT anchor FROM message WHERE id = ?", .integer(before)) {
          $0.integer(0)
        } ?? 0
    }
    var moved = ids
    for id in ids {
      try database.execute(
        "UPDATE message SET written_after = ? WHERE id = ?", .optional(before), .integer(id))
      guard anchor != MessageOrder.unsent else { continue }
      try moveLast(id, to: anchor)
      moved += try carryFollowers(of: id, to: anchor)
    }
    return moved
  }

  /// As if it had been written now: in its chat, and in the order of sending.
  func writeLast(_ id: Int64) throws(StorageError) {
    try unhang(id)
    let sequence = SQLValue.integer(try nextSequence())
    try database.execute(
      """
      UPDATE message SET anchor = ?1, sequence = ?2, written_sequence = ?2, written_after = (
        SELECT last.id FROM message AS last WHERE last.chat = message.chat AND last.id <> ?3
        ORDER BY last.anchor DESC, last.sequence DESC LIMIT 1)
      WHERE id = ?3
      """, .integer(MessageOrder.unsent), sequence, .integer(id))
    try database.execute(
      "UPDATE outbox SET seq = ?1 WHERE message = ?2", sequence, .integer(id))
  }

  /// What hung on it hangs on the one before it from now on.
  func unhang(_ id: Int64) throws(StorageError) {
    try database.execute(
      """
      UPDATE message SET written_after = (
        SELECT gone.written_after FROM message AS gone WHERE gone.id = ?1)
      WHERE written_after = ?1
      """, .integer(id))
  }

  /// Failed messages, and passed ones, written after this one stand behind it, and those after them behind those.
  private func carryFollowers(of id: Int64, to anchor: Int64) throws(StorageError) -> [Int64] {
    var line = [id]
    var index = 0
    while index < line.count {
      let followers = try database.rows(
        """
        SELECT id FROM message WHERE written_after = ? AND (status = 'failed' OR EXISTS (
          SELECT 1 FROM outbox WHERE outbox.message = message.id AND outbox.is_passed = 1))
        ORDER BY written_sequence
        """, .integer(line[index])
      ) { $0.integer(0) }
      for follower in followers { try moveLast(follower, to: anchor) }
      line += followers
      index += 1
    }
    return Array(line.dropFirst())
  }

  /// What others wrote that came after it, and was only guessed to stand above it or beside it, stands behind it.
  /// Returns the ids of all that moved.
  private func moveAlong(_ id: Int64, to position: Int64) throws(StorageError) -> [Int64] {
    let guessed = try database.rows(
      """
      SELECT other.id FROM message JOIN message AS other INDEXED BY message_turn
        ON other.chat = message.chat AND other.written_sequence > message.written_sequence
      WHERE message.id = ?1 AND message.is_mine = 0 AND other.is_guessed = 1 AND other.is_mine = 0
        AND other.anchor BETWEEN 0 AND ?2
      ORDER BY other.anchor, other.sequence
      """, .integer(id), .integer(position)
    ) { $0.integer(0) }
    var moved = guessed
    for row in guessed { moved += try place(row, at: position, isGuess: true, isLate: true) }
    return moved
  }

  private func moveLast(_ id: Int64, to anchor: Int64) throws(StorageError) {
    try database.execute(
      "UPDATE message SET anchor = ?, sequence = ? WHERE id = ?", .integer(anchor),
      .integer(try nextSequence()), .integer(id))
  }

  /// What another wrote has, once its place is certain, its turn of arrival again among what is guessed to stand there.
  private func move(
    _ id: Int64, to anchor: Int64, isGuess: Bool, isLast: Bool
  ) throws(StorageError) {
    try database.execute(
      """
      UPDATE message SET anchor = ?1, is_guessed = ?2, sequence =
        coalesce(?3, iif(?2 OR is_mine, sequence, written_sequence)) WHERE id = ?4
      """, .integer(anchor), .bool(isGuess), .optional(isLast ? try nextSequence() : nil),
      .integer(id))
  }
}
