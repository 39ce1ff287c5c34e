internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// The outbox on this link: what is under way, within a window, and what waits for its next try.
/// What must survive is in `OutboxTable`; this is forgotten with the link.
struct Outbox: Tracker {
  static let keyPath: any Path = \.outbox

  /// Most messages that wait or have failed; the next is refused and stays in the composer (rule 10).
  static let capacity = 100_000
  /// Most messages under way at once.
  static let window = 50
  /// Without an answer for this long, milliseconds, the server is asked whether it is there.
  static let doubt: Int64 = 10_000
  /// A link over which no answer comes for this long, milliseconds, is of no use, though the server lives.
  static let timeout: Int64 = 60_000

  /// Transmissions of a message without an acknowledgement.
  struct Flight {
    /// Its place in the queue.
    var sequence: Int64
    /// A retried one is under way twice.
    var count: Int
    /// Which transmission on this link was its newest.
    var number: Int
    /// To a room, which confirms it itself.
    var isGroup: Bool

    /// Handed over once, before another and written before it.
    func isBefore(_ other: Flight) -> Bool {
      count == 1 && !isGroup && sequence < other.sequence && number < other.number
    }
  }

  private(set) var flights: [OriginID: Flight] = [:]
  /// Transmissions on this link.
  private var transmissions = 0
  /// By question: how many transmissions went before it. Its answer says nothing of later ones.
  private(set) var covered: [String: Int] = [:]
  /// Rooms where it is told what one has read.
  private var small: Set<JID> = []
  var retries = RetryQueue()
  private(set) var answerBy: Int64?
  private(set) var doubtAt: Int64?
  /// After the server ended a stream over a message: one at a time until the queue is empty.
  var isCautious = false
  /// Something was confirmed whose place is not asked for yet, or given up on, and what the archive does not have
  /// waits behind it no longer.
  private(set) var hasUnplaced = false
  /// Confirmed since they were taken last.
  private var confirmed: [OriginID] = []

  /// Those whose times the archive is to tell.
  mutating func takeConfirmed() -> [OriginID] {
    defer { confirmed = [] }
    return confirmed
  }

  var nextDeadline: Int64? {
    [answerBy, doubtAt, retries.nextDeadline].compactMap { $0 }.min()
  }

  /// What is not answered, oldest first.
  var underWay: [OriginID] {
    flights.sorted { $0.value.sequence < $1.value.sequence }.map(\.key)
  }

  var isIdle: Bool { flights.isEmpty }

  /// - Parameter isMoving: what the server says is on its way behind a page of the archive, or what it is told still
  ///   leaves.
  mutating func isOverdue(_ now: Moment, isMoving: Bool) -> Bool {
    guard let answerBy, answerBy <= now.uptime else { return false }
    if isMoving { self.answerBy = now.uptime + Self.timeout }
    return !isMoving
  }

  /// Whether it is time to ask if the server is there; said once, until it answers.
  mutating func beginsToDoubt(_ now: Moment) -> Bool {
    guard let doubtAt, doubtAt <= now.uptime else { return false }
    self.doubtAt = nil
    return true
  }

  /// The server is there, but has not answered for what is under way: it is asked for that again.
  mutating func serverLives(hasAcknowledgements: Bool, _ turn: Turn) {
    guard !isIdle, doubtAt == nil else { return }
    doubtAt = turn.now.uptime + Self.doubt
    if hasAcknowledgements { turn.command(.requestAcknowledgement) }
  }

  /// Everything that was under way is answered (or only the archive can answer), and there is
  /// something to ask the archive about.
  private mutating func takesPlacing(hasAcknowledgements: Bool) -> Bool {
    guard hasUnplaced, isIdle || !hasAcknowledgements else { return false }
    hasUnplaced = false
    return true
  }

  /// What is written now leaves at once, but where its chat waits for an older one.
  var hasRoom: Bool { !isCautious && flights.count < Self.window }

