internal import Localization
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
  fileprivate static let shortestCut = 200

  /// What is here that this tells of; `nil` where it is something else, or may be.
  static func original(
    of message: InboundMessage, isMine: Bool, in room: LiveRoom, _ turn: Turn, isAlone: Bool
  ) throws(StorageError) -> Message? {
    guard room.changesIDs || room.cutsLines else { return nil }
    let isMine = isMine || room.mayBeMine(message)
    if isMine, let id = message.identity, let named = try turn.database.messages.mine(id) {
      let isCopy = message.says(named) || room.cutsLines && message.isPiece(of: named)
      // What has an id of mine is that, or something of another.
      return named.chat == room.jid && isCopy ? named : nil
    }
    if room.changesIDs, let copy = try copy(message, isMine: isMine, in: room, turn) {
      return copy
    }
    guard isMine else { return nil }
    // Who is told of before is told of each once: what waits comes before what is known already.
    if room.changesIDs, !room.history.isAwaited, let again = try again(message, in: room, turn) {
      return again
    }
    if room.changesIDs, isAlone, let waiting = try waiting(message, in: room, turn) {
      return waiting
    }
    if room.changesIDs, let again = try again(message, in: room, turn) { return again }
    return room.cutsLines ? try whole(message, in: room.jid, turn) : nil
  }

  /// Another program of mine is there that may have said it, or this one did: nobody can tell whether the room has that,
  /// and it would have it twice if it went again. Returns what is not waited for any more.
  static func doubt(
    _ message: InboundMessage, isMine: Bool, in room: LiveRoom, _ turn: Turn
  ) throws(StorageError) -> OriginID? {
    guard room.changesIDs, isMine || room.mayBeMine(message),
      let waiting = try waiting(message, in: room, turn), waiting.status != .failed
    else { return nil }
    let name = try turn.name(inside: room.jid)
    try Transition.fail(
      waiting, reason: tr("not confirmed by \(name)"), isRefusal: false, turn)
    return waiting.originID
  }

  /// What was told before is told once more: under the id that the room gave it, or as a history does.
  private static func copy(
    _ message: InboundMessage, isMine: Bool, in room: LiveRoom, _ turn: Turn
  ) throws(StorageError) -> Message? {
    if let id = room.ownID(of: message),
      let known = try turn.database.messages.message(id, in: room.jid), known.isMine == isMine
    {
      return known
    }
    guard let stamp = message.stamp, room.history.isAwaited else { return nil }
    let author = isMine ? turn.me : message.from
    return room.history.nearest(to: stamp, within: RoomHistory.overlap) {
      $0.sender == author && !$0.isUnconfirmed && message.says($0)
    }
      // Of what was deleted the time is left.
      ?? room.history.nearest(to: stamp, within: moment) { $0.sender == author && $0.isErased }
  }

  /// A stream that goes on, or an archive, tells of mine that is known.
  private static func again(
    _ message: InboundMessage, in room: LiveRoom, _ turn: Turn
  ) throws(StorageError) -> Message? {
    guard let stamp = message.stamp else { return nil }
    return try oldest(in: room.jid, turn) { mine in
      let isOther = mine.archiveID != nil && message.archiveID != nil
      guard !isOther, message.says(mine) else { return false }
      let distance = abs((mine.serverTime ?? mine.writtenAt).milliseconds - stamp.milliseconds)
      let isArchived = message.source == .archive && mine.archiveID == nil
      return distance <= (isArchived ? RoomHistory.overlap : moment)
    }
  }

  /// The oldest that says the same, was handed over, and that the room has not told of.
  private static func waiting(
    _ message: InboundMessage, in room: LiveRoom, _ turn: Turn
  ) throws(StorageError) -> Message? {
    for record in try turn.database.outbox.handedOver(to: room.jid, limit: newest) {
      let distance =
        (message.stamp ?? turn.now.wall).milliseconds
        - record.entry.queuedAt.milliseconds
      // What is told of before may be from before it was written; who said it again meant another.
      if message.stamp != nil, distance < -RoomHistory.overlap { continue }
      if record.entry.state == .failed, distance > RoomHistory.overlap { continue }
      guard message.stamp != nil || record.entry.state != .queued,
        let mine = try turn.database.messages.message(record.message),
        message.says(mine) || room.cutsLines && message.isPiece(of: mine)
      else { continue }
      return mine
    }
    return nil
  }

  /// Mine, of about that time, that this is a piece of.
  private static func whole(
    _ message: InboundMessage, in room: JID, _ turn: Turn
  ) throws(StorageError) -> Message? {
    let time = message.stamp ?? turn.now.wall
    return try oldest(in: room, turn) { mine in
      let distance = (mine.serverTime ?? mine.writtenAt).milliseconds - time.milliseconds
      return abs(distance) <= RoomHistory.overlap && message.isPiece(of: mine)
    }
  }

  /// The oldest of the newest of mine that the room has and that is so.
  private static func oldest(
    in room: JID, _ turn: Turn, where isIt: (Message) -> Bool
  ) throws(StorageError) -> Message? {
    let messages = turn.database.messages
    for row in try messages.heard(in: room, since: .init(milliseconds: 0), among: newest).reversed()
    {
      if let mine = try messages.message(row), mine.isMine, !mine.isUnconfirmed, isIt(mine) {
        return mine
      }
    }
    return nil
  }
}

extension LiveRoom {
  /// It promises no ids, and has kept none of mine yet.
  var changesIDs: Bool { facts.map { $0.changesIDs && !$0.hasKeptID } ?? false }

  var cutsLines: Bool { facts?.cutsLines ?? false }

  /// It told one of mine under the id that I gave it.
  mutating func keptID(_ turn: Turn) throws(StorageError) {
    guard changesIDs else { return }
    facts?.hasKeptID = true
    stored.facts = facts?.remembered
    try turn.database.rooms.save(stored)
  }

  /// Told of before by who had my name, where nothing says better who that was.
  fileprivate func mayBeMine(_ message: InboundMessage) -> Bool {
    message.stamp != nil && message.from == me && message.author == nil
      && (message.occupantID == nil || !saysWhoIsWho)
  }

  /// The id that a room without an archive gave a message, by which it tells of it again and others name it.
  func ownID(of message: InboundMessage) -> ArchiveID? {
    guard changesIDs, lacksArchive, let id = message.identity, id.isUnguessable
    else {
      return nil
    }
    return ArchiveID(id.value)
  }
}

extension InboundMessage {
  /// Whether it says what that says, whatever ids both have. A gateway that knows no corrections tells the new text.
  fileprivate func says(_ other: Message) -> Bool {
    switch (amendment, other.amendment) {
    case (.correction, .correction), (nil, nil), (nil, .correction): other.sentText == text
    default: amendment != nil && amendment == other.amendment
    }
  }

  /// A line of several, or a part of a long one; of what is quoted before it, or of a file's caption and address, too.
  fileprivate func isPiece(of other: Message) -> Bool {
    guard amendment == nil, other.amendment?.isText ?? true, let text else { return false }
    var lines = other.sentText.split(whereSeparator: \.isNewline)
    if let file = other.attachment {
      lines += file.caption.split(whereSeparator: \.isNewline)
      lines += file.address.map { [$0[...]] } ?? []
    }
    if other.replyTo != nil, text.hasPrefix(">") { return true }
    guard lines.count > 1 || other.replyTo != nil || text.utf8.count < other.sentText.utf8.count
    else { return false }
    return lines.contains(text[...])
      || text.utf8.count >= RoomEchoes.shortestCut && lines.contains { $0.contains(text) }
  }
}
