internal import Localization
internal import Model
internal import Storage

/// What the user wants done with the outbox (O6–O8, O12).
enum QueueIntents {
  /// Deletions that can be undone, at most.
  static let undoDepth = 20

  /// All that is queued, and what failed once more (O15).
  static func sendAll(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    turn.touch(try turn.database.outbox.releaseAll())
    let failed = try turn.database.outbox.entries(.failed)
    for entry in failed { try Outbox.retry(entry.originID, turn) }
    state.outbox.hurry(turn)
    state.policy.answered(turn)
    let again = failed.count
    guard state.ready == nil else {
      if again > 0 {
        turn.notice(
          .information,
          tr(again, "Trying 1 failed message again.", "Trying \(again) failed messages again."))
      }
      return
    }
    let waiting = try turn.database.outbox.counts().waiting
    if waiting > 0 { turn.noticeOffline(willGo(waiting, again: again)) }
    state.reconnect.connectNow(turn)
  }

  private static func willGo(_ waiting: Int, again: Int) -> String {
    let words = tr(
      waiting, "Not connected: 1 message will go when the link is back",
      "Not connected: \(waiting) messages will go when the link is back")
    guard again > 0 else { return words }
    return words
      + tr(
        again, ", with 1 failed message tried again", ", with \(again) failed messages tried again")
  }

  /// This one alone, as if it had been written now: older ones of its chat go on waiting (O6).
  static func sendOne(
    _ id: OriginID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let record = try turn.database.outbox.record(id) else {
      return turn.notice(.information, tr("The message has been sent already"))
    }
    if record.entry.state == .failed { try Outbox.retry(id, turn) }
    let picked = try turn.database.outbox.pick(record)
    turn.touch(picked.moved)
    state.outbox.hurry(record.entry.chat, turn)
    state.uploads.hurry(record.entry.chat, turn)
    tellWaiting(picked.older, isLinked: state.ready != nil, turn)
    if state.ready == nil { state.reconnect.connectNow(turn) }
  }

  private static func tellWaiting(_ older: Int, isLinked: Bool, _ turn: Turn) {
    let still = tr(
      older, "1 older message of this chat still waits",
      "\(older) older messages of this chat still wait")
    switch (older > 0, isLinked) {
    case (true, true): turn.notice(.information, still)
    case (true, false):
      turn.noticeOffline(tr("Will be sent when online · \(still)"))
    case (false, false): turn.noticeOffline(tr("Will be sent when online"))
    case (false, true): break
    }
  }

  // MARK: Deleting

  static func delete(
    _ ids: [OriginID], _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    var removed: [RemovedMessage] = []
    for id in try withCorrections(ids, turn) {
      guard let record = try untouched(id, turn) else { continue }
      removed.append(try remove(record, &state, turn))
    }
    if !removed.isEmpty { state.removed = state.removed.suffix(undoDepth - 1) + [removed] }
  }

  /// The entry when it cannot have left.
  private static func untouched(
    _ id: OriginID, _ turn: Turn
  ) throws(StorageError) -> OutboxTable.Record? {
    guard let record = try turn.database.outbox.record(id) else {
      turn.notice(.error, tr("The message has been sent already"))
      return nil
    }
    guard record.entry.mayHaveLeft else { return record }
    turn.change(.notice(OutboxEntry.mayHaveLeftNotice))
    return nil
  }

  /// Takes away a message that is not sent, so that it does not come back out of the archive either.
  static func remove(
    _ record: OutboxTable.Record, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) -> RemovedMessage {
    let id = record.entry.originID
    try tellRefused(record, turn)
    if let target = try turn.database.amendments.target(of: record.message) {
      turn.touch(target, in: record.entry.chat)
    }
    for answer in try turn.database.replies.answers(to: record.message) {
      turn.touch(answer, in: record.entry.chat)
    }
    let removed = try turn.database.outbox.remove(record)
    // What failed may have been tried by another device of mine.
    if record.entry.attempts > 0 || record.entry.state == .failed {
      try turn.database.tombstones.add(id, chat: record.entry.chat)
    }
    state.outbox.forget(id)
    turn.change(.messageRemoved(chat: record.entry.chat, id: record.message))
    turn.left(id)
    turn.touch(chat: record.entry.chat)
    return removed
  }

  /// What corrects a message goes with it.
  private static func withCorrections(
    _ ids: [OriginID], _ turn: Turn
  ) throws(StorageError) -> [OriginID] {
    var all = ids
    for id in ids {
      guard let message = try turn.database.messages.mine(id) else { continue }
      for other in try turn.database.amendments.unsent(of: message.id) where !all.contains(other) {
        all.append(other)
      }
    }
    return all
  }

  /// What was refused and would have been tried again is failed for good: my other devices, which may have a copy
  /// of it, are to know.
  private static func tellRefused(
    _ record: OutboxTable.Record, _ turn: Turn
  ) throws(StorageError) {
    guard record.isRefused, record.entry.state != .failed else { return }
    try turn.database.refusalNews.owe(
      record.entry.originID, chat: record.entry.chat, reason: record.entry.lastError ?? "")
  }

  static func undo(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard let removed = state.removed.popLast() else {
      return turn.notice(.information, tr("Nothing to undo"))
    }
    let isHolding = try turn.database.outbox.counts().held > 0
    for message in removed.sorted(by: { $0.entry.sequence < $1.entry.sequence }) {
      let holding = state.policy.kind != .auto && (isHolding || message.wasHeld)
      let id = try turn.database.outbox.restore(message, holding: holding)
      try turn.database.tombstones.remove(message.entry.originID, chat: message.entry.chat)
      if message.entry.state != .failed {
        try turn.database.refusalNews.forget(message.entry.originID, chat: message.entry.chat)
      }
      try turn.life(id, .restored)
      turn.touch(id, in: message.entry.chat)
    }
  }

  static func deleteChat(
    _ chat: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    for record in try turn.database.outbox.records(of: chat) {
      try tellRefused(record, turn)
      turn.left(record.entry.originID)
      turn.discardCopy(record.entry.originID)
      state.outbox.forget(record.entry.originID)
    }
    try state.rooms.leave(chat, turn)
    try ChatSharing.forget(chat, &state, turn)
    try turn.database.tombstones.add(chat: chat)
    state.removed = state.removed.map { $0.filter { $0.entry.chat != chat } }
      .filter { !$0.isEmpty }
    try turn.database.chats.remove(chat)
    turn.change(.chatRemoved(chat))
  }

  // MARK: Showing

  static func showQueue(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    state.showing.queue = true
    turn.change(.queue(try turn.database.outbox.entries()))
  }

  static func showLife(
    of id: OriginID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    state.showing.life = id
    if let message = try turn.database.messages.mine(id) { turn.touch(message) }
  }
}

/// What of the outbox is on the screen: its changes are told.
struct Showing {
  var queue = false
  var life: OriginID?
}
