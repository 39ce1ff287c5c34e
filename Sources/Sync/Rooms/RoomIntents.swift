internal import Localization
internal import Model
internal import Storage

/// What the user wants of rooms, within a turn.
enum RoomIntents {
  static func apply(
    _ intent: Intent, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch intent {
    case .join(let room, let nick, let password):
      try join(room.bare, nick: nick, password: password, &state, turn)
    case .answerInvitations(let room, true):
      try join(room.bare, nick: nil, password: nil, &state, turn)
    case .answerInvitations(let room, false):
      state.rooms.forgetPassword(of: room.bare, turn)
      try state.invitations.decline(room.bare, isLinked: state.ready != nil, turn)
    case .declineFolded: try state.invitations.declineFolded(turn)
    case .invite(let who, let room, let id):
      let isThere = state.ready != nil && state.rooms[room.bare]?.phase == .joined
      state.invitations.invite(who.bare, to: room.bare, id, isThere: isThere, turn)
    case .leave(let room):
      if state.rooms[room.bare] != nil { try state.bookmarks.owe(.leaving, room.bare, turn) }
      try state.rooms.leave(room.bare, turn)
      state.typing.lost(room.bare, turn)
    case .moderate(let room, let act): try Moderation.apply(act, in: room.bare, &state, turn)
    case .destroyRoom(let room): state.rooms.destroy(room.bare, turn)
    case .rename(let room, let nick): try state.rooms.rename(room.bare, to: nick, turn)
    default: try applyToService(intent, &state, turn)
    }
  }

  /// What the user wants of a service of rooms.
  private static func applyToService(
    _ intent: Intent, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let isLinked = state.ready != nil
    switch intent {
    case .makeGroup(let group): try GroupMaking.make(group, &state, turn)
    case .dropGroup(let room): try GroupMaking.drop(room.bare, &state, turn)
    case .describeGroup(let room):
      state.directory.describe(room.bare, isLinked: isLinked, turn)
    case .listGroups(let service): state.directory.list(service, isLinked: isLinked, turn)
    case .closeGroups: state.directory.close()
    case .findGroups: state.directory.find(isLinked: isLinked, turn)
    default: break
    }
  }

  private static func join(
    _ room: JID, nick: String?, password: String?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    if let why = nick.flatMap(ShownName.refusal) {
      return turn.notice(.error, tr("You cannot be called so: \(why)"))
    }
    try state.rooms.join(room, nick: nick, password: password, turn)
    // A password that cannot be one lets nobody in.
    guard state.rooms[room] != nil else { return }
    let said = try turn.database.bookmarks.state(room)
    if nick != nil || said != .shared { try state.bookmarks.owe(.joining, room, turn) }
    try state.invitations.answer(room, .accepted, turn)
  }
}
