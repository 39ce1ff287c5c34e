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
  }

  /// How long a retry that was acknowledged may still come back, milliseconds, before younger ones follow it.
  static let settling: Int64 = 2_000

  private var waits: [OriginID: Wait] = [:]
  /// By chat: the retry that is under way, and until when it may come back once it is acknowledged.
  private var probes: [JID: (wait: Wait, until: Int64?)] = [:]

  /// Chats in which nothing else may leave.
  var blockedChats: [JID] {
    Set(waits.values.map(\.chat)).union(probes.keys).sorted()
  }

  var nextDeadline: Int64? {
    let heads = heads.map(\.at)
    return (heads + probes.values.compactMap(\.until)).min()
  }

  /// The oldest of each chat that has no retry under way.
  private var heads: [Wait] {
    var oldest: [JID: Wait] = [:]
    for wait in waits.values where probes[wait.chat] == nil {
      if let other = oldest[wait.chat], other.sequence < wait.sequence { continue }
      oldest[wait.chat] = wait
    }
    return oldest.values.sorted { $0.sequence < $1.sequence }
  }

  var isEmpty: Bool { waits.isEmpty && probes.isEmpty }

  func contains(_ id: OriginID) -> Bool { waits[id] != nil }

  mutating func wait(_ wait: Wait) {
    waits[wait.id] = wait
    if probes[wait.chat]?.wait.id == wait.id { probes[wait.chat] = nil }
  }

  /// It waits no more: given up, removed, or confirmed.
  mutating func forget(_ id: OriginID) {
    waits[id] = nil
    for (chat, probe) in probes where probe.wait.id == id { probes[chat] = nil }
  }

  /// Those whose time has come, one for each chat, oldest first; they are under way from now on.
  mutating func due(_ now: Int64) -> [Wait] {
    settle(now)
    let due = heads.filter { $0.at <= now }
    for wait in due {
      waits[wait.id] = nil
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
    for wait in waits.values where wait.chat == chat { waits[wait.id]?.at = now }
  }

  /// The user wants all sent now.
  mutating func hurryAll(_ now: Int64) {
    for id in waits.keys { waits[id]?.at = now }
  }

  /// What else of a chat has come back and waits, oldest first.
  func waiting(in chat: JID) -> [OriginID] {
    waits.values.filter { $0.chat == chat }.sorted { $0.sequence < $1.sequence }.map(\.id)
  }
}
