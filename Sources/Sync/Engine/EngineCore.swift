internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// The engine without bytes: events in, one transaction, effects out.
final class EngineCore {
  private let account: Account
  private let database: Database
  /// What others are told of my doings.
  var privacy: Privacy
  private(set) var state: EngineState
  /// Of the outbox after the last turn, which nobody else writes to; `nil`: to be read.
  private var counts: OutboxCounts?
  /// After a transaction failed nothing is tried before this uptime.
  private var pausedUntil: Int64?
  /// What the disk refuses with, as it was told.
  private var trouble: StorageError?
  /// The start could not be written: it is tried again.
  private var mustStart = false

  /// - Parameter state: where another core with the same database has come to; `nil` before the start.
  init(
    account: Account, database: Database, privacy: Privacy = .init(),
    roomPasswords: [JID: String] = [:], goingOnFrom state: EngineState? = nil
  ) {
    self.account = account
    self.database = database
    self.privacy = privacy
    self.state = state ?? EngineState(account: account)
    self.state.rooms.passwords = roomPasswords
  }

  var isSignedIn: Bool { state.ready != nil }

  /// The last turn is on disk.
  var isCommitted: Bool { pausedUntil == nil }

  /// The uptime in milliseconds of the next ``CoreEvent/wake``.
  var nextDeadline: Int64? {
    guard let pausedUntil else { return state.nextDeadline() }
    // Nobody else says when a disk takes writes again.
    return trouble?.canPass == true ? pausedUntil : nil
  }

  /// The stream that can be resumed, as it is stored.
  var stream: StreamState? { state.stream }

  /// What the server said last of the archive's ids; counts for the stream that is resumed.
  var givesArchiveIDs: Bool { ServerFact.givesArchiveIDs.isSo(database) }

  /// What the server said last of how an old stream goes on.
  var resumesInline: Bool { ServerFact.resumesInline.isSo(database) }

  /// The archive has all that waits for who was offline, and nothing is in doubt that a session may still bring
  /// which nobody asks about.
  var mayBindInline: Bool {
    guard ServerFact.archiveKeepsAll.isSo(database) else { return false }
    return state.stream != nil || (try? database.outbox.chatsInDoubt().isEmpty) == true
  }

  /// - Parameter isNearby: the server is reached without a network.
  func connected(isNearby: Bool, at uptime: Int64) {
    heard(at: uptime)
    state.reconnect.connected(isNearby: isNearby)
  }

  /// Bytes came: the link lives.
  func heard(at uptime: Int64) {
    state.keepAlive.heard(at: uptime)
    state.doubt.heard(at: uptime)
    state.reconnect.heard(at: uptime)
  }

  /// All events of one moment in one transaction: they happen together or not at all.
  ///
  /// - Parameter seal: is given the effects, before the commit, and returns the stream that they and the
  ///   events left, to be stored with them; `nil` where there is none to be resumed. What it did must be
  ///   taken back when ``isCommitted`` is false afterwards.
  func handle(
    _ events: [CoreEvent], at now: Moment, seal: ([CoreEffect]) -> StreamState? = { _ in nil }
  ) -> [CoreEffect] {
    let saved = state
    let turn = Turn(database: database, me: account.jid.bare, now: now, privacy: privacy)
    turn.resource = state.ready?.jid.resource
    do {
      try database.transaction { () throws(StorageError) in
        let before = if let counts { counts } else { try database.outbox.counts() }
        if trouble != nil { try probe(turn) }
        if mustStart { try start(turn) }
        for event in events { try apply(event, turn) }
        try Retracting.settle(&state, turn)
        try state.settle(turn)
        counts = try turn.finish(countsBefore: before, showing: state.showing)
        try store(seal(turn.effects))
      }
      pausedUntil = nil
      return recovered() + turn.effects
    } catch {
      (state, counts) = (saved, nil)
      return refused(error, events, at: now)
    }
  }

  private func store(_ stream: StreamState?) throws(StorageError) {
    guard let stream, stream != state.stream, stream.id != state.abandoned else { return }
    try database.streams.save(stream, over: state.stream)
    state.stream = stream
  }

