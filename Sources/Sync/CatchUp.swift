internal import Model
internal import Storage
internal import XMPP

/// Reads the account's archive: newer pages until no gap is left, older ones as they are asked for.
/// One question of each kind is under way at most.
struct CatchUp {
  /// Messages in a page of a chat.
  static let pageSize = PageSize.largest
  /// Pages read back for one wish for older messages, so that an empty chat does not fetch it all.
  static let mostOlderPages = 20
  /// Pages read on one link before the archive counts as one without an end (Z4).
  static let mostPages = 4_000
  /// Until such an archive is read on, milliseconds.
  static let rest: Int64 = 600_000
  /// Without a byte for this long, milliseconds, an unanswered question means that the link is dead.
  static let patience: Int64 = 30_000
  /// A catch-up that takes longer than this, milliseconds, or more than a page, holds back what is typed no
  /// longer than it must.
  static let quickEnough: Int64 = 3_000
  /// What the archive should have and has not is asked for once more after this, milliseconds.
  static let secondLook: Int64 = 5_000

  /// Some archives show late what came while nobody was there: on a link that lasts, the end is read once more
  /// after this, milliseconds.
  static let lateLook: Int64 = 30_000

  /// What an answered page means.
  enum Outcome {
    /// Not an answer to a question of this link.
    case strange
    /// The next newer page is asked for.
    case more
    /// No gap is left as of the question.
    case caughtUp
    /// Older messages are here for those who waited.
    case older
  }

  /// All that was in the archive when this link came up is stored.
  private(set) var isCaughtUp = false
  /// The newest position when it was, for what came on this link: see ``Unarchived``.
  private(set) var base = Unarchived.Base()
  private(set) var hasArchive = true
  /// Chats that wait for older messages than the given place.
  private(set) var wishes: [JID: MessageOrder] = [:]
  private var isLinked = false
  private var newer: String?
  private var older: String?
  private var inquiry = UnconfirmedInquiry()
  private var olderPages = 0
  private var newerPages = 0
  /// Where a reading has come that began behind the end of what is known.
  private var overlap: ArchiveRun.Overlap?
  /// What the question under way goes on from.
  private var askedAfter: ArchiveID?
  private var size = PageSize()
  private var budget = QuestionBudget()
  /// What came live up to this row, before the first answer, may be older than all that was ever read.
  private var reach: Int64?
  private var isAnswered = false
  private var wantsMore = false
  private var overlaps = false
  private var startsOver = false
  private var answerBy: Int64?
  private var askAgainAt: Int64?
  private var askOlderAt: Int64?
  private var slowAt: Int64?
  private var lateLookAt: Int64?
  /// Where that begins: what came on this link is in the archive behind it.
  private var lateFrom: Int64?
  private var failures = 0
  private var number = 0
  /// What was here when the question was asked, so that its answer should have it.
  private var expected: [Int64] = []
  private var answeredFor: [Int64] = []

  var nextDeadline: Int64? {
    [answerBy, askAgainAt, askOlderAt, slowAt, lateLookAt].compactMap { $0 }.min()
  }

  /// - Parameter heardAt: when something came last: while something comes, the answer may.
  mutating func isOverdue(_ now: Moment, heardAt: Int64?) -> Bool {
    guard let answerBy, answerBy <= now.uptime else { return false }
    guard let heardAt, heardAt + Self.patience > now.uptime else { return true }
    self.answerBy = heardAt + Self.patience
    return false
  }

  /// An answer is on its way.
  var isReading: Bool { newer != nil || older != nil }

  /// Nothing unconfirmed is in doubt any more, though the archive is not read to its end.
  var mayOpen: Bool { isCaughtUp || inquiry.isSettled }

