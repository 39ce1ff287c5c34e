internal import Model
internal import Storage

/// A room that takes nothing from me any more: I was put out of it, it was deleted, or it does not let me in.
enum ShutRoom {
  /// What waits for it has failed, with the reason; its text stays (S12). What waits for the user's word does so in vain.
  static func settle(_ state: EngineState, _ turn: Turn) throws(StorageError) {
    for (jid, room) in state.rooms.rooms.sorted(by: { $0.key < $1.key }) {
      guard case .refused(let reason) = room.phase, room.isChanged || turn.hasTouched(jid) else {
        continue
      }
      try fail(allIn: jid, because: reason, turn)
    }
    try OccupantChats.settle(state, turn)
  }

  /// Fails all that waits for a chat.
  static func fail(allIn chat: JID, because reason: String, _ turn: Turn) throws(StorageError) {
    while let record = try turn.database.outbox.firstQueued(in: chat) {
      guard let message = try turn.database.messages.message(record.message) else { break }
      try turn.database.outbox.release(record.entry.originID)
      try Transition.fail(message, reason: reason, isRefusal: false, turn)
    }
  }
}

extension LiveRoom {
  /// Nothing leads in but the user's word.
  var isShut: Bool { if case .refused = phase { true } else { false } }
}
