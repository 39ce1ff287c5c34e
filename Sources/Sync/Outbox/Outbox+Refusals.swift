internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// What came back: tried again after pauses that grow, or given up on.
extension Outbox {
  /// An error for one message of mine; only from whom it was for, or a server on the way (Z1).
  /// - Parameter to: the device that is told, where that may be another one.
  mutating func refused(
    _ id: OriginID, from: JID, to: JID? = nil, _ error: StanzaError, isLinkOpen: Bool, _ turn: Turn
  ) throws(StorageError) {
    let isTold = to.map { $0.resource == turn.resource } ?? true
    guard let message = try turn.database.messages.mine(id) else {
      if isTold { try Self.tellRefused(id, from: from, error, turn) }
      return
    }
    guard Self.mayRefuse(from, message, turn.me) else {
      return turn.log("dropped: an error for \(id) from \(from)")
    }
    guard try message.isSentHere(isTold: isTold, turn) else {
      turn.log("an error for \(id), which another device of mine sent")
      if !Refusal.canHeal(error) {
        let reason = try Self.reason(error, for: message.chat, turn)
        try Transition.fail(message, reason: reason, turn)
      }
      return
    }
    guard message.isUnconfirmed || message.status == .sent else {
      retries.forget(id)
      return turn.log("an error for \(id), which has arrived")
    }
    // Of two attempts that were under way both come back.
    guard !retries.contains(id) else { return }
    let reason = try Self.reason(error, for: message.chat, turn)
    let wasConfirmed = !message.isUnconfirmed
    let schedule = RetrySchedule(
      error, wasConfirmed: wasConfirmed,
      isKnownServer: try Self.isKnownServer(of: message, error, turn))
    let count = try turn.database.messages.countRefusal(message.id)
    guard let pause = schedule.pause(after: count) else {
      return try giveUp(message, id, reason, isAll: schedule.isPatient, turn)
    }
    guard let record = try prepareRetry(of: message, id, because: reason, after: pause, turn) else {
      return retries.forget(id)
    }
    guard isLinkOpen else { return try Self.requeue(id, why: reason, turn) }
    let at = turn.now.uptime + Jitter.spread(pause, turn.now.random)
    retries.wait(
      .init(
        id: id, chat: message.chat, sequence: record.entry.sequence, at: at,
        wasConfirmed: wasConfirmed, reason: reason))
  }

  private static func reason(
    _ error: StanzaError, for chat: JID, _ turn: Turn
  ) throws(StorageError) -> String {
    if let nick = chat.resource, error.condition == "item-not-found" {
      return OccupantChats.hasLeft(nick)
    }
    return Refusal.reason(error, for: try turn.name(inside: chat))
  }

  /// Asked only where it matters: all that came from there may have to be looked through.
  private static func isKnownServer(
    of message: Message, _ error: StanzaError, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard error.condition == "remote-server-not-found" else { return false }
    return try turn.database.messages.hasReached(domain: message.chat.domain)
  }

  /// It was deleted here while it was under way, and nobody tries it again: my other devices, which have a copy of
  /// it, are to know.
  private static func tellRefused(
    _ id: OriginID, from: JID, _ error: StanzaError, _ turn: Turn
  ) throws(StorageError) {
    let chat = try turn.database.chats.chat(for: from)
    guard try turn.database.tombstones.covers(nil, id, chat: chat) else { return }
    try turn.database.refusalNews.owe(id, chat: chat, reason: Refusal.reason(error))
  }

  private static func mayRefuse(_ from: JID, _ message: Message, _ me: JID) -> Bool {
    let servers = [message.chat.domain, me.domain]
    return from.bare == message.chat.bare || from.bare == me
      || from.local == nil && servers.contains(from.domain)
  }

  /// - Parameter isAll: what came back from the same chat and waits behind it will not fare better.
  private mutating func giveUp(
    _ message: Message, _ id: OriginID, _ reason: String, isAll: Bool, _ turn: Turn
  ) throws(StorageError) {
    forget(id)
    try Self.fail(message, reason, turn)
    guard isAll else { return }
    for other in retries.waiting(in: message.chat) {
      retries.forget(other)
      guard let message = try turn.database.messages.mine(other) else { continue }
      try Self.fail(message, reason, turn)
    }
  }

