internal import Model
internal import Storage
internal import XMPP

/// Tells the peers what arrived here (XEP-0184). A receipt is owed from the transaction that stores its
/// message until the server has answered something asked after it, so that a cut or a crash only repeats it.
///
/// What came out of the archive is answered when no gap is left, a batch after the other: the server
/// writes each receipt into two archives, and the messages themselves must not wait for that.
struct Receipts: Tracker {
  static let keyPath: any Path = \.receipts

  /// Most receipts on the way at once.
  static let batch = 50

  /// Messages whose receipts were handed over on this link and are not proven, in the order they went.
  private var handed: [Int64] = []
  /// The newest of all that were handed over.
  private(set) var newest: Int64 = 0
  /// Something may be owed that was not handed over.
  private var mayOwe = false
  /// By question: the newest message whose receipt went before it.
  private var covered: [String: Int64] = [:]

  /// A link is there: all that is owed is told.
  mutating func begin() {
    self = Receipts()
    mayOwe = true
  }

  mutating func forgetLink(_ turn: Turn) { self = Receipts() }

  /// No question follows what was handed over last.
  var wantsProof: Bool { handed.last.map { $0 > covered.values.max() ?? 0 } ?? false }

  /// A message came that asks for one. On an open link, where nothing older waits, it leaves in this turn.
  ///
  /// - Parameter isAgain: it was answered before, and came once more.
  mutating func owe(
    _ message: Message, isOpen: Bool, isAgain: Bool = false, _ turn: Turn
  ) throws(StorageError) {
    if isAgain, message.id <= newest {
      guard let id = message.originID?.value else { return }
      let receipt = Payload.receipt(
        id: try turn.database.messages.receiptID(message.id) ?? id)
      return turn.command(.tell(to: message.chat, receipt))
    }
    try turn.database.receipts.owe(message.id)
    if isOpen, !mayOwe, handed.count < Self.batch {
      try hand(limit: 1, turn)
    } else {
      mayOwe = true
    }
  }

  /// The markers of what was read follow their receipts.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard state.isCaughtUp, try state.receipts.pump(turn) else { return }
    try state.markers.flush(behind: state.receipts, turn)
  }

  /// Hands over what is owed, as far as the batch allows; returns whether that was anything.
  private mutating func pump(_ turn: Turn) throws(StorageError) -> Bool {
    guard mayOwe, turn.privacy.tellsDelivered, handed.count < Self.batch else { return false }
    let limit = Self.batch - handed.count
    let count = try hand(limit: limit, turn)
    mayOwe = count == limit
    return count > 0
  }

  @discardableResult
  private mutating func hand(limit: Int, _ turn: Turn) throws(StorageError) -> Int {
    let owed = try turn.database.receipts.owed(after: newest, limit: limit)
    for receipt in owed { turn.command(.tell(to: receipt.chat, .receipt(id: receipt.id))) }
    handed += owed.map(\.message)
    newest = handed.last ?? newest
    return owed.count
  }

  /// A question follows the receipts on the stream: its answer proves that they arrived.
  mutating func asked(_ question: String, before later: ArraySlice<SessionCommand>) {
    let behind = later.count { if case .tell(_, .receipt) = $0 { true } else { false } }
    guard let proven = handed.dropLast(behind).last, proven > covered.values.max() ?? 0 else {
      return
    }
    covered[question] = proven
  }

  /// Nobody answered in time. A later question covers what this one did.
  mutating func unanswered(_ question: String) { covered[question] = nil }

  mutating func answered(_ question: String, _ turn: Turn) throws(StorageError) {
    guard let proven = covered.removeValue(forKey: question) else { return }
    try turn.database.receipts.forget(through: proven)
    handed.removeAll { $0 <= proven }
  }
}
