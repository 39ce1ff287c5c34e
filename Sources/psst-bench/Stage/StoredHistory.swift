internal import CSQLite
internal import Model
internal import Storage

/// Fills an account's database with a history, fast: in SQL, with the indexes made last.
struct StoredHistory {
  /// Messages in all; half of them in the first chat.
  var messages: Int
  var chats: Int
  /// The search index has them all; else it has none of them yet, as in a file of before there was one.
  var isIndexed = true

  /// These chats are groups (G7).
  var groups = 0..<0

  /// Every third message is in a script that puts no spaces between words.
  var isMixed = false

  /// The address of chat number 1, 2 …; chat 1 has the newest message, then 2 …
  static func name(_ number: Int) -> String { "peer\(number)" }

  /// What the newest message of a chat begins with; none of the first chats' others says it.
  static func newestWord(_ number: Int) -> String { Workload.word(number) }

  func write(to path: String, me: JID) throws {
    _ = try Database(path: path)
    try writeRows(to: path, me: me)
    let database = try Database(path: path)
    while isIndexed {
      let isWhole = try database.transaction { () throws(StorageError) in
        try database.search.extend(by: 20_000)
      }
      if isWhole { break }
    }
  }

  private func writeRows(to path: String, me: JID) throws {
    var connection: OpaquePointer?
    sqlite3_open(path, &connection)
    defer { sqlite3_close(connection) }
    let attached = try Self.attached(connection)
    var script = "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN;"
    // The search index takes nothing up to this row, and is built when all is there.
    script += "UPDATE search_build SET unindexed = \(messages), indexed = \(messages);"
    for object in attached { script += "DROP \(object.kind) \(object.name);" }
    script += chatRows + messageRows(me: me) + newestWords + summaries
    for object in attached { script += object.sql + ";" }
    script += "COMMIT; PRAGMA wal_checkpoint(TRUNCATE);"
    try Self.run(script, connection)
  }

  private var chatRows: String {
    """
    INSERT INTO chat(id, jid, kind)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(chats))
      SELECT i, 'peer' || i || \(isGroup("i", "'@rooms.localhost'", "'@localhost'")),
        \(isGroup("i", "'room'", "'direct'")) FROM n;
    INSERT INTO room(chat, nick) SELECT id, 'ana' FROM chat WHERE kind = 'room';
    INSERT INTO roster(jid, name, subscription, is_asking)
      SELECT jid, 'Peer ' || id, 'both', 0 FROM chat WHERE kind = 'direct';
    """
  }

  /// One or the other, by the number of the chat.
  private func isGroup(_ chat: String, _ group: String, _ direct: String) -> String {
    "CASE WHEN \(chat) >= \(groups.lowerBound) AND \(chat) < \(groups.upperBound) THEN \(group)"
      + " ELSE \(direct) END"
  }

  /// The last messages are the newest of each chat, chat 1's last of all.
  private func messageRows(me: JID) -> String {
    """
    INSERT INTO message(id, chat, sender, is_mine, origin_id, archive_id, text, written_at,
      server_time, status, anchor, sequence, written_sequence)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(messages)),
      m(i, chat, mine) AS (SELECT i, CASE WHEN i > \(messages - chats) THEN \(messages + 1) - i
        WHEN i % 2 THEN 1 ELSE 1 + i * 7919 % \(chats) END, i % 3 = 0 FROM n)
      SELECT i, chat, CASE WHEN mine THEN '\(me)' ELSE 'peer' || chat ||
          \(isGroup("chat", "'@rooms.localhost/bo'", "'@localhost'")) END, mine,
        printf('019a0000-0000-7000-8000-%012x', i), printf('archive-%d', i),
        CASE WHEN i > \(messages - chats) THEN 'newest of peer' || chat || '.'
          \(isMixed ? Self.chinese : "")
          ELSE 'message ' || i || ', which says about as much as messages do: see you at '
            || (i % 24) || ' at the usual place' END,
        \(Self.began) + i * 1000, \(Self.began) + i * 1000, CASE WHEN mine THEN 'read' END,
        i, i, i FROM m;
    UPDATE message_sequence SET value = \(messages);
    """
  }

  private var newestWords: String {
    (1...chats).map { number in
      "UPDATE message SET text = '\(Self.newestWord(number)), ' || text WHERE id = \(messages + 1 - number);"
    }.joined()
  }

  private static let chinese =
    "WHEN i % 3 = 0 THEN '这是第' || i || '条消息，明天' || (i % 24) || '点在老地方见面，请你不要迟到'"

  private var summaries: String {
    """
    UPDATE chat SET last_message = \(messages + 1) - id, last_anchor = \(messages + 1) - id,
      last_sequence = \(messages + 1) - id;
    INSERT INTO read_marker(chat, mine, mine_anchor, mine_sequence, theirs, theirs_anchor,
      theirs_sequence)
      SELECT id, last_message, last_anchor, last_sequence, last_message, last_anchor,
        last_sequence FROM chat;
    INSERT OR REPLACE INTO archive_cursor(archive, newest, oldest, highest, lowest, is_start_known)
      VALUES ('', NULL, NULL, \(messages), 1, 1);
    """
  }

  /// The first message is of June 2025.
  static let began: Int64 = 1_749_000_000_000

  /// Indexes, and triggers: those of the search index call a function of the program.
  private static func attached(
    _ connection: OpaquePointer?
  ) throws -> [(kind: String, name: String, sql: String)] {
    let query =
      "SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger')"
      + " AND tbl_name = 'message' AND sql IS NOT NULL"
    var statement: OpaquePointer?
    sqlite3_prepare_v2(connection, query, -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    var found: [(String, String, String)] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let words = (0..<3).compactMap {
        sqlite3_column_text(statement, $0).map { String(cString: $0) }
      }
      if words.count == 3 { found.append((words[0], words[1], words[2])) }
    }
    return found
  }

  private static func run(_ script: String, _ connection: OpaquePointer?) throws {
    guard sqlite3_exec(connection, script, nil, nil, nil) == SQLITE_OK else {
      throw BenchError("cannot fill the database: \(String(cString: sqlite3_errmsg(connection)))")
    }
  }
}
