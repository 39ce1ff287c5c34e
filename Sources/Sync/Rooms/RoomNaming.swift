internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// What rooms are called, and what I am called there.
extension RoomKeeper {
  /// A name is told at once: all say so, or the room says why not (XEP-0045 §7.6).
  mutating func rename(
    _ room: JID, to nick: String, _ turn: Turn
  ) throws(StorageError) {
    guard var stored = rooms[room]?.stored else { return }
    let nick = room.isIRCChannel ? Nickname.forIRC(nick) : nick
    guard room.with(resource: nick) != nil else {
      return turn.notice(.error, tr("“\(nick)” cannot be a name"))
    }
    if let why = ShownName.refusal(of: nick) {
      return turn.notice(.error, tr("You cannot be called so: \(why)"))
    }
    guard stored.nick != nick else {
      return turn.notice(.information, tr("You are “\(nick)” there already"))
    }
    if rooms[room]?.phase == .joined { return rooms[room]!.ask(forName: nick, turn) }
    stored.nick = nick
    try turn.database.rooms.save(stored)
    rooms[room]?.stored = stored
    rooms[room]?.isChanged = true
    if isLinked { try rooms[room]?.join(turn) }
  }

  /// I am there, under the name that I had.
  func tellRefusedName(_ presence: InboundPresence, _ turn: Turn) {
    guard let room = rooms[presence.from.bare], let wish = presence.from.resource,
      wish != room.stored.nick
    else { return }
    let nick = room.stored.nick
    turn.notice(
      .error,
      presence.error?.condition == "conflict"
        ? tr("“\(wish)” is taken in \(room.jid): you stay “\(nick)”")
        : tr("The group does not let you be called “\(wish)”: you stay “\(nick)”"))
  }

  /// What a room says of itself to who is in it.
  func described(_ room: JID, _ facts: RoomFacts?, _ turn: Turn) throws(StorageError) {
    guard rooms[room] != nil, let facts, facts.hasRooms else { return }
    let line = facts.name.split { $0.isWhitespace }.joined(separator: " ")
    // Some services call a room by its address where nobody has named it.
    let isAddress = line == room.local || line == room.description
    let title = isAddress ? "" : String(line.prefix(NewGroup.longestName))
    if try turn.database.rooms.setTitle(title, room) { turn.touch(chat: room) }
  }
}
