internal import Localization
public import Model

/// The rows of the chat list, each with its summary: opening the list reads no messages but the last ones.
public struct ChatTable {
  let database: Database

  /// Makes the chat when it is new; returns whether it was.
  @discardableResult
  public func ensure(_ jid: JID, kind: Chat.Kind) throws(StorageError) -> Bool {
    if try find(jid) != nil { return false }
    try database.execute(
      "INSERT INTO chat(jid, kind) VALUES (?, ?)", .jid(jid), .text(kind.rawValue))
    database.chatIDs[jid] = database.lastInsertedID
    return true
  }

  /// Removes the chat with all that is in it.
  public func remove(_ jid: JID) throws(StorageError) {
    database.chatIDs[jid] = nil
    try database.execute("DELETE FROM chat WHERE jid = ?", .jid(jid))
  }

  /// One chat with its summary; `nil` where there is none.
  public func chat(_ jid: JID) throws(StorageError) -> Chat? {
    try database.first(Self.selection + " WHERE chat.jid = ?", .jid(jid), read: Self.read)
  }

  /// Newest first, empty ones last; at most `limit`.
  public func all(limit: Int = .max) throws(StorageError) -> [Chat] {
    try database.rows(
      Self.selection + " ORDER BY chat.last_anchor DESC, chat.last_sequence DESC LIMIT ?",
      .integer(limit), read: Self.read)
  }

  /// The same of those that are in sight.
  public func listed(limit: Int) throws(StorageError) -> [Chat] {
    try database.rows(
      Self.selection + """
         WHERE chat.archived IS NULL
        ORDER BY chat.last_anchor DESC, chat.last_sequence DESC LIMIT ?
        """, .integer(limit), read: Self.read)
  }

  /// Those that are not; at most `limit`.
  public func archived(limit: Int) throws(StorageError) -> [Chat] {
    try database.rows(
      Self.selection + " WHERE chat.archived IS NOT NULL ORDER BY chat.jid LIMIT ?",
      .integer(limit), read: Self.read)
  }

  /// When the newest message came that others wrote in it; `nil` where there is none.
  public func newestIncoming(_ jid: JID) throws(StorageError) -> Timestamp? {
    guard let id = try find(jid) else { return nil }
    return try database.first(
      """
      SELECT coalesce(server_time, written_at) FROM message WHERE chat = ? AND is_mine = 0
        AND amends IS NULL ORDER BY anchor DESC, sequence DESC LIMIT 1
      """, .integer(id)
    ) { Timestamp(milliseconds: $0.integer(0)) }
  }

  /// Those that stand above the others; at most `limit`.
  public func pinned(limit: Int) throws(StorageError) -> [Chat] {
    try database.rows(
      Self.selection + " WHERE chat.pinned = 1 ORDER BY chat.jid LIMIT ?", .integer(limit),
      read: Self.read)
  }

  /// All chats a part at a time, in the order of their rows: at most `limit` after a row.
  public func part(
    after row: Int64, limit: Int
  ) throws(StorageError) -> [(row: Int64, chat: Chat)] {
    let end = Self.columns + MessageTable.columnCount
    return try database.rows(
      Self.selection(and: "chat.id") + " WHERE chat.id > ? ORDER BY chat.id LIMIT ?",
      .integer(row), .integer(limit)
    ) { row throws(StorageError) in (row.integer(end), try Self.read(row)) }
  }

  /// Brings last message and unread count up to date; costs what is unread, not what is stored.
  public func refreshSummary(_ jid: JID) throws(StorageError) {
    guard let id = try find(jid) else { return }
    let read = try database.readMarkers.order(.mine, jid)
    try database.execute(
      """
      UPDATE chat SET (last_message, last_anchor, last_sequence) = (
        SELECT id, anchor, sequence FROM message WHERE chat = ?1 AND amends IS NULL
        ORDER BY anchor DESC, sequence DESC LIMIT 1),
      (unread, mentions) = (SELECT count(*), coalesce(sum(is_mention), 0) FROM message
        WHERE \(MessageTable.isUnread))
      WHERE id = ?1
      """, .integer(id), .integer(read.anchor), .integer(read.sequence))
  }

  /// What of the chat is told at a time; as for one of its kind where the user chose nothing.
  public func alerts(_ jid: JID, at now: Timestamp) throws(StorageError) -> Chat.Alerts {
    func read(_ row: Row) throws(StorageError) -> Chat.Alerts {
      if let end = row.optionalInteger(2), now.milliseconds < end { return .nothing }
      return try Self.alerts(row, at: 0, try row.word(1, as: Chat.Kind.self))
    }
    return try database.first(
      "SELECT alerts, kind, muted_until FROM chat WHERE jid = ?", .jid(jid), read: read) ?? .all
  }

  private static func alerts(
    _ row: Row, at column: Int32, _ kind: Chat.Kind
  ) throws(StorageError) -> Chat.Alerts {
    row.isNull(column) ? .standard(kind) : try row.word(column, as: Chat.Alerts.self)
  }

  /// Whether the other is kept from learning what I have read.
  public func hideReading(_ jid: JID, _ isHidden: Bool) throws(StorageError) {
    try database.execute(
      "UPDATE chat SET hides_reading = ? WHERE jid = ?", .integer(isHidden ? 1 : 0), .jid(jid))
  }

