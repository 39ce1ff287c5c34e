internal import Model
internal import Storage

/// Messages of mine that the server has confirmed, until the archive has told their times: an archive may show the
/// newest of a burst later than it is asked for them (T1). It is asked again, ever more seldom.
struct PlaceWatch: Tracker {
  static let keyPath: any Path = \.placeWatch

  /// Milliseconds between the looks; after the last the time of this computer stays.
  static let pauses: [Int64] = [2_000, 2_500, 5_000, 15_000, 60_000]
  /// More are not looked after at a time (Z4).
  static let capacity = 200

  private(set) var awaited: [OriginID] = []
  private(set) var looks = 0
  /// Uptime in milliseconds.
  private(set) var at: Int64?

  var nextDeadline: Int64? { at }

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    let confirmed = state.outbox.takeConfirmed()
    guard state.isOpen, state.catchUp.hasArchive else { return }
    if !confirmed.isEmpty {
      state.placeWatch.awaited = (state.placeWatch.awaited + confirmed).suffix(capacity)
      state.placeWatch.looks = 0
      state.placeWatch.at = turn.now.uptime + pauses[0]
    }
    // The archive has answered.
    if state.unarchived.isDue { try state.placeWatch.forgetTold(turn) }
  }

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard let at = state.placeWatch.at, at <= turn.now.uptime else { return }
    try state.placeWatch.forgetTold(turn)
    guard !state.placeWatch.awaited.isEmpty else { return }
    state.placeWatch.looks += 1
    guard state.placeWatch.looks < pauses.count else { return state.placeWatch = PlaceWatch() }
    state.placeWatch.at = turn.now.uptime + pauses[state.placeWatch.looks]
    try state.catchUp.lookBehind(turn)
  }

  private mutating func forgetTold(_ turn: Turn) throws(StorageError) {
    var rest: [OriginID] = []
    for id in awaited {
      guard let message = try turn.database.messages.mine(id) else { continue }
      if message.serverTime == nil, message.status?.isWithServer == true { rest.append(id) }
    }
    awaited = rest
    if rest.isEmpty { self = PlaceWatch() }
  }

  mutating func forgetLink(_ turn: Turn) { self = PlaceWatch() }
}
