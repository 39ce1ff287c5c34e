internal import Model
internal import Store

/// What the review shows, in rows: chat by chat, and in each the entries in the order of sending. A row is found
/// without a look at the others, so that ten thousand scroll as ten do.
struct QueueRows {
  /// A chat and what waits in it.
  struct Group {
    var chat: ChatID
    /// Those of its entries.
    var places: Range<Int>
    /// Its own row, above those of its entries.
    var top: Int
    var counts = OutboxCounts()
  }

  enum Row: Equatable {
    case head(group: Int)
    /// - Parameter part: which of the entry's rows.
    case entry(place: Int, part: Int)
  }

  /// What they are made from.
  struct Source: Equatable {
    var revision: Revision
    /// Part of a chat's name.
    var filter: String
    /// An entry's text and its status have a row each.
    var isNarrow: Bool
  }

  let source: Source
  let groups: [Group]
  /// How many rows there are.
  let count: Int
  /// When the first of all was written; `nil` where there is none.
  let oldest: Timestamp?
  private let entries: [OutboxEntry]
  /// Which entry stands at a place.
  private let order: [Int]
  /// The first row of each place.
  private let tops: [Int]

  init(_ snapshot: Snapshot, _ source: Source) {
    self.source = source
    let entries = snapshot.queue?.entries ?? []
    self.entries = entries
    oldest = entries.indices.lazy.map { entries[$0].queuedAt }.min()
    var (groups, order, tops): ([Group], [Int], [Int]) = ([], [], [])
    order.reserveCapacity(entries.count)
    tops.reserveCapacity(entries.count)
    var row = 0
    for (chat, indices, counts) in Self.chats(entries, source.filter, snapshot) {
      let start = order.count
      let top = row
      row += 1
      for index in indices {
        order.append(index)
        tops.append(row)
        row += Self.height(of: entries[index], isNarrow: source.isNarrow)
      }
      groups.append(Group(chat: chat, places: start..<order.count, top: top, counts: counts))
    }
    (self.groups, self.order, self.tops, count) = (groups, order, tops, row)
  }

  /// The chats that the filter lets through, in the order in which they are written to; those to which nothing goes by
  /// itself stand last.
  private static func chats(
    _ entries: [OutboxEntry], _ filter: String, _ snapshot: Snapshot
  ) -> [(chat: ChatID, indices: [Int], counts: OutboxCounts)] {
    var found: [(chat: ChatID, indices: [Int], counts: OutboxCounts)] = []
    var numbers: [ChatID: Int?] = [:]
    // Those that wait together often go to one chat.
    var last: (chat: ChatID, number: Int?)?
    for index in entries.indices {
      let chat = entries[index].chatID
      if last?.chat != chat {
        if numbers[chat] == nil {
          let isShown =
            filter.isEmpty || FuzzyMatch(filter, in: Names.chat(chat, in: snapshot)) != nil
          numbers[chat] = .some(isShown ? found.count : nil)
          if isShown { found.append((chat, [], OutboxCounts())) }
        }
        last = (chat, numbers[chat] ?? nil)
      }
      guard let number = last?.number else { continue }
      found[number].indices.append(index)
      found[number].counts.count(entries[index].state)
    }
    return found.filter { $0.counts.waiting > 0 } + found.filter { $0.counts.waiting == 0 }
  }

  private static func height(of entry: OutboxEntry, isNarrow: Bool) -> Int {
    (isNarrow ? 2 : 1) + (entry.refusal == nil ? 0 : 1)
  }

  // MARK: Places

  /// How many entries are shown.
  var places: Int { order.count }

  /// - Parameter place: one there is.
  func entry(at place: Int) -> OutboxEntry { entries[order[place]] }

  func place(of id: OriginID) -> Int? { order.firstIndex { entries[$0].originID == id } }

  /// Those of an entry.
  func rows(of place: Int) -> Range<Int> {
    let top = tops[place]
    return top..<(top + Self.height(of: entry(at: place), isNarrow: source.isNarrow))
  }

  /// All entries, whether they are shown or not, in the order of sending.
  var all: [OutboxEntry] { entries }

  /// Which group has a row.
  func group(at row: Int) -> Int? {
    guard (0..<count).contains(row) else { return nil }
    return groups.partitioningIndex { $0.top > row } - 1
  }

  func row(at row: Int) -> Row? {
    guard let number = group(at: row) else { return nil }
    let group = groups[number]
    guard row > group.top else { return .head(group: number) }
    // A slice has the places of the whole.
    let place = tops[group.places].partitioningIndex { $0 > row } - 1
    return .entry(place: place, part: row - tops[place])
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first of those that something is so of, where it is so of all behind the first; the end where it is of none.
  fileprivate func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension OutboxEntry {
  /// What went wrong with one that has failed, or waits for its next try; `nil` where there is nothing to say.
  var refusal: String? {
    guard state != .sending, let lastError, !lastError.isEmpty else { return nil }
    return lastError
  }
}

extension OutboxCounts {
  fileprivate mutating func count(_ state: DeliveryStatus) {
    switch state {
    case .failed: failed += 1
    case .sending: sending += 1
    default: queued += 1
    }
  }
}
