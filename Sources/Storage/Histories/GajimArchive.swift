internal import Model

/// Gajim's archive since version 1.9 (its gajim/common/storage/archive/models.py).
struct GajimArchive {
  /// Of `type`, `direction` and `state`.
  private static let inRoom: Int64 = 2
  private static let alone: Int64 = 3
  private static let outgoing: Int64 = 2
  private static let pending: Int64 = 1

  private let database: ForeignDatabase
  private let me: JID

  init(_ database: ForeignDatabase, _ me: JID) { (self.database, self.me) = (database, me) }

  /// Columns of a row, in the order of the statement.
  private enum Column {
    static let chat: Int32 = 0
    static let kind: Int32 = 1
    static let direction: Int32 = 2
    static let nick: Int32 = 3
    static let time: Int32 = 4
    static let text: Int32 = 5
    static let id: Int32 = 6
    static let archiveID: Int32 = 7
    static let corrects: Int32 = 8
    static let state: Int32 = 9
    static let isOfAccount: Int32 = 10
    static let row: Int32 = 11
    static let deletedAt: Int32 = 12
    static let isRefused: Int32 = 13
    static let answers: Int32 = 14
    static let answered: Int32 = 15
    static let file: Int32 = 16
    static let fileName: Int32 = 17
    static let fileSize: Int32 = 18
    static let fileType: Int32 = 19
  }

  func read(into history: HistoryImport) throws(HistoryProblem) {
    let account = try database.account(me, "pk", "jid", in: "account")
    let corrects = try database.column("correction_id", of: "message")
    let reactions = try self.reactions()
    try database.rows(
      """
      SELECT remote.jid, message.type, message.direction, message.resource,
        round(message.timestamp * 1000), message.text, message.id, message.stanza_id,
        \(corrects), message.state, message.fk_account_pk = ?1, message.pk, \(deleted), \(refused),
        \(reply("id")), \(reply("\"to\"")), \(file.columns)
      FROM message JOIN remote ON remote.pk = message.fk_remote_pk\(file.tables)
      ORDER BY message.fk_remote_pk, message.timestamp DESC, message.pk DESC
      """, [String(account)]
    ) { row throws(StorageError) in try take(row, reactions, history) }
  }

  // MARK: The tables beside

  private static let sameChat = """
    it.fk_remote_pk = message.fk_remote_pk AND it.fk_account_pk = message.fk_account_pk
    """
  /// In groups messages are named by the id that the group gave them.
  private static let name = "iif(message.type = \(inRoom), message.stanza_id, message.id)"

  /// When its author, or the group, took it back.
  private var deleted: String {
    let own = """
      (SELECT round(it.timestamp * 1000) FROM retraction AS it
        WHERE it.id = \(Self.name) AND it.direction = message.direction AND \(Self.sameChat))
      """
    let byGroup = """
      (SELECT round(it.timestamp * 1000) FROM moderation AS it
        WHERE it.stanza_id = message.stanza_id AND \(Self.sameChat))
      """
    let parts =
      (database.has("retraction") ? [own] : []) + (database.has("moderation") ? [byGroup] : [])
    return "coalesce(\((parts + ["NULL", "NULL"]).joined(separator: ", ")))"
  }

  private var refused: String {
    guard database.has("error") else { return "0" }
    return """
      EXISTS (SELECT 1 FROM error AS it
        WHERE it.message_id = message.id AND \(Self.sameChat))
      """
  }

  private func reply(_ column: String) -> String {
    guard database.has("reply") else { return "NULL" }
    return "(SELECT it.\(column) FROM reply AS it WHERE it.fk_message_pk = message.pk)"
  }

  /// Where a file lies, and its name, size and kind; and where those are found.
  private var file: (columns: String, tables: String) {
    var (addresses, facts, tables) = ([String](), "NULL, NULL, NULL", "")
    if database.has("filetransfer", "ft_source", "ft_source_urldata") {
      addresses.append("file.target")
      facts = "file.name, file.size, file.media_type"
      tables += """
         LEFT JOIN (SELECT it.fk_message_pk AS message, it.name, it.size, it.media_type,
            min(web.target) AS target
          FROM filetransfer AS it JOIN ft_source ON ft_source.fk_filetransfer_pk = it.pk
          JOIN ft_source_urldata AS web ON web.fk_ft_source_pk = ft_source.pk
          GROUP BY it.fk_message_pk) AS file ON file.message = message.pk
        """
    }
    if database.has("oob") {
      addresses.append("link.url")
      tables += """
         LEFT JOIN (SELECT fk_message_pk AS message, min(url) AS url FROM oob
          GROUP BY fk_message_pk) AS link ON link.message = message.pk
        """
    }
    addresses += ["NULL", "NULL"]
    return ("coalesce(\(addresses.joined(separator: ", "))), \(facts)", tables)
  }

  /// By the rows of the messages. A reaction is looked up by what names the message: the other way round no index serves.
  private func reactions() throws(HistoryProblem) -> [Int64: [ForeignReaction]] {
    guard database.has("reaction") else { return [:] }
    let nick =
      database.has("occupant")
      ? "(SELECT nickname FROM occupant WHERE occupant.pk = it.fk_occupant_pk)" : "NULL"
    var found: [Int64: [ForeignReaction]] = [:]
    try database.rows(
      """
      SELECT message.pk, it.direction, it.emojis, round(it.timestamp * 1000), \(nick)
      FROM message CROSS JOIN reaction AS it ON it.id = \(Self.name) AND \(Self.sameChat)
      ORDER BY it.timestamp DESC
      """
    ) { row in
      let emoji = Emoji.all(in: row.text(2).split(separator: ";"))
      found[row.integer(0), default: []].append(
        ForeignReaction(
          isMine: row.integer(1) == Self.outgoing, nick: row.optionalText(4), emoji: emoji,
          time: Timestamp(milliseconds: row.integer(3))))
    }
    return found
  }

  // MARK: A message

  private func take(
    _ row: Row, _ reactions: [Int64: [ForeignReaction]], _ history: HistoryImport
  ) throws(StorageError) {
    guard row.bool(Column.isOfAccount) else { return history.leave(.otherAccount) }
    if row.integer(Column.kind) == Self.alone { return history.leave(.alone) }
    let isRoom = row.integer(Column.kind) == Self.inRoom
    let isMine = row.integer(Column.direction) == Self.outgoing
    // In a group its state does not tell: the group's own copy is another row.
    let isPending = !isRoom && row.integer(Column.state) == Self.pending
    if isMine, isPending || row.bool(Column.isRefused) { return history.leave(.notSent) }
    guard
      var message = ImportedMessage(
        chat: row.text(Column.chat), isRoom: isRoom, isMine: isMine, me: me,
        nick: row.optionalText(Column.nick),
        time: Timestamp(milliseconds: row.integer(Column.time)), saying: row.text(Column.text))
    else { return history.leave(.noAddress) }
    message.name(
      row.optionalText(Column.id), archive: row.optionalText(Column.archiveID),
      corrects: row.optionalText(Column.corrects))
    message.deletedAt = row.optionalInteger(Column.deletedAt).map(Timestamp.init(milliseconds:))
    message.answer(row.optionalText(Column.answers), of: row.optionalText(Column.answered))
    message.carry(
      row.optionalText(Column.file), name: row.optionalText(Column.fileName),
      size: row.optionalInteger(Column.fileSize), type: row.optionalText(Column.fileType))
    try history.add(reactions[row.integer(Column.row)] ?? [], of: message, me)
    try history.add(message)
  }
}
