public import Model

extension Schema {
  /// Who belongs to a small room, and up to which message each has shown that they read (XEP-0333): by its id in the
  /// room's archive. `named` is one that is not here yet. Of my newest messages there, for whom each was.
  static let roomReaders = """
    CREATE TABLE room_person (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chat INTEGER NOT NULL REFERENCES chat(id) ON DELETE CASCADE,
      occupant_id TEXT,
      address TEXT,
      nick TEXT NOT NULL,
      is_there INTEGER NOT NULL DEFAULT 0,
      is_member INTEGER NOT NULL DEFAULT 0,
      seen TEXT,
      named TEXT
    ) STRICT;
    CREATE UNIQUE INDEX room_person_occupant ON room_person(chat, occupant_id)
      WHERE occupant_id IS NOT NULL;
    CREATE UNIQUE INDEX room_person_address ON room_person(chat, address)
      WHERE address IS NOT NULL;
    CREATE INDEX room_person_chat ON room_person(chat);

    CREATE TABLE room_audience (
      message INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
      person INTEGER NOT NULL REFERENCES room_person(id) ON DELETE CASCADE,
      PRIMARY KEY (message, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX room_audience_person ON room_audience(person);
    """
}

/// Who has read what in small rooms. A person is who has the same id there (XEP-0421) or the same address, whatever
/// they are called, and however many devices they have.
public struct RoomReaderTable {
  let database: Database

  /// Somebody in a room; one of the two tells who.
  public struct Person: Sendable, Equatable {
    public var occupantID: String?
    public var address: JID?
    public var nick: String

    public init(occupantID: String?, address: JID?, nick: String) {
      self.occupantID = occupantID
      self.address = address
      self.nick = nick
    }
  }

  /// So many people of one room are remembered (Z4).
  static let mostPeople = 200
  /// Of so many of my messages in a room it is remembered for whom they were.
  public static let mostMessages = 20

  // MARK: Who belongs to it

  /// Nobody is there, as far as is known; members stay what they are.
  public func forgetPresence(in room: JID) throws(StorageError) {
    try database.execute(
      "UPDATE room_person SET is_there = 0 WHERE chat = (SELECT id FROM chat WHERE jid = ?)",
      .jid(room))
  }

  /// Whether somebody is there, and is a member of it.
  public func note(
    _ person: Person, in room: JID, isThere: Bool, isMember: Bool
  ) throws(StorageError) {
    guard let row = try row(of: person, in: room) else { return }
    try database.execute(
      "UPDATE room_person SET is_there = ?, is_member = ? WHERE id = ?", .bool(isThere),
      .bool(isMember), .integer(row))
  }

  /// The person's row, made where there is none; `nil` where there are too many, or nothing tells who it is.
  private func row(of person: Person, in room: JID) throws(StorageError) -> Int64? {
    guard person.occupantID != nil || person.address != nil else { return nil }
    let chat = try database.chats.id(room)
    let byID = try find("occupant_id", person.occupantID, chat)
    let byAddress = try find("address", person.address?.description, chat)
    guard let row = byID ?? byAddress else { return try insert(person, chat) }
    if let byAddress, byAddress != row { try merge(byAddress, into: row) }
    try database.execute(
      """
      UPDATE room_person SET occupant_id = coalesce(?, occupant_id),
        address = coalesce(?, address), nick = ? WHERE id = ?
      """, .optional(person.occupantID), .optional(person.address?.description),
      .text(person.nick), .integer(row))
    return row
  }

  private func find(
    _ column: String, _ value: String?, _ chat: Int64
  ) throws(StorageError) -> Int64? {
    guard let value else { return nil }
    return try database.first(
      "SELECT id FROM room_person WHERE chat = ? AND \(column) = ?", .integer(chat), .text(value)
    ) { $0.integer(0) }
  }

  private func insert(_ person: Person, _ chat: Int64) throws(StorageError) -> Int64? {
    let count = try database.first(
      "SELECT count(*) FROM room_person WHERE chat = ?", .integer(chat)
    ) { $0.int(0) }
    if count ?? 0 >= Self.mostPeople {
      let gone = try database.first(
        """
        DELETE FROM room_person WHERE id = (SELECT id FROM room_person
          WHERE chat = ? AND is_there = 0 AND is_member = 0 ORDER BY id LIMIT 1) RETURNING id
        """, .integer(chat)
      ) { $0.integer(0) }
      guard gone != nil else { return nil }
    }
    try database.execute(
      "INSERT INTO room_person(chat, occupant_id, address, nick) VALUES (?, ?, ?, ?)",
      .integer(chat), .optional(person.occupantID), .optional(person.address?.description),
      .text(person.nick))
    return database.lastInsertedID
  }

  /// Both were the same person: a room that forgets its secret gives other ids, and an archive has no addresses.
  private func merge(_ other: Int64, into row: Int64) throws(StorageError) {
    let marks = try database.first(
      "SELECT seen, named FROM room_person WHERE id = ?", .integer(other)
    ) { [$0.optionalText(0), $0.optionalText(1)].compactMap(\.self) }
    for id in marks ?? [] { try advance(row, to: ArchiveID(id)) }
    try database.execute(
      """
      INSERT OR IGNORE INTO room_audience(message, person)
        SELECT message, ? FROM room_audience WHERE person = ?
      """, .integer(row), .integer(other))
    try database.execute("DELETE FROM room_person WHERE id = ?", .integer(other))
  }

  // MARK: What they have read

  /// Somebody has shown that they read a message, and so all before it; it may not be here yet.
  public func advance(
    _ person: Person, in room: JID, to id: ArchiveID
  ) throws(StorageError) {
    guard let row = try row(of: person, in: room) else { return }
    try advance(row, to: id)
  }

