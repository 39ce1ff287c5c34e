internal import Model
internal import Storage
internal import XMPP

/// What I have read, told to the peers (XEP-0333). A marker stays pending in the database until the
/// server has answered something asked after it, so that a cut or a crash only repeats it (D2). One that comes
/// back, because the peer's server was not there, is pending again.
struct ReadMarkers: Tracker {
  static let keyPath: any Path = \.markers

  /// What came back from a chat.
  private struct Return {
    /// So often since its other side was last heard of.
    var count = 0
    /// Nothing is told there before its time comes, or that side is heard of.
    var isHeld = false
    /// Uptime in milliseconds.
    var until: Int64?
  }

  /// Handed over on this link and not yet known to have arrived.
  private var handed: [JID: String] = [:]
  /// By question: what had been handed over when it was asked.
  private var covered: [String: [JID: String]] = [:]
  /// What was handed over last, on any link: it may come back.
  private var told: [JID: String] = [:]
  private var returned: [JID: Return] = [:]
  /// Markers go out together, at most this often, milliseconds (D2).
  static let interval: Int64 = 1_000
  private var toldAt: Int64?
  private var flushAt: Int64?

  var nextDeadline: Int64? {
    ([flushAt] + returned.values.map(\.until)).compactMap { $0 }.min()
  }

  /// The next link is another chance for what came back on this one.
  mutating func forgetLink(_ turn: Turn) {
    let (told, counts) = (told, returned.mapValues { Return(count: $0.count) })
    self = ReadMarkers()
    (self.told, returned) = (told, counts)
  }

  /// Everything through a place was on screen.
  mutating func read(
    _ chat: JID, through order: MessageOrder, isLinked: Bool, behind receipts: Receipts,
    _ turn: Turn
  ) throws(StorageError) {
    let messages = turn.database.messages
    let before = try turn.database.readMarkers.order(.mine, chat)
    guard let newest = try messages.newestIncoming(chat, through: order),
      try turn.database.readMarkers.advance(.mine, to: newest)
    else { return }
    try turn.database.readMarkers.setUnshared(true, chat: chat)
    turn.touch(chat: chat)
    guard turn.privacy.tellsRead, try !turn.hidesReading(in: chat),
      let id = try messages.newestMarkable(
        in: chat, isRoom: false, after: before, through: newest.order)
    else { return }
    try turn.database.readMarkers.setPending(id, chat: chat)
    if isLinked, flushAt == nil { try flushSoon(behind: receipts, turn) }
  }

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard let due = state.markers.nextDeadline, due <= turn.now.uptime else { return }
    state.markers.release(at: turn.now.uptime)
    try state.markers.flush(behind: state.receipts, turn)
  }

  private mutating func flushSoon(
    behind receipts: Receipts, _ turn: Turn
  ) throws(StorageError) {
    flushAt = toldAt.map { $0 + Self.interval }
    if flushAt ?? 0 <= turn.now.uptime { try flush(behind: receipts, turn) }
  }

  /// Tells what waited, as far as the receipts have gone: of a device that has sent none the peer cannot know
  /// that it sends them, and would take its marker for proof that all before it came.
  mutating func flush(behind receipts: Receipts, _ turn: Turn) throws(StorageError) {
    flushAt = nil
    guard turn.privacy.tellsRead else { return }
    let receipt = turn.privacy.tellsDelivered ? receipts.newest : .max
    for pending in try turn.database.readMarkers.pending(behind: receipt)
    where handed[pending.chat] != pending.id && returned[pending.chat]?.isHeld != true {
      hand(pending, turn)
    }
  }

  private mutating func hand(_ pending: ReadMarkerTable.Pending, _ turn: Turn) {
    handed[pending.chat] = pending.id
    told[pending.chat] = pending.id
    toldAt = turn.now.uptime
    turn.command(.tell(to: pending.chat, .displayed(id: pending.id)))
  }

  /// A question follows the markers on the stream: its answer proves that they arrived.
  mutating func asked(_ question: String, before later: ArraySlice<SessionCommand>) {
    let proven = handed.filter { chat, id in !later.contains(.tell(to: chat, .displayed(id: id))) }
    if !proven.isEmpty { covered[question] = proven }
  }

  /// Nobody answered in time: the markers may be lost with the question.
  mutating func unanswered(_ question: String) { covered[question] = nil }

  mutating func answered(_ question: String, _ turn: Turn) throws(StorageError) {
    guard let proven = covered.removeValue(forKey: question) else { return }
    for (chat, id) in proven.sorted(by: { $0.key < $1.key }) {
      try turn.database.readMarkers.clearPending(ReadMarkerTable.Pending(chat: chat, id: id))
      if handed[chat] == id { handed[chat] = nil }
    }
  }

  // MARK: What comes back

  /// An error for what is no message of mine: a marker, or a receipt, which goes the same way. The newest
  /// marker is told again, as often and in such pauses as a message is tried.
  mutating func cameBack(
    _ id: OriginID, from chat: JID, _ error: StanzaError, _ turn: Turn
  ) throws(StorageError) {
    let chat = chat.bare
    guard let marker = told[chat], returned[chat]?.isHeld != true,
      try turn.database.messages.mine(id) == nil,
      turn.privacy.tellsRead, try !turn.hidesReading(in: chat)
    else { return }
    // Who wrote what was read had a server that was known.
    let schedule = RetrySchedule(error, wasConfirmed: true, isKnownServer: true)
    guard schedule.canHeal else {
      return try turn.database.readMarkers.clearPending(.init(chat: chat, id: marker))
    }
    let count = (returned[chat]?.count ?? 0) + 1
    try turn.database.readMarkers.restorePending(.init(chat: chat, id: marker))
    handed[chat] = nil
    for question in covered.keys { covered[question]?[chat] = nil }
    let pause = schedule.pause(after: count).map { Jitter.spread($0, turn.now.random) }
    returned[chat] = Return(count: count, isHeld: true, until: pause.map { turn.now.uptime + $0 })
  }

  private mutating func release(at now: Int64) {
    for (chat, back) in returned {
      if let until = back.until, until <= now { returned[chat] = Return(count: back.count) }
    }
  }

  /// Something came from the chat's other side, and so its server is there.
  mutating func heard(
    from chat: JID, behind receipts: Receipts, _ turn: Turn
  ) throws(StorageError) {
    guard returned.removeValue(forKey: chat)?.isHeld == true else { return }
    try flushSoon(behind: receipts, turn)
  }
}
