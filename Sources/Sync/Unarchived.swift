internal import Model
internal import Storage
internal import XMPP

/// Messages that the server confirmed and whose archive, asked since, does not have them: a server may
/// acknowledge and deliver without archiving (fact 5b).
enum Unarchived {
  /// Most messages looked after at a time.
  static let most = 500

  /// Writes it into their lives and gives each the place it would have had. Where the peer has not
  /// said that it came either, the user is told, once.
  static func report(
    _ expected: [Int64], _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard !expected.isEmpty, let cursor = try turn.database.archiveCursors.cursor() else { return }
    for id in expected {
      guard let message = try turn.database.messages.message(id), message.archiveID == nil,
        message.order.anchor == MessageOrder.unplaced, message.status != .failed
      else { continue }
      try turn.life(id, "archive asked", cause: "not there, though the server confirmed it")
      for follower in try turn.database.messages.place(id, at: cursor.highest) {
        turn.touch(follower, in: message.chat)
      }
      turn.touch(message)
      if message.status == .sent { tell(message, &state, turn) }
    }
  }

  private static func tell(_ message: Message, _ state: inout EngineState, _ turn: Turn) {
    guard !state.hasToldUnarchived else { return }
    state.hasToldUnarchived = true
    turn.notice(
      .error,
      "The server confirmed a message to \(message.chat) but did not keep it; it may not arrive")
  }
}