  // MARK: Out

  /// The queue moves on, and the archive is asked once for the places of what was confirmed.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard state.isOpen else { return }
    try state.outbox.retryDue(hasAcknowledgements: state.hasAcknowledgements, turn)
    let closed = try state.rooms.closed + OccupantChats.closed(state, turn)
    state.outbox.small = state.rooms.small
    try state.outbox.pump(
      hasAcknowledgements: state.hasAcknowledgements, except: closed, turn)
    if state.outbox.takesPlacing(hasAcknowledgements: state.hasAcknowledgements) {
      try state.catchUp.want(turn)
    }
    askWithoutArchive(&state, turn)
  }

  /// A server that neither acknowledges nor archives: an answer to what was asked after the
  /// messages is the only sign that it has them.
  private static func askWithoutArchive(_ state: inout EngineState, _ turn: Turn) {
    guard !state.hasAcknowledgements, !state.catchUp.hasArchive else { return }
    guard !state.outbox.isIdle, !state.keepAlive.isAsking else { return }
    state.keepAlive.ping(.doubt, turn)
  }

  /// Hands over what is queued, oldest first, as far as the window allows.
  /// - Parameter closed: rooms that take nothing now.
  private mutating func pump(
    hasAcknowledgements: Bool, except closed: [JID], _ turn: Turn
  ) throws(StorageError) {
    let window = isCautious ? 1 : Self.window
    guard flights.count < window else { return }
    var blocked = Set(retries.blockedChats + closed)
    let records = try turn.database.outbox.ready(
      limit: window - flights.count, except: blocked.sorted())
    if records.isEmpty && isIdle { isCautious = false }
    let before = blocked.count
    var (isSending, closed) = (false, closed)
    for record in records where !blocked.contains(record.entry.chat) {
      if record.awaitsUpload {
        // What is younger in its chat does not overtake it.
        blocked.insert(record.entry.chat)
        closed.append(record.entry.chat)
      } else if record.entry.refusals > 0, !record.isUrgent {
        postpone(record, turn)
        blocked.insert(record.entry.chat)
      } else {
        try transmit(record, turn)
        isSending = true
      }
    }
    if isSending { expectAnswers(hasAcknowledgements, turn) }
    // What was read of chats that wait from now on took the place of others.
    if blocked.count > before {
      try pump(hasAcknowledgements: hasAcknowledgements, except: closed, turn)
    }
  }

  /// It was refused on a link before: a new link is no reason to hurry.
  mutating func postpone(_ record: OutboxTable.Record, _ turn: Turn) {
    let pause = RetrySchedule.pauseOnNewLink(after: record.entry.refusals)
    retries.wait(
      .init(
        id: record.entry.originID, chat: record.entry.chat, sequence: record.entry.sequence,
        at: turn.now.uptime + Jitter.spread(pause, turn.now.random), wasConfirmed: true,
        reason: record.entry.lastError ?? tr("it was refused")))
  }

  mutating func expectAnswers(_ hasAcknowledgements: Bool, _ turn: Turn) {
    if hasAcknowledgements {
      turn.command(.requestAcknowledgement)
    } else {
      hasUnplaced = true
    }
    answerBy = answerBy ?? turn.now.uptime + Self.timeout
    doubtAt = doubtAt ?? turn.now.uptime + Self.doubt
  }

  mutating func transmit(
    _ record: OutboxTable.Record, _ turn: Turn
  ) throws(StorageError) {
    let entry = record.entry
    guard !record.awaitsUpload,
      let message = try turn.database.messages.message(record.message)
    else { return }
    let attempt = entry.attempts + 1
    try turn.database.outbox.countAttempt(entry.originID)
    let moved = try Transition.apply(
      .sending, to: message, because: .progress, attempt: attempt, turn)
    if !moved { try turn.life(message.id, .again, cause: entry.lastError, attempt: attempt) }
    transmissions += 1
    let count = (flights[entry.originID]?.count ?? 0) + 1
    flights[entry.originID] = Flight(
      sequence: entry.sequence, count: count, number: transmissions, isGroup: record.isGroup)
    let content = try turn.database.messages.sentContent(of: message)
    if let invitation = content?.invitation {
      return turn.command(.invite(to: entry.chat, originID: entry.originID, invitation))
    }
    let audience: Audience =
      entry.chat.isOccupant
      ? .occupant : !record.isGroup ? .person : small.contains(entry.chat) ? .smallRoom : .room
    if let file = content?.attachment, file.address != nil {
      return turn.command(
        .sendFile(
          to: entry.chat, originID: entry.originID, file, replyTo: entry.replyTo,
          audience: audience))
    }
    let isText = entry.amendment?.isText ?? true
    turn.command(
      .send(
        to: entry.chat, originID: entry.originID, text: isText ? entry.text : "",
        amending: entry.amendment, replyTo: entry.replyTo, audience: audience))
  }

  // MARK: Answers

  /// The server has them: each counts once all its transmissions are answered and none was refused.
  /// Returns the chats of those that it confirmed.
  mutating func acknowledged(_ ids: [OriginID], _ turn: Turn) throws(StorageError) -> Set<JID> {
    var chats: Set<JID> = []
    for id in ids {
      let isGroup = flights[id]?.isGroup ?? false
      guard answered(id), !retries.contains(id) else { continue }
      retries.acknowledged(id, turn.now.uptime)
      if isGroup { continue }
      // Also of one that a receipt has confirmed before.
      hasUnplaced = true
      confirmed.append(id)
      guard let record = try turn.database.outbox.record(id), record.wasHandedOver,
        let message = try turn.database.messages.message(record.message), !record.isGroup
      else { continue }
      try Transition.confirm(message, as: .sent, turn)
      chats.insert(message.chat)
    }
    answerBy = isIdle ? nil : turn.now.uptime + Self.timeout
    doubtAt = isIdle ? nil : turn.now.uptime + Self.doubt
    return chats
  }

  /// The other has one of mine: what went to the same chat before it the server had before (RFC 6120 §10.1), and
  /// would have refused before. It counts as sent first, so that it stands above where no archive tells the order.
  func arrived(_ message: Message, _ turn: Turn) throws(StorageError) {
    guard let id = message.originID, let flight = flights[id],
      let attempts = try turn.database.outbox.record(id)?.entry.attempts
    else { return }
    for other in underWay where flights[other].map({ $0.isBefore(flight) }) == true {
      guard !retries.contains(other), let record = try turn.database.outbox.record(other),
        record.entry.chat == message.chat, record.entry.state == .sending, !record.isRefused,
        record.entry.attempts >= attempts,
        let older = try turn.database.messages.message(record.message),
        try !turn.database.lives.has(.failed, message: older.id)
      else { continue }
      try Transition.confirm(older, as: .sent, why: tr("a later one has arrived"), turn)
    }
  }

  mutating func asked(_ question: String, before later: ArraySlice<SessionCommand>) {
    let behind = later.count { command in
      switch command {
      case .send(_, let id, _, _, _, _), .sendFile(_, let id, _, _, _), .invite(_, let id, _):
        flights[id] != nil
      default: false
      }
    }
    covered[question] = transmissions - behind
  }

  /// Where the server acknowledges nothing, it has had what it was handed before a question that it
  /// answers. Each answer counts once.
  mutating func covered(by question: String) -> [OriginID] {
    guard let number = covered.removeValue(forKey: question) else { return [] }
    return underWay.filter { flights[$0].map { $0.number <= number } ?? false }
  }

  mutating func unanswered(_ question: String) { covered[question] = nil }

  /// Whether nothing of it is under way any more.
  private mutating func answered(_ id: OriginID) -> Bool {
    guard let count = flights[id]?.count else { return true }
    if count > 1 { flights[id]?.count -= 1 } else { flights[id] = nil }
    return count <= 1
  }

  /// An error that came live is an answer, too: the acknowledgement that follows does not name the
  /// message any more.
  mutating func answered(byErrorFor id: OriginID) {
    _ = answered(id)
    if isIdle { answerBy = nil }
  }

  /// Where the server acknowledges nothing, a finished question to the archive is the answer: the server
  /// had what was handed over before it, and did not refuse that. What the archive has not got all the same
  /// is looked for again as where it was acknowledged, and not sent again and again: see ``Unarchived``.
  /// About the rest it is asked once more. Returns the chats of those that it is the answer for.
  mutating func settleByArchive(
    _ covered: [OriginID], _ turn: Turn
  ) throws(StorageError) -> Set<JID> {
    var chats: Set<JID> = []
    for id in covered {
      flights[id] = nil
      retries.acknowledged(id, turn.now.uptime)
      if let message = try turn.database.messages.mine(id) { chats.insert(message.chat) }
      guard let record = try turn.database.outbox.record(id), record.entry.state == .sending,
        !retries.contains(id), !record.isGroup,
        let message = try turn.database.messages.message(record.message)
      else { continue }
      let why =
        record.isRefused ? tr("the server did not refuse it") : tr("the server answered after it")
      try Transition.confirm(message, as: .sent, why: why, turn)
      hasUnplaced = true
      confirmed.append(id)
    }
    hasUnplaced = hasUnplaced || !isIdle
    answerBy = isIdle ? nil : turn.now.uptime + Self.timeout
    doubtAt = isIdle ? nil : turn.now.uptime + Self.doubt
    return chats
  }

  /// Something says that the chat's other side takes messages again.
  mutating func hurry(_ chat: JID, _ turn: Turn) { retries.hurry(chat, turn.now.uptime) }

  /// It is in the outbox no more.
  mutating func forget(_ id: OriginID) {
    retries.forget(id)
    hasUnplaced = true
  }

  /// The user wants everything sent now.
  mutating func hurry(_ turn: Turn) { retries.hurryAll(turn.now.uptime) }

  // MARK: The link

  /// Forgets the link. What is in the database is set right by ``requeueAll(why:_:)``.
  mutating func forgetLink(_ turn: Turn) {
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

  /// The user wants another attempt for a failed one.
  static func retry(_ id: OriginID, _ turn: Turn) throws(StorageError) {
    guard let message = try turn.database.messages.mine(id), message.status == .failed else {
      return
    }
    try turn.database.outbox.setState(id, .queued)
    try Transition.apply(
      .queued, to: message, because: .retry, why: tr("you asked for it"), failure: message.failure,
      turn)
    try turn.database.messages.unsend(message.id)
    try turn.database.outbox.release(id)
    try turn.database.uploads.forgive(message.id)
    try turn.database.refusalNews.forget(id, chat: message.chat)
  }

  static func requeue(_ id: OriginID, why: String, _ turn: Turn) throws(StorageError) {
    guard let message = try turn.database.messages.mine(id) else { return }
    try turn.database.outbox.setState(id, .queued)
    let record = try turn.database.outbox.record(id)
    let refusal = record?.isRefused == true ? record?.entry.lastError : nil
    try Transition.apply(
      .queued, to: message, because: .linkLost, why: why, failure: refusal, turn)
  }

  /// The user wants one that waits tried now: what of its chat has come back before goes first.
  static func tryNow(
    _ message: Message, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    state.outbox.hurry(message.chat, turn)
    state.uploads.hurry(message.chat, turn)
    try state.rooms.tryNow(turn)
    if state.ready == nil { state.reconnect.connectNow(turn) }
  }
}

extension OutboxTable.Record {
  /// It was handed over and not given up on; it may wait again because the link was lost since.
  var wasHandedOver: Bool {
    entry.state == .sending || entry.state == .queued && entry.attempts > 0
  }
}
