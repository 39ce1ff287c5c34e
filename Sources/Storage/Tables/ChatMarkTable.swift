public import Model

extension Schema {
  /// What is pinned, and what my devices know of that and of alerts, or are still to be told. A new chat is as was decided
  /// elsewhere before it was here.
  static let chatMarks = """
    ALTER TABLE chat ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX chat_pinned ON chat(jid) WHERE pinned = 1;
    CREATE TABLE chat_mark (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chat TEXT NOT NULL UNIQUE,
      pinned INTEGER NOT NULL,
      alerts TEXT,
      is_owed INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX chat_mark_owed ON chat_mark(id) WHERE is_owed = 1;
    INSERT INTO chat_mark(chat, pinned, alerts, is_owed)
      SELECT jid, 0, alerts, 1 FROM chat WHERE alerts IS NOT NULL;
    CREATE TRIGGER chat_marked AFTER INSERT ON chat
      WHEN EXISTS (SELECT 1 FROM chat_mark WHERE chat = NEW.jid) BEGIN
      UPDATE chat SET (pinned, alerts) =
        (SELECT pinned, alerts FROM chat_mark WHERE chat = NEW.jid) WHERE id = NEW.id;
    END;
    """

  /// Until when a chat is muted, in milliseconds since 1970.
  static let timedMutes = """
    ALTER TABLE chat ADD COLUMN muted_until INTEGER;
    ALTER TABLE chat_mark ADD COLUMN muted_until INTEGER;
    DROP TRIGGER chat_marked;
    CREATE TRIGGER chat_marked AFTER INSERT ON chat
      WHEN EXISTS (SELECT 1 FROM chat_mark WHERE chat = NEW.jid) BEGIN
      UPDATE chat SET (pinned, alerts, muted_until) =
        (SELECT pinned, alerts, muted_until FROM chat_mark WHERE chat = NEW.jid)
        WHERE id = NEW.id;
    END;
    """

  /// Which chats count as unread until they are opened again.
  static let unreadMarks = """
    ALTER TABLE chat ADD COLUMN marked_unread INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE chat_mark ADD COLUMN marked_unread INTEGER NOT NULL DEFAULT 0;
    DROP TRIGGER chat_marked;
    CREATE TRIGGER chat_marked AFTER INSERT ON chat
      WHEN EXISTS (SELECT 1 FROM chat_mark WHERE chat = NEW.jid) BEGIN
      UPDATE chat SET (pinned, alerts, muted_until, marked_unread) =
        (SELECT pinned, alerts, muted_until, marked_unread FROM chat_mark WHERE chat = NEW.jid)
        WHERE id = NEW.id;
    END;
    """

  /// Which chats are out of sight, and what has come in them by then: the time of it in milliseconds since 1970.
  static let archivedChats = """
    ALTER TABLE chat ADD COLUMN archived INTEGER;
    ALTER TABLE chat_mark ADD COLUMN archived INTEGER;
    CREATE INDEX chat_archived ON chat(jid) WHERE archived IS NOT NULL;
    DROP TRIGGER chat_marked;
    CREATE TRIGGER chat_marked AFTER INSERT ON chat
      WHEN EXISTS (SELECT 1 FROM chat_mark WHERE chat = NEW.jid) BEGIN
      UPDATE chat SET (pinned, alerts, muted_until, marked_unread, archived) =
        (SELECT pinned, alerts, muted_until, marked_unread, archived FROM chat_mark
          WHERE chat = NEW.jid) WHERE id = NEW.id;
    END;
    """
}

/// What I decided of chats, as all my devices have it, or are to; also of chats that are not here yet.
public struct ChatMarkTable {
  let database: Database

  /// What the others are to be told of one chat.
  public struct Owed: Sendable, Equatable {
    /// Grows with each, so that a younger one for the same chat is another.
    public var number: Int64
    public var marks: ChatMarks
  }

  /// In the place of what was so before, in the chat as well.
  public func set(_ marks: ChatMarks, isOwed: Bool) throws(StorageError) {
    try database.execute(
      """
      INSERT OR REPLACE INTO
        chat_mark(chat, pinned, alerts, muted_until, marked_unread, archived, is_owed)
        VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .jid(marks.chat), .bool(marks.isPinned), .optional(marks.alerts?.rawValue),
      .optional(marks.mutedUntil?.milliseconds), .bool(marks.isUnread),
      .optional(marks.archivedThrough?.milliseconds), .bool(isOwed))
    try database.execute(
      """
      UPDATE chat SET (pinned, alerts, muted_until, marked_unread, archived) =
        (SELECT pinned, alerts, muted_until, marked_unread, archived FROM chat_mark
          WHERE chat = ?1) WHERE jid = ?1
      """, .jid(marks.chat))
  }

  /// `nil` where nobody decided anything.
  public func marks(of chat: JID) throws(StorageError) -> ChatMarks? {
    try database.first(Self.selection + " WHERE chat = ?", .jid(chat)) {
      row throws(StorageError) in try Self.read(row).marks
    }
  }

  /// The others do not know.
  public func isOwed(_ chat: JID) throws(StorageError) -> Bool {
    try database.first("SELECT is_owed FROM chat_mark WHERE chat = ?", .jid(chat)) {
      $0.bool(0)
    } ?? false
  }

  /// What is owed longest.
  public func owed() throws(StorageError) -> Owed? {
    try database.first(
      Self.selection + " WHERE is_owed = 1 ORDER BY id LIMIT 1", read: Self.read)
  }

  /// The others know it.
  public func settle(_ owed: Owed) throws(StorageError) {
    try database.execute(
      "UPDATE chat_mark SET is_owed = 0 WHERE id = ?", .integer(owed.number))
  }

  /// How many chats there is something of.
  public func count() throws(StorageError) -> Int {
    try database.first("SELECT count(*) FROM chat_mark") { $0.int(0) } ?? 0
  }

  private static let selection =
    "SELECT id, chat, pinned, alerts, muted_until, marked_unread, archived FROM chat_mark"

  private static func read(_ row: Row) throws(StorageError) -> Owed {
    Owed(
      number: row.integer(0),
      marks: ChatMarks(
        chat: try row.jid(1), isPinned: row.bool(2),
        alerts: row.isNull(3) ? nil : try row.word(3, as: Chat.Alerts.self),
        mutedUntil: row.optionalInteger(4).map(Timestamp.init(milliseconds:)),
        isUnread: row.bool(5),
        archivedThrough: row.optionalInteger(6).map(Timestamp.init(milliseconds:))))
  }
}

extension Database {
  /// What I decided of chats.
  public var chatMarks: ChatMarkTable { ChatMarkTable(database: self) }
}