  private func apply(_ event: CoreEvent, _ turn: Turn) throws(StorageError) {
    switch event {
    case .start: try start(turn)
    case .intent(let intent): try IntentHandling.apply(intent, &state, turn)
    case .session(let event): try SessionEventHandling.apply(event, &state, turn)
    case .network(let change): try LinkHandling.networkChanged(change, &state, turn)
    case .closed(let reason, let awaitsUser):
      try LinkHandling.linkLost(reason, &state, turn)
      state.reconnect.closed(reason: reason, awaitsUser: awaitsUser, turn)
    case .upload(let news):
      try state.uploads.ended(news, isLinked: state.isOpen, turn)
    case .download(let news): try state.downloads.ended(news, turn)
    case .wake: try LinkHandling.wake(&state, turn)
    case .progress(let progress): try LinkHandling.measured(progress, &state, turn)
    case .spareOpened: state.doubt.opened(turn)
    case .spareLost: state.doubt.lost(turn)
    case .resume: state.reconnect.resume(turn)
    case .stop:
      state.reconnect.stop()
      state.doubt.forgetLink(turn)
      guard state.ready != nil else { return turn.disconnect() }
      try state.markers.flush(behind: state.receipts, turn)
      try RoomMarkers.flush(&state, turn)
      try state.sharing.leave(turn)
      // The stream ends in order: the server keeps nothing of it, and I am gone at once (N2).
      try state.forgetStream(turn)
      turn.command(.close)
    }
  }

  /// What the disk has, first; the network follows (P2).
  private func start(_ turn: Turn) throws(StorageError) {
    try database.chats.ensure(turn.me, kind: .notes)
    try state.recallStream(turn)
    try Outbox.requeueAll(why: tr("psst was ended before the answer"), turn)
    turn.change(.outbox(try database.outbox.counts()))
    try state.start(turn)
    try Reacting.start(turn)
    turn.keepCopies(try database.uploads.needed())
  }

  // MARK: The disk refuses

  /// Nothing of the turn happened. What can be read is shown, a send gives its text back (S2), and what
  /// came from the server is not acknowledged and comes again from the archive.
  private func refused(
    _ error: StorageError, _ events: [CoreEvent], at now: Moment
  ) -> [CoreEffect] {
    pausedUntil = now.uptime + 1_000
    let turn = Turn(database: database, me: account.jid.bare, now: now, privacy: privacy)
    turn.log("storage: \(error.explanation)")
    if trouble != error {
      trouble = error
      turn.change(.disk(DiskTrouble(error, state: .refusing, path: database.path)))
    }
    for event in events { recover(from: event, error, turn) }
    if !error.canPass { pause(error.explanation, turn) }
    return turn.effects
  }

  private func recover(from event: CoreEvent, _ error: StorageError, _ turn: Turn) {
    switch event {
    case .start:
      mustStart = true
      for change in Reading.all(database) { turn.change(change) }
    case .intent(let intent):
      let refusal = Reading.refusal(intent, because: error.explanation)
      for change in Reading.answer(intent, database) ?? [refusal] { turn.change(change) }
    case .session: drop(error.explanation, turn)
    case .closed(let reason, let awaitsUser):
      state.forgetLink(turn)
      state.reconnect.closed(reason: reason, awaitsUser: awaitsUser, turn)
    case .stop:
      state.reconnect.stop()
      turn.disconnect()
    // What is not known to be there is brought there once more.
    case .upload(let news): state.uploads.missed(news.id)
    case .download(let news): state.downloads.missed(news, turn)
    case .wake, .network, .resume, .progress, .spareOpened, .spareLost: break
    }
  }

  private func drop(_ reason: String, _ turn: Turn) {
    guard state.ready != nil || state.reconnect.isConnecting else { return }
    state.forgetLink(turn)
    state.reconnect.closing(reason: reason, turn)
    turn.disconnect()
  }

  /// What comes could never be stored: the link is of no use.
  private func pause(_ reason: String, _ turn: Turn) {
    drop(reason, turn)
    state.reconnect.pause(reason: reason, turn)
  }

  /// Writes something, so that a turn that has nothing to write does not pass for a disk that works.
  private func probe(_ turn: Turn) throws(StorageError) {
    try database.settings.set("disk.tried", String(turn.now.uptime))
  }

  private func recovered() -> [CoreEffect] {
    mustStart = false
    guard trouble != nil else { return [] }
    trouble = nil
    return [.log("storage: works again"), .change(.disk(nil))]
  }
}
