public import Model

/// Messages by the ids that their authors, receipts and markers have for them.
extension MessageTable {
  /// By their author's id for them, oldest first: programs that count give it to several.
  /// - Parameter occupantID: who the sender is in a room, whatever they are called there.
  public func messages(
    _ originID: OriginID, chat: JID, sender: JID, occupantID: String? = nil
  ) throws(StorageError) -> [Message] {
    guard let id = try database.chats.find(chat) else { return [] }
    return try database.rows(
      """
      SELECT \(Self.columns) FROM message WHERE origin_id = ? AND chat = ? AND \(Self.author()) = ?
      ORDER BY id LIMIT 1000
      """, .text(originID.value), .integer(id), .text(occupantID ?? sender.description)
    ) { row throws(StorageError) in try Self.read(row, chat: chat) }
  }

  /// The oldest with this text to which neither its sender nor an archive gave an id.
  public func unidentified(text: String, chat: JID, sender: JID) throws(StorageError) -> Message? {
    try one(
      """
      message.chat = (SELECT id FROM chat WHERE jid = ?) AND message.sender = ?
        AND message.origin_id IS NULL AND message.archive_id IS NULL
        AND coalesce(message.first_text, message.text) = ?
        ORDER BY message.id LIMIT 1
      """, .jid(chat), .jid(sender), .text(text))
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

  /// By the id a receipt or marker names: the origin ID, or the stanza's `id` where they differ.
  public func named(_ id: String, chat: JID, isMine: Bool) throws(StorageError) -> Message? {
    // Spelled out, since SQLite plans a statement anew each time where a partial index may or may not do.
    let mine = isMine ? "message.is_mine = 1" : "message.is_mine = 0"
    let byOrigin = try one(
      "message.origin_id = ? AND chat.jid = ? AND \(mine)", .text(id), .jid(chat))
    if let byOrigin { return byOrigin }
    return try one("message.stanza_id = ? AND chat.jid = ? AND \(mine)", .text(id), .jid(chat))
  }

  /// The rows that their author gave an id, for a statement whose terms are given. They are found by the
  /// indexes of ids: a chat is long.
  static func named(_ id: String, in chat: String) -> String {
    """
    SELECT id FROM message AS one WHERE one.origin_id = \(id) AND one.chat = \(chat) UNION ALL
    SELECT id FROM message AS one WHERE one.chat = \(chat) AND one.stanza_id = \(id)
    """
  }
}
