internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Removes what is old and can be had again from the server's archive (P4): after the start, and when something happens
/// a day later, a little at a time. Nothing goes before the user has said so, and where nothing is old it wakes nobody.
///
/// Old is measured against the newest time the archive's server has told, never against the clock here (T2). What was
/// shown in this run stays until the next, also what was read back for that: nobody loses what they are reading.
struct Retention: Tracker {
  static let keyPath: any Path = \.retention

  /// Before the first step, milliseconds: what came on the link is taken in first.
  static let calm: Int64 = 10_000
  /// Between steps, milliseconds: whatever else there is to do comes in between.
  static let pause: Int64 = 10
  /// While something is being sent, milliseconds.
  static let busyPause: Int64 = 1_000
  static let day = Keep.day
  /// Messages that are looked at in one step where they are only counted.
  static let countingStep = 1_000
  /// Who let the question go is asked again after this, by the server's time, milliseconds.
  static let rest = 7 * Keep.day

  private static let askedKey = "keep.asked"

  /// `nil`: nobody has decided.
  private var keep: Keep?
  private var run: RetentionRun?
  /// The uptime in milliseconds from which on another run may begin; `nil`: none may.
  private var dueAt: Int64? = .min
  private(set) var nextDeadline: Int64?
  /// The oldest place in each chat that was shown.
  private(set) var shown: [JID: MessageOrder] = [:]
  private var hasAsked = false

  mutating func start(_ turn: Turn) throws(StorageError) {
    keep = try turn.database.purges.keep()
  }

  /// The user's word.
  mutating func set(_ keep: Keep, _ turn: Turn) throws(StorageError) {
    if hasAsked { turn.change(.keepAsks(nil)) }
    hasAsked = false
    guard keep != self.keep else { return }
    self.keep = keep
    try turn.database.purges.setKeep(keep)
    (run, dueAt, nextDeadline) = (nil, .min, nil)
  }

  /// It begins when all that the archive has is here.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    state.retention.noteShown(turn)
    guard let due = state.retention.dueAt, due <= turn.now.uptime, state.isCaughtUp,
      state.catchUp.hasArchive
    else { return }
    try state.retention.begin(turn)
  }

  private mutating func noteShown(_ turn: Turn) {
    for case .change(let change) in turn.effects {
      switch change {
      case .page(let chat, let messages, _), .opened(let chat, let messages, _),
        .stretch(let chat, let messages, _, _):
        guard let oldest = messages.first?.order else { continue }
        shown[chat] = min(shown[chat] ?? oldest, oldest)
      default: continue
      }
    }
  }

  private mutating func begin(_ turn: Turn) throws(StorageError) {
    dueAt = nil
    guard let age = (keep ?? .standard).age else { return }
    guard try turn.database.purges.mayBeOld(age) else {
      dueAt = turn.now.uptime + Self.day
      return
    }
    run = RetentionRun(keep ?? .standard, removes: keep != nil)
    nextDeadline = turn.now.uptime + Self.calm
  }

  /// What is under way is begun again on the next link.
  mutating func forgetLink(_ turn: Turn) {
    if run != nil { (run, dueAt, nextDeadline) = (nil, .min, nil) }
  }

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard let due = state.retention.nextDeadline, due <= turn.now.uptime,
      var run = state.retention.run
    else { return }
    guard try !isBusy(state, turn) else {
      state.retention.nextDeadline = turn.now.uptime + busyPause
      return
    }
    let next = try run.goOn(state, turn)
    state.retention.run = run
    switch next {
    case .more: state.retention.nextDeadline = turn.now.uptime + pause
    case .answer: state.retention.nextDeadline = nil
    case .end: try state.retention.end(run, turn)
    }
  }

  /// What is written goes first.
  private static func isBusy(_ state: EngineState, _ turn: Turn) throws(StorageError) -> Bool {
    let counts = try turn.database.outbox.counts()
    return state.isOpen && counts.waiting > counts.held
  }

  private mutating func end(_ run: RetentionRun, _ turn: Turn) throws(StorageError) {
    (self.run, nextDeadline, dueAt) = (nil, nil, turn.now.uptime + Self.day)
    guard run.count > 0 else { return }
    if run.removes {
      return turn.log("removed \(run.count) old messages that the archive has")
    }
    guard let oldest = run.oldest else { return }
    hasAsked = true
    turn.change(
      .keepAsks(KeepQuestion(messages: run.count, oldest: oldest, days: run.keep.days)))
    try ask(run, turn)
  }

  private func ask(_ run: RetentionRun, _ turn: Turn) throws(StorageError) {
    guard let now = run.newest else { return }
    let last = try turn.database.settings.value(Self.askedKey).flatMap { Int64($0) }
    if let last, abs(now.milliseconds - last) < Self.rest { return }
    try turn.database.settings.set(Self.askedKey, String(now.milliseconds))
    let (count, days) = (run.count, run.keep.days)
    turn.notice(
      .information,
      tr(
        count, "\(count) message is older than \(days) days and also on the server",
        "\(count) messages are older than \(days) days and also on the server"),
      remedy: .keep)
  }

  /// What the archive told about how far back it goes. Returns whether that was asked here.
  static func answered(
    _ query: String, by entries: [ArchivePage.Entry], isWhole: Bool, _ state: inout EngineState,
    _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard var run = state.retention.run, run.isAsking(query) else { return false }
    let first = entries.lazy.compactMap { $0.message?.stamp }.first
    guard first != nil || isWhole else { return true }
    let isNews = try run.learned(first, turn)
    state.retention.run = run
    if isNews { state.retention.nextDeadline = turn.now.uptime + pause }
    return true
  }

  // MARK: What comes again

  /// Whether the archive tells anew what was removed here, and nobody has scrolled so far.
  static func leavesOut(
    _ message: InboundMessage, of chat: JID, at place: Inbox.Place, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard place != .unknown, !place.isHistory, let stamp = message.stamp,
      let record = try turn.database.purges.record(chat)
    else { return false }
    return stamp <= record.through
  }

  /// How far one of mine has come that the archive has: of one that was here, at least as far as all of those had.
  static func status(
    of message: InboundMessage, in chat: JID, at place: Inbox.Place, _ turn: Turn
  ) throws(StorageError) -> DeliveryStatus {
    guard place.isHistory, let stamp = message.stamp,
      let record = try turn.database.purges.record(chat), stamp >= record.since
    else { return .sent }
    return record.least ?? .sent
  }
}
