internal import Model
internal import Storage
internal import XMPP

/// What a room tells of my own messages under an id that I did not give them, or under none, or piece by piece: rooms
/// that do not promise to keep ids (XEP-0045 §18.4, `muc#stable_id`), and channels of IRC, whose lines are short.
enum RoomEchoes {
  /// Rows among which one is looked for whose pieces come.
  private static let newest = 50
  /// Bytes of a piece of a line that was too long: RFC 2812 §2.3 has lines of 512 with all that belongs to them.
  private static let shortestCut = 200

  /// Mine that this tells of; `nil` where it is something else, or may be: another device of mine says the same then.
  static func original(
    of message: InboundMessage, isMine: Bool, in room: LiveRoom, _ state: EngineState, _ turn: Turn
  ) throws(StorageError) -> Message? {
    guard let facts = room.facts, facts.changesIDs || facts.cutsLines, message.amendment == nil,
      let text = message.text, isMine || room.callsMe(message.from)
    else { return nil }
    // What has an id of mine is that, or something of another.
    if let id = message.identity, let named = try turn.database.messages.mine(id) {
      let isCopy = named.sentText == text || isPiece(text, of: named.sentText)
      return named.chat == room.jid && isCopy ? named : nil
    }
    if facts.changesIDs, isAlone(state, turn), let waiting = try waiting(text, message, room, turn)
    {
      return waiting
    }
    if facts.changesIDs, room.history.tells(message),
      let copy = room.history.copy(of: message, by: turn.me, keepsIDs: false)
    {
      return copy
    }
    return try whole(of: text, message, in: room.jid, turn)
  }

  /// No other program of mine is there that could have said it.
  private static func isAlone(_ state: EngineState, _ turn: Turn) -> Bool {
    state.presence.devices(of: turn.me).allSatisfy { $0 == state.ready?.jid }
  }

  /// The oldest with that text that was handed over and that the room has not told of.
  private static func waiting(
    _ text: String, _ message: InboundMessage, _ room: LiveRoom, _ turn: Turn
  ) throws(StorageError) -> Message? {
    for record in try turn.database.outbox.records(of: room.jid) where record.mayBeThere {
      guard record.entry.text == text || isPiece(text, of: record.entry.text) else { continue }
      // What is told of before may be from before it was written.
      if let stamp = message.stamp,
        stamp.milliseconds < record.entry.queuedAt.milliseconds - RoomHistory.overlap
      {
        continue
      }
      guard message.stamp != nil || record.entry.state != .queued else { continue }
      return try turn.database.messages.message(record.message)
    }
    return nil
  }

  /// Mine, of about that time, that this is a piece of.
  private static func whole(
    of text: String, _ message: InboundMessage, in room: JID, _ turn: Turn
  ) throws(StorageError) -> Message? {
    let time = message.stamp ?? turn.now.wall
    let messages = turn.database.messages
    for row in try messages.heard(in: room, since: .init(milliseconds: 0), among: newest) {
      guard let mine = try messages.message(row), mine.isMine, isPiece(text, of: mine.sentText)
      else { continue }
      let distance = (mine.serverTime ?? mine.writtenAt).milliseconds - time.milliseconds
      if abs(distance) <= RoomHistory.overlap { return mine }
    }
    return nil
  }

  /// A line of several, or a part of a long one.
  static func isPiece(_ text: String, of whole: String) -> Bool {
    guard text.utf8.count < whole.utf8.count else { return false }
    let lines = whole.split(whereSeparator: \.isNewline)
    return lines.contains(text[...])
      || text.utf8.count >= shortestCut && lines.contains { $0.contains(text) }
  }
}

extension OutboxTable.Record {
  /// It was handed over, and nobody has refused it.
  fileprivate var mayBeThere: Bool {
    entry.mayHaveLeft || entry.state == .failed && entry.attempts > 0 && !isRefused
  }
}
