public import Model

extension PurgeTable {
  /// What stands by its time alone is below all that the archive has told of its chat, and may be in the archive as well: it is read back
  /// by itself, so that each finds its place.
  public func begin(below chat: JID) throws(StorageError) {
    try begin(below: database.chats.id(chat))
  }

  func begin(below chat: Int64) throws(StorageError) {
    guard try record(of: chat) == nil else { return }
    let isWhole =
      try database.first(
        """
        SELECT is_start_known FROM archive_cursor WHERE archive = (
          SELECT iif(kind = 'room', jid, '') FROM chat WHERE id = ?)
        """, .integer(chat)
      ) { $0.bool(0) } ?? false
    guard !isWhole else { return }
    let oldest = try database.first(
      """
      SELECT anchor FROM message WHERE chat = ? AND anchor >= \(MessageOrder.importedEnd)
        AND anchor < \(MessageOrder.unplaced) ORDER BY anchor LIMIT 1
      """, .integer(chat)
    ) { $0.integer(0) }
    let edge = MessageOrder(anchor: min(0, (oldest ?? 1) - 1), sequence: .max)
    try save(
      Record(
        edge: edge, before: try entry(after: edge, of: chat), isWhole: false,
        since: Timestamp(milliseconds: .max), through: Timestamp(milliseconds: .min), least: nil),
      of: chat)
  }
}

extension MessageTable {
  /// The time of the first message behind a place of which the archive has told the place.
  public func firstTime(in chat: JID, after order: MessageOrder) throws(StorageError) -> Timestamp?
  {
    guard let row = try database.chats.find(chat) else { return nil }
    return try database.first(
      """
      SELECT coalesce(server_time, written_at) FROM message
      WHERE chat = ? AND (anchor, sequence) > (?, ?) AND anchor < \(MessageOrder.unplaced)
      ORDER BY anchor, sequence LIMIT 1
      """, .integer(row), .integer(order.anchor), .integer(order.sequence)
    ) { Timestamp(milliseconds: $0.integer(0)) }
  }

  /// It stands where its time says, until the archive tells what stands between it and the rest of its chat.
  public func placeByTime(_ id: Int64) throws(StorageError) {
    try database.execute(
      "UPDATE message SET is_guessed = \(ImportTable.byTime) WHERE id = ?", .integer(id))
  }
}
