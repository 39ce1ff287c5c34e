internal import Model

/// Gajim's `logs.db` up to version 1.8 (its gajim/common/storage/archive.py).
struct GajimLogs {
  /// Of `kind`: what is said in a group, to one alone, and by oneself.
  private static let inRoom: Int64 = 2
  private static let received: Set<Int64> = [3, 4]
  private static let sent: Set<Int64> = [5, 6]

  private let database: ForeignDatabase
  private let me: JID

  init(_ database: ForeignDatabase, _ me: JID) { (self.database, self.me) = (database, me) }

  func read(into history: HistoryImport) throws(HistoryProblem) {
    let own = try database.text("SELECT jid_id FROM jids WHERE jid = ?", me.description) ?? "0"
    let account = try database.column("account_id", of: "logs")
    let archive = try database.column("stanza_id", of: "logs")
    let id = try database.column("message_id", of: "logs")
    // Of what is said in groups, and of old lines, it does not say whose account it is.
    try database.rows(
      """
      SELECT jids.jid, logs.kind, logs.contact_name, round(logs.time * 1000), logs.message,
        \(archive), \(id), \(account) IS NULL OR \(account) = ?1 OR logs.kind = \(Self.inRoom)
      FROM logs JOIN jids ON jids.jid_id = logs.jid_id WHERE logs.kind BETWEEN 2 AND 6
      ORDER BY logs.jid_id, logs.time DESC, logs.log_line_id DESC
      """, [own]
    ) { row throws(StorageError) in try take(row, history) }
  }

  private func take(_ row: Row, _ history: HistoryImport) throws(StorageError) {
    guard row.bool(7) else { return history.leave(.otherAccount) }
    let kind = row.integer(1)
    let isRoom = kind == Self.inRoom
    guard isRoom || Self.received.contains(kind) || Self.sent.contains(kind) else { return }
    let jid = JID(row.text(0))
    if !isRoom, jid?.resource != nil { return history.leave(.alone) }
    let nick = row.optionalText(2)
    let room = isRoom ? jid?.bare : nil
    let isNick = try room.map { room throws(StorageError) in try history.isNick(nick, in: room) }
    guard
      var message = ImportedMessage(
        chat: row.text(0), isRoom: isRoom, isMine: Self.sent.contains(kind) || isNick == true,
        me: me, nick: nick, time: Timestamp(milliseconds: row.integer(3)), saying: row.text(4))
    else { return history.leave(.noAddress) }
    message.name(row.optionalText(6), archive: row.optionalText(5), corrects: nil)
    try history.add(message)
  }
}
