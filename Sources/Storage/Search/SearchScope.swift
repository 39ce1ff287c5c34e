internal import Model

/// Where a search looks: conditions on a row of `message`, in SQL.
struct SearchScope {
  /// The chat to look in: 0 for all.
  let chat: Int64
  /// In the name of who wrote it in a group; empty where nobody is asked for.
  private let name: String
  private let parts: [String]
  /// Times in milliseconds, from the first on and before the second.
  let start: Int64?
  let end: Int64?

  /// `nil` where there is no such chat.
  init?(_ query: SearchQuery, _ database: Database) throws(StorageError) {
    func rows(_ chats: [JID]) throws(StorageError) -> String {
      var rows: [String] = []
      for chat in chats { if let row = try database.chats.find(chat) { rows.append("\(row)") } }
      return "message.chat IN (\(rows.joined(separator: ",")))"
    }
    chat =
      try query.chat.map { chat throws(StorageError) in try database.chats.find(chat) ?? -1 } ?? 0
    guard chat >= 0 else { return nil }
    let filter = query.filter
    var (parts, name) = ([String](), "")
    if let chats = filter.chats { parts.append(try rows(chats)) }
    switch filter.sender {
    case .me: parts.append("message.is_mine = 1")
    case .others(let wanted, let chats):
      name = wanted
      parts.append("message.is_mine = 0")
      parts.append("(\(try rows(chats)) OR \(Self.nickname) LIKE ?2 ESCAPE '\\')")
    case nil: break
    }
    let time = "coalesce(message.server_time, message.written_at)"
    if let start = filter.start { parts.append("\(time) >= \(start.milliseconds)") }
    if let end = filter.end { parts.append("\(time) < \(end.milliseconds)") }
    (self.parts, self.name) = (parts, name)
    (start, end) = (filter.start?.milliseconds, filter.end?.milliseconds)
  }

  /// Of a message in a group; else the empty text.
  private static let nickname = """
    iif(instr(message.sender, '/') > 0, substr(message.sender, instr(message.sender, '/') + 1), '')
    """

  /// Not all messages are looked at, or not those of the whole chat.
  var isNarrow: Bool { !parts.isEmpty }

  /// Only a part of all times.
  var isTimed: Bool { start != nil || end != nil }

  /// To follow other conditions, of a statement with a parameter beyond these: `?1` is the chat, `?2` ``pattern``.
  var conditions: String {
    (["(?1 = 0 OR message.chat = ?1)"] + parts).joined(separator: " AND ")
  }

  /// What ``name`` is somewhere in (LIKE, where ASCII letters of both cases are the same).
  var pattern: String {
    let plain = name.replacing("\\", with: "\\\\").replacing("%", with: "\\%")
      .replacing("_", with: "\\_")
    return "%\(plain)%"
  }
}
