internal import Model

/// Dino's `dino.db` (its libdino/src/service/database.vala).
struct DinoDatabase {
  /// Of `type`.
  private static let inRoom: Int64 = 2
  private static let alone: Int64 = 3
  private static let kinds: ClosedRange<Int64> = 1...3
  /// Of `marked`: waits, will not be sent, is being sent, was refused.
  private static let unsent: Set<Int64> = [4, 5, 6, 8]

  private let database: ForeignDatabase
  private let me: JID

  init(_ database: ForeignDatabase, _ me: JID) { (self.database, self.me) = (database, me) }

  func read(into history: HistoryImport) throws(HistoryProblem) {
    let account = try database.account(me, "id", "bare_jid", in: "account")
    let archive = try database.column("server_id", of: "message")
    let hasCorrections = database.has("message_correction")
    let corrects =
      hasCorrections
      ? "(SELECT to_stanza_id FROM message_correction WHERE message_id = message.id)" : "NULL"
    try database.rows(
      """
      SELECT jid.bare_jid, message.type, message.direction, message.counterpart_resource,
        message.time, message.body, message.stanza_id, \(archive), \(corrects), message.marked,
        message.account_id = ?1
      FROM message JOIN jid ON jid.id = message.counterpart_id
      ORDER BY message.counterpart_id, message.time DESC, message.id DESC
      """, [String(account)]
    ) { row throws(StorageError) in try take(row, history) }
  }

  private func take(_ row: Row, _ history: HistoryImport) throws(StorageError) {
    guard row.bool(10) else { return history.leave(.otherAccount) }
    let (kind, isMine) = (row.integer(1), row.bool(2))
    guard Self.kinds.contains(kind) else { return history.leave(.noText) }
    if kind == Self.alone { return history.leave(.alone) }
    if isMine, Self.unsent.contains(row.integer(9)) { return history.leave(.notSent) }
    let time = row.integer(4).multipliedReportingOverflow(by: 1_000)
    guard !time.overflow,
      var message = ImportedMessage(
        chat: row.text(0), isRoom: kind == Self.inRoom, isMine: isMine, me: me,
        nick: row.optionalText(3), time: Timestamp(milliseconds: time.partialValue),
        saying: row.text(5))
    else { return history.leave(time.overflow ? .noTime : .noAddress) }
    message.name(
      row.optionalText(6), archive: row.optionalText(7), corrects: row.optionalText(8))
    try history.add(message)
  }
}
