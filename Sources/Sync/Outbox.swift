internal import Model
internal import Storage
internal import XMPP

/// The outbox on this link: what is under way, within a window, and what waits for its next try.
/// What must survive is in `OutboxTable`; this is forgotten with the link.
struct Outbox {
  /// Most messages that wait or have failed; the next is refused and stays in the composer (rule 10).
  static let most = 100_000
  /// Most messages under way at once.
  static let widest = 50
  /// Without an answer for this long, milliseconds, the server is asked whether it is there.
  static let doubt: Int64 = 10_000
  /// A link over which no answer comes for this long, milliseconds, is of no use, though the server lives.
  static let patience: Int64 = 60_000
  /// Before the 1st, 2nd … retry of what can heal, milliseconds (O10).
  static let retryDelays: [Int64] = [0, 1_000, 2_000, 4_000]

  /// Transmissions without an acknowledgement, per message: a retried one is under way twice.
  private(set) var underWay: [OriginID: Int] = [:]
  private var retries: [OriginID: Int] = [:]
  private var retryAt: [OriginID: Int64] = [:]
  private var answerBy: Int64?
  private var doubtAt: Int64?
  /// After the server ended a stream over a message: one at a time until the queue is empty.
  private var isCautious = false
  /// Something was confirmed whose place is not asked for yet.
  private var hasUnplaced = false

  var nextDeadline: Int64? {
    [answerBy, doubtAt, retryAt.values.min()].compactMap { $0 }.min()
  }

  func isOverdue(_ now: Moment) -> Bool { answerBy.map { $0 <= now.uptime } ?? false }

  /// Whether it is time to ask if the server is there; said once, until it answers.
  mutating func beginsToDoubt(_ now: Moment) -> Bool {
    guard let doubtAt, doubtAt <= now.uptime else { return false }
    self.doubtAt = nil
    return true
  }

  /// The server is there, but has not answered for what is under way: it is asked for that again.
  mutating func serverLives(hasAcknowledgements: Bool, _ turn: Turn) {
    guard !underWay.isEmpty, doubtAt == nil else { return }
    doubtAt = turn.now.uptime + Self.doubt
    if hasAcknowledgements { turn.command(.requestAcknowledgement) }
  }

  /// Everything that was under way is answered (or only the archive can answer), and there is
  /// something to ask the archive about.
  mutating func takesPlacing(hasAcknowledgements: Bool) -> Bool {
    guard hasUnplaced, underWay.isEmpty || !hasAcknowledgements else { return false }
    hasUnplaced = false
    return true
  }

  // MARK: Out

  /// Hands over what is queued, oldest first, as far as the window allows.
  mutating func pump(hasAcknowledgements: Bool, _ turn: Turn) throws(StorageError) {
    let window = isCautious ? 1 : Self.widest
    guard underWay.count < window else { return }
    let records = try turn.database.outbox.ready(limit: window - underWay.count)
    if records.isEmpty && underWay.isEmpty { isCautious = false }
    for record in records { try transmit(record, turn) }
    if !records.isEmpty { expectAnswers(hasAcknowledgements, turn) }
  }

  private mutating func expectAnswers(_ hasAcknowledgements: Bool, _ turn: Turn) {
    if hasAcknowledgements {
      turn.command(.requestAcknowledgement)
    } else {
      hasUnplaced = true
    }
    answerBy = answerBy ?? turn.now.uptime + Self.patience
    doubtAt = doubtAt ?? turn.now.uptime + Self.doubt
  }

  private mutating func transmit(
    _ record: OutboxTable.Record, _ turn: Turn
  ) throws(StorageError) {
    let entry = record.entry
    guard let message = try turn.database.messages.message(record.message) else { return }
    let attempt = entry.attempts + 1
    try turn.database.outbox.countAttempt(entry.originID)
    let moved = try Transition.apply(
      .sending, to: message, because: .progress, attempt: attempt, turn)
    if !moved { try turn.life(message.id, "again", cause: entry.lastError, attempt: attempt) }
    underWay[entry.originID, default: 0] += 1
    turn.command(.send(to: entry.chat, originID: entry.originID, text: entry.text))
  }

