internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// What rooms and their services answer, for all whom it concerns, within a turn.
enum RoomAnswers {
  static func described(
    _ room: JID, _ facts: RoomFacts?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state.directory.described(room, facts, turn)
    try GroupMaking.described(room, facts, &state, turn)
    try state.rooms.described(room, facts, turn)
    try state.rooms.change(room) { room throws(StorageError) in try room.described(facts, turn) }
    try Invitations.described(room, facts, &state, turn)
  }

  static func destroyed(
    _ room: JID, _ error: StanzaError?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    if state.making.isUndone(room) { return turn.log("undone: \(room)") }
    try state.rooms.destroyed(room, error, turn)
    if error == nil { try state.bookmarks.owe(.removing, room, turn) }
  }

  static func configured(
    _ room: JID, _ error: StanzaError?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    if state.moderation.forms.configured(room, error, turn) {
      return try state.rooms.change(room) { $0.askWhatItIs(turn) } ?? ()
    }
    if error == nil, state.rooms[room] != nil { turn.command(.describeRoom(room)) }
    if try GroupMaking.configured(room, error, &state, turn) { return }
  }

  /// Returns whether it was of a room.
  static func receive(
    _ presence: InboundPresence, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) -> Bool {
    let room = presence.from.bare
    let before = state.rooms[room].map { ($0.phase, $0.stored.nick) }
    let wasOpen = state.rooms[room]?.stored.closed == nil
    if try refuseToMake(presence, &state, turn) { return true }
    let opens = !state.making.isMaking(room)
    guard try state.rooms.receive(presence, opens: opens, turn) else { return false }
    try GroupMaking.receive(presence, &state, turn)
    try rememberFacts(of: room, since: before?.0, &state, turn)
    if presence.kind == .unavailable { state.typing.left(presence.from, inRoom: true, turn) }
    if wasOpen, state.rooms[room]?.stored.closed != nil {
      try closed(room, venue: presence.occupancy?.venue, &state, turn)
    }
    // My other devices are to be called so as well.
    if let (phase, nick) = before, phase == .joined, let now = state.rooms[room]?.stored.nick,
      now != nick
    {
      try state.bookmarks.owe(.joining, room, turn)
    }
    return true
  }

  /// Facts that it gave not long ago count as if it had just given them.
  private static func rememberFacts(
    of room: JID, since before: LiveRoom.Phase?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard before != .joined, let live = state.rooms[room], live.phase == .joined,
      live.stored.isDescribed(at: turn.now.wall)
    else { return }
    try RoomReceipts.described(room, live.facts, &state, turn)
  }

  /// A device that entered it again would make another one. Where it goes on is offered.
  private static func closed(
    _ room: JID, venue: JID?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state.bookmarks.owe(.leaving, room, turn)
    guard let venue, venue != room, state.rooms[venue] == nil else { return }
    try state.invitations.offer(venue, by: room, turn)
  }

  /// A bookmarked group that is no more is not made again: what was entered is a new one that nobody asked for.
  private static func refuseToMake(
    _ presence: InboundPresence, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) -> Bool {
    let room = presence.from.bare
    guard state.rooms[room]?.isAutojoined == true, presence.kind == .available,
      let occupancy = presence.occupancy, occupancy.isMine
    else { return false }
    state.rooms.setAutojoined(false, room)
    guard occupancy.codes.contains(201) else { return false }
    let name = try turn.name(of: room)
    try state.rooms.leave(room, turn)
    try state.bookmarks.owe(.leaving, room, turn)
    turn.notice(
      .information, tr("The group \(name) is on your list, and is no more: it was not made again"))
    return true
  }
}