  /// My other devices, which may have a copy of it, are to know.
  private static func fail(
    _ message: Message, _ reason: String, _ turn: Turn
  ) throws(StorageError) {
    try Transition.fail(message, reason: reason, turn)
    guard let id = message.originID else { return }
    try turn.database.refusalNews.owe(id, chat: message.chat, reason: reason)
  }

  /// Shown as sending while it is tried again soon, as queued while that takes minutes; one that counted as
  /// sent goes back to the outbox, to its old place in it.
  private func prepareRetry(
    of message: Message, _ id: OriginID, because reason: String, after pause: Int64, _ turn: Turn
  ) throws(StorageError) -> OutboxTable.Record? {
    if message.status == .sent {
      try Transition.fail(message, reason: reason, turn)
      guard let failed = try turn.database.messages.message(message.id) else { return nil }
      try Transition.apply(.sending, to: failed, because: .retry, why: tr("tried again"), turn)
      try turn.database.messages.unsend(message.id)
      try turn.database.outbox.setState(id, .sending)
    }
    guard let record = try turn.database.outbox.record(id), record.wasHandedOver,
      let sending = try turn.database.messages.message(message.id)
    else { return nil }
    try turn.database.outbox.noteRefusal(id, reason)
    try turn.life(message.id, .refused, cause: reason)
    // On the link before, or before the group was lost: it waits for its turn, which may be closed now.
    guard record.entry.state == .sending else { return nil }
    if RetrySchedule.isPatient(pause) {
      try turn.database.outbox.setState(id, .queued)
      try Transition.apply(.queued, to: sending, because: .postponed, why: reason, turn)
    }
    return record
  }

  /// Sends again what has waited long enough; once all that came in the turn is known to have come back.
  mutating func retryDue(hasAcknowledgements: Bool, _ turn: Turn) throws(StorageError) {
    guard !retries.isEmpty else { return }
    var isSending = false
    for wait in retries.due(turn.now.uptime) {
      guard let record = try turn.database.outbox.record(wait.id), record.entry.state != .failed
      else {
        retries.forget(wait.id)
        continue
      }
      if try waitsForOlder(wait, turn) { continue }
      try transmit(record, turn)
      isSending = true
    }
    if isSending { expectAnswers(hasAcknowledgements, turn) }
  }

  /// Its chat has an older one, of the link before, that came back as well and was not looked at yet.
  private mutating func waitsForOlder(
    _ wait: RetryQueue.Wait, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard
      let older = try turn.database.outbox.firstReady(in: wait.chat, before: wait.sequence),
      !retries.contains(older.entry.originID)
    else { return false }
    var wait = wait
    if older.awaitsUpload {
      wait.at = turn.now.uptime + RetryQueue.settling
      retries.wait(wait)
    } else {
      retries.wait(wait)
      postpone(older, turn)
    }
    return true
  }

  // MARK: The stream

  /// The server ended the stream with an error: a message that was alone under way is suspected,
  /// and set aside at the second time (rule 7). A cut never counts.
  mutating func streamError(_ condition: String, _ turn: Turn) throws(StorageError) {
    guard !Self.innocent.contains(condition), !isIdle else { return }
    isCautious = true
    guard flights.count == 1, let id = flights.keys.first,
      let message = try turn.database.messages.mine(id)
    else { return }
    try turn.database.outbox.noteSuspicion(id)
    if try turn.database.outbox.record(id)?.suspicions ?? 0 >= 2 {
      let reason = tr("the server ended the connection twice over it (\(condition))")
      try Transition.fail(message, reason: reason, turn)
    }
  }

  /// Conditions of RFC 6120 §4.9.3 that no message can be the cause of.
  private static let innocent: Set<String> = [
    "conflict", "connection-timeout", "host-gone", "not-authorized", "remote-connection-failed",
    "reset", "resource-constraint", "see-other-host", "system-shutdown",
  ]
}
