internal import Model
internal import Storage

/// Brings messages into the search index, a little at a time: the new ones when some have gathered, and what was stored
/// before there was an index. A million messages take minutes, and neither the start nor a message that is written
/// meanwhile waits for them.
struct Indexing: Tracker {
  static let keyPath: any Path = \.indexing

  /// Messages in one step: a few milliseconds.
  static let step = 100
  /// Pages of the index that are joined in one step.
  static let pages = 16
  /// Before the first step, in milliseconds: the start comes first, and what has gathered may have more behind it.
  static let calm: Int64 = 1_000
  /// Between steps, in milliseconds: whatever else there is to do comes in between.
  static let pause: Int64 = 4

  private(set) var nextDeadline: Int64?

  mutating func start(_ turn: Turn) throws(StorageError) {
    let isNeeded = try turn.database.search.needsWork()
    nextDeadline = isNeeded ? turn.now.uptime + Self.calm : nil
  }

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard turn.hasTouchedMessages, state.indexing.nextDeadline == nil else { return }
    try state.indexing.start(turn)
  }

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    try state.indexing.wake(turn)
  }

  private mutating func wake(_ turn: Turn) throws(StorageError) {
    guard let due = nextDeadline, due <= turn.now.uptime else { return }
    nextDeadline = try isDone(turn) ? nil : turn.now.uptime + Self.pause
  }

  private func isDone(_ turn: Turn) throws(StorageError) -> Bool {
    let index = turn.database.search
    let wasBehind = try index.unindexed() > 0
    guard try index.extend(by: Self.step) else { return false }
    if wasBehind { turn.log("search: all messages are in the index") }
    guard try index.needsWork() else { return true }
    return try index.join(pages: Self.pages)
  }
}
