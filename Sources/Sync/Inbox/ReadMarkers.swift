internal import Model
internal import Storage
internal import XMPP

/// What I have read, told to the peers (XEP-0333). A marker stays pending in the database until the
/// server has answered something asked after it, so that a cut or a crash only repeats it (D2).
struct ReadMarkers: Tracker {
  static var keyPath: WritableKeyPath<EngineState, Self> { \.markers }

  /// Handed over on this link and not yet known to have arrived.
  private var handed: [JID: String] = [:]
  /// By question: what had been handed over when it was asked.
  private var covered: [String: [JID: String]] = [:]
  /// Markers go out together, at most this often, milliseconds (D2).
  static let interval: Int64 = 1_000
  private var toldAt: Int64?
  private(set) var nextDeadline: Int64?

  mutating func forgetLink(_ turn: Turn) { self = ReadMarkers() }

  /// Everything through a place was on screen.
  mutating func read(
    _ chat: JID, through order: MessageOrder, isLinked: Bool, behind receipts: Receipts,
    _ turn: Turn
  ) throws(StorageError) {
    let messages = turn.database.messages
    guard let newest = try messages.newestIncoming(chat, through: order),
      try turn.database.readMarkers.advance(.mine, to: newest)
    else { return }
    try turn.database.readMarkers.setUnshared(true, chat: chat)
    turn.touch(chat: chat)
    guard turn.privacy.tellsRead, try !turn.database.chats.hidesReading(chat),
      let id = try messages.markerID(newest.id)
    else { return }
    try turn.database.readMarkers.setPending(id, chat: chat)
    guard isLinked, nextDeadline == nil else { return }
    nextDeadline = toldAt.map { $0 + Self.interval }
    if nextDeadline ?? 0 <= turn.now.uptime { try flush(behind: receipts, turn) }
  }

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard let due = state.markers.nextDeadline, due <= turn.now.uptime else { return }
    try state.markers.flush(behind: state.receipts, turn)
  }

  /// Tells what waited, as far as the receipts have gone: of a device that has sent none the peer cannot know
  /// that it sends them, and would take its marker for proof that all before it came.
  mutating func flush(behind receipts: Receipts, _ turn: Turn) throws(StorageError) {
    nextDeadline = nil
    guard turn.privacy.tellsRead else { return }
    let receipt = turn.privacy.tellsDelivered ? receipts.newest : .max
    for pending in try turn.database.readMarkers.pending(behind: receipt)
    where handed[pending.chat] != pending.id {
      hand(pending, turn)
    }
  }

  private mutating func hand(_ pending: ReadMarkerTable.Pending, _ turn: Turn) {
    handed[pending.chat] = pending.id
    toldAt = turn.now.uptime
    turn.command(.tell(to: pending.chat, .displayed(id: pending.id)))
  }

  /// A question follows the markers on the stream: its answer proves that they arrived.
  mutating func asked(_ question: String, before later: ArraySlice<SessionCommand>) {
    let proven = handed.filter { chat, id in !later.contains(.tell(to: chat, .displayed(id: id))) }
    if !proven.isEmpty { covered[question] = proven }
  }

  /// Nobody answered in time: the markers may be lost with the question.
  mutating func unanswered(_ question: String) { covered[question] = nil }

  mutating func answered(_ question: String, _ turn: Turn) throws(StorageError) {
    guard let proven = covered.removeValue(forKey: question) else { return }
    for (chat, id) in proven.sorted(by: { $0.key < $1.key }) {
      try turn.database.readMarkers.clearPending(ReadMarkerTable.Pending(chat: chat, id: id))
      if handed[chat] == id { handed[chat] = nil }
    }
  }
}
