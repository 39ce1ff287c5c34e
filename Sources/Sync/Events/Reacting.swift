internal import Localization
internal import Model
internal import Storage

/// Saying something of a message in emoji (XEP-0444): all that I say of it goes out each time.
enum Reacting {
  static func start(_ turn: Turn) throws(StorageError) {
    let recent = try turn.database.reactions.recent()
    if !recent.isEmpty { turn.change(.recentEmoji(recent)) }
  }

  static func react(
    to row: Int64, _ emoji: Emoji, as newID: OriginID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let message = try turn.database.messages.message(row), !message.isDeleted else {
      return turn.notice(.error, tr("The message is not here any more"))
    }
    guard !message.isUnconfirmed else {
      return turn.notice(.error, tr("The message has not been sent yet: nobody else has it"))
    }
    guard let target = try turn.database.messages.receiptID(row) else {
      return turn.notice(.error, tr("This message has no name by which one could react to it"))
    }
    guard try turn.database.messages.mine(newID) == nil else { return }
    let chosen = (try turn.database.reactions.mine(to: row)?.emoji ?? []).toggling(emoji)
    guard chosen.count <= Emoji.limit else {
      return turn.notice(.error, tr("\(Emoji.limit) reactions to one message are the most"))
    }
    if let reason = try Sending.fullness(turn) { return turn.notice(.error, reason) }
    try withdraw(row, &state, turn)
    turn.touch(message)
    if Set(chosen) != Set(try turn.database.reactions.mine(to: row)?.emoji ?? []) {
      try Sending.queue(
        chosen.joined, to: message.chat, newID, amending: .reactions(chosen, to: target),
        answering: nil, &state, turn)
      try settle(newID, turn)
    }
    turn.change(.recentEmoji(try turn.database.reactions.recent()))
  }

  /// What cannot have left, and what failed, never goes out: what is said now takes its place.
  private static func withdraw(
    _ row: Int64, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    while let mine = try turn.database.reactions.mine(to: row),
      let record = try turn.database.outbox.record(mine.originID), !record.entry.mayHaveLeft
    {
      _ = try QueueIntents.remove(record, &state, turn)
    }
  }

  /// So that a second one within the same turn finds it.
  private static func settle(_ id: OriginID, _ turn: Turn) throws(StorageError) {
    guard let message = try turn.database.messages.mine(id) else { return }
    _ = try turn.database.amendments.resolve(message.id)
  }
}
