internal import Model
internal import Storage
internal import XMPP

/// What I have read in small rooms, told to all who are there (XEP-0333). A marker stays pending in the database until
/// the room's own copy of it has come, so that a cut, a crash or a kick only repeats it (D2).
struct RoomMarkers: Tracker {
  static let keyPath: any Path = \.roomMarkers

  /// Something may be pending that was not told.
  private var mayOwe = true
  private var toldAt: Int64?
  private(set) var nextDeadline: Int64?

  mutating func isToTell() { mayOwe = true }

  mutating func forgetLink(_ turn: Turn) { self = RoomMarkers() }

  /// Everything through a place was on screen.
  static func read(
    _ chat: JID, through order: MessageOrder, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let (messages, markers) = (turn.database.messages, turn.database.readMarkers)
    let before = try markers.order(.mine, chat)
    guard let newest = try messages.newestIncoming(chat, through: order),
      try markers.advance(.mine, to: newest)
    else { return }
    try markers.setUnshared(true, chat: chat)
    turn.touch(chat: chat)
    // What a room is may not be known before I am in it.
    guard turn.privacy.tellsRead, try !turn.database.chats.hidesReading(chat),
      let room = state.rooms[chat], room.facts == nil || room.isSmall,
      let id = try messages.newestMarkable(
        in: chat, isRoom: true, after: before, through: newest.order)
    else { return }
    try markers.setPending(id, chat: chat)
    state.roomMarkers.isToTell()
  }

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    if let due = state.roomMarkers.nextDeadline, due <= turn.now.uptime {
      state.roomMarkers.isToTell()
    }
  }

  /// Tells what waits, at most once in ``ReadMarkers/interval``.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard state.roomMarkers.mayOwe, state.rooms.isLinked, turn.privacy.tellsRead else { return }
    let due = (state.roomMarkers.toldAt ?? 0) + ReadMarkers.interval
    if state.roomMarkers.toldAt != nil, due > turn.now.uptime {
      return state.roomMarkers.nextDeadline = due
    }
    try flush(&state, turn)
  }

  /// Tells it now. What waits for a room that I am not in is told when I am.
  static func flush(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    (state.roomMarkers.mayOwe, state.roomMarkers.nextDeadline) = (false, nil)
    guard state.rooms.isLinked, turn.privacy.tellsRead else { return }
    for pending in try turn.database.readMarkers.pendingInRooms() {
      guard let room = state.rooms[pending.chat], room.phase == .joined, room.facts != nil else {
        continue
      }
      guard room.isSmall else {
        try turn.database.readMarkers.setPending(nil, chat: pending.chat)
        continue
      }
      guard room.toldMarker != pending.id else { continue }
      try state.rooms.change(pending.chat) { $0.toldMarker = pending.id }
      state.roomMarkers.toldAt = turn.now.uptime
      turn.command(.tellRoom(pending.chat, .displayed(id: pending.id)))
    }
  }

  /// An error for what is no message of mine: where I am not in the room I enter it again, and tell it then.
  static func cameBack(
    _ id: OriginID, from: JID, _ error: StanzaError, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let jid = from.bare
    guard let room = state.rooms[jid], let told = room.toldMarker,
      try turn.database.messages.mine(id) == nil
    else { return }
    if error.condition == "not-acceptable" { return try state.rooms.lost(jid, turn) }
    guard RoomRefusal.absence(error) == nil, error.kind != "wait" else { return }
    try turn.database.readMarkers.clearPending(.init(chat: jid, id: told))
  }
}
