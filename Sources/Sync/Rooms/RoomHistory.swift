internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// The discussion history of a room without an archive: a room tells it to me when I enter, as far back as I ask for it
/// (XEP-0045 §7.2.13). I ask for some of what I have heard as well, so that it is seen whether anything is missing
/// between the two.
struct RoomHistory {
  /// Its end may never come: so long it is awaited, milliseconds.
  static let patience: Int64 = 5_000
  /// So much of what I have heard is told again, milliseconds; the clocks of two computers may differ by as much.
  static let overlap: Int64 = 120_000
  /// It is asked for no more than that, milliseconds.
  static let longest: Int64 = 30 * 86_400_000
  /// So many of the newest may be told again.
  private static let newest = 500

  /// How far back I asked for it; `nil` where I did not.
  private(set) var seconds: Int?
  private(set) var awaitedUntil: Int64?
  /// Rows that may be told again, and were not yet.
  private var heard: [Message] = []
  /// The newest of them, behind which the rest is to follow.
  private var newestRow: Int64?
  private var isConnected = false
  /// It has told of one that was not here, or had no place.
  private var hasNew = false

  private(set) var isReplaying = false

  var isAwaited: Bool { awaitedUntil != nil || isReplaying }

  /// Before I enter.
  static func asked(
    of room: RoomTable.Stored, _ turn: Turn
  ) throws(StorageError) -> RoomHistory {
    var history = RoomHistory()
    guard let since = room.unarchivedSince else { return history }
    let messages = turn.database.messages
    let newest = try messages.newestHeard(in: room.jid)
    // Only spans are compared: the server may have another time than this computer.
    let away = turn.now.wall.milliseconds - max(newest?.at ?? since, since).milliseconds
    // The clock was turned back: the room has no more than it keeps.
    let span = away < 0 ? longest : away + overlap
    history.seconds = Int(span / 1_000)
    history.newestRow = newest?.row
    let start = Timestamp(milliseconds: turn.now.wall.milliseconds - span)
    for row in try messages.heard(in: room.jid, since: start, among: Self.newest) {
      if let message = try messages.message(row) { history.heard.append(message) }
    }
    return history
  }

  /// A stream that goes on brings first what it had, another history of before perhaps: that will be told again too.
  mutating func awaitReplay() { isReplaying = seconds != nil }

  /// I am there: now it comes.
  mutating func begin(_ now: Moment) {
    if seconds != nil, !isReplaying { awaitedUntil = now.uptime + Self.patience }
  }

  /// It comes once I am there.
  mutating func awaitEntry() { awaitedUntil = nil }

  /// One message of it that was not here: what it tells from now on stands behind that.
  mutating func came(new message: InboundMessage) {
    if tells(message) { hasNew = true }
  }

  /// One message that is here.
  mutating func came(_ known: Message, as message: InboundMessage) {
    guard tells(message) else { return }
    isConnected = true
    if known.order.anchor == MessageOrder.unplaced || known.isUnconfirmed { hasNew = true }
    heard.removeAll { $0.id == known.id }
  }

  /// It was told behind one that was not here, or had no place: so it stands.
  func isBehindNew(_ message: InboundMessage) -> Bool { hasNew && tells(message) }

  func tells(_ message: InboundMessage) -> Bool {
    awaitedUntil != nil && message.source == .live && message.stamp != nil
  }

  /// It is awaited no longer. Returns the row behind which something may be missing; `nil` where nothing is.
  mutating func end() -> Int64? {
    awaitedUntil = nil
    return isConnected ? nil : newestRow
  }

  /// A message without an id of its own, or with one that others may have as well, is told apart by its author, its
  /// text and its time.
  func copy(of message: InboundMessage, by sender: JID) -> Message? {
    guard let stamp = message.stamp, let text = message.text else { return nil }
    return nearest(to: stamp, within: Self.overlap) {
      $0.sender == sender && $0.sentText == text
        && ($0.originID == nil || message.identity == nil || $0.originID == message.identity)
    }
  }

  /// Of those that may be told again the nearest in time that is so.
  /// - Parameter span: milliseconds.
  func nearest(
    to stamp: Timestamp, within span: Int64, where isIt: (Message) -> Bool
  ) -> Message? {
    func distance(_ known: Message) -> Int64 {
      abs((known.serverTime ?? known.writtenAt).milliseconds - stamp.milliseconds)
    }
    return heard.filter { distance($0) <= span && isIt($0) }
      .min { distance($0) < distance($1) }
  }
}

