internal import Model

/// Messages of this link that wait for their next try, and the chats that wait for them: what is younger
/// in a chat does not overtake.
struct RetryQueue {
  struct Wait: Equatable {
    var id: OriginID
    var chat: JID
    /// The place in the queue.
    var sequence: Int64
    /// Uptime in milliseconds.
    var at: Int64
    /// It came back although it had been acknowledged; that may happen again.
    var wasConfirmed: Bool
    /// In plain words why it came back.
    var reason = ""
  }

  /// How long a retry that was acknowledged may still come back, milliseconds, before younger ones follow it.
  static let settling: Int64 = 2_000

  /// By chat, the oldest first.
  private(set) var lanes: [JID: [Wait]] = [:]
  private var places: [OriginID: (chat: JID, sequence: Int64)] = [:]
  /// By chat: the retry that is under way, and until when it may come back once it is acknowledged.
  private(set) var probes: [JID: (wait: Wait, until: Int64?)] = [:]

  /// Chats in which nothing else may leave.
  var blockedChats: [JID] { Set(lanes.keys).union(probes.keys).sorted() }

  var nextDeadline: Int64? {
    (heads.map(\.at) + probes.values.compactMap(\.until)).min()
  }

  /// The oldest of each chat that has no retry under way.
  private var heads: [Wait] {
    lanes.compactMap { probes[$0.key] == nil ? $0.value.first : nil }
  }

  var isEmpty: Bool { lanes.isEmpty && probes.isEmpty }

  func contains(_ id: OriginID) -> Bool { places[id] != nil }

  mutating func wait(_ wait: Wait) {
    remove(wait.id)
    places[wait.id] = (wait.chat, wait.sequence)
    let index = index(of: wait.sequence, in: wait.chat)
    lanes[wait.chat, default: []].insert(wait, at: index)
    if probes[wait.chat]?.wait.id == wait.id { probes[wait.chat] = nil }
  }

  /// It waits no more: given up, removed, or confirmed.
  mutating func forget(_ id: OriginID) {
    remove(id)
    for (chat, probe) in probes where probe.wait.id == id { probes[chat] = nil }
  }

  /// Nothing of the chat waits any more, or may come back.
  mutating func forget(_ chat: JID) {
    for wait in lanes[chat] ?? [] { places[wait.id] = nil }
    (lanes[chat], probes[chat]) = (nil, nil)
  }

  /// How many of the chat are older.
  private func index(of sequence: Int64, in chat: JID) -> Int {
    let lane = lanes[chat] ?? []
    var (low, high) = (0, lane.count)
    while low < high {
      let middle = (low + high) / 2
      if lane[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func remove(_ id: OriginID) {
    guard let (chat, sequence) = places.removeValue(forKey: id) else { return }
    let index = index(of: sequence, in: chat)
    lanes[chat]?.remove(at: index)
    if lanes[chat]?.isEmpty == true { lanes[chat] = nil }
  }

  /// Those whose time has come, one for each chat, oldest first; they are under way from now on.
  mutating func due(_ now: Int64) -> [Wait] {
    settle(now)
    let due = heads.filter { $0.at <= now }.sorted { $0.sequence < $1.sequence }
    for wait in due {
      remove(wait.id)
      probes[wait.chat] = (wait, nil)
    }
    return due
  }

  /// Retries that did not come back are through, and the rest of their chats need not wait any longer.
  private mutating func settle(_ now: Int64) {
    for (chat, probe) in probes {
      guard let until = probe.until, until <= now else { continue }
      probes[chat] = nil
      hurry(chat, now)
    }
  }

  /// The server has it; it may still come back.
  mutating func acknowledged(_ id: OriginID, _ now: Int64) {
    for (chat, probe) in probes where probe.wait.id == id {
      probes[chat]?.until = now + (probe.wait.wasConfirmed ? Self.settling : 0)
    }
  }

  /// Something says that the other takes messages again: nothing of the chat waits for the clock.
  mutating func hurry(_ chat: JID, _ now: Int64) {
    for index in (lanes[chat] ?? []).indices { lanes[chat]?[index].at = now }
  }

  /// The user wants all sent now.
  mutating func hurryAll(_ now: Int64) {
    for chat in lanes.keys { hurry(chat, now) }
  }

  /// Why nothing else of these chats may leave, and until when.
  var delays: [JID: Delay] {
    var delays = lanes.compactMapValues { lane in
      lane.first.map { Delay(.trouble($0.reason), until: $0.at) }
    }
    for chat in probes.keys { delays[chat] = Delay(.older) }
    return delays
  }

  /// What else of a chat has come back and waits, oldest first.
  func waiting(in chat: JID) -> [OriginID] { lanes[chat]?.map(\.id) ?? [] }
}
