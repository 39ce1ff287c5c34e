public import Model

/// Messages of others behind the place through which a chat was read.
extension MessageTable {
  /// Of a chat (`?1`), behind the place through which it was read (`?2`, `?3`).
  static let isUnread = """
    chat = ?1 AND is_mine = 0 AND is_guessed <> \(ImportTable.byTime)
    AND amends IS NULL AND retracted_at IS NULL AND (anchor, sequence) > (?2, ?3)
    """

  /// Where the first message stands that I have not read; `nil`: all are read.
  public func firstUnread(_ chat: JID) throws(StorageError) -> MessageOrder? {
    guard let id = try database.chats.find(chat) else { return nil }
    let read = try database.readMarkers.order(.mine, chat)
    return try database.first(
      """
      SELECT anchor, sequence FROM message WHERE \(Self.isUnread)
      ORDER BY anchor, sequence LIMIT 1
      """, .integer(id), .integer(read.anchor), .integer(read.sequence)
    ) { MessageOrder(anchor: $0.integer(0), sequence: $0.integer(1)) }
  }
}