  private func advance(_ row: Int64, to id: ArchiveID) throws(StorageError) {
    let known = try database.first(
      """
      SELECT jid, seen, named FROM room_person JOIN chat ON chat.id = chat WHERE room_person.id = ?
      """, .integer(row)
    ) { row throws(StorageError) in
      (room: try row.jid(0), seen: row.optionalText(1), named: row.optionalText(2))
    }
    guard let known else { return }
    var (furthest, seen, named) = (MessageOrder?.none, String?.none, String?.none)
    // The newest word last: of two that are not here it is the one that is remembered.
    for mark in [known.seen, known.named, id.value].compactMap(\.self) {
      guard let place = try place(of: mark, in: known.room) else {
        named = mark
        continue
      }
      if furthest.map({ $0 < place }) ?? true { (furthest, seen) = (place, mark) }
    }
    try database.execute(
      "UPDATE room_person SET seen = ?, named = ? WHERE id = ?", .optional(seen),
      .optional(named), .integer(row))
  }

  private func place(of id: String, in room: JID) throws(StorageError) -> MessageOrder? {
    try database.first(
      "SELECT anchor, sequence FROM message WHERE archive = ? AND archive_id = ?", .jid(room),
      .text(id)
    ) { MessageOrder(anchor: $0.integer(0), sequence: $0.integer(1)) }
  }

  // MARK: Of my messages

  /// The room has a message of mine: it is for all who belong to the room now.
  public func address(_ message: Int64, in room: JID) throws(StorageError) {
    let chat = SQLValue.integer(try database.chats.id(room))
    try database.execute(
      """
      INSERT OR IGNORE INTO room_audience(message, person)
        SELECT ?1, id FROM room_person WHERE chat = ?2 AND (is_there = 1 OR is_member = 1)
      """, .integer(message), chat)
    try database.execute(
      """
      DELETE FROM room_audience WHERE message IN (
        SELECT DISTINCT message FROM room_audience
        JOIN room_person ON room_person.id = person WHERE chat = ?1
        ORDER BY message DESC LIMIT -1 OFFSET \(Self.mostMessages))
      """, chat)
  }

  /// Of a row `p` of `room_person`: whether they have read the row `m` of `message`.
  private static let hasRead = """
    EXISTS (SELECT 1 FROM message AS s WHERE s.archive = m.archive
      AND s.archive_id IN (p.seen, p.named)
      AND (s.anchor, s.sequence) >= (m.anchor, m.sequence))
    """

  /// For whom a message of mine was, and who else has read it; by name.
  public func readers(of message: Int64) throws(StorageError) -> [RoomReader] {
    try database.rows(
      """
      SELECT p.nick, p.address, \(Self.hasRead) AS has_read
      FROM message AS m JOIN room_person AS p ON p.chat = m.chat
      WHERE m.id = ?1 AND m.archive <> '' AND (has_read OR EXISTS (
        SELECT 1 FROM room_audience WHERE message = ?1 AND person = p.id))
      ORDER BY p.nick, p.id
      """, .integer(message)
    ) { row throws(StorageError) in
      RoomReader(
        nick: row.text(0), address: row.optionalText(1).flatMap { JID(stored: $0) },
        hasRead: row.bool(2))
    }
  }

  /// Whether anybody of a room is remembered.
  public func isKept(of room: JID) throws(StorageError) -> Bool {
    guard let chat = try database.chats.find(room) else { return false }
    return try database.first(
      "SELECT EXISTS (SELECT 1 FROM room_person WHERE chat = ?)", .integer(chat)
    ) { $0.bool(0) } ?? false
  }

  /// The newest of mine that the room has, among those that are seldom far away; `nil` where it was for nobody.
  public func newest(in room: JID) throws(StorageError) -> Message? {
    guard let chat = try database.chats.find(room) else { return nil }
    let row = try database.first(
      """
      SELECT id FROM (
        SELECT id, is_mine, status, anchor, sequence FROM message
        WHERE chat = ? AND amends IS NULL AND anchor < ?
        ORDER BY anchor DESC, sequence DESC LIMIT 1000)
      WHERE is_mine = 1 AND status IN ('sent', 'delivered', 'read')
      ORDER BY anchor DESC, sequence DESC LIMIT 1
      """, .integer(chat), .integer(MessageOrder.unsent)
    ) { $0.integer(0) }
    return try row.flatMap { row throws(StorageError) in try database.messages.message(row) }
  }

  /// Mine that all have read whom they were for, and that do not say so yet; oldest first.
  public func readByAll(in room: JID) throws(StorageError) -> [Message] {
    guard let chat = try database.chats.find(room) else { return [] }
    let rows = try database.rows(
      """
      SELECT m.id FROM message AS m
      WHERE m.id IN (SELECT message FROM room_audience
          JOIN room_person ON room_person.id = person WHERE room_person.chat = ?1)
        AND m.status IN ('sent', 'delivered') AND NOT EXISTS (
          SELECT 1 FROM room_audience JOIN room_person AS p ON p.id = person
          WHERE message = m.id AND NOT \(Self.hasRead))
      ORDER BY m.anchor, m.sequence
      """, .integer(chat)
    ) { $0.integer(0) }
    var messages: [Message] = []
    for row in rows { messages += [try database.messages.message(row)].compactMap(\.self) }
    return messages
  }
}

extension Database {
  /// Who has read what in small rooms.
  public var roomReaders: RoomReaderTable { RoomReaderTable(database: self) }
}
