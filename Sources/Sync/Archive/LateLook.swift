internal import Model
internal import Storage

/// Some archives show late what came while nobody was there: the end is read once more, from where it was when
/// the link came. A link that ends before that leaves it to the next, also after a restart.
struct LateLook {
  /// So long after the archive was read, milliseconds.
  static let pause: Int64 = 30_000
  private static let key = "archive.lateFrom"

  /// When it is due on this link; uptime in milliseconds.
  private(set) var at: Int64?
  /// The position from which on something may be missing.
  private(set) var from: Int64?
  private(set) var isWanted = false
  private(set) var isUnderWay = false

  /// - Parameter isCaughtUp: the stream goes on, and its end is not read for what was missed.
  mutating func begin(isCaughtUp: Bool, _ turn: Turn) throws(StorageError) {
    from = try turn.database.settings.value(Self.key).flatMap { Int64($0) }
    if isCaughtUp, from != nil { at = turn.now.uptime + Self.pause }
  }

  /// Said once.
  mutating func isDue(_ now: Moment) -> Bool {
    guard let due = at, due <= now.uptime else { return false }
    (at, isWanted) = (nil, true)
    return true
  }

  /// A question goes out that begins as far back as is needed.
  mutating func asked() {
    isUnderWay = isUnderWay || isWanted
    isWanted = false
  }

  /// - Parameter isFirst: it was not reached on this link before.
  mutating func reachedEnd(
    _ cursor: ArchiveCursor, isFirst: Bool, _ turn: Turn
  ) throws(StorageError) {
    let before = from
    if isUnderWay { from = nil }
    isUnderWay = false
    // What is shown late stands between known entries.
    if isFirst, cursor.recent.count > 1 {
      at = turn.now.uptime + Self.pause
      from = min(from ?? .max, cursor.highest - Int64(ArchiveCursor.overlap))
    }
    guard from != before else { return }
    try turn.database.settings.set(Self.key, from.map { String($0) })
  }
}
