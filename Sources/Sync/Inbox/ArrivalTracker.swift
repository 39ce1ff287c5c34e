internal import Model
internal import Storage

/// Messages that have just come and are to be told of (A1). On a new link, and on one that goes on, they wait
/// until it is known what my other devices have read meanwhile.
struct ArrivalTracker: Tracker {
  static let keyPath: any Path = \.arrivals

  /// Milliseconds after which the archive's or the server's copy is nothing that has just come.
  static let freshness: Int64 = 60_000
  /// Most that wait; of more than that one hears less (Z4).
  static let capacity = 1_000

  private var waiting: [Int64] = []

  /// - Parameter isCertain: what was read elsewhere is known.
  mutating func came(_ message: Message, isCertain: Bool, _ turn: Turn) {
    guard Self.isFresh(message.serverTime, turn.now) else { return }
    if isCertain, waiting.isEmpty {
      turn.arrived(message)
    } else if waiting.count < Self.capacity {
      waiting.append(message.id)
    }
  }

  private static func isFresh(_ stamp: Timestamp?, _ now: Moment) -> Bool {
    stamp.map { abs(now.wall.milliseconds - $0.milliseconds) < freshness } ?? true
  }

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    if state.knowsWhatWasRead { try state.arrivals.release(turn) }
  }

  /// What was read elsewhere is known now.
  private mutating func release(_ turn: Turn) throws(StorageError) {
    guard !waiting.isEmpty else { return }
    for id in waiting {
      guard let message = try turn.database.messages.message(id), !message.isDeleted,
        Self.isFresh(message.serverTime, turn.now),
        try turn.database.readMarkers.order(.mine, message.chat) < message.order
      else { continue }
      turn.arrived(message)
    }
    waiting = []
  }
}
