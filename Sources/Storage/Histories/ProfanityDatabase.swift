internal import Model

/// profanity's `chatlog.db` (its src/database.c, versions 1 to 3).
struct ProfanityDatabase {
  private let database: ForeignDatabase
  private let me: JID

  init(_ database: ForeignDatabase, _ me: JID) { (self.database, self.me) = (database, me) }

  func read(into history: HistoryImport) throws(HistoryProblem) {
    let own = try database.text(
      "SELECT count(*) FROM ChatLogs WHERE from_jid = ?1 OR to_jid = ?1", me.description)
    guard own != "0" else { throw .unreadable("it has nothing of \(me)") }
    // In its own order: its times are texts with the zone of then.
    try database.rows(
      """
      SELECT from_jid, to_jid, from_resource, message, timestamp, type, stanza_id, archive_id,
        replace_id FROM ChatLogs ORDER BY iif(from_jid = ?1, to_jid, from_jid), id DESC
      """, [me.description]
    ) { row throws(StorageError) in try take(row, history) }
  }

  private func take(_ row: Row, _ history: HistoryImport) throws(StorageError) {
    let isMine = JID(row.text(0))?.bare == me
    guard isMine || JID(row.text(1))?.bare == me || row.text(5) == "muc" else {
      return history.leave(.otherAccount)
    }
    guard let time = Timestamp(dateTime: row.text(4)) else { return history.leave(.noTime) }
    let isRoom = row.text(5) == "muc"
    if row.text(5) == "mucpm" { return history.leave(.alone) }
    guard !ImportedMessage.isRedacted(row.text(3)) else { return history.leave(.redacted) }
    let chat = row.text(isMine ? 1 : 0)
    let nick = row.optionalText(2)
    let room = isRoom ? JID(chat)?.bare : nil
    let isNick = try room.map { room throws(StorageError) in try history.isNick(nick, in: room) }
    guard
      var message = ImportedMessage(
        chat: chat, isRoom: isRoom, isMine: isMine || isNick == true, me: me, nick: nick,
        time: time, saying: row.text(3))
    else { return history.leave(.noAddress) }
    message.name(
      row.optionalText(6), archive: row.optionalText(7), corrects: row.optionalText(8))
    try history.add(message)
  }
}
