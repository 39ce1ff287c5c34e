public import Model

/// The outbox as it is shown.
public struct OpenQueue: Sendable, Equatable {
  /// In the order of sending.
  public var entries: [OutboxEntry]
  /// It was asked for and is not here yet.
  public var isLoading: Bool

  public init(entries: [OutboxEntry] = [], isLoading: Bool = true) {
    self.entries = entries
    self.isLoading = isLoading
  }

  /// The first entry whose place is not before the given one.
  private func index(of sequence: Int64) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func put(_ entry: OutboxEntry) {
    let place = index(of: entry.sequence)
    if entries.indices.contains(place), entries[place].originID == entry.originID {
      entries[place] = entry
      return
    }
    remove(entry.originID)
    entries.insert(entry, at: index(of: entry.sequence))
  }

  /// What leaves is usually the oldest.
  mutating func remove(_ originID: OriginID) {
    guard let place = entries.firstIndex(where: { $0.originID == originID }) else { return }
    entries.remove(at: place)
  }
}
