internal import Model
internal import Storage
internal import XMPP

/// Reads the account's archive: newer pages until no gap is left, older ones as they are asked for.
/// One question of each kind is under way at most.
struct CatchUp {
  static let pageSize = 50
  /// Pages read back for one wish for older messages, so that an empty chat does not fetch it all.
  static let mostOlderPages = 20
  /// Without an answer for this long, milliseconds, the link counts as dead.
  static let patience: Int64 = 30_000

  /// An archived message and the place it gets.
  struct Placement {
    var message: InboundMessage
    var place: Inbox.Place
  }

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
  private(set) var hasArchive = true
  /// Chats that wait for older messages than the given place.
  private(set) var wishes: [JID: MessageOrder] = [:]
  private var isLinked = false
  private var newer: String?
  private var older: String?
  private var olderPages = 0
  /// What came live up to this row, before the first answer, may be older than all that was ever read.
  private var reach: Int64?
  private var isAnswered = false
  private var wantsMore = false
  private var startsOver = false
  private var answerBy: Int64?
  private var askAgainAt: Int64?
  private var failures = 0
  private var number = 0
  /// Mine that were confirmed when the question was asked, so that its answer should have them.
  private var expected: [Int64] = []
  private var answeredFor: [Int64] = []

  var nextDeadline: Int64? { [answerBy, askAgainAt].compactMap { $0 }.min() }

  func isOverdue(_ now: Moment) -> Bool { answerBy.map { $0 <= now.uptime } ?? false }

  /// - Parameter isCaughtUp: the stream goes on and was caught up with: nothing waits for the answer,
  ///   which gives the newest their places.
  mutating func begin(isCaughtUp: Bool, _ turn: Turn) throws(StorageError) {
    self = CatchUp()
    isLinked = true
    self.isCaughtUp = isCaughtUp
    try askNewer(turn)
  }

  /// No question about what is newer is under way.
  var isQuiet: Bool { newer == nil }

  /// Who waited for older messages gets no more for now.
  mutating func forgetLink(_ turn: Turn) {
    for chat in wishes.keys.sorted() {
      turn.change(.page(chat: chat, messages: [], isStart: true))
    }
    self = CatchUp()
  }

  /// The archive has something that is not placed here.
  mutating func want(_ turn: Turn) throws(StorageError) {
    guard isLinked, hasArchive else { return }
    if newer == nil { try askNewer(turn) } else { wantsMore = true }
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
    let page: ArchiveQuery.Page
    if let cursor { page = .after(startsOver ? nil : cursor.newest) } else { page = .before(nil) }
    if expected.isEmpty, cursor != nil {
      expected = try turn.database.messages.unplaced(limit: Unarchived.most)
    }
    wantsMore = false
    askAgainAt = nil
    newer = ask(page, turn)
  }

  private mutating func askOlder(_ turn: Turn) throws(StorageError) {
    guard try canReachBack(turn), let cursor = try turn.database.archiveCursors.cursor() else {
      return
    }
    older = ask(.before(cursor.oldest), turn)
  }

  private mutating func ask(_ page: ArchiveQuery.Page, _ turn: Turn) -> String {
    number += 1
    let id = "archive-\(number)-\(String(turn.now.random, radix: 36))"
    turn.command(.queryArchive(ArchiveQuery(id: id, page: page, limit: Self.pageSize)))
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
    return ([], .strange)
  }

  private mutating func takeNewer(
    _ page: ArchivePage, _ turn: Turn
  ) throws(StorageError) -> ([Placement], Outcome) {
    newer = nil
    failures = 0
    let known = try turn.database.archiveCursors.cursor()
    var cursor = known ?? ArchiveCursor()
    let placements = Self.placeNewer(page, &cursor)
    let advanced = cursor.newest != known?.newest
    if known == nil { cursor.isStartKnown = page.isComplete }
    if !isAnswered, !cursor.isStartKnown { reach = try turn.database.messages.newestRow() }
    isAnswered = true
    try turn.database.archiveCursors.save(cursor)
    startsOver = false
    let isEnd = known == nil || page.isComplete || !advanced
    if isEnd {
      isCaughtUp = true
      answeredFor += expected
      expected = []
    }
    if !isEnd || wantsMore { try askNewer(turn) }
    return (placements, isEnd ? .caughtUp : .more)
  }

  private static func placeNewer(
    _ page: ArchivePage, _ cursor: inout ArchiveCursor
  ) -> [Placement] {
    var placements: [Placement] = []
    for entry in page.entries {
      cursor.highest += 1
      if let message = entry.archived {
        placements.append(Placement(message: message, place: .newer(cursor.highest)))
      }
    }
    cursor.newest = page.entries.last?.id ?? cursor.newest
    cursor.oldest = cursor.oldest ?? page.entries.first?.id
    return placements
  }

  private mutating func takeOlder(
    _ page: ArchivePage, _ turn: Turn
  ) throws(StorageError) -> ([Placement], Outcome) {
    older = nil
    olderPages += 1
    guard var cursor = try turn.database.archiveCursors.cursor() else { return ([], .strange) }
    var placements: [Placement] = []
    for entry in page.entries.reversed() {
      cursor.lowest -= 1
      if let message = entry.archived {
        placements.append(Placement(message: message, place: .older(cursor.lowest)))
      }
    }
    cursor.oldest = page.entries.first?.id ?? cursor.oldest
    cursor.isStartKnown = page.isComplete || page.entries.isEmpty
    try turn.database.archiveCursors.save(cursor)
    return (placements, .older)
  }

  /// Reads back for what came live before the first page and is older than it: a new device is given what
  /// waited for it, however much that is. Returns whether there is more to read.
  mutating func reachBack(_ turn: Turn) throws(StorageError) -> Bool {
    guard let reach else { return false }
    if newer != nil || older != nil { return true }
    if try canReachBack(turn), olderPages < Self.mostOlderPages,
      try turn.database.messages.awaitsPlace(through: reach)
    {
      try askOlder(turn)
      return true
    }
    self.reach = nil
    olderPages = 0
    return false
  }

  /// What the archive should have had when it answered last; each is given once.
  mutating func takeExpected() -> [Int64] {
    defer { answeredFor = [] }
    return answeredFor
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
    if query == older {
      older = nil
      olderPages = Self.mostOlderPages
      return .older
    }
    guard query == newer else { return .strange }
    newer = nil
    turn.log("archive: \(error.condition)")
    if error.condition == "item-not-found", !startsOver {
      startsOver = true
      try askNewer(turn)
      return .more
    }
    guard error.kind != "wait", Self.absent.contains(error.condition) else {
      planAnother(turn)
      return .more
    }
    hasArchive = false
    isCaughtUp = true
    return .caughtUp
  }

  /// After 1, 2, 4 … 32 s.
  private mutating func planAnother(_ turn: Turn) {
    let delay = Jitter.spread(1_000 << Int64(min(failures, 5)), turn.now.random)
    askAgainAt = turn.now.uptime + delay
    failures += 1
    if failures == 3 {
      turn.notice(.error, "The server's archive does not answer; messages wait until it does")
    }
  }

  /// Asks again what the archive could not answer.
  mutating func askDue(_ turn: Turn) throws(StorageError) {
    guard let askAgainAt, askAgainAt <= turn.now.uptime else { return }
    if newer == nil { try askNewer(turn) }
  }
}

extension ArchivePage.Entry {
  /// The message under the id its archive gave it.
  var archived: InboundMessage? {
    guard var message else { return nil }
    message.archiveID = id
    return message
  }
}
