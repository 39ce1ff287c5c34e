internal import Model

/// The marked messages of the queue, in the order in which they were marked: they are sent in it (O6).
struct Marks: Equatable {
  private var numbers: [OriginID: Int] = [:]
  private var last = 0

  var isEmpty: Bool { numbers.isEmpty }
  var count: Int { numbers.count }

  func contains(_ id: OriginID) -> Bool { numbers[id] != nil }

  mutating func toggle(_ id: OriginID) {
    last += 1
    if numbers.removeValue(forKey: id) == nil { numbers[id] = last }
  }

  mutating func keep(only ids: [OriginID]) {
    let kept = Set(ids)
    numbers = numbers.filter { kept.contains($0.key) }
  }

  func inOrder(of entries: [OutboxEntry]) -> [OutboxEntry] {
    entries.compactMap { entry in numbers[entry.originID].map { (number: $0, entry: entry) } }
      .sorted { $0.number < $1.number }.map(\.entry)
  }
}
