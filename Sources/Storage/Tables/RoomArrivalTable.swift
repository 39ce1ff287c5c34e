public import Model

extension Schema {
  /// Since when somebody has a name in a room that does not say who is who: `message` is the newest row of before.
  static let roomArrivals = """
    CREATE TABLE room_arrival (
      chat INTEGER NOT NULL REFERENCES chat(id) ON DELETE CASCADE, nick TEXT NOT NULL,
      message INTEGER NOT NULL, PRIMARY KEY (chat, nick)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX room_arrival_message ON room_arrival(chat, message);
    """
}

/// Arrivals in rooms that do not say who is who: what a name said before its arrival is somebody else's (XEP-0308 §4).
public struct RoomArrivalTable {
  /// So many of the newest are kept of each room (Z4).
  static let most = 1_000

  let database: Database

  /// Somebody came who has this name from now on.
  public func note(_ nick: String, in room: JID) throws(StorageError) {
    let chat = SQLValue.integer(try database.chats.id(room))
    try database.execute(
      "INSERT OR REPLACE INTO room_arrival SELECT ?1, ?2, coalesce(max(id), 0) FROM message", chat,
      .text(nick))
    let oldest = try database.first(
      """
      SELECT nick, message FROM room_arrival WHERE chat = ? AND nick <> ''
      ORDER BY message DESC, nick DESC LIMIT 1 OFFSET ?
      """, chat, .integer(Int64(Self.most))
    ) { (nick: $0.text(0), message: $0.integer(1)) }
    guard let oldest else { return }
    try database.execute(
      "DELETE FROM room_arrival WHERE chat = ? AND nick = ?", chat, .text(oldest.nick))
    // Nobody is called so: it stands for all that are forgotten.
    try database.execute(
      "INSERT OR REPLACE INTO room_arrival VALUES (?, '', ?)", chat, .integer(oldest.message))
  }

  /// The newest row from before the arrival of whoever has this name; `nil` where none was seen. Of those that are
  /// forgotten each counts as the latest of them.
  public func newest(before nick: String, in room: JID) throws(StorageError) -> Int64? {
    guard let chat = try database.chats.find(room) else { return nil }
    return try database.first(
      "SELECT max(message) FROM room_arrival WHERE chat = ? AND nick IN (?, '')", .integer(chat),
      .text(nick)
    ) { $0.optionalInteger(0) } ?? nil
  }
}

extension Database {
  /// Arrivals in rooms.
  public var roomArrivals: RoomArrivalTable { RoomArrivalTable(database: self) }
}
