internal import Model
internal import Storage

/// How much of an archive is asked for at once: as much as the link brings in a few seconds (Z8).
struct PageSize {
  static let largest = 50
  static let smallest = 5
  /// A page that takes longer than this, milliseconds, is too large for the link; one that takes less than a
  /// quarter of it may be twice as large, and any may grow by as much as is sure to come in time.
  static let aim: Int64 = 4_000

  private(set) var entries = largest
  /// So many known entries are read once more on a new link.
  private(set) var overlap = ArchiveCursor.overlap
  private var askedAt: Int64?

  mutating func asked(_ now: Moment) { askedAt = now.uptime }

  /// The page is whole.
  mutating func finished(_ now: Moment) {
    guard let askedAt else { return }
    let time = now.uptime - askedAt
    let larger = time < Self.aim / 4 ? entries * 2 : entries + Self.smallest
    // At worst it takes longer by as much as it is larger: most of the time of a small page may be that of the way.
    if time * Int64(larger) / Int64(entries) <= Self.aim { entries = min(larger, Self.largest) }
    if time > Self.aim { shrink() }
  }

  /// The link ended before the page was whole.
  mutating func lost(_ now: Moment) {
    guard let askedAt, now.uptime - askedAt > Self.aim else { return }
    shrink()
    overlap = max(overlap / 2, Self.smallest)
  }

  /// The archive was read to its end.
  mutating func reachedEnd() { overlap = ArchiveCursor.overlap }

  /// It took longer than one waits.
  mutating func shrink() { entries = max(entries / 2, Self.smallest) }
}
