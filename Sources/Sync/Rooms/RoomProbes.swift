internal import Model
internal import Storage
internal import XMPP

/// Whether rooms have lost me without a word (XEP-0410), and what was lost on its way from them. One service has all its
/// rooms: one of them is asked for all, the one that has been silent for longest, and the others where it says no.
struct RoomProbes {
  /// By service: nothing is asked there before this uptime, milliseconds.
  private var next: [String: Int64] = [:]

  /// When something is to be asked.
  func deadline(_ rooms: [JID: LiveRoom]) -> Int64? {
    rooms.values.compactMap { room in
      guard room.phase == .joined, let due = room.silence.nextDeadline else { return nil }
      return max(due, next[room.jid.domain] ?? due)
    }.min()
  }

  /// The rooms of those services that are due: which to ask whether I am there, and which for what was lost.
  mutating func due(_ rooms: [JID: LiveRoom], at now: Int64) -> (ask: [JID], look: [JID]) {
    var (ask, look): ([JID], [JID]) = ([], [])
    let joined = rooms.values.filter {
      $0.phase == .joined && ($0.silence.nextDeadline ?? .max) <= now
    }
    for (service, rooms) in Dictionary(grouping: joined, by: \.jid.domain) {
      guard next[service] ?? .min <= now else { continue }
      let silent = rooms.compactMap { room in
        room.silence.tooLongSince(now).map { (since: $0, room: room.jid) }
      }
      let unread = rooms.compactMap { room in
        room.silence.lookDueSince(now).map { (since: $0, room: room.jid) }
      }
      if let quietest = silent.min(by: <) { ask.append(quietest.room) }
      if let quietest = unread.min(by: <) { look.append(quietest.room) }
      next[service] = now + RoomSilence.bound
    }
    return (ask.sorted(), look.sorted())
  }

  /// On a new link all are asked anew.
  mutating func forgetLink() { next = [:] }
}

extension RoomKeeper {
  /// Asks what is due.
  mutating func probe(_ turn: Turn) throws(StorageError) {
    let due = probes.due(rooms, at: turn.now.uptime)
    for room in due.ask { try rooms[room]?.ask(turn) }
    for room in due.look { try rooms[room]?.lookForLost(turn) }
  }

  /// A room does not know me any more: what of the others of its service?
  mutating func askOthers(of room: JID, _ turn: Turn) throws(StorageError) {
    for other in others(of: room) where rooms[other]?.silence.isPeriodic == true {
      try rooms[other]?.ask(turn)
    }
  }

  /// Something was lost on its way from a room, or the way there is cut: the same may be so of the others of its service.
  mutating func doubtOthers(of room: JID, looks: Bool, _ turn: Turn) throws(StorageError) {
    for other in others(of: room) {
      rooms[other]?.doubt()
      if looks { try rooms[other]?.lookForLost(turn) }
    }
  }

  /// A room's archive has what is not here.
  mutating func foundInArchive(of room: JID, _ turn: Turn) throws(StorageError) {
    guard rooms[room]?.foundInArchive(turn) == true else { return }
    try rooms[room]?.ask(turn)
    try doubtOthers(of: room, looks: true, turn)
  }

  /// A room has answered: whoever may have come and gone in the others meanwhile is looked for.
  mutating func answeredAgain(_ room: JID, _ turn: Turn) throws(StorageError) {
    for other in others(of: room) where rooms[other]?.people.isDoubtful == true {
      try rooms[other]?.ask(turn)
    }
  }

  private func others(of room: JID) -> [JID] {
    rooms.values.filter { $0.jid != room && $0.jid.domain == room.domain && $0.phase == .joined }
      .map(\.jid).sorted()
  }
}
