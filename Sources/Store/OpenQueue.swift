public import Model

/// The outbox as it is shown.
public struct OpenQueue: Sendable, Equatable {
  /// In the order of sending, those of one account after those of another: accounts do not wait for each other.
  public var entries: [OutboxEntry]
  /// The accounts that were asked and have not told theirs yet.
  private var awaited: Set<AccountID>

  /// Something was asked for and is not here yet.
  public var isLoading: Bool { !awaited.isEmpty }

  public init(entries: [OutboxEntry] = [], awaited: Set<AccountID> = []) {
    self.entries = entries
    self.awaited = awaited
  }

  /// Puts all entries of an account in the place of what was there of it.
  mutating func put(_ all: [OutboxEntry], of account: AccountID) {
    awaited.remove(account)
    let first = entries.firstIndex { $0.account >= account } ?? entries.endIndex
    let end = entries[first...].firstIndex { $0.account > account } ?? entries.endIndex
    entries.replaceSubrange(first..<end, with: all)
  }

  /// The first entry whose place is not before the given one.
  private func index(of entry: OutboxEntry) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if OutboxEntry.standsBefore(entries[middle], entry) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  mutating func put(_ entry: OutboxEntry) {
    let place = index(of: entry)
    if entries.indices.contains(place), entries[place].isSame(entry.originID, of: entry.account) {
      entries[place] = entry
      return
    }
    remove(entry.originID, of: entry.account)
    entries.insert(entry, at: index(of: entry))
  }

  /// What leaves is usually the oldest.
  mutating func remove(_ originID: OriginID, of account: AccountID) {
    guard let place = entries.firstIndex(where: { $0.isSame(originID, of: account) }) else {
      return
    }
    entries.remove(at: place)
  }
}

extension OutboxEntry {
  fileprivate static func standsBefore(_ left: OutboxEntry, _ right: OutboxEntry) -> Bool {
    (left.account, left.sequence) < (right.account, right.sequence)
  }

  fileprivate func isSame(_ originID: OriginID, of account: AccountID) -> Bool {
    self.originID == originID && self.account == account
  }
}