  /// Whether what I have read there is kept to myself.
  public func hidesReading(_ jid: JID) throws(StorageError) -> Bool {
    try database.first("SELECT hides_reading FROM chat WHERE jid = ?", .jid(jid)) {
      $0.int(0) != 0
    } ?? false
  }

  /// So many devices of the other are remembered for their receipts (Z4).
  private static let mostWitnesses = 8

  /// A device of the other has sent a receipt: it sends them. One psst is remembered, and the newest others.
  public func note(receiptFrom device: JID) throws(StorageError) {
    let known = try receiptsFrom(device.bare)
    guard device.resource != nil, !known.contains(device),
      !device.isPsst || !known.contains(where: \.isPsst)
    else { return }
    let all = [device] + known
    let kept = (all.filter(\.isPsst) + all.filter { !$0.isPsst }).prefix(Self.mostWitnesses)
    // No resource contains the end of a line.
    try database.execute(
      "UPDATE chat SET receipts_from = ? WHERE jid = ?",
      .text(kept.compactMap(\.resource).joined(separator: "\n")), .jid(device.bare))
  }

  /// Devices of the other that have sent receipts, a psst first; none where none has.
  public func receiptsFrom(_ chat: JID) throws(StorageError) -> [JID] {
    let resources = try database.first("SELECT receipts_from FROM chat WHERE jid = ?", .jid(chat)) {
      $0.optionalText(0)
    }
    return (resources ?? nil)?.split(separator: "\n")
      .compactMap { chat.with(resource: String($0)) } ?? []
  }

  /// The row's id, `nil` where there is no such chat.
  func find(_ jid: JID) throws(StorageError) -> Int64? {
    if let known = database.chatIDs[jid] { return known }
    let found = try database.first("SELECT id FROM chat WHERE jid = ?", .jid(jid)) {
      $0.integer(0)
    }
    database.chatIDs[jid] = found
    return found
  }

  /// The chat that an address stands for: of somebody in a group the address there, of all others the bare one.
  public func chat(for address: JID) throws(StorageError) -> JID {
    guard address.isOccupant else { return address }
    let isRoom = try database.first(
      "SELECT kind = 'room' FROM chat WHERE jid = ?", .jid(address.bare)
    ) {
      $0.bool(0)
    }
    return isRoom == true ? address : address.bare
  }

  /// The row's id, made as a direct chat when it is new, or as one with a person of a group.
  func id(_ jid: JID) throws(StorageError) -> Int64 {
    if let found = try find(jid) { return found }
    try ensure(jid, kind: jid.isOccupant ? .occupant : .direct)
    return database.lastInsertedID
  }

  /// `Chat` before the columns of its last message.
  private static let columns: Int32 = 21

  static let selection = selection(and: "0")

  /// With one column more at the end.
  private static func selection(and more: String) -> String {
    """
    SELECT chat.jid, chat.kind, coalesce(roster.name, chat.title), chat.unread, chat.waiting,
      chat.failed, draft.text, chat.alerts, chat.hides_reading, roster.subscription, roster.is_asking,
      \(ReplyTable.columns(of: "draft")), chat.mentions, chat.keeps_all, chat.pinned,
      chat.muted_until, chat.marked_unread, chat.archived IS NOT NULL,
      (SELECT count(*) FROM outbox WHERE outbox.state = 'sending' AND outbox.chat = chat.id),
      \(MessageTable.shortColumns), \(more)
    FROM chat LEFT JOIN message ON message.id = chat.last_message
    LEFT JOIN roster ON roster.jid = chat.jid LEFT JOIN draft ON draft.chat = chat.id
    """
  }

  private static func read(_ row: Row) throws(StorageError) -> Chat {
    let jid = try row.jid(0)
    let kind = try row.word(1, as: Chat.Kind.self)
    let subscription =
      row.isNull(9) ? nil : try row.word(9, as: Contact.Subscription.self)
    let last = row.isNull(columns) ? nil : try MessageTable.read(row, chat: jid, from: columns)
    var chat = Chat(
      jid: jid, kind: kind, name: name(jid, kind, row.optionalText(2)), last: last,
      unread: row.int(3), mentions: row.int(14), draft: row.text(6), waiting: row.int(4),
      failed: row.int(5),
      alerts: try alerts(row, at: 7, kind), hidesReading: row.bool(8), keepsAll: row.bool(15),
      subscription: subscription, isAsking: row.bool(10),
      draftReply: ReplyTable.read(row, from: 11))
    chat.isPinned = row.bool(16)
    (chat.isMarkedUnread, chat.isArchived) = (row.bool(18), row.bool(19))
    chat.sending = row.int(20)
    chat.mutedUntil = row.optionalInteger(17).map(Timestamp.init(milliseconds:))
    return chat
  }

  private static func name(_ jid: JID, _ kind: Chat.Kind, _ given: String?) -> String {
    if kind == .notes { return tr("Notes to self") }
    return given.map(Contact.bounded) ?? jid.resource ?? jid.shownLocal ?? jid.description
  }
}

extension Database {
  /// The chats and their summaries.
  public var chats: ChatTable { ChatTable(database: self) }
}
