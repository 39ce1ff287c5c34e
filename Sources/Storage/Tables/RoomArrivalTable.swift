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

/// Who came while I was there, under which name: what that name said before is somebody else's (XEP-0308 §4).
public struct RoomArrivalTable {
  /// So many of the newest are kept of each room (Z4).
  private static let most = 1_000

  let database: Database

  /// Somebody came who has this name from now on.
  public func note(_ nick: String, in room: JID) throws(StorageError) {
    let chat = SQLValue.integer(try database.chats.id(room))
    try database.execute(
      "INSERT OR REPLACE INTO room_arrival SELECT ?1, ?2, coalesce(max(id), 0) FROM message", chat,
      .text(nick))
    try database.execute(
      """
      DELETE FROM room_arrival WHERE chat = ?1 AND message <
        (SELECT message FROM room_arrival WHERE chat = ?1 ORDER BY message DESC LIMIT 1 OFFSET ?2)
      """, chat, .integer(Int64(Self.most)))
  }

  /// The newest row from before whoever has this name came; `nil` where I saw nobody come.
  public func newest(before nick: String, in room: JID) throws(StorageError) -> Int64? {
    guard let chat = try database.chats.find(room) else { return nil }
    return try database.first(
      "SELECT message FROM room_arrival WHERE chat = ? AND nick = ?", .integer(chat), .text(nick)
    ) { $0.integer(0) }
  }
}

extension Database {
  /// Who came to which room.
  public var roomArrivals: RoomArrivalTable { RoomArrivalTable(database: self) }
}
