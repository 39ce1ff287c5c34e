internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Reads an archive, the account's or a room's: newer pages until no gap is left, older ones as they are asked for.
/// One question of each kind is under way at most.
struct CatchUp: Tracker {
  static let keyPath: any Path = \.catchUp

  /// Messages in a page of a chat.
  static let pageSize = PageSize.largest
  /// Pages read on one link before the archive counts as one without an end (Z4).
  static let mostPages = 4_000
  /// Until such an archive is read on, milliseconds.
  static let rest: Int64 = 600_000
  /// A catch-up that takes longer than this, milliseconds, or more than a page, holds back what is typed no
  /// longer than it must.
  static let quickEnough: Int64 = 3_000
  /// What the archive should have and has not is asked for once more after this, milliseconds.
  static let secondLook: Int64 = 5_000

  /// What an answered page means.
  enum Outcome {
    /// Not an answer to a question of this link.
    case unexpected
    /// The next newer page is asked for.
    case more
    /// No gap is left as of the question.
    case caughtUp
    /// Older messages are here for those who waited.
    case older
    /// What was read around a day is here.
    case dated
  }

  /// All that was in the archive when this link came up is stored.
  private(set) var isCaughtUp = false
  /// The newest position when it was, for what came on this link: see ``Unarchived``.
  private(set) var base = Unarchived.Base()
  private(set) var hasArchive = true
  private(set) var isLinked = false
  var questions: ArchiveQuestions
  var older = Older()
  var days = Days()
  private(set) var newer: String?
  private(set) var inquiry = UnconfirmedInquiry()
  private(set) var newerPages = 0
  /// Where a reading has come that began behind the end of what is known.
  private(set) var overlap: ArchiveRun.Overlap?
  /// What the question under way goes on from.
  private(set) var askedAfter: ArchiveID?
  /// The question under way is the first that this archive is ever asked: its answer is the newest there is.
  private(set) var isFirst = false
  private(set) var isAnswered = false
  private(set) var wantsMore = false
  private(set) var overlaps = false
  private(set) var startsOver = false
  /// Whether something came late is told by how many entries there are.
  private var counts = false
  private(set) var askAgainAt: Int64?
  /// It did not seem to end: nothing newer is asked for before then.
  private(set) var restsUntil: Int64?
  private(set) var slowAt: Int64?
  private(set) var lateLook = LateLook()
  /// What was here when the question was asked, so that its answer should have it.
  private(set) var expected: [Int64] = []
  private(set) var answeredFor: [Int64] = []

  init(questions: ArchiveQuestions = ArchiveQuestions()) { self.questions = questions }

  /// Of a room that does not answer the session tells; the link may be good.
  var nextDeadline: Int64? {
    [archive == nil ? questions.answerBy : nil, askAgainAt, older.askAt, slowAt, lateLook.at]
      .compactMap { $0 }.min()
  }

  /// Whose archive: `nil` is the account's own.
  var archive: JID? { questions.archive }

  /// The question is one of these.
  func isAsking(_ query: String) -> Bool {
    query == newer || query == older.question || query == days.question
  }

  /// An answer is on its way.
  var isReading: Bool { newer != nil || older.question != nil || days.question != nil }

  /// Nothing unconfirmed is in doubt any more, though the archive is not read to its end.
  var mayOpen: Bool { isCaughtUp || inquiry.isSettled }

  /// - Parameter isCaughtUp: the stream goes on and was caught up with: nothing waits for the answer,
  ///   which gives the newest their places.
  mutating func begin(isCaughtUp: Bool, _ turn: Turn) throws(StorageError) {
    self = CatchUp(questions: questions.onNextLink)
    isLinked = true
    self.isCaughtUp = isCaughtUp
    base.position = try cursor(turn)?.highest ?? 0
    base.row = try turn.database.messages.newestRow()
    overlaps = !isCaughtUp
    if overlaps, archive != nil, try mayCount(turn) { (counts, overlaps) = (true, false) }
    if archive == nil {
      try lateLook.begin(isCaughtUp: isCaughtUp, turn)
      slowAt = isCaughtUp ? nil : turn.now.uptime + Self.quickEnough
    }
    try askNewer(turn)
  }

