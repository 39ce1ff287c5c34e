internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Receipts and markers: how far messages have come, in the word of those who have them.
extension Inbox {
  /// Counts only from the peer of the chat, which is where the message is looked for (Z1).
  static func received(
    _ id: String, _ chat: JID, by device: JID, isMine: Bool, _ state: inout EngineState,
    _ turn: Turn
  ) throws(StorageError) {
    guard !isMine, let message = try answerable(id, chat, turn) else { return }
    try state.outbox.arrived(message, turn)
    try Transition.confirm(message, as: .delivered, why: device.shortName, turn)
    if message.isPlaced,
      try message.order <= turn.database.readMarkers.order(.theirs, chat)
    {
      try Transition.confirm(message, as: .read, turn)
    }
    try turn.database.chats.note(receiptFrom: device)
    try state.doubts.received(message, hasArchive: state.catchUp.hasArchive, turn)
  }

  /// The message and those before it were on screen. One before it that a device which sends receipts sent
  /// none for was not, and neither was one that the archive does not have: it may never have come.
  static func displayed(
    _ id: String, _ chat: JID, by device: JID, isMine: Bool, _ state: EngineState, _ turn: Turn
  ) throws(StorageError) {
    if isMine { return try displayedElsewhere(id, chat, turn) }
    guard let message = try answerable(id, chat, turn) else { return }
    try state.outbox.arrived(message, turn)
    try Transition.confirm(message, as: .read, turn)
    guard let seen = try turn.database.messages.message(message.id) else { return }
    try turn.database.readMarkers.advance(.theirs, to: seen)
    let witnesses = try turn.database.chats.receiptsFrom(chat)
    for earlier in try turn.database.messages.unreadThere(chat, through: seen.order) {
      let wantsReceipt =
        device.isPsst || witnesses.contains(device) && DeliveryDoubts.isConfirmedByAll(earlier)
      let isArchived = earlier.archiveID != nil || !state.catchUp.hasArchive
      guard earlier.status == .delivered || !wantsReceipt && isArchived else { continue }
      try Transition.confirm(earlier, as: .read, turn)
    }
  }

  /// Another device of mine showed it.
  private static func displayedElsewhere(
    _ id: String, _ chat: JID, _ turn: Turn
  ) throws(StorageError) {
    guard let message = try turn.database.messages.named(id, chat: chat, isMine: false) else {
      return
    }
    try turn.database.readMarkers.advance(.mine, to: message)
    turn.touch(chat: chat)
  }

  /// One of mine that has left this computer: nobody can have what was never handed over.
  private static func answerable(
    _ id: String, _ chat: JID, _ turn: Turn
  ) throws(StorageError) -> Message? {
    guard chat != turn.me,
      let message = try turn.database.messages.named(id, chat: chat, isMine: true)
    else {
      if try turn.database.messages.mine(OriginID(id)) != nil {
        turn.log("dropped: an answer from \(chat) for \(id), which was not for them")
      }
      return nil
    }
    guard message.isUnconfirmed, let originID = message.originID else { return message }
    let attempts = try turn.database.outbox.record(originID)?.entry.attempts ?? 0
    if attempts == 0 { turn.log("dropped: an answer for \(id), which was never sent") }
    return attempts == 0 ? nil : message
  }
}

extension JID {
  /// `bo/phone`
  fileprivate var shortName: String {
    (local ?? domain) + (resource.map { "/\($0)" } ?? "")
  }
}
