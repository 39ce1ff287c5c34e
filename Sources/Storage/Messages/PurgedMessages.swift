public import Model

/// Which messages of a chat are removed because of their age.
public struct PurgeRule: Sendable, Equatable {
  /// What the server took before that.
  public var cutoff: Timestamp
  /// The archive has what came since.
  public var first: Timestamp
  /// So many stay.
  public var newest: Int

  public init(cutoff: Timestamp, first: Timestamp, newest: Int) {
    (self.cutoff, self.first, self.newest) = (cutoff, first, newest)
  }
}

/// What a look at some of a chat's oldest messages found.
public struct PurgeStep: Sendable, Equatable {
  /// So many are looked at and removed at once: a few milliseconds.
  public static let size = 50

  /// Those that are removed, or would be.
  public var count = 0
  public var oldest: Timestamp?
  /// So many were looked at.
  public var seen = 0
  /// The place of the last that was; `nil` where nothing more is to be removed.
  public var last: MessageOrder?
}

extension PurgeTable {
  private struct Candidate {
    var id: Int64
    var order: MessageOrder
    var time: Timestamp?
    /// Only this computer has it, or something is still to be told of it.
    var isNeeded: Bool
    var amends: Int64?
    var status: DeliveryStatus?
  }

  /// Looks at the next `limit` messages of a chat behind a place, and removes what the rule says.
  /// - Parameters:
  ///   - end: what stands there and behind it stays in any case.
  ///   - removes: else they are only counted.
  public func step(
    _ chat: JID, after place: MessageOrder, before end: MessageOrder? = nil, _ rule: PurgeRule,
    limit: Int, removes: Bool
  ) throws(StorageError) -> PurgeStep {
    var step = PurgeStep()
    guard let id = try database.chats.find(chat), let newest = try newest(rule.newest, of: id)
    else { return step }
    // Unread messages stay, and with them their number.
    let unread = try database.messages.firstUnread(chat)
    let end = [end, unread, newest].compactMap(\.self).min() ?? newest
    // What stands there was imported, and no archive has told of it.
    let place = max(place, MessageOrder(anchor: MessageOrder.importedEnd, sequence: .min))
    var gone: [Candidate] = []
    var ids: Set<Int64> = []
    let candidates = try candidates(id, after: place, before: end, rule, limit: limit)
    var isEnd = candidates.count < limit
    for candidate in candidates {
      if let time = candidate.time, time >= rule.cutoff {
        isEnd = true
        break
      }
      step.seen += 1
      step.last = candidate.order
      // What amends a message that stays is part of it.
      let isPart = candidate.amends.map { $0 != AmendmentTable.nothing && !ids.contains($0) }
      if candidate.isNeeded || isPart == true { continue }
      gone.append(candidate)
      ids.insert(candidate.id)
    }
    step.count = gone.count
    step.oldest = gone.first?.time
    if removes { try remove(gone, of: id) }
    if isEnd { step.last = nil }
    return step
  }

  /// The place of the last of so many; `nil` where there are no more than those.
  private func newest(_ count: Int, of chat: Int64) throws(StorageError) -> MessageOrder? {
    guard count > 0 else { return MessageOrder(anchor: MessageOrder.unplaced, sequence: .min) }
    return try database.first(
      """
      SELECT anchor, sequence FROM message WHERE chat = ? AND amends IS NULL
      ORDER BY anchor DESC, sequence DESC LIMIT 1 OFFSET ?
      """, .integer(chat), .integer(count - 1)
    ) { MessageOrder(anchor: $0.integer(0), sequence: $0.integer(1)) }
  }

  /// Of a row `message`: it is not confirmed, the archive may not have it, or others are still to be told of it.
  private static let isNeeded = """
    archive_id IS NULL OR server_time IS NULL OR server_time < ?6 OR is_guessed <> 0
      OR coalesce(status, '') IN ('queued', 'sending', 'failed')
      OR EXISTS (SELECT 1 FROM outbox WHERE outbox.message = message.id)
      OR EXISTS (SELECT 1 FROM receipt WHERE receipt.message = message.id)
      OR EXISTS (SELECT 1 FROM invitation WHERE invitation.message = message.id)
      OR EXISTS (SELECT 1 FROM read_marker WHERE read_marker.chat = message.chat
        AND mine = message.id AND (is_unshared = 1 OR pending IS NOT NULL))
      OR EXISTS (SELECT 1 FROM message AS own WHERE own.amends = message.id
        AND own.status IN ('queued', 'sending', 'failed'))
    """

