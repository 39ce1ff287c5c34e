internal import Model
internal import Storage
internal import XMPP

/// Whether what the server took has reached the other: servers lose what both sides have acknowledged. A device
/// that has sent a receipt for a later message and none for an earlier one does not have that; so it goes
/// again, under the same id, by which the receiver knows a repeat. By itself only to another psst, which shows
/// it once for certain.
struct DeliveryDoubts {
  /// A receipt may be this much later than that of a younger message, milliseconds.
  static let grace: Int64 = 10_000
  /// So often in the life of a message.
  static let mostRepeats = 2

  private struct Doubt {
    var chat: JID
    /// The message that has arrived.
    var through: Int64
    var at: Int64
  }

  private var doubts: [JID: Doubt] = [:]

  var nextDeadline: Int64? { doubts.values.map(\.at).min() }

  mutating func forgetLink() { doubts = [:] }

  /// A receipt came: those before it should have come, too.
  mutating func received(_ message: Message, by device: JID, _ turn: Turn) throws(StorageError) {
    guard device.resource?.hasPrefix("psst") == true, message.isPlaced,
      try turn.database.messages.hasUndelivered(before: message)
    else { return }
    doubts[message.chat] = Doubt(
      chat: message.chat, through: message.id, at: turn.now.uptime + Self.grace)
  }

  mutating func wake(isOpen: Bool, _ turn: Turn) throws(StorageError) {
    for (chat, doubt) in doubts.sorted(by: { $0.key < $1.key }) where doubt.at <= turn.now.uptime {
      doubts[chat] = nil
      guard isOpen, let message = try turn.database.messages.message(doubt.through) else {
        continue
      }
      for missing in try turn.database.messages.undelivered(before: message, limit: 50) {
        try Self.sendAgain(missing, because: "not confirmed by the other's psst", turn)
      }
    }
  }

  /// Transmits a message that counts as sent once more; returns whether it may be.
  @discardableResult
  static func sendAgain(
    _ message: Message, because cause: String, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard let originID = message.originID, message.status == .sent,
      try message.isWrittenHere(turn),
      try turn.database.messages.countRepeat(message.id) <= mostRepeats
    else { return false }
    try turn.life(message.id, "again", cause: cause)
    turn.command(.send(to: message.chat, originID: originID, text: message.text))
    return true
  }
}