extension LiveRoom {
  /// Nothing will say better where something stands than when it was told.
  var lacksArchive: Bool { stored.unarchivedSince != nil && !isUntried }

  /// Messages stand as they are told: nothing says better, or it is not known yet whether something does.
  func orders(_ message: InboundMessage) -> Bool { lacksArchive || history.tells(message) }

  /// Before it has let me in for the first time, and its archive has answered, whatever ends this program: what is said
  /// from now on is asked for when I come again.
  mutating func assumeNoArchive(_ turn: Turn) throws(StorageError) {
    isFirstTry = false
    guard stored.unarchivedSince == nil, try catchUp.cursor(turn) == nil else { return }
    (stored.unarchivedSince, isUntried, isFirstTry) = (turn.now.wall, true, true)
    try turn.database.rooms.save(stored)
  }

  /// It did not let me in: of what is said before it does nothing is mine to know. After a later request that is kept: the
  /// first may have let me in without my hearing of it, and my own ghost have the name now.
  mutating func forgetEntry(_ turn: Turn) throws(StorageError) {
    guard isUntried, isFirstTry else { return }
    (stored.unarchivedSince, isUntried, isFirstTry) = (nil, false, false)
    try turn.database.rooms.save(stored)
  }

  /// Its archive has answered, or there is none: that is remembered for the next time I enter.
  mutating func noteArchive(_ turn: Turn) throws(StorageError) {
    guard isUntried || lacksArchive == catchUp.hasArchive else { return }
    isUntried = false
    stored.unarchivedSince = catchUp.hasArchive ? nil : stored.unarchivedSince ?? turn.now.wall
    try turn.database.rooms.save(stored)
  }

  /// All that the old stream had is here.
  mutating func replayed(_ turn: Turn) throws(StorageError) {
    // People of whom the old stream told may have gone.
    if case .joining = phase { people.forget() }
    guard history.isReplaying else { return }
    history = try .asked(of: stored, turn)
    if phase == .joined { history.begin(turn.now) }
  }

  /// It ends what is told of before (XEP-0045 §7.2.15), which comes behind my own presence.
  mutating func heardTopic(_ turn: Turn) throws(StorageError) {
    if !people.isChecking { try endHistory(turn) }
  }

  /// The history is here, or nothing of it comes. Messages of mine that are not in it go again; where the way there may
  /// be cut, they wait.
  mutating func endHistory(_ turn: Turn) throws(StorageError) {
    guard history.awaitedUntil != nil else { return }
    if let row = history.end() {
      people.missed(after: row)
      isChanged = true
    }
    guard !people.isChecking else { return waitAgain(turn) }
    for record in try turn.database.outbox.handedOver(to: jid, limit: Outbox.window)
    where record.entry.state == .queued {
      try noteMissing(record, turn)
    }
    try sendOverdue(turn)
  }

  /// The room was asked for these and does not have them: they go again.
  mutating func sendOverdue(_ turn: Turn) throws(StorageError) {
    for id in overdue.sorted(by: { $0.value < $1.value }) {
      guard let record = try turn.database.outbox.record(id), record.entry.state == .sending else {
        continue
      }
      if try !noteMissing(record, turn) {
        try Outbox.requeue(id, why: tr("the group does not have it"), turn)
      }
    }
    overdue = []
  }

  /// The room was asked for it and does not have it. What it was asked for so often is for the user to send again (G8);
  /// returns whether that is so.
  @discardableResult
  private func noteMissing(
    _ record: OutboxTable.Record, _ turn: Turn
  ) throws(StorageError) -> Bool {
    let lives = turn.database.lives
    let asked = try lives.count(.archiveAsked, message: record.message)
    // It was not sent since it was asked for last.
    guard record.entry.attempts > asked else { return false }
    try turn.life(record.message, .archiveAsked, cause: tr("the group does not have it"))
    let most =
      changesIDs || cutsLines ? Self.fewSends : Self.mostSends
    let before = try lives.count(.failed, message: record.message)
    guard asked + 1 >= most * (before + 1),
      let message = try turn.database.messages.message(record.message)
    else { return false }
    let name = try turn.name(inside: jid)
    try Transition.fail(message, reason: tr("not confirmed by \(name)"), isRefusal: false, turn)
    return true
  }
}
