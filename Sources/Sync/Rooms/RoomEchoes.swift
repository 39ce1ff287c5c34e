internal import Model
internal import Storage
internal import XMPP

/// What a room tells of my own messages under an id that I did not give them, or under none, or piece by piece: rooms
/// that do not promise to keep ids (XEP-0045 §18.4, `muc#stable_id`), and channels of IRC, whose lines are short.
enum RoomEchoes {
  /// Rows among which one is looked for whose pieces come.
  private static let newest = 50
  /// The room's time and that of this computer for one moment differ by as much, milliseconds.
  private static let moment: Int64 = 5_000
  /// Bytes of a piece of a line that was too long: RFC 2812 §2.3 has lines of 512 with all that belongs to them.
  private static let shortestCut = 200

  /// What is here that this tells of; `nil` where it is something else, or may be: another device of mine may have said
  /// the same.
  static func original(
    of message: InboundMessage, isMine: Bool, in room: LiveRoom, _ state: EngineState, _ turn: Turn
  ) throws(StorageError) -> Message? {
    guard let facts = room.facts, facts.changesIDs || facts.cutsLines, message.amendment == nil,
      let text = message.text
    else { return nil }
    let isMine = isMine || message.stamp != nil && message.from == room.me
    // What has an id of mine is that, or something of another.
    if isMine, let id = message.identity, let named = try turn.database.messages.mine(id) {
      let isCopy = named.sentText == text || isPiece(text, of: named.sentText)
      return named.chat == room.jid && isCopy ? named : nil
    }
    if facts.changesIDs, room.history.isAwaited, message.stamp != nil,
      let copy = room.history.copy(
        of: message, by: isMine ? turn.me : message.from, keepsIDs: false)
    {
      return copy
    }
    guard isMine else { return nil }
    if facts.changesIDs, isAlone(state, turn), let waiting = try waiting(text, message, room, turn)
    {
      return waiting
    }
    return try whole(of: text, message, in: room.jid, facts, turn)
  }

  /// No other program of mine is there that could have said it.
  private static func isAlone(_ state: EngineState, _ turn: Turn) -> Bool {
    state.presence.devices(of: turn.me).allSatisfy { $0 == state.ready?.jid }
  }

  /// The oldest with that text that was handed over and that the room has not told of.
  private static func waiting(
    _ text: String, _ message: InboundMessage, _ room: LiveRoom, _ turn: Turn
  ) throws(StorageError) -> Message? {
    for record in try turn.database.outbox.handedOver(to: room.jid, limit: newest) {
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

  /// Mine, of about that time, that this is, told once more or out of the archive, or a piece of it.
  private static func whole(
    of text: String, _ message: InboundMessage, in room: JID, _ facts: RoomFacts, _ turn: Turn
  ) throws(StorageError) -> Message? {
    let time = message.stamp ?? turn.now.wall
    let messages = turn.database.messages
    for row in try messages.heard(in: room, since: .init(milliseconds: 0), among: newest).reversed()
    {
      guard let mine = try messages.message(row), mine.isMine else { continue }
      let distance = abs((mine.serverTime ?? mine.writtenAt).milliseconds - time.milliseconds)
      let isSame = facts.changesIDs && mine.sentText == text
      // A stream that goes on brings again what was not acknowledged.
      let isAgain = isSame && message.stamp != nil && distance <= moment
      let isArchived = isSame && message.source == .archive && mine.archiveID == nil
      if isAgain
        || distance <= RoomHistory.overlap && (isArchived || isPiece(text, of: mine.sentText))
      {
        return mine
      }
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