  // MARK: Answers

  /// The server has them: each counts once all its transmissions are answered and none was refused.
  mutating func acknowledged(_ ids: [OriginID], _ turn: Turn) throws(StorageError) {
    for id in ids {
      guard answered(id), retryAt[id] == nil else { continue }
      guard let record = try turn.database.outbox.record(id), record.mayBeConfirmed,
        let message = try turn.database.messages.message(record.message)
      else { continue }
      try Transition.confirm(message, as: .sent, turn)
      retries[id] = nil
      hasUnplaced = true
    }
    answerBy = underWay.isEmpty ? nil : turn.now.uptime + Self.patience
    doubtAt = underWay.isEmpty ? nil : turn.now.uptime + Self.doubt
  }

  /// Whether nothing of it is under way any more.
  private mutating func answered(_ id: OriginID) -> Bool {
    guard let count = underWay[id] else { return true }
    underWay[id] = count > 1 ? count - 1 : nil
    return count <= 1
  }

  /// An error that came live is an answer, too: the acknowledgement that follows does not name the
  /// message any more.
  mutating func answered(byErrorFor id: OriginID) {
    _ = answered(id)
    if underWay.isEmpty { answerBy = nil }
  }

  /// Where the server acknowledges nothing, a finished question to the archive is the answer:
  /// what is still `sending` is not there and goes out again.
  mutating func settleByArchive(_ turn: Turn) throws(StorageError) {
    for id in underWay.keys.sorted(by: { $0.value < $1.value }) {
      underWay[id] = nil
      if try turn.database.outbox.record(id)?.entry.state == .sending {
        try requeue(id, why: "archive asked: not there", turn)
      }
    }
    (answerBy, doubtAt) = (nil, nil)
  }

  /// An error for one message of mine; only from whom it was for, or a server on the way (Z1).
  mutating func refused(
    _ id: OriginID, from: JID, _ error: StanzaError, isLinkOpen: Bool, _ turn: Turn
  ) throws(StorageError) {
    guard let message = try turn.database.messages.mine(id) else { return }
    guard Self.mayRefuse(from, message, turn.me) else {
      return turn.log("dropped: an error for \(id) from \(from)")
    }
    guard try Self.isWrittenHere(message, turn) else {
      return turn.log("dropped: an error for \(id), which another device of mine sent")
    }
    let reason = Refusal.reason(error)
    let tries = retries[id, default: 0]
    guard isLinkOpen, Refusal.canHeal(error), tries < Self.retryDelays.count else {
      return try giveUp(message, id, reason, turn)
    }
    guard try prepareRetry(message, id, reason, turn) else { return }
    retries[id] = tries + 1
    let delay = Jitter.spread(Self.retryDelays[tries], turn.now.random)
    retryAt[id] = turn.now.uptime + delay
    if delay == 0 { try retryDue(turn) }
  }

  /// Only the device that wrote a message sends it: two that try again would send it twice.
  private static func isWrittenHere(_ message: Message, _ turn: Turn) throws(StorageError) -> Bool {
    if message.isUnconfirmed { return true }
    return try turn.database.lives.has(["written"], message: message.id)
  }

  private static func mayRefuse(_ from: JID, _ message: Message, _ me: JID) -> Bool {
    let servers = [message.chat.domain, me.domain]
    return from.bare == message.chat || from.bare == me
      || from.local == nil && servers.contains(from.domain)
  }

  private mutating func giveUp(
    _ message: Message, _ id: OriginID, _ reason: String, _ turn: Turn
  ) throws(StorageError) {
    retries[id] = nil
    retryAt[id] = nil
    try Transition.fail(message, reason: reason, turn)
  }

