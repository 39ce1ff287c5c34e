public import Model

/// How far each chat was read, here and by the peer, as places in the chat. Markers only advance.
public struct ReadMarkerTable {
  let database: Database

  /// Whose reading.
  public enum Reader: String, Sendable {
    case mine, theirs
  }

  /// A displayed marker that the server is not known to have (D2).
  public struct Pending: Sendable, Equatable {
    public var chat: JID
    /// The stanza id it names.
    public var id: String

    public init(chat: JID, id: String) {
      self.chat = chat
      self.id = id
    }
  }

  /// Read through here; the place before all others where nothing is known.
  /// History older than the first page ever fetched counts as read.
  public func order(_ reader: Reader, _ chat: JID) throws(StorageError) -> MessageOrder {
    let start = MessageOrder(anchor: 0, sequence: 0)
    guard let id = try database.chats.find(chat) else { return start }
    let name = reader.rawValue
    return try database.first(
      "SELECT \(name)_anchor, \(name)_sequence FROM read_marker WHERE chat = ?", .integer(id)
    ) { MessageOrder(anchor: $0.integer(0), sequence: $0.integer(1)) } ?? start
  }

  /// Moves the marker to a message; returns whether that was forward.
  @discardableResult
  public func advance(
    _ reader: Reader, to message: Message
  ) throws(StorageError) -> Bool {
    guard try order(reader, message.chat) < message.order else { return false }
    let name = reader.rawValue
    try database.execute(
      """
      INSERT INTO read_marker(chat, \(name), \(name)_anchor, \(name)_sequence) VALUES (?, ?, ?, ?)
      ON CONFLICT(chat) DO UPDATE SET \(name) = excluded.\(name),
        \(name)_anchor = excluded.\(name)_anchor, \(name)_sequence = excluded.\(name)_sequence
      """, .integer(try database.chats.id(message.chat)), .integer(message.id),
      .integer(message.order.anchor), .integer(message.order.sequence))
    return true
  }

  /// To be told to the peer; replaces what waited for that chat.
  public func setPending(_ id: String?, chat: JID) throws(StorageError) {
    try database.execute(
      "UPDATE read_marker SET pending = ? WHERE chat = ?", .optional(id),
      .integer(try database.chats.id(chat)))
  }

  /// It was told and came back: to be told again, unless a newer one waits.
  public func restorePending(_ pending: Pending) throws(StorageError) {
    try database.execute(
      "UPDATE read_marker SET pending = coalesce(pending, ?) WHERE chat = ?", .text(pending.id),
      .integer(try database.chats.id(pending.chat)))
  }

  /// The server has it: forgotten unless a newer one waits.
  public func clearPending(_ pending: Pending) throws(StorageError) {
    try database.execute(
      "UPDATE read_marker SET pending = NULL WHERE chat = ? AND pending = ?",
      .integer(try database.chats.id(pending.chat)), .text(pending.id))
  }

  /// Markers that no server has taken yet, and that come before no receipt owed for what they cover. Those of rooms
  /// are ``pendingInRooms()``.
  /// - Parameter receipt: the newest message whose receipt was handed over.
  public func pending(behind receipt: Int64) throws(StorageError) -> [Pending] {
    try database.rows(
      """
      SELECT chat.jid, read_marker.pending FROM read_marker INDEXED BY read_marker_pending
        CROSS JOIN chat ON chat.id = read_marker.chat
      WHERE read_marker.pending IS NOT NULL AND chat.kind <> 'room' AND NOT EXISTS (
        SELECT 1 FROM receipt CROSS JOIN message ON message.id = receipt.message
        WHERE message.chat = read_marker.chat AND receipt.message > ?
          AND receipt.message <= read_marker.mine)
      ORDER BY chat.id
      """, .integer(receipt)
    ) { row throws(StorageError) in Pending(chat: try row.jid(0), id: row.text(1)) }
  }

  /// Markers that their rooms are not known to have.
  public func pendingInRooms() throws(StorageError) -> [Pending] {
    try database.rows(
      """
      SELECT chat.jid, read_marker.pending FROM read_marker INDEXED BY read_marker_pending
        CROSS JOIN chat ON chat.id = read_marker.chat
      WHERE read_marker.pending IS NOT NULL AND chat.kind = 'room' ORDER BY chat.id
      """
    ) { row throws(StorageError) in Pending(chat: try row.jid(0), id: row.text(1)) }
  }

  // MARK: My other devices

