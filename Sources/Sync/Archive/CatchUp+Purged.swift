internal import Model
internal import Storage
internal import XMPP

/// What was removed here because of its age is read again, for who scrolls up: each chat by itself, so that nothing of
/// the others comes back with it.
extension CatchUp {
  /// Between entries that are read again, so that what stayed finds its place among them.
  private static let stride: Int64 = 2

  /// Whether older messages of a chat can be had now.
  func canReachBack(in chat: JID, _ turn: Turn) throws(StorageError) -> Bool {
    guard let record = try turn.database.purges.record(chat) else {
      return try canReachBack(turn)
    }
    return isLinked && hasArchive && isCaughtUp && !record.isWhole
  }

  /// Asks for the first chat that waits for such. Returns whether there is one.
  mutating func askPurged(_ turn: Turn) throws(StorageError) -> Bool {
    for chat in older.wishes.keys.sorted() {
      guard let record = try turn.database.purges.record(chat),
        try canReachBack(in: chat, turn)
      else { continue }
      older.chat = chat
      older.question = questions.ask(
        .before(record.before), with: archive == nil ? chat : nil, turn)
      return true
    }
    return false
  }

  /// Entries towards the beginning, as far as they are not here.
  mutating func receivePurged(
    _ page: ArchivePage, of chat: JID, _ turn: Turn
  ) throws(StorageError) -> [Placement] {
    let purges = turn.database.purges
    guard var record = try purges.record(chat) else { return [] }
    var placements: [Placement] = []
    var position = min(record.edge.anchor, 0)
    for entry in page.entries.reversed() {
      guard let message = entry.archived else { continue }
      if try isHere(entry.id, behind: record.edge, turn) { continue }
      position -= Self.stride
      placements.append(Placement(message: message, place: .older(position)))
    }
    let first = page.entries.first?.id
    try placeStrays(of: chat, record, among: placements, turn)
    if !placements.isEmpty { record.edge = MessageOrder(anchor: position, sequence: .min) }
    record.isWhole = page.isComplete || first == nil || first == record.before
    record.before = first ?? record.before
    try purges.save(record, of: chat)
    return placements
  }

  /// It was not removed, nor left out when others were.
  func isHere(
    _ id: ArchiveID, behind edge: MessageOrder, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard let known = try turn.database.messages.message(id, in: archive), known.order > edge
    else { return false }
    return try !turn.database.messages.isGuessed(known.id)
  }

  /// What stayed when the rest was removed stands among that again, by its time.
  private func placeStrays(
    of chat: JID, _ record: PurgeTable.Record, among placements: [Placement], _ turn: Turn
  ) throws(StorageError) {
    guard let oldest = placements.last?.place.position else { return }
    for stray in try turn.database.purges.strays(of: chat, record) {
      // Of two in one second the archive tells which came first.
      let before = placements.first { placement in
        placement.message.stamp.map {
          stray.isArchived ? $0 < stray.time : $0 <= stray.time
        } ?? false
      }
      if before == nil, stray.isImported { continue }
      let anchor = before?.place.position ?? oldest - Self.stride
      try turn.database.purges.place(stray, at: anchor + Self.stride / 2)
      turn.touch(stray.id, in: chat)
    }
  }

  /// The archive does not have the entry any more from which it was to go on: it is asked from its end. Returns
  /// whether that is of use.
  mutating func purgedFailed(
    _ error: StanzaError, _ chat: JID, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard error.condition == "item-not-found",
      var record = try turn.database.purges.record(chat), record.before != nil
    else { return false }
    record.before = nil
    try turn.database.purges.save(record, of: chat)
    try askOlder(turn)
    return older.question != nil
  }

  /// Chats of which something was removed are read back by themselves.
  func withoutPurged(
    _ placements: [Placement], _ turn: Turn
  ) throws(StorageError) -> [Placement] {
    var kept: [Placement] = []
    for placement in placements {
      let chat = placement.message.chat(of: turn.me)
      if try turn.database.purges.record(chat) == nil { kept.append(placement) }
    }
    return kept
  }
}

extension InboundMessage {
  /// The chat that it belongs to.
  /// - Parameter me: the account's bare address.
  func chat(of me: JID) -> JID { from.bare == me ? to.bare : from.bare }
}
