internal import Model
internal import Storage

/// Brings what was stored before there was an index into it, a little at a time: a million messages take
/// minutes, and neither the start nor a message that is written meanwhile waits for them.
struct Indexing {
  /// Messages in one step: a few milliseconds.
  static let step = 100
  /// Before the first step, in milliseconds: the start comes first.
  static let calm: Int64 = 1_000
  /// Between steps, in milliseconds: whatever else there is to do comes in between.
  static let pause: Int64 = 4

  private(set) var nextDeadline: Int64?

  mutating func start(_ turn: Turn) throws(StorageError) {
    let isWhole = try turn.database.search.unindexed() == 0
    nextDeadline = isWhole ? nil : turn.now.uptime + Self.calm
  }

  mutating func wake(_ turn: Turn) throws(StorageError) {
    guard let due = nextDeadline, due <= turn.now.uptime else { return }
    let isWhole = try turn.database.search.extend(by: Self.step)
    nextDeadline = isWhole ? nil : turn.now.uptime + Self.pause
    if isWhole { turn.log("search: all messages are in the index") }
  }
}
