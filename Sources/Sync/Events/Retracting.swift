internal import Localization
internal import Model
internal import Storage

/// Deleting for everyone (XEP-0424): what may have left is taken back by a message of its own.
enum Retracting {
  static func retract(
    _ id: OriginID, _ newID: OriginID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let message = try said(id, turn), let target = message.originID else {
      return turn.notice(.error, tr("The message is not here any more"))
    }
    if let record = try turn.database.outbox.record(target), !record.entry.mayHaveLeft {
      return try QueueIntents.delete([target], &state, turn)
    }
    guard !message.isDeleted, try turn.database.messages.mine(newID) == nil else { return }
    if let refused = message.retraction?.pending { return try Outbox.retry(refused.originID, turn) }
    if let reason = try Sending.fullness(turn) { return turn.notice(.error, reason) }
    try turn.life(message.id, .retracted)
    try Sending.queue(
      "", to: message.chat, newID,
      amending: .retraction(of: turn.database.messages.receiptID(message.id) ?? target.value),
      answering: nil, &state, turn)
  }

  /// The message that a row of mine is, or amends.
  private static func said(_ id: OriginID, _ turn: Turn) throws(StorageError) -> Message? {
    guard let message = try turn.database.messages.mine(id), message.amendment?.emoji == nil else {
      return nil
    }
    guard let row = try turn.database.amendments.target(of: message.id) else { return message }
    return try turn.database.messages.message(row)
  }

  /// What is of no use any more goes: of a deleted message what waits to amend it, and the message itself when it
  /// came back.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    for message in try turn.deletedOfMine() {
      if message.isErased, let id = message.originID { turn.discardCopy(id) }
      if let id = message.originID, let record = try turn.database.outbox.record(id),
        record.entry.state == .failed || message.isErased
      {
        for other in try turn.database.amendments.unsent(of: message.id) {
          try drop(other, &state, turn)
        }
        try drop(id, &state, turn)
      } else {
        for other in try useless(for: message, turn) { try drop(other, &state, turn) }
      }
    }
  }

  /// Corrections that cannot have left yet, and other retractions once one counts.
  private static func useless(
    for message: Message, _ turn: Turn
  ) throws(StorageError) -> [OriginID] {
    let unsent = try turn.database.amendments.unsent(
      of: message.id, onlyCorrections: !message.isErased)
    var useless: [OriginID] = []
    for id in unsent where id != message.retraction?.pending?.originID {
      guard let record = try turn.database.outbox.record(id), !record.entry.mayHaveLeft else {
        continue
      }
      useless.append(id)
    }
    return useless
  }

  /// Whether an amendment without a text that came is of a chat that is here, or may be of what is still to be read of
  /// it: that of a person in the roster always may. A retraction that names what somebody else wrote is kept like
  /// those whose message is not known, and finds none.
  static func isOfUse(
    _ amendment: Amendment, by sender: JID, in chat: JID, isHistory: Bool, _ turn: Turn
  ) throws(StorageError) -> Bool {
    let isHere = try turn.database.chats.chat(chat) != nil
    let isContact = try turn.database.roster.contact(chat) != nil
    guard isHere || isContact || isHistory else {
      turn.log("dropped: \(sender) amends a message of a chat that is not here")
      return false
    }
    guard amendment.isRetraction else { return true }
    let isMine = sender.bare == turn.me
    let messages = turn.database.messages
    if try messages.named(amendment.target, chat: chat, isMine: isMine) == nil,
      try messages.named(amendment.target, chat: chat, isMine: !isMine) != nil
    {
      turn.log("ignored: \(sender) deletes a message that another wrote")
    }
    return true
  }

  private static func drop(
    _ id: OriginID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let record = try turn.database.outbox.record(id) else { return }
    _ = try QueueIntents.remove(record, &state, turn)
  }
}
