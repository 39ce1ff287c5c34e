public import Model

extension Schema {
  /// Chats with one person of a group have the address there; who that was when it began is remembered where the group
  /// says it. What was said so before stood in the group, and began with words that say so.
  static let occupants = """
    ALTER TABLE chat ADD COLUMN occupant_id TEXT;
    CREATE INDEX chat_occupant ON chat(id) WHERE kind = 'occupant' AND waiting > 0;
    INSERT OR IGNORE INTO chat(jid, kind)
      SELECT DISTINCT sender, 'occupant' FROM message WHERE \(wasAlone);
    UPDATE message SET chat = (SELECT id FROM chat WHERE jid = message.sender), text = substr(text, 16),
        is_markable = 0
      WHERE \(wasAlone);
    UPDATE chat SET (last_message, last_anchor, last_sequence) = (
        SELECT id, anchor, sequence FROM message WHERE message.chat = chat.id AND amends IS NULL
        ORDER BY anchor DESC, sequence DESC LIMIT 1),
      (unread, mentions) = (
        SELECT count(*), coalesce(sum(is_mention), 0) FROM message
        JOIN read_marker ON read_marker.chat = message.chat
        WHERE message.chat = chat.id AND is_mine = 0 AND amends IS NULL AND retracted_at IS NULL
          AND (anchor, sequence) > (mine_anchor, mine_sequence))
      WHERE kind IN ('room', 'occupant') AND EXISTS (SELECT 1 FROM chat WHERE kind = 'occupant');
    INSERT OR IGNORE INTO read_marker(chat, mine, mine_anchor, mine_sequence)
      SELECT id, last_message, last_anchor, last_sequence FROM chat
      WHERE kind = 'occupant' AND last_message IS NOT NULL;
    """

  private static let wasAlone = """
    text GLOB '(to you alone) *' AND is_mine = 0 AND archive_id IS NULL
      AND chat IN (SELECT id FROM chat WHERE kind = 'room')
      AND sender <> (SELECT jid FROM chat WHERE chat.id = message.chat)
    """
}

/// Chats with one person of a group, through the group (XEP-0045 §7.5).
public struct OccupantTable {
  let database: Database

  /// Those in which something of mine waits.
  public func waiting() throws(StorageError) -> [JID] {
    try database.rows(
      "SELECT jid FROM chat INDEXED BY chat_occupant WHERE kind = 'occupant' AND waiting > 0"
    ) { row throws(StorageError) in try row.jid(0) }
  }

  /// The occupant id of the one it is with (XEP-0421); `nil` where the group did not say it.
  public func person(_ chat: JID) throws(StorageError) -> String? {
    try database.first("SELECT occupant_id FROM chat WHERE jid = ?", .jid(chat)) {
      $0.optionalText(0)
    } ?? nil
  }

  /// It is with this one from now on.
  public func bind(_ chat: JID, to person: String) throws(StorageError) {
    try database.execute(
      "UPDATE chat SET occupant_id = ?1 WHERE jid = ?2 AND occupant_id IS NOT ?1", .text(person),
      .jid(chat))
  }
}

extension Database {
  /// Chats with one person of a group.
  public var occupants: OccupantTable { OccupantTable(database: self) }
}
