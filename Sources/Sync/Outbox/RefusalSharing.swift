internal import Model
internal import Storage
internal import XMPP

/// A refused message is failed on all my devices: the error comes to the one that sent it, and the others have
/// a copy that looks sent. Told until the server has answered something asked after it.
struct RefusalSharing: Tracker {
  static let keyPath: any Path = \.refusals

  /// Most that are on the way at once.
  static let batch = 20

  private var handed: Set<Int64> = []
  private var covered: [String: Set<Int64>] = [:]
  /// Told by another device while the archive still has copies to bring that are from before.
  private var news: Set<OriginID> = []

  mutating func forgetLink(_ turn: Turn) { self = RefusalSharing() }

  /// No question follows what was handed over last.
  var wantsProof: Bool { !handed.subtracting(covered.values.reduce([]) { $0.union($1) }).isEmpty }

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    if state.isCaughtUp { try state.refusals.pump(turn) }
    if state.catchUp.isAtEnd { state.refusals.news = [] }
  }

  /// Hands over what is owed.
  private mutating func pump(_ turn: Turn) throws(StorageError) {
    guard handed.isEmpty else { return }
    for news in try turn.database.refusalNews.owed(limit: Self.batch) {
      handed.insert(news.id)
      let notice = RefusalNotice(
        chat: news.chat, originID: news.originID, reason: news.reason)
      turn.command(.tell(to: turn.me, .refusal(notice)))
    }
  }

  /// A question follows: its answer proves that what was handed over has arrived.
  mutating func asked(_ question: String, before later: ArraySlice<SessionCommand>) {
    let isBehind = later.contains { if case .tell(_, .refusal) = $0 { true } else { false } }
    if !isBehind, !handed.isEmpty { covered[question] = handed }
  }

  mutating func unanswered(_ question: String) { covered[question] = nil }

  mutating func answered(_ question: String, _ turn: Turn) throws(StorageError) {
    for news in (covered.removeValue(forKey: question) ?? []).sorted() {
      try turn.database.refusalNews.forget(news)
      handed.remove(news)
    }
  }

  // MARK: From another device

  /// Another device of mine was refused a message: it is failed here, too, where it stood as sent.
  mutating func learned(
    _ notice: RefusalNotice, isLive: Bool, _ turn: Turn
  ) throws(StorageError) {
    if isLive { news.insert(notice.originID) }
    guard let message = try turn.database.messages.mine(notice.originID) else {
      return try turn.database.tombstones.note(
        refusal: notice.reason, of: notice.originID, chat: notice.chat)
    }
    guard message.chat == notice.chat, try !message.isWrittenHere(turn) else { return }
    try Transition.fail(message, reason: notice.reason, turn)
  }

  /// A copy that the archive brings of it is from before it was refused.
  func isNews(of message: Message) -> Bool { message.originID.map(news.contains) ?? false }

  /// A copy came live: another device has sent it again since.
  mutating func goesAgain(_ message: Message) {
    if let id = message.originID { news.remove(id) }
  }
}

extension Message {
  /// This device sends it, and no other: two that try again would send it twice.
  func isWrittenHere(_ turn: Turn) throws(StorageError) -> Bool {
    if isUnconfirmed, let originID, let record = try turn.database.outbox.record(originID),
      record.entry.attempts > 0
    {
      return true
    }
    return try turn.database.lives.has(.written, message: id)
  }

  /// Also what another device wrote and a user tried again at this one: no other is told what becomes of that.
  /// - Parameter isTold: the error came to this device.
  func isSentHere(isTold: Bool, _ turn: Turn) throws(StorageError) -> Bool {
    if try isWrittenHere(turn) { return true }
    guard isTold else { return false }
    return try turn.database.lives.has(.sending, message: id)
  }
}