  /// - Parameter isCaughtUp: the stream goes on and was caught up with: nothing waits for the answer,
  ///   which gives the newest their places.
  mutating func begin(isCaughtUp: Bool, _ turn: Turn) throws(StorageError) {
    let (size, budget) = (size, budget)
    self = CatchUp()
    (self.size, self.budget) = (size, budget)
    isLinked = true
    self.isCaughtUp = isCaughtUp
    base.position = try turn.database.archiveCursors.cursor()?.highest ?? 0
    base.row = try turn.database.messages.newestRow()
    overlaps = !isCaughtUp
    slowAt = isCaughtUp ? nil : turn.now.uptime + Self.quickEnough
    try askNewer(turn)
  }

  /// No question about what is newer is under way.
  var isQuiet: Bool { newer == nil }

  /// What is stored after this row is newer than all that was read before this link.
  var newSince: Int64 { isAnswered ? reach ?? 0 : .max }

  /// Who waited for older messages gets no more for now.
  mutating func forgetLink(_ turn: Turn) {
    for chat in wishes.keys.sorted() {
      turn.change(.page(chat: chat, messages: [], isStart: true))
    }
    var (size, budget) = (size, budget)
    if newer != nil { size.lost(turn.now) }
    self = CatchUp()
    (self.size, self.budget) = (size, budget)
  }

  /// The archive has something that is not placed here.
  /// - Parameter isUrgent: a status depends on it, and not only a place.
  mutating func want(isUrgent: Bool = false, _ turn: Turn) throws(StorageError) {
    guard isLinked, hasArchive else { return }
    if newer != nil {
      wantsMore = true
    } else if !isUrgent, let next = budget.take(turn.now) {
      askAgainAt = min(askAgainAt ?? .max, next)
    } else {
      try askNewer(turn)
    }
  }

  /// Older messages of a chat than are stored.
  mutating func wish(_ chat: JID, before order: MessageOrder, _ turn: Turn) throws(StorageError) {
    wishes[chat] = order
    if older == nil { try askOlder(turn) }
  }

  /// Nobody waits for older messages of the chat any more.
  mutating func forgetWish(_ chat: JID) { wishes[chat] = nil }

  /// Whether older pages can be had now.
  func canReachBack(_ turn: Turn) throws(StorageError) -> Bool {
    guard isLinked, hasArchive, isCaughtUp else { return false }
    let cursor = try turn.database.archiveCursors.cursor()
    return cursor.map { !$0.isStartKnown && $0.oldest != nil } ?? false
  }

  // MARK: Questions

  private mutating func askNewer(_ turn: Turn) throws(StorageError) {
    let cursor = try turn.database.archiveCursors.cursor()
    if let cursor, overlaps {
      let guess = try turn.database.messages.oldestGuess(
        after: cursor.recent.first?.position ?? cursor.highest)
      overlap = ArchiveRun.overlap(
        of: cursor, reaching: [guess, lateFrom].compactMap { $0 }.min(), usually: size.overlap)
    }
    (overlaps, lateFrom) = (false, nil)
    askedAfter = startsOver ? nil : overlap?.after ?? cursor?.newest
    if cursor != nil {
      expected = try turn.database.messages.unplaced(limit: Unarchived.most)
    }
    wantsMore = false
    askAgainAt = nil
    newer = ask(cursor == nil ? .before(nil) : .after(askedAfter), turn)
    size.asked(turn.now)
  }

  private mutating func askOlder(_ turn: Turn) throws(StorageError) {
    guard try canReachBack(turn), let cursor = try turn.database.archiveCursors.cursor() else {
      return
    }
    older = ask(.before(cursor.oldest), turn)
  }

  private mutating func ask(
    _ page: ArchiveQuery.Page, with: JID? = nil, _ turn: Turn
  ) -> String {
    number += 1
    let id = "archive-\(number)-\(String(turn.now.random, radix: 36))"
    let query = ArchiveQuery(id: id, page: page, with: with, limit: size.entries)
    turn.command(.queryArchive(query))
    answerBy = turn.now.uptime + Self.patience
    return id
  }

  private mutating func answered(_ now: Moment) {
    answerBy = newer == nil && older == nil ? nil : now.uptime + Self.patience
  }

  // MARK: Answers

