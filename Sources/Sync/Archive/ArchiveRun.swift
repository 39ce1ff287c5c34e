internal import Model
internal import Storage
internal import XMPP

/// An archived message and the place it gets.
struct Placement {
  var message: InboundMessage
  var place: Inbox.Place
}

/// Gives the entries of pages their positions on the contiguous run of the archive.
struct ArchiveRun {
  /// Where a reading that began behind the end of the run has come, and the position of that.
  struct Overlap: Equatable {
    var after: ArchiveID
    var position: Int64
  }

  var cursor: ArchiveCursor
  /// The end of the run is not reached again: what is not known stands between known entries, and came late.
  private(set) var overlap: Overlap?
  private var position: Int64
  /// The entry that came before the next one.
  private var before: ArchiveID?

  init(_ cursor: ArchiveCursor, overlap: Overlap? = nil) {
    self.cursor = cursor
    self.overlap = overlap
    position = overlap?.position ?? cursor.highest
    before = overlap?.after
  }

  /// What was guessed may stand so many entries before its place, at least.
  private static let margin = 10

  /// Begins behind the end of the run, as far as that is remembered; `nil` where it is not.
  /// - Parameters:
  ///   - guess: the oldest position that was only guessed.
  ///   - count: entries that are read once more where nothing was guessed.
  static func overlap(
    of cursor: ArchiveCursor, reaching guess: Int64?, usually count: Int
  ) -> Overlap? {
    guard cursor.recent.count > 1 else { return nil }
    let usual = max(0, cursor.recent.count - count)
    let needed = guess.map { guess in
      max(0, (cursor.recent.lastIndex { $0.position < guess } ?? 0) - margin)
    }
    let first = cursor.recent[min(usual, needed ?? usual)]
    return Overlap(after: first.id, position: first.position)
  }

  /// What is to be asked for next.
  var after: ArchiveID? { overlap?.after ?? cursor.newest }

  /// - Parameter isComplete: nothing follows in the archive.
  mutating func append(_ entries: [ArchivePage.Entry], isComplete: Bool) -> [Placement] {
    let end = entries.lastIndex { $0.id == cursor.newest }
    let known = entries.lastIndex { cursor.position(of: $0.id) != nil }
    let lateBefore = end ?? (isComplete ? known ?? 0 : entries.count)
    var placements: [Placement] = []
    for (index, entry) in entries.enumerated() {
      // An archive that lost the end of what is known, as one put back from a copy, goes on with what is later than that.
      if index >= known ?? 0, let newest = cursor.newestTime, let stamp = entry.message?.stamp,
        stamp > newest
      {
        overlap = nil
      }
      if overlap != nil, let known = cursor.position(of: entry.id) {
        position = known
      } else {
        placements += place(entry, isLate: overlap != nil && index < lateBefore)
      }
      before = entry.id
      if index == end { overlap = nil }
    }
    if isComplete { overlap = nil }
    if overlap != nil, let last = entries.last {
      overlap = Overlap(after: last.id, position: position)
    }
    return placements
  }

  private mutating func place(_ entry: ArchivePage.Entry, isLate: Bool) -> [Placement] {
    guard isLate else {
      position = cursor.append(entry.id)
      cursor.newestTime = entry.message?.stamp
      return entry.archived.map { [Placement(message: $0, place: .newer(position))] } ?? []
    }
    let followers = cursor.insert(entry.id, behind: before, at: position)
    let place = Inbox.Place.late(position, before: followers)
    return entry.archived.map { [Placement(message: $0, place: place)] } ?? []
  }

  /// Older entries, towards the beginning. A page that goes no further back is the beginning: whoever waits for older ones
  /// would ask for it for ever.
  mutating func prepend(_ page: ArchivePage) -> [Placement] {
    guard let first = page.entries.first, first.id != cursor.oldest else {
      cursor.isStartKnown = true
      return []
    }
    var placements: [Placement] = []
    for entry in page.entries.reversed() {
      cursor.lowest -= 1
      if let message = entry.archived {
        placements.append(Placement(message: message, place: .older(cursor.lowest)))
      }
    }
    cursor.oldest = first.id
    cursor.isStartKnown = page.isComplete
    return placements
  }
}

extension ArchivePage.Entry {
  /// The message under the id its archive gave it.
  var archived: InboundMessage? {
    guard var message else { return nil }
    message.archiveID = id
    return message
  }
}