  private func candidates(
    _ chat: Int64, after place: MessageOrder, before end: MessageOrder, _ rule: PurgeRule,
    limit: Int
  ) throws(StorageError) -> [Candidate] {
    try database.rows(
      """
      SELECT id, anchor, sequence, server_time, \(Self.isNeeded), amends, status FROM message
      WHERE chat = ?1 AND (anchor, sequence) > (?2, ?3) AND (anchor, sequence) < (?4, ?5)
        AND anchor < \(MessageOrder.unplaced)
      ORDER BY anchor, sequence LIMIT ?7
      """, .integer(chat), .integer(place.anchor), .integer(place.sequence),
      .integer(end.anchor), .integer(end.sequence), .integer(rule.first.milliseconds),
      .integer(limit)
    ) { row in
      Candidate(
        id: row.integer(0),
        order: MessageOrder(anchor: row.integer(1), sequence: row.integer(2)),
        time: row.optionalInteger(3).map(Timestamp.init(milliseconds:)), isNeeded: row.bool(4),
        amends: row.optionalInteger(5),
        status: row.optionalText(6).flatMap(DeliveryStatus.init(rawValue:)))
    }
  }

  /// Amendments of those that go wait for them, as if the archive had told them first.
  private func remove(_ gone: [Candidate], of chat: Int64) throws(StorageError) {
    guard let last = gone.last else { return }
    let list = SQLValue.text("[" + gone.map { String($0.id) }.joined(separator: ",") + "]")
    try database.execute(
      """
      UPDATE message SET amends = \(AmendmentTable.nothing)
      WHERE amends IN (SELECT value FROM json_each(?))
      """, list)
    try database.execute(
      "DELETE FROM message WHERE id IN (SELECT value FROM json_each(?))", list)
    _ = try database.search.join(pages: 16)
    try note(gone, through: last.order, of: chat)
  }

  private func note(
    _ gone: [Candidate], through last: MessageOrder, of chat: Int64
  ) throws(StorageError) {
    let times = gone.compactMap(\.time)
    guard let oldest = times.min(), let newest = times.max() else { return }
    let least = gone.compactMap(\.status).min { $0.rank < $1.rank }
    var record =
      try record(of: chat)
      ?? Record(
        edge: MessageOrder(anchor: .min, sequence: .min), before: nil, isWhole: false,
        since: oldest, through: newest, least: least)
    (record.since, record.through) = (min(record.since, oldest), max(record.through, newest))
    record.least = [record.least, least].compactMap(\.self).min { $0.rank < $1.rank }
    if record.edge < last {
      (record.edge, record.isWhole) = (last, false)
      record.before = try entry(after: last, of: chat)
    }
    try save(record, of: chat)
  }

  /// The archive's id for the next of the other's; one of mine may stand elsewhere than the archive's first copy of it.
  func entry(after place: MessageOrder, of chat: Int64) throws(StorageError) -> ArchiveID? {
    try database.first(
      """
      SELECT archive_id FROM message WHERE chat = ? AND is_mine = 0 AND (anchor, sequence) > (?, ?)
        AND archive_id IS NOT NULL AND is_guessed = 0 AND anchor < \(MessageOrder.unplaced)
      ORDER BY anchor, sequence LIMIT 1
      """, .integer(chat), .integer(place.anchor), .integer(place.sequence)
    ) { ArchiveID($0.text(0)) }
  }

  /// The time of the oldest message of a chat that its archive had.
  public func oldestTime(of chat: JID) throws(StorageError) -> Timestamp? {
    guard let id = try database.chats.find(chat) else { return nil }
    return try database.first(
      """
      SELECT server_time FROM message WHERE chat = ? AND archive_id IS NOT NULL
        AND server_time IS NOT NULL ORDER BY anchor, sequence LIMIT 1
      """, .integer(id)
    ) { Timestamp(milliseconds: $0.integer(0)) }
  }
}
