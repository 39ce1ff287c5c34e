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
    case .leave(let room):
      try state.rooms.leave(room.bare, turn)
      state.typing.lost(room.bare, turn)
    case .destroyRoom(let room): state.rooms.destroy(room.bare, turn)
    default: break
    }
  }
}
