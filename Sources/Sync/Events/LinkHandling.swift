internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// The link comes, goes, and is found dead, within a turn.
enum LinkHandling {
  static func linkUp(
    _ ready: Ready, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    state.ready = ready
    state.refusedSignIns = 0
    state.reconnect.online(turn)
    try Outbox.requeueAll(why: tr("link lost before the answer"), turn)
    if ready.isResumed {
      try goOn(&state, turn)
    } else {
      try startOver(&state, turn)
    }
    state.keepAlive.ping(.first, turn)
    state.watch.begin(isFocused: state.isFocused, turn)
    state.activity.begin(ready, turn)
    state.nicknames.begin(turn)
    try state.avatars.begin(turn)
  }

  /// A new stream: the server is asked for everything. The archive is asked when I am online: what is stored between
  /// a question before that and my presence would reach me neither way, for Prosody keeps the offline messages
  /// (XEP-0160) from who has asked the archive. What comes both ways is known by its id.
  private static func startOver(
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state.forgetStream(turn)
    turn.command(.fetchRoster)
    try Blocking.begin(&state, turn)
    try state.naming.begin(hasAsked: true, turn)
    try state.offlineMessages.begin(turn)
    try state.tellPresence(turn)
    try state.presence.begin(turn)
    try state.subscriptions.begin(turn)
    try state.rooms.begin(turn)
    state.directory.begin(turn)
    try GroupMaking.begin(&state, turn)
    try catchUp(isCaughtUp: false, &state, turn)
  }

  private static func catchUp(
    isCaughtUp: Bool, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    state.receipts.begin()
    try state.markers.flush(behind: state.receipts, turn)
    try state.catchUp.begin(isCaughtUp: isCaughtUp, turn)
  }

  /// The old stream: what was told on it holds. The unconfirmed go out again at once, in order.
  private static func goOn(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    state.offlineMessages.end()
    let hasRoster = try turn.database.streams.hasReached(.roster)
    if hasRoster { try state.subscriptions.flush(turn) } else { turn.command(.fetchRoster) }
    try state.naming.begin(hasAsked: !hasRoster, turn)
    try Blocking.begin(&state, turn)
    try state.tellPresence(turn)
    try state.presence.resume(turn)
    try state.rooms.resume(turn)
    state.directory.begin(turn)
    try GroupMaking.begin(&state, turn)
    try catchUp(isCaughtUp: turn.database.streams.hasReached(.caughtUp), &state, turn)
  }

  /// What was under way waits again; the rest of the link is forgotten.
  static func linkLost(
    _ reason: String, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try Outbox.requeueAll(why: tr("link lost before the answer"), turn)
    state.forgetLink(turn)
  }

  static func ended(
    _ end: SessionEnd, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    if case .streamError(let condition, _) = end {
      try state.outbox.streamError(condition, turn)
    }
    if end.isConflict, state.ready != nil {
      turn.notice(
        .information,
        tr(
          "Something else signed in as this device, perhaps a copy of psst's data. psst goes on as a device of its own"
        ))
    }
    // One that cannot be understood, or that the server ends while it is resumed, is not tried again.
    if end.isFinal(wasReady: state.ready != nil) { try state.forgetStream(turn) }
    turn.log("session ended: \(end.explanation)")
    if end.needsUser, !state.forgives(end) {
      state.reconnect.pause(reason: end.explanation, turn)
    } else {
      // With the password it is tried at once, and nobody need know.
      state.reconnect.closing(
        reason: end.explanation, isNobodysFault: end == .tokenRefused, turn)
    }
    try linkLost(end.explanation, &state, turn)
  }

  /// The link is dead though nobody closed it.
  private static func drop(
    _ reason: String, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try noteDead(reason, &state, turn)
    state.reconnect.closing(reason: reason, turn)
    turn.disconnect()
    try linkLost(reason, &state, turn)
  }

  private static func noteDead(
    _ reason: String, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    turn.log("dropped the link: \(reason)")
    // Prosody 0.12 can resume a stream that was cut in the middle of a stanza and never understand it again.
    if state.ready?.isResumed == true, state.keepAlive.isUnanswered {
      try state.abandonStream(turn)
    }
  }