  /// The stream goes on, and so does all that was known on it: nothing is asked.
  mutating func goOn(_ turn: Turn) throws(StorageError) {
    self = CatchUp(questions: questions.onNextLink)
    (isLinked, isCaughtUp) = (true, true)
    base.position = try cursor(turn)?.highest ?? 0
    base.row = try turn.database.messages.newestRow()
  }

  /// No question about what is newer is under way.
  var isQuiet: Bool { newer == nil }

  /// And none will be asked for what came already.
  var isAtEnd: Bool { isQuiet && askAgainAt == nil }

  /// What is stored after this row is newer than all that was read before this link.
  var newSince: Int64 { isAnswered ? older.reach ?? 0 : .max }

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    state.tellCaughtUp(turn)
  }

  /// Who waited for older messages gets no more for now.
  mutating func forgetLink(_ turn: Turn) {
    for chat in older.wishes.keys.sorted() {
      turn.change(.page(chat: chat, messages: [], isStart: true))
    }
    answerDay(turn)
    if newer != nil { questions.size.lost(turn.now) }
    self = CatchUp(questions: questions.onNextLink)
  }

  /// The archive has something that is not placed here.
  /// - Parameter isUrgent: it is not wanted for each message, and need not wait for its turn.
  mutating func want(isUrgent: Bool = false, _ turn: Turn) throws(StorageError) {
    guard isLinked, hasArchive, restsUntil.map({ $0 <= turn.now.uptime }) ?? true else { return }
    if newer != nil {
      wantsMore = true
    } else if !isUrgent, let next = questions.budget.spend(turn.now) {
      askAgainAt = min(askAgainAt ?? .max, next)
    } else {
      try askNewer(turn)
    }
  }

  // MARK: Questions

  func cursor(_ turn: Turn) throws(StorageError) -> ArchiveCursor? {
    try turn.database.archiveCursors.cursor(of: archive)
  }

  func save(_ cursor: ArchiveCursor, _ turn: Turn) throws(StorageError) {
    try turn.database.archiveCursors.save(cursor, of: archive)
  }

  private mutating func askNewer(_ turn: Turn) throws(StorageError) {
    let cursor = try cursor(turn)
    if let cursor, overlaps {
      let guess = try turn.database.messages.oldestGuess(
        in: archive, after: cursor.recent.first?.position ?? cursor.highest)
      // A link that breaks before it has read so far back would never get on.
      let late = questions.size.overlap < ArchiveCursor.overlap ? nil : lateLook.from
      overlap = ArchiveRun.overlap(
        of: cursor, reaching: [guess, late].compactMap { $0 }.min(),
        usually: questions.size.overlap)
      lateLook.asked()
    }
    overlaps = false
    askedAfter = startsOver ? nil : overlap?.after ?? cursor?.newest
    if cursor != nil {
      expected = try turn.database.messages.expected(in: archive, limit: Unarchived.limit)
    }
    wantsMore = false
    askAgainAt = nil
    isFirst = cursor == nil
    newer = questions.ask(isFirst ? .before(nil) : .after(askedAfter), turn)
    questions.size.asked(turn.now)
  }

  // MARK: Answers

  /// Advances the cursor in this very transaction and gives each message its place.
  mutating func receive(
    _ page: ArchivePage, _ turn: Turn
  ) throws(StorageError) -> (placements: [Placement], outcome: Outcome) {
    defer { questions.answered(isMoreAwaited: isReading, turn.now) }
    if page.query == newer { return try receiveNewer(page, turn) }
    if page.query == older.question { return try receiveOlder(page, turn) }
    if page.query == days.question { return try receiveDated(page, turn) }
    if inquiry.isAnswered(by: page.query) { return (try receiveUnconfirmed(page, turn), .more) }
    return ([], .unexpected)
  }

  /// A part of the page that is being read: it is kept, whatever becomes of the rest. With the first part of the
  /// first page something is known that all that is sent from now on stands behind.
  mutating func receivePart(
    _ entries: [ArchivePage.Entry], of query: String, _ turn: Turn
  ) throws(StorageError) -> [Placement] {
    if query == days.question { return try receiveDatedPart(entries, turn) }
    guard query == newer else { return [] }
    questions.answered(isMoreAwaited: true, turn.now)
    let known = try cursor(turn)
    if known == nil { base.live = try turn.database.messages.newestRow() }
    var run = ArchiveRun(known ?? ArchiveCursor(), overlap: overlap)
    let placements = run.append(entries, isComplete: false)
    try save(run.cursor, turn)
    overlap = run.overlap
    if isFirst, slowAt == nil { try beginInquiry(turn) }
    return placements
  }

  private mutating func receiveNewer(
    _ page: ArchivePage, _ turn: Turn
  ) throws(StorageError) -> ([Placement], Outcome) {
    newer = nil
    questions.failures = 0
    newerPages += 1
    questions.size.finished(turn.now)
    let known = try cursor(turn)
    if known == nil { base.live = try turn.database.messages.newestRow() }
    var run = ArchiveRun(known ?? ArchiveCursor(), overlap: overlap)
    let placements = run.append(page.entries, isComplete: page.isComplete || isFirst)
    if isFirst { run.cursor.isStartKnown = page.isComplete }
    if !isAnswered, !run.cursor.isStartKnown, archive == nil {
      older.reach = try turn.database.messages.newestRow()
    }
    isAnswered = true
    startsOver = false
    overlap = run.overlap
    let isEnd = isFirst || page.isComplete || run.after == askedAfter
    let isWhole = !counts || isCounted(page.total, run.cursor)
    if isEnd { run.cursor.total = page.total }
    try save(run.cursor, turn)
    if isEnd, counts {
      counts = false
      guard isWhole else {
        overlaps = true
        try askNewer(turn)
        return (placements, .more)
      }
    }
    if isEnd {
      if archive == nil { try lateLook.reachedEnd(run.cursor, isFirst: !isCaughtUp, turn) }
      if !isCaughtUp { base.position = run.cursor.highest }
      questions.size.reachedEnd()
      isCaughtUp = true
      slowAt = nil
      askWaitingDay(turn)
      answeredFor += expected
      expected = []
    }
    try goOn(isEnd: isEnd, turn)
    return (placements, isEnd ? .caughtUp : .more)
  }

  private mutating func goOn(isEnd: Bool, _ turn: Turn) throws(StorageError) {
    if isEnd {
      if wantsMore { try want(turn) }
      return
    }
    guard newerPages < Self.mostPages else {
      newerPages = 0
      restsUntil = turn.now.uptime + Self.rest
      askAgainAt = restsUntil
      return turn.notice(.error, endless)
    }
    try beginInquiry(turn)
    try askNewer(turn)
  }

  private var endless: String {
    archive.map {
      tr("The archive of \($0) does not seem to end; it is read on in ten minutes")
    } ?? tr("The server's archive does not seem to end; it is read on in ten minutes")
  }

  private var silent: String {
    archive.map { tr("The archive of \($0) does not answer; messages wait until it does") }
      ?? tr("The server's archive does not answer; messages wait until it does")
  }

  // MARK: One's own that are in doubt

  /// Reading takes long, or has taken long enough: what is unconfirmed is asked for by itself.
  private mutating func beginInquiry(_ turn: Turn) throws(StorageError) {
    guard archive == nil, !isCaughtUp, !inquiry.isBegun, try cursor(turn) != nil else { return }
    slowAt = nil
    try inquiry.begin(turn)
    askUnconfirmed(inquiry.next(limit: questions.size.entries), turn)
  }

  private mutating func askUnconfirmed(
    _ question: (page: ArchiveQuery.Page, with: JID)?, _ turn: Turn
  ) {
    guard let question else { return }
    inquiry.asked(questions.ask(question.page, with: question.with, turn))
  }

  /// What the archive has of them is confirmed; places come with the rest.
  private mutating func receiveUnconfirmed(
    _ page: ArchivePage, _ turn: Turn
  ) throws(StorageError) -> [Placement] {
    let more = try inquiry.receive(page, turn)
    askUnconfirmed(more ?? inquiry.next(limit: questions.size.entries), turn)
    return page.entries.compactMap(\.archived)
      .filter { $0.from.bare == turn.me && $0.kind == .direct }
      .map { Placement(message: $0, place: .found) }
  }

  /// What the archive should have had when it answered last; each is given once.
  mutating func takeExpected() -> [Int64] {
    defer { answeredFor = [] }
    return answeredFor
  }

  /// Something is missing that the archive may show late: it is asked again soon, from a little behind.
  mutating func lookAgain(_ turn: Turn) {
    overlaps = true
    askAgainAt = min(askAgainAt ?? .max, turn.now.uptime + Self.secondLook)
  }

  /// The same at once.
  mutating func lookBehind(_ turn: Turn) throws(StorageError) {
    overlaps = true
    try want(isUrgent: true, turn)
  }

  // MARK: Trouble

  /// Conditions that say that there is no archive to ask.
  static let absent: Set<String> = [
    "feature-not-implemented", "forbidden", "item-not-found", "not-allowed", "service-unavailable",
  ]

  /// The archive refused. Its beginning is asked for where it forgot our place; where there is none
  /// it is done without; else it is asked again, and nothing unconfirmed goes out before (O9).
  mutating func failed(
    _ query: String, _ error: StanzaError, _ turn: Turn
  ) throws(StorageError) -> Outcome {
    defer { questions.answered(isMoreAwaited: isReading, turn.now) }
    if inquiry.isAnswered(by: query) {
      inquiry.failed()
      return .more
    }
    if query == older.question { return try olderFailed(error, turn) }
    if query == days.question { return datedFailed(error, turn) }
    guard query == newer else { return .unexpected }
    newer = nil
    turn.log("archive: \(error.condition)")
    if error == .timeout { questions.size.shrink() }
    counts = false
    if error.condition == "item-not-found", !startsOver {
      // What is a little behind may be gone, which says nothing of the end of the run.
      if overlap == nil { startsOver = true }
      overlap = nil
      try askNewer(turn)
      return .more
    }
    guard error.kind != "wait", Self.absent.contains(error.condition) else {
      planAnother(turn)
      return .more
    }
    hasArchive = false
    isCaughtUp = true
    slowAt = nil
    giveUpDay(turn)
    return .caughtUp
  }

  private mutating func planAnother(_ turn: Turn) {
    askAgainAt = turn.now.uptime + questions.nextDelay(turn)
    if questions.failures == 3 { turn.notice(.error, silent) }
  }

  /// Asks again what the archive could not answer, and for what may go out before it has answered all.
  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    try state.catchUp.wake(turn)
  }

  mutating func wake(_ turn: Turn) throws(StorageError) {
    if let slowAt, slowAt <= turn.now.uptime {
      self.slowAt = nil
      try beginInquiry(turn)
    }
    if lateLook.isDue(turn.now) {
      overlaps = true
      try want(isUrgent: true, turn)
    }
    if let at = older.askAt, at <= turn.now.uptime {
      older.askAt = nil
      try askOlder(turn)
    }
    guard let askAgainAt, askAgainAt <= turn.now.uptime else { return }
    self.askAgainAt = nil
    _ = questions.budget.spend(turn.now)
    if newer == nil { try askNewer(turn) }
  }
}
