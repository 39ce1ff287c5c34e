public import Model

/// What is stored of the messages, and what of that is old enough to be removed (P4).
public struct PurgeOutlook: Sendable, Equatable {
  public var stored = 0
  /// Of those the next run removes so many.
  public var due = 0
  /// How much older the oldest is than the newest, milliseconds, by their servers' time.
  public var span: Int64 = 0
  /// Archives lost what they had: nothing of them is removed.
  public var isKept = false

  public init() {}
}

extension PurgeTable {
  /// Looks through all that is stored: for who asks, and not while something waits.
  public func outlook(_ keep: Keep) throws(StorageError) -> PurgeOutlook {
    var outlook = PurgeOutlook()
    let facts = try database.first(
      "SELECT count(*), min(server_time), max(server_time) FROM message WHERE amends IS NULL"
    ) { (count: $0.int(0), first: $0.integer(1), last: $0.integer(2)) }
    (outlook.stored, outlook.span) = facts.map { ($0.count, $0.last - $0.first) } ?? (0, 0)
    var row: Int64 = 0
    while let chat = try next(after: row) {
      row = chat.row
      let archive = chat.isRoom ? chat.jid : nil
      let reach = try reach(of: archive)
      outlook.isKept = outlook.isKept || reach?.isForgetful == true
      guard reach?.isForgetful != true, let age = keep.age,
        let newest = try newestTime(of: archive)
      else { continue }
      let rule = PurgeRule(
        cutoff: Timestamp(milliseconds: newest.milliseconds - age),
        first: reach?.first ?? Timestamp(milliseconds: .min), newest: keep.newest)
      outlook.due += try due(chat.jid, rule)
    }
    return outlook
  }

  private func due(_ chat: JID, _ rule: PurgeRule) throws(StorageError) -> Int {
    var (count, place) = (0, MessageOrder?.some(MessageOrder(anchor: .min, sequence: .min)))
    while let after = place {
      let step = try step(chat, after: after, rule, limit: 10_000, removes: false)
      count += step.count
      place = step.last
    }
    return count
  }
}