  /// Shown as sending while it is tried again; one that counted as sent goes back to the outbox.
  private func prepareRetry(
    _ message: Message, _ id: OriginID, _ reason: String, _ turn: Turn
  ) throws(StorageError) -> Bool {
    if message.status == .sent {
      try Transition.fail(message, reason: reason, turn)
      guard let failed = try turn.database.messages.message(message.id) else { return false }
      try Transition.apply(.sending, to: failed, because: .retry, why: "tried again", turn)
      try turn.database.messages.unsend(message.id)
      try turn.database.outbox.setState(id, .sending)
    }
    guard try turn.database.outbox.record(id)?.entry.state == .sending else { return false }
    try turn.database.outbox.noteRefusal(id, reason)
    try turn.life(message.id, "refused", cause: reason)
    return true
  }

  /// Sends again what has waited long enough.
  mutating func retryDue(_ turn: Turn) throws(StorageError) {
    let due = retryAt.filter { $0.value <= turn.now.uptime }.keys.sorted { $0.value < $1.value }
    for id in due {
      retryAt[id] = nil
      guard let record = try turn.database.outbox.record(id), record.entry.state == .sending else {
        continue
      }
      try transmit(record, turn)
    }
    if !due.isEmpty { expectAnswers(true, turn) }
  }

  // MARK: The link

  /// Forgets the link. What is in the database is set right by ``requeueAll(why:_:)``.
  mutating func forgetLink() {
    let wasCautious = isCautious
    self = Outbox()
    isCautious = wasCautious
  }

  /// What was under way waits again; that is no failure.
  static func requeueAll(why: String, _ turn: Turn) throws(StorageError) {
    for record in try turn.database.outbox.records(.sending) {
      try requeue(record.entry.originID, why: why, turn)
    }
  }

  private func requeue(_ id: OriginID, why: String, _ turn: Turn) throws(StorageError) {
    try Self.requeue(id, why: why, turn)
  }

  /// The user wants another attempt for a failed one.
  static func retry(_ id: OriginID, _ turn: Turn) throws(StorageError) {
    guard let message = try turn.database.messages.mine(id), message.status == .failed else {
      return
    }
    try turn.database.outbox.setState(id, .queued)
    try Transition.apply(.queued, to: message, because: .retry, why: "you asked for it", turn)
    try turn.database.messages.unsend(message.id)
    try turn.database.outbox.release(id)
  }

  private static func requeue(_ id: OriginID, why: String, _ turn: Turn) throws(StorageError) {
    guard let message = try turn.database.messages.mine(id) else { return }
    try turn.database.outbox.setState(id, .queued)
    try Transition.apply(.queued, to: message, because: .linkLost, why: why, turn)
  }

  /// The server ended the stream with an error: a message that was alone under way is suspected,
  /// and set aside at the second time (rule 7). A cut never counts.
  mutating func streamError(_ condition: String, _ turn: Turn) throws(StorageError) {
    guard !Self.innocent.contains(condition), !underWay.isEmpty else { return }
    isCautious = true
    guard underWay.count == 1, let id = underWay.keys.first,
      let message = try turn.database.messages.mine(id)
    else { return }
    try turn.database.outbox.noteSuspicion(id)
    if try turn.database.outbox.record(id)?.suspicions ?? 0 >= 2 {
      let reason = "the server ended the connection twice over it (\(condition))"
      try Transition.fail(message, reason: reason, turn)
    }
  }

  /// Conditions of RFC 6120 §4.9.3 that no message can be the cause of.
  private static let innocent: Set<String> = [
    "conflict", "connection-timeout", "host-gone", "not-authorized", "remote-connection-failed",
    "reset", "resource-constraint", "see-other-host", "system-shutdown",
  ]
}

extension OutboxTable.Record {
  /// It was handed over and not given up on; it may wait again because the link was lost since.
  fileprivate var mayBeConfirmed: Bool {
    entry.state == .sending || entry.state == .queued && entry.attempts > 0
  }
}
