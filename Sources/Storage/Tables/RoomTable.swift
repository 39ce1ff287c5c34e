public import Model

extension Schema {
  /// Rooms that I am in wherever there is a link. What is said there is in its chat like all else; `archive` of its
  /// messages is the room. A name there passes from one person to another: an author
  /// is who has the same ``MessageTable/author``.
  static let rooms = """
    CREATE TABLE room (
      chat INTEGER PRIMARY KEY REFERENCES chat(id) ON DELETE CASCADE,
      nick TEXT NOT NULL,
      password TEXT,
      topic TEXT NOT NULL DEFAULT '',
      occupant_ids TEXT NOT NULL DEFAULT ''
    ) STRICT;

    ALTER TABLE message ADD COLUMN occupant_id TEXT;
    DROP INDEX message_reactions;
    CREATE INDEX message_reactions ON message(amends, \(MessageTable.author()), anchor, sequence)
      WHERE kind = 'reactions';
    """
}

extension Schema {
  /// Why a room is not entered any more, in plain words.
  static let closedRooms = "ALTER TABLE room ADD COLUMN closed TEXT;"
}

extension Schema {
  /// No password is in a database (Z3).
  static let roomsWithoutPasswords = "ALTER TABLE room DROP COLUMN password;"
}

extension Schema {
  /// Since when a room has no archive, as far as it has answered, milliseconds since 1970; NULL where it has one, or I was
  /// never in it.
  static let roomsWithoutArchive = "ALTER TABLE room ADD COLUMN unarchived_since INTEGER;"
}

extension Schema {
  /// The last description that a room gave of itself, in words, and its time, milliseconds since 1970.
  static let roomFacts = """
    ALTER TABLE room ADD COLUMN facts TEXT;
    ALTER TABLE room ADD COLUMN facts_at INTEGER;
    """
}

/// The rooms that I am in (XEP-0045).
public struct RoomTable {
  let database: Database

  /// What is known of a room without a link.
  public struct Stored: Sendable, Equatable {
    public var jid: JID
    /// What I am called there.
    public var nick: String
    public var topic: String
    /// Why it is not entered again by itself, in plain words: it is no more, and who enters makes another.
    public var closed: String?
    /// Since when it has no archive, as far as it has answered; `nil` where it has one, or I was never in it.
    public var unarchivedSince: Timestamp?
    /// Its last description of itself, in words; `nil` where it has given none.
    public var facts: String?
    public var factsAt: Timestamp?
    /// Who I am there, whatever I am called (XEP-0421), the newest first: a room that forgets its secret gives others.
    public private(set) var occupantIDs: [String] = []

    public init(jid: JID, nick: String) {
      self.jid = jid
      self.nick = nick
      topic = ""
    }

    /// So many are remembered.
    private static let mostIDs = 8

    /// The room says that I am this one.
    public mutating func note(occupantID id: String) {
      occupantIDs = Array(([id] + occupantIDs.filter { $0 != id }).prefix(Self.mostIDs))
    }

    /// No XML can carry the character between two of them.
    private static let separator = "\u{1F}"

    var occupantText: String { occupantIDs.joined(separator: Self.separator) }

    mutating func readOccupants(_ text: String) {
      occupantIDs = text.split(separator: Self.separator).map(String.init)
    }
  }

  /// All of them, the first to be entered first.
  public func all() throws(StorageError) -> [Stored] {
    try database.rows(
      """
      SELECT chat.jid, nick, topic, occupant_ids, closed, unarchived_since, facts, facts_at FROM room
      JOIN chat ON chat.id = room.chat ORDER BY room.chat
      """
    ) { row throws(StorageError) in
      var room = Stored(jid: try row.jid(0), nick: row.text(1))
      room.topic = row.text(2)
      room.readOccupants(row.text(3))
      room.closed = row.optionalText(4)
      room.unarchivedSince = row.optionalInteger(5).map(Timestamp.init(milliseconds:))
      room.facts = row.optionalText(6)
      room.factsAt = row.optionalInteger(7).map(Timestamp.init(milliseconds:))
      return room
    }
  }

  /// What I am called in a room; `nil` where I am not in it.
  public func nick(_ room: JID) throws(StorageError) -> String? {
    try database.first(
      "SELECT nick FROM room WHERE chat = (SELECT id FROM chat WHERE jid = ?)", .jid(room)
    ) { $0.text(0) }
  }

  /// The chats of all rooms, also of those that I have left.
  public func chats() throws(StorageError) -> [JID] {
    try database.rows("SELECT jid FROM chat WHERE kind = 'room'") { row throws(StorageError) in
      try row.jid(0)
    }
  }

  /// Puts it in the place of what was known; its chat is a room's from now on.
  public func save(_ room: Stored) throws(StorageError) {
    try database.chats.ensure(room.jid, kind: .room)
    let chat = SQLValue.integer(try database.chats.id(room.jid))
    try database.execute("UPDATE chat SET kind = 'room' WHERE id = ?", chat)
    try database.execute(
      """
      INSERT OR REPLACE INTO room(chat, nick, topic, occupant_ids, closed, unarchived_since,
        facts, facts_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, chat, .text(room.nick), .text(room.topic),
      .text(room.occupantText), .optional(room.closed),
      .optional(room.unarchivedSince?.milliseconds), .optional(room.facts),
      .optional(room.factsAt?.milliseconds))
  }

  /// What its owner calls it, in one line; empty where nothing. Returns whether that is new.
  public func setTitle(_ title: String, _ room: JID) throws(StorageError) -> Bool {
    let value = SQLValue.optional(title.isEmpty ? nil : title)
    try database.execute(
      "UPDATE chat SET title = ?1 WHERE jid = ?2 AND kind = 'room' AND title IS NOT ?1", value,
      .jid(room))
    return database.changes > 0
  }

  /// I am not in it any more; what was said there stays.
  public func remove(_ room: JID) throws(StorageError) {
    try database.execute(
      "DELETE FROM room WHERE chat = (SELECT id FROM chat WHERE jid = ?)", .jid(room))
  }
}

extension Database {
  /// The rooms that I am in.
  public var rooms: RoomTable { RoomTable(database: self) }
}
