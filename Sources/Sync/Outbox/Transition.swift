internal import Model
internal import Storage

/// Every change of a status goes through here: the table of `DeliveryStatus` decides, the life remembers.
enum Transition {
  /// Returns whether the status may change, and did.
  /// - Parameter failure: what went wrong before, where that counts on.
  @discardableResult
  static func apply(
    _ status: DeliveryStatus, to message: Message, because cause: DeliveryStatus.Cause,
    why: String? = nil, failure: String? = nil, attempt: Int = 0, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard let current = message.status, current.canBecome(status, because: cause) else {
      return false
    }
    let failure = status == .failed || cause == .postponed ? why : failure
    try turn.database.messages.setStatus(message.id, status, failure: failure)
    try turn.life(message.id, .init(status), cause: why, attempt: attempt)
    turn.touch(message)
    return true
  }

  /// The server has it for certain: it leaves the outbox, and stands unplaced until the archive tells.
  @discardableResult
  static func confirm(
    _ message: Message, as status: DeliveryStatus, why: String? = nil, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard try apply(status, to: message, because: .progress, why: why, turn) else { return false }
    guard let id = message.originID, message.isUnconfirmed else { return true }
    if let file = message.attachment { file.isPicture ? turn.sentCopy(id) : turn.discardCopy(id) }
    try turn.database.outbox.remove(id)
    for follower in try turn.database.messages.unplace(message.id) {
      turn.touch(follower, in: message.chat)
    }
    return true
  }

  /// Given up on: it stays in the outbox, marked, where it was written.
  /// - Parameter isRefusal: somebody had it, and refused it: being in the archive proves nothing any more.
  static func fail(
    _ message: Message, reason: String, isRefusal: Bool = true, _ turn: Turn
  ) throws(StorageError) {
    guard let id = message.originID else { return }
    let wasConfirmed = !message.isUnconfirmed
    guard try apply(.failed, to: message, because: .refusal, why: reason, turn) else { return }
    if wasConfirmed {
      try turn.database.outbox.append(message, state: .failed, at: turn.now)
    } else {
      try turn.database.outbox.setState(id, .failed)
    }
    if message.order.anchor >= MessageOrder.unplaced {
      for follower in try turn.database.messages.placeFailed(message.id) {
        turn.touch(follower, in: message.chat)
      }
    }
    try turn.database.outbox.noteRefusal(id, reason, counts: isRefusal)
    try Sending.withdrawCorrections(of: message, turn)
  }
}

extension Message {
  /// The outbox still has it.
  var isUnconfirmed: Bool { status == .queued || status == .sending || status == .failed }

  /// It is in the outbox, and was refused once.
  func isRefused(_ turn: Turn) throws(StorageError) -> Bool {
    guard let originID else { return false }
    return try turn.database.outbox.record(originID)?.isRefused ?? false
  }

  /// Its place in the archive is known.
  var isPlaced: Bool { order.anchor < MessageOrder.unplaced && status != .failed }
}
