internal import Model
internal import Storage
internal import XMPP

/// The archive read backwards: for who scrolls up, and for what waited for a new device.
extension CatchUp {
  struct Older {
    /// Pages read back for one wish for older messages, so that an empty chat does not fetch it all.
    static let mostPages = 20

    /// Chats that wait for older messages than the given place.
    var wishes: [JID: MessageOrder] = [:]
    /// What came live up to this row, before the first answer, may be older than all that was ever read.
    var reach: Int64?
    /// The question under way.
    var question: String?
    /// The chat that it is about, of which messages were removed here; `nil`: all of the archive.
    var chat: JID?
    /// When it is asked again.
    var askAt: Int64?
    var pages = 0
  }

  /// Older messages of a chat than are stored.
  mutating func wish(_ chat: JID, before order: MessageOrder, _ turn: Turn) throws(StorageError) {
    older.wishes[chat] = order
    try askOlder(turn)
  }

  /// Nobody waits for older messages of the chat any more.
  mutating func forgetWish(_ chat: JID) { older.wishes[chat] = nil }

  /// Whether older pages can be had now.
  func canReachBack(_ turn: Turn) throws(StorageError) -> Bool {
    guard isLinked, hasArchive, isCaughtUp else { return false }
    let cursor = try cursor(turn)
    return cursor.map { !$0.isStartKnown && $0.oldest != nil } ?? false
  }

  mutating func askOlder(_ turn: Turn) throws(StorageError) {
    guard older.question == nil else { return }
    if try askPurged(turn) { return }
    guard try canReachBack(turn), let cursor = try cursor(turn) else { return }
    older.chat = nil
    older.question = questions.ask(.before(cursor.oldest), turn)
  }

  mutating func receiveOlder(
    _ page: ArchivePage, _ turn: Turn
  ) throws(StorageError) -> ([Placement], Outcome) {
    older.question = nil
    questions.failures = 0
    older.pages += 1
    if let chat = older.chat { return (try receivePurged(page, of: chat, turn), .older) }
    guard let cursor = try cursor(turn) else { return ([], .unexpected) }
    var run = ArchiveRun(cursor)
    let placements = run.prepend(page)
    try save(run.cursor, turn)
    return (try withoutPurged(placements, turn), .older)
  }

  mutating func olderFailed(
    _ error: StanzaError, _ turn: Turn
  ) throws(StorageError) -> Outcome {
    older.question = nil
    if let chat = older.chat, try purgedFailed(error, chat, turn) { return .more }
    if older.reach != nil, !Self.absent.contains(error.condition) {
      older.askAt = turn.now.uptime + questions.nextDelay(turn)
      return .more
    }
    older.pages = Self.mostPages
    return .older
  }

  /// Reads back for what came live before the first page and is older than it: a new device is given what
  /// waited for it, however much that is. Returns whether there is more to read.
  mutating func reachBack(_ turn: Turn) throws(StorageError) -> Bool {
    guard let reach = older.reach else { return false }
    if isReading || older.askAt != nil { return true }
    if try canReachBack(turn), older.pages < Self.mostPages,
      try turn.database.messages.awaitsPlace(through: reach)
    {
      try askOlder(turn)
      return true
    }
    try turn.database.readMarkers.begin(before: reach).forEach { turn.touch(chat: $0) }
    older.reach = nil
    older.pages = 0
    return false
  }

  /// Older messages were stored: those whose wish came true are answered, the rest wait for more.
  mutating func granted(_ turn: Turn) throws(StorageError) {
    for (chat, order) in older.wishes.sorted(by: { $0.key < $1.key }) {
      let reaches = try canReachBack(in: chat, turn)
      let isEnd = !reaches || older.pages >= Older.mostPages
      let messages = try turn.database.messages.page(chat, before: order, limit: Self.pageSize)
      guard isEnd || !messages.isEmpty else { continue }
      older.wishes[chat] = nil
      let isStart = !reaches && messages.count < Self.pageSize
      turn.change(.page(chat: chat, messages: messages, isStart: isStart))
    }
    if !older.wishes.isEmpty { return try askOlder(turn) }
    if older.reach == nil { older.pages = 0 }
  }
}