  /// Advances the cursor in this very transaction and gives each message its place.
  mutating func take(
    _ page: ArchivePage, _ turn: Turn
  ) throws(StorageError) -> (placements: [Placement], outcome: Outcome) {
    defer { answered(turn.now) }
    if page.query == newer { return try takeNewer(page, turn) }
    if page.query == older { return try takeOlder(page, turn) }
    if inquiry.isAnswered(by: page.query) { return (try takeUnconfirmed(page, turn), .more) }
    return ([], .strange)
  }

  /// A part of the page that is being read: it is kept, whatever becomes of the rest.
  mutating func takePart(
    _ entries: [ArchivePage.Entry], of query: String, _ turn: Turn
  ) throws(StorageError) -> [Placement] {
    guard query == newer, let cursor = try turn.database.archiveCursors.cursor() else { return [] }
    answered(turn.now)
    var run = ArchiveRun(cursor, overlap: overlap)
    let placements = run.take(entries, isComplete: false)
    try turn.database.archiveCursors.save(run.cursor)
    overlap = run.overlap
    return placements
  }

  private mutating func takeNewer(
    _ page: ArchivePage, _ turn: Turn
  ) throws(StorageError) -> ([Placement], Outcome) {
    newer = nil
    failures = 0
    newerPages += 1
    size.finished(turn.now)
    let known = try turn.database.archiveCursors.cursor()
    var run = ArchiveRun(known ?? ArchiveCursor(), overlap: overlap)
    let isFirst = known == nil
    let placements = run.take(page.entries, isComplete: page.isComplete || isFirst)
    if isFirst { run.cursor.isStartKnown = page.isComplete }
    if !isAnswered, !run.cursor.isStartKnown {
      reach = try turn.database.messages.newestRow()
    }
    isAnswered = true
    try turn.database.archiveCursors.save(run.cursor)
    startsOver = false
    overlap = run.overlap
    let isEnd = isFirst || page.isComplete || run.after == askedAfter
    if isEnd {
      if !isCaughtUp {
        base.position = run.cursor.highest
        // What is shown late stands between known entries.
        lateLookAt = run.cursor.recent.count > 1 ? turn.now.uptime + Self.lateLook : nil
      }
      size.reachedEnd()
      isCaughtUp = true
      slowAt = nil
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
      askAgainAt = turn.now.uptime + Self.rest
      return turn.notice(
        .error, "The server's archive does not seem to end; it is read on in ten minutes")
    }
    try beginInquiry(turn)
    try askNewer(turn)
  }

  private mutating func takeOlder(
    _ page: ArchivePage, _ turn: Turn
  ) throws(StorageError) -> ([Placement], Outcome) {
    older = nil
    failures = 0
    olderPages += 1
    guard let cursor = try turn.database.archiveCursors.cursor() else { return ([], .strange) }
    var run = ArchiveRun(cursor)
    let placements = run.takeOlder(page)
    try turn.database.archiveCursors.save(run.cursor)
    return (placements, .older)
  }

  // MARK: One's own that are in doubt

  /// Reading takes long, or has taken long enough: what is unconfirmed is asked for by itself.
  private mutating func beginInquiry(_ turn: Turn) throws(StorageError) {
    guard !isCaughtUp, !inquiry.isBegun, try turn.database.archiveCursors.cursor() != nil else {
      return
    }
    slowAt = nil
    try inquiry.begin(turn)
    askUnconfirmed(inquiry.next(limit: size.entries), turn)
  }

  private mutating func askUnconfirmed(
    _ question: (page: ArchiveQuery.Page, with: JID)?, _ turn: Turn
  ) {
    guard let question else { return }
    inquiry.asked(ask(question.page, with: question.with, turn))
  }

  /// What the archive has of them is confirmed; places come with the rest.
  private mutating func takeUnconfirmed(
    _ page: ArchivePage, _ turn: Turn
  ) throws(StorageError) -> [Placement] {
    let more = try inquiry.take(page, turn)
    askUnconfirmed(more ?? inquiry.next(limit: size.entries), turn)
    return page.entries.compactMap(\.archived)
      .filter { $0.from.bare == turn.me && $0.kind == .direct }
      .map { Placement(message: $0, place: .found) }
  }

