import Model

/// What the user may expect of the queue, as simple as can be: a list in the order of writing.
struct QueueModel {
  struct Entry: Equatable {
    var id: String
    var chat: JID
    var text: String
    /// The order of writing.
    var number: Int
    var uptime: Int64
    /// It was handed to the network once.
    var wentOut = false
    /// The user said that it may go.
    var isReleased = false
    /// It waits for the user's word.
    var isHeld = false
  }

  /// In the order of writing.
  private(set) var entries: [Entry] = []
  private var removed: [[Entry]] = []
  private(set) var policy = SendPolicy.smart
  private var lastNumber = 0

  func index(_ id: String) -> Int? { entries.firstIndex { $0.id == id } }

  /// What waits and was never handed over.
  private var untouched: [Int] { entries.indices.filter { !entries[$0].wentOut } }

  mutating func write(_ id: String, to chat: JID, _ text: String, at uptime: Int64) {
    lastNumber += 1
    let isHeld = entries.contains { $0.chat == chat && $0.isHeld }
    entries.append(
      Entry(
        id: id, chat: chat, text: text, number: lastNumber, uptime: uptime, isHeld: isHeld))
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
    let open = untouched.filter { !entries[$0].isReleased }
    let oldest = open.map { entries[$0].uptime }.min() ?? uptime
    let asks =
      switch policy {
      case .auto: false
      case .review: true
      case .smart: uptime - oldest >= 600_000
      }
    if asks { for index in open { entries[index].isHeld = true } }
  }

  mutating func sendAll() {
    for index in untouched { release(index) }
  }

  mutating func sendOne(_ id: String) {
    guard let place = index(id), !entries[place].wentOut else { return }
    for index in untouched where index <= place && entries[index].chat == entries[place].chat {
      release(index)
    }
  }

  private mutating func release(_ index: Int) {
    (entries[index].isReleased, entries[index].isHeld) = (true, false)
  }

  mutating func set(_ policy: SendPolicy, isLinked: Bool) {
    guard policy != self.policy else { return }
    self.policy = policy
    guard policy == .auto, isLinked else { return }
    for index in entries.indices { entries[index].isHeld = false }
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

  mutating func undo() {
    guard let gone = removed.popLast() else { return }
    let isHolding = entries.contains { $0.isHeld }
    for entry in gone.sorted(by: { $0.number < $1.number }) {
      restore(entry, holding: policy != .auto && (isHolding || entry.isHeld))
    }
  }

  /// In its place, unless a newer one of its chat went out meanwhile; before the newer ones that may go.
  private mutating func restore(_ gone: Entry, holding: Bool) {
    var entry = gone
    var newer = entries.filter { $0.chat == entry.chat && $0.number > entry.number }
    if newer.contains(where: \.wentOut) {
      lastNumber += 1
      entry.number = lastNumber
      newer = []
    }
    entry.isReleased = entry.isReleased || newer.contains(where: \.isReleased)
    let hasFreeNewer = newer.contains { !$0.isHeld && !$0.isReleased }
    entry.isHeld = !entry.isReleased && holding && !hasFreeNewer
    let place = entries.firstIndex { $0.number > entry.number } ?? entries.count
    entries.insert(entry, at: place)
  }
}