  /// The others of my devices are to be told, or have been, how far I have read; of what cannot be read they are not.
  public func setUnshared(_ isUnshared: Bool, chat: JID) throws(StorageError) {
    try database.execute(
      "UPDATE read_marker SET is_unshared = ? AND \(Self.shared) IS NOT NULL WHERE chat = ?",
      .bool(isUnshared),
      .integer(try database.chats.id(chat)))
  }

  /// The last message that was read here: what cannot be read may yet be on another device. Behind more of that than
  /// anybody reads at once, none is looked for.
  private static let shared = """
    coalesce((SELECT id FROM message WHERE id = read_marker.mine AND \(isReadable)), (
      SELECT id FROM (
        SELECT id, content, anchor, sequence FROM message WHERE chat = read_marker.chat
          AND is_mine = 0 AND amends IS NULL
          AND (anchor, sequence) <= (read_marker.mine_anchor, read_marker.mine_sequence)
        ORDER BY anchor DESC, sequence DESC LIMIT 100)
      WHERE \(isReadable) ORDER BY anchor DESC, sequence DESC LIMIT 1))
    """
  private static let isReadable = "coalesce(content, '') NOT GLOB 'encrypted *'"

  /// They know of this message; where I have read on meanwhile, they are still to be told.
  public func setShared(_ archiveID: ArchiveID, chat: JID) throws(StorageError) {
    try database.execute(
      """
      UPDATE read_marker SET is_unshared = 0 WHERE chat = ?
      AND EXISTS (SELECT 1 FROM message WHERE id = \(Self.shared) AND archive_id = ?)
      """, .integer(try database.chats.id(chat)), .text(archiveID.value))
  }

  /// A chat whose reading they are to be told, and the archive's id of its last message that I have
  /// read; `nil` where there is none that the archive has a name for. A room has an archive of its own.
  public func unshared() throws(StorageError) -> (
    chat: JID, archiveID: ArchiveID, archive: JID?
  )? {
    try database.first(
      """
      SELECT chat.jid, message.archive_id, message.archive FROM read_marker
      JOIN chat ON chat.id = read_marker.chat JOIN message ON message.id = \(Self.shared)
      WHERE is_unshared = 1 AND archive_id IS NOT NULL LIMIT 1
      """
    ) { row throws(StorageError) in
      let chat = try row.jid(0)
      return (chat, ArchiveID(row.text(1)), row.text(2).isEmpty ? nil : chat)
    }
  }

  /// Chats in which nothing was ever read here, and messages came live before the archive was read: what is
  /// older than those counts as read, and they do not (a new device is given what waited). Returns the chats.
  /// - Parameter row: the newest row of those messages.
  public func begin(before row: Int64) throws(StorageError) -> [JID] {
    try database.rows(
      """
      INSERT INTO read_marker(chat, mine_anchor, mine_sequence)
        SELECT chat, anchor, sequence - 1 FROM (
          SELECT chat, anchor, sequence,
            row_number() OVER (PARTITION BY chat ORDER BY anchor, sequence) AS rank
          FROM message WHERE id <= ? AND is_mine = 0 AND archive = '' AND is_imported = 0)
        WHERE rank = 1 AND anchor <= 0
      ON CONFLICT(chat) DO UPDATE SET mine_anchor = excluded.mine_anchor,
        mine_sequence = excluded.mine_sequence WHERE mine IS NULL
      RETURNING (SELECT jid FROM chat WHERE chat.id = read_marker.chat)
      """, .integer(row)
    ) { row throws(StorageError) in try row.jid(0) }
  }

  /// A message was given its place: markers on it stay on it. What had come before it, and has a place behind
  /// that one, stood above it when it was read, and stays read.
  func follow(_ message: Int64, _ position: Int64) throws(StorageError) {
    try database.execute(
      """
      UPDATE read_marker SET theirs_anchor = ?1,
        theirs_sequence = (SELECT sequence FROM message WHERE id = ?2)
      WHERE theirs = ?2 AND chat = (SELECT chat FROM message WHERE id = ?2)
      """, .integer(position), .integer(message))
    try database.execute(
      """
      UPDATE read_marker SET mine_anchor = max(?1, coalesce((
        SELECT anchor FROM message WHERE message.chat = read_marker.chat AND id < ?2
          AND anchor < \(MessageOrder.unplaced) ORDER BY anchor DESC LIMIT 1), ?1)),
        mine_sequence = (SELECT sequence FROM message WHERE id = ?2)
      WHERE mine = ?2 AND chat = (SELECT chat FROM message WHERE id = ?2)
      """, .integer(position), .integer(message))
  }
}

extension Database {
  /// How far each chat was read, by me and by the other.
  public var readMarkers: ReadMarkerTable { ReadMarkerTable(database: self) }
}