  /// Without any network the link is dead. On another one it may be: the server is asked, and a way in
  /// that was begun on the old one is begun anew.
  static func networkChanged(
    _ change: NetworkChange, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let before = state.reconnect.phase
    if change.isNew { state.keepAlive.forgetNetwork() }
    state.reconnect.networkChanged(change, turn)
    switch before {
    case .connecting where !change.isNew:
      // The first try says whether the server is on this computer.
      break
    case .online where state.reconnect.isCutOff, .connecting where state.reconnect.isCutOff:
      try drop(Reconnect.noNetwork, &state, turn)
    case .connecting where change.isNew:
      try drop(tr("the network changed"), &state, turn)
      state.reconnect.forgive()
    case .online where change.isNew: state.keepAlive.ping(.change, turn)
    default: break
    }
  }

  // MARK: Time

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    try state.wake(turn)
    doubt(&state, turn)
    if let reason = deadReason(&state, turn) { return try drop(reason, &state, turn) }
    guard let deadline = state.reconnect.nextDeadline, deadline <= turn.now.uptime else { return }
    if case .waiting = state.reconnect.phase { return state.reconnect.connect(turn) }
    try drop(tr("the server does not answer"), &state, turn)
  }

  /// The kernel says how far a link gets on which an answer is overdue.
  static func measured(
    _ progress: WireProgress?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let progress, state.ready != nil else { return }
    state.keepAlive.moved(at: turn.now.uptime - progress.silence)
    switch state.doubt.judge(progress, turn) {
    case .keep: break
    case .replace(let isOpen): try replace(isOpen: isOpen, &state, turn)
    case .giveUp:
      state.keepAlive.foundDead()
      try drop(tr("the server does not answer any more"), &state, turn)
      state.reconnect.triedInVain()
    }
  }

  /// The second connection takes the place of the link, which is dead.
  private static func replace(
    isOpen: Bool, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let reason = tr("the server does not answer any more")
    state.keepAlive.foundDead()
    try noteDead(reason, &state, turn)
    state.doubt.adopted()
    state.reconnect.replaced(isOpen: isOpen, because: reason, turn)
    try linkLost(reason, &state, turn)
    turn.adoptSpare()
  }

  /// What was sent is not answered: whether the server is there at all is known soon.
  private static func doubt(_ state: inout EngineState, _ turn: Turn) {
    guard state.outbox.beginsToDoubt(turn.now), !state.keepAlive.isAsking else { return }
    state.keepAlive.ping(.doubt, turn)
  }

  private static func deadReason(_ state: inout EngineState, _ turn: Turn) -> String? {
    if state.keepAlive.isDead(turn) { return tr("the server does not answer any more") }
    let movedAt = [state.keepAlive.heardAt, state.doubt.movedAt].compactMap(\.self).max()
    if state.catchUp.questions.isOverdue(turn.now, heardAt: movedAt) {
      return tr("the server's archive does not answer")
    }
    let isMoving = state.catchUp.isReading || state.doubt.isMoving(turn.now)
    if state.outbox.isOverdue(turn.now, isMoving: isMoving) {
      return tr("the server acknowledges nothing")
    }
    return nil
  }
}

extension SessionEnd {
  /// The stream can certainly not be resumed after this.
  func isFinal(wasReady: Bool) -> Bool {
    switch self {
    case .protocolError: true
    // Another program has the stream; resuming it would throw that one out.
    case .streamError: isConflict || !wasReady
    default: false
    }
  }

  /// Another program signed in as this device (RFC 6120 §4.9.3.3).
  var isConflict: Bool { if case .streamError("conflict", _) = self { true } else { false } }

  /// Trying again by itself is of no use.
  var needsUser: Bool {
    switch self {
    case .signInRefused, .notSafe: true
    default: false
    }
  }

  /// In plain words.
  var explanation: String {
    switch self {
    case .closed: tr("the server closed the connection")
    case .streamError(let condition, let text):
      tr("the server ended the connection: \(text ?? condition)")
    case .signInRefused(let reason): reason
    case .notSafe(let reason, _): reason
    case .tokenRefused: tr("the server wants the password again")
    case .protocolError(let reason): tr("the server sent what is not understood: \(reason)")
    }
  }
}
