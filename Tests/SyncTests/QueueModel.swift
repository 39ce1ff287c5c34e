import Model

/// What the user may expect of the queue, as simple as can be: a list in the order in which the chats show it, which is
/// the order of release for all that was released.
struct QueueModel {
  struct Entry: Equatable {
    var id: String
    var chat: JID
    var text: String
    /// The order of writing, or of the move to the end.
    var number: Int
    var uptime: Int64
    /// It was handed to the network once.
    var wentOut = false
    /// It may go, and is never held again.
    var isReleased = false
    /// It waits for the user's word.
    var isHeld = false
    /// A later one of its chat was released before it: it goes to the end when it is released.
    var isPassed = false
  }

  private(set) var entries: [Entry] = []
  private var removed: [[Entry]] = []
  private(set) var policy = SendPolicy.smart
  private var lastNumber = 0

  func index(_ id: String) -> Int? { entries.firstIndex { $0.id == id } }

  mutating func write(
    _ id: String, to chat: JID, _ text: String, at uptime: Int64, isLinked: Bool
  ) {
    lastNumber += 1
    entries.append(Entry(id: id, chat: chat, text: text, number: lastNumber, uptime: uptime))
    if isLinked { release { $0.id == id } }
  }

  func hasLeft(_ id: String) -> Bool { index(id).map { entries[$0].wentOut } ?? true }

  mutating func edit(_ id: String, _ text: String) {
    if let place = index(id) { entries[place].text = text }
  }

  mutating func went(_ id: String) {
    if let place = index(id) { (entries[place].wentOut, entries[place].isHeld) = (true, false) }
  }

  /// The link is there and the archive was asked: the policy decides about what waited before.
  mutating func linked(at uptime: Int64) {
    for index in entries.indices { entries[index].isHeld = false }
    let open = entries.filter { !$0.isReleased }
    let oldest = open.map(\.uptime).min() ?? uptime
    let asks =
      switch policy {
      case .auto: false
      case .review: true
      case .smart: uptime - oldest >= 600_000
      }
    guard asks else { return release { _ in true } }
    for index in entries.indices where !entries[index].isReleased { entries[index].isHeld = true }
  }

  mutating func sendAll() { release { _ in true } }

  /// It alone, as if it had been written now.
  mutating func sendOne(_ id: String) {
    guard let place = index(id), !entries[place].isReleased else { return }
    moveLast([id])
    release { $0.id == id }
  }

  /// In the order in which they stand; at the end where later ones were released before.
  private mutating func release(_ condition: (Entry) -> Bool) {
    for chat in Set(entries.map(\.chat)) {
      let freed = entries.filter { $0.chat == chat && !$0.isReleased && condition($0) }
      if freed.contains(where: \.isPassed) { moveLast(freed.map(\.id)) }
      for entry in freed { free(entry.id) }
    }
  }

  private mutating func moveLast(_ ids: [String]) {
    for id in ids {
      guard let place = index(id) else { continue }
      var entry = entries.remove(at: place)
      lastNumber += 1
      (entry.number, entry.isPassed) = (lastNumber, false)
      entries.append(entry)
    }
  }

  private mutating func free(_ id: String) {
    guard let place = index(id) else { return }
    (entries[place].isReleased, entries[place].isHeld) = (true, false)
    for other in entries.indices.prefix(place)
    where entries[other].chat == entries[place].chat && !entries[other].isReleased {
      entries[other].isPassed = true
    }
  }

  mutating func set(_ policy: SendPolicy, isLinked: Bool) {
    guard policy != self.policy else { return }
    self.policy = policy
    if policy == .auto, isLinked { release { _ in true } }
  }

  mutating func delete(_ ids: [String]) {
    var gone: [Entry] = []
    for id in ids {
      guard let place = index(id), !entries[place].wentOut else { continue }
      gone.append(entries.remove(at: place))
    }
    if !gone.isEmpty { removed.append(gone) }
  }

  /// The program ended: what was deleted stays so.
  mutating func restarted() { removed = [] }

  mutating func undo(isLinked: Bool) {
    guard let gone = removed.popLast() else { return }
    let isHolding = entries.contains { $0.isHeld }
    for entry in gone.sorted(by: { $0.number < $1.number }) {
      restore(entry, holding: policy != .auto && (isHolding || entry.isHeld))
    }
    if isLinked { release { !$0.isHeld } }
  }

  /// In its place, unless a later one of its chat was released meanwhile.
  private mutating func restore(_ gone: Entry, holding: Bool) {
    var entry = gone
    (entry.isHeld, entry.isPassed) = (!entry.isReleased && holding, false)
    if entries.contains(where: {
      $0.chat == entry.chat && $0.number > entry.number && $0.isReleased
    }) {
      lastNumber += 1
      entry.number = lastNumber
    }
    let place = entries.firstIndex { $0.number > entry.number } ?? entries.count
    entries.insert(entry, at: place)
  }
}
