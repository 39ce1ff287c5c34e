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
    let reactions = try self.reactions()
    let corrects =
      hasCorrections
      ? "(SELECT to_stanza_id FROM message_correction WHERE message_id = message.id)" : "NULL"
    try database.rows(
      """
      SELECT jid.bare_jid, message.type, message.direction, message.counterpart_resource,
        message.time, message.body, message.stanza_id, \(archive), \(corrects), message.marked,
        message.account_id = ?1, message.id, \(try database.column("retracted", of: "message")),
        \(answers), \(database.has("reply") ? Self.reply("quoted_message_from") : "NULL")
      FROM message JOIN jid ON jid.id = message.counterpart_id
      ORDER BY message.counterpart_id, message.time DESC, message.id DESC
      """, [String(account)]
    ) { row throws(StorageError) in try take(row, reactions, history) }
  }

  // MARK: The tables beside

  private static func reply(_ column: String) -> String {
    "(SELECT \(column) FROM reply WHERE reply.message_id = message.id)"
  }

  /// The id of the message that one answers: of one that Dino knows, or as the answer names it.
  private var answers: String {
    guard database.has("reply") else { return "NULL" }
    let named = Self.reply("quoted_message_stanza_id")
    guard database.has("content_item") else { return named }
    return """
      coalesce((SELECT iif(other.type = \(Self.inRoom), other.server_id, other.stanza_id)
        FROM reply JOIN content_item ON content_item.id = reply.quoted_message_id
        JOIN message AS other ON other.id = content_item.foreign_id
        WHERE reply.message_id = message.id AND content_item.content_type = 1), \(named))
      """
  }

  /// By the rows of the messages.
  private func reactions() throws(HistoryProblem) -> [Int64: [ForeignReaction]] {
    guard database.has("reaction", "content_item") else { return [:] }
    let nick =
      database.has("occupant_id")
      ? "(SELECT last_nick FROM occupant_id WHERE occupant_id.id = reaction.occupant_id)" : "NULL"
    var found: [Int64: [ForeignReaction]] = [:]
    try database.rows(
      """
      SELECT content_item.foreign_id, jid.bare_jid, reaction.emojis, reaction.time, \(nick)
      FROM reaction JOIN content_item ON content_item.id = reaction.content_item_id
      LEFT JOIN jid ON jid.id = reaction.jid_id
      WHERE content_item.content_type = 1 ORDER BY reaction.time DESC
      """
    ) { row in
      let time = row.integer(3).multipliedReportingOverflow(by: 1_000)
      found[row.integer(0), default: []].append(
        ForeignReaction(
          isMine: row.optionalText(1).flatMap { JID($0)?.bare } == me, nick: row.optionalText(4),
          emoji: Emoji.all(in: row.text(2).split(separator: ",")),
          time: time.overflow ? nil : Timestamp(milliseconds: time.partialValue)))
    }
    return found
  }

  // MARK: A message

  private func take(
    _ row: Row, _ reactions: [Int64: [ForeignReaction]], _ history: HistoryImport
  ) throws(StorageError) {
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
    if row.bool(12) { message.deletedAt = message.time }
    message.answer(row.optionalText(13), of: row.optionalText(14))
    if message.replyTo != nil { message.content = .text(Self.withoutQuote(row.text(5))) }
    try history.add(reactions[row.integer(11)] ?? [], of: message, me)
    try history.add(message)
  }

  /// An answer has what it answers before it, for programs that know nothing else (XEP-0461 §3.1).
  private static func withoutQuote(_ text: String) -> String {
    let rest = text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.hasPrefix(">") }
    return rest.isEmpty ? text : rest.joined(separator: "\n")
  }
}