  // MARK: Older

  /// Reads back for what came live before the first page and is older than it: a new device is given what
  /// waited for it, however much that is. Returns whether there is more to read.
  mutating func reachBack(_ turn: Turn) throws(StorageError) -> Bool {
    guard let reach else { return false }
    if newer != nil || older != nil || askOlderAt != nil { return true }
    if try canReachBack(turn), olderPages < Self.mostPages,
      try turn.database.messages.awaitsPlace(through: reach)
    {
      try askOlder(turn)
      return true
    }
    try turn.database.readMarkers.begin(before: reach).forEach { turn.touch(chat: $0) }
    self.reach = nil
    olderPages = 0
    return false
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

  /// Older messages were stored: those whose wish came true are answered, the rest wait for more.
  mutating func granted(_ turn: Turn) throws(StorageError) {
    let isEnd = try !canReachBack(turn) || olderPages >= Self.mostOlderPages
    for (chat, order) in wishes.sorted(by: { $0.key < $1.key }) {
      let messages = try turn.database.messages.page(chat, before: order, limit: Self.pageSize)
      guard isEnd || !messages.isEmpty else { continue }
      wishes[chat] = nil
      let isStart = try !canReachBack(turn) && messages.count < Self.pageSize
      turn.change(.page(chat: chat, messages: messages, isStart: isStart))
    }
    if !wishes.isEmpty { return try askOlder(turn) }
    if reach == nil { olderPages = 0 }
  }

  // MARK: Trouble

  /// Conditions that say that there is no archive to ask.
  private static let absent: Set<String> = [
    "feature-not-implemented", "forbidden", "item-not-found", "not-allowed", "service-unavailable",
  ]

  /// The archive refused. Its beginning is asked for where it forgot our place; where there is none
  /// it is done without; else it is asked again, and nothing unconfirmed goes out before (O9).
  mutating func failed(
    _ query: String, _ error: StanzaError, _ turn: Turn
  ) throws(StorageError) -> Outcome {
    defer { answered(turn.now) }
    if inquiry.isAnswered(by: query) {
      inquiry.failed()
      return .more
    }
    if query == older {
      older = nil
      if reach != nil, !Self.absent.contains(error.condition) {
        askOlderAt = turn.now.uptime + nextDelay(turn)
        return .more
      }
      olderPages = Self.mostPages
      return .older
    }
    guard query == newer else { return .strange }
    newer = nil
    turn.log("archive: \(error.condition)")
    if error == .timeout { size.shrink() }
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
    return .caughtUp
  }

  private mutating func planAnother(_ turn: Turn) {
    askAgainAt = turn.now.uptime + nextDelay(turn)
    if failures == 3 {
      turn.notice(.error, "The server's archive does not answer; messages wait until it does")
    }
  }

  /// 1, 2, 4 … 32 s.
  private mutating func nextDelay(_ turn: Turn) -> Int64 {
    defer { failures += 1 }
    return Jitter.spread(1_000 << Int64(min(failures, 5)), turn.now.random)
  }

  /// Asks again what the archive could not answer, and for what may go out before it has answered all.
  mutating func wake(_ turn: Turn) throws(StorageError) {
    if let slowAt, slowAt <= turn.now.uptime {
      self.slowAt = nil
      try beginInquiry(turn)
    }
    if let lateLookAt, lateLookAt <= turn.now.uptime {
      self.lateLookAt = nil
      overlaps = true
      lateFrom = base.position - Int64(size.overlap)
      try want(isUrgent: true, turn)
    }
    if let askOlderAt, askOlderAt <= turn.now.uptime {
      self.askOlderAt = nil
      if older == nil { try askOlder(turn) }
    }
    guard let askAgainAt, askAgainAt <= turn.now.uptime else { return }
    self.askAgainAt = nil
    _ = budget.take(turn.now)
    if newer == nil { try askNewer(turn) }
  }
}
