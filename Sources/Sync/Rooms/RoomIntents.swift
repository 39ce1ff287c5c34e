internal import Model
internal import Storage

/// What the user wants of rooms, within a turn.
enum RoomIntents {
  static func apply(
    _ intent: Intent, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch intent {
    case .join(let room, let nick, let password):
      try state.rooms.join(room.bare, nick: nick, password: password, turn)
      try state.invitations.answer(room.bare, .accepted, turn)
    case .answerInvitations(let room, true):
      try state.rooms.join(room.bare, nick: nil, password: nil, turn)
      try state.invitations.answer(room.bare, .accepted, turn)
    case .answerInvitations(let room, false):
      state.rooms.forgetPassword(of: room.bare, turn)
      try state.invitations.decline(room.bare, isLinked: state.ready != nil, turn)
    case .declineFolded: try state.invitations.declineFolded(turn)
    case .invite(let who, let room, let id):
      let isThere = state.ready != nil && state.rooms[room.bare]?.phase == .joined
      state.invitations.invite(who.bare, to: room.bare, id, isThere: isThere, turn)
    case .leave(let room):
      try state.rooms.leave(room.bare, turn)
      state.typing.lost(room.bare, turn)
    case .destroyRoom(let room): state.rooms.destroy(room.bare, turn)
    default: break
    }
  }
}
