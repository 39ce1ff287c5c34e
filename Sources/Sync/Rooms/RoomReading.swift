internal import Model
internal import Storage
internal import XMPP

/// What a room's archive answers.
enum RoomReading {
  /// Returns whether it was asked of a room.
  static func receive(
    _ page: ArchivePage, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard let jid = state.rooms.asker(of: page.query) else { return false }
    let wasCaughtUp = state.rooms[jid]?.catchUp.isCaughtUp ?? false
    let isFirst = try turn.database.archiveCursors.cursor(of: jid) == nil
    let answer = try state.rooms.change(jid) { room throws(StorageError) in
      try room.catchUp.receive(page, turn)
    }
    guard let (placements, outcome) = answer else { return true }
    try place(placements, &state, turn)
    try state.rooms.change(jid) { $0.receipts.isToCount() }
    if isFirst { try countAsRead(jid, turn) }
    try conclude(outcome, jid, &state, turn)
    if !wasCaughtUp { try askWhatWasRead(jid, state, turn) }
    return true
  }

  static func receive(
    _ entries: [ArchivePage.Entry], of query: String, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard let jid = state.rooms.asker(of: query) else { return false }
    let placements = try state.rooms.change(jid) { room throws(StorageError) in
      try room.catchUp.receivePart(entries, of: query, turn)
    }
    try place(placements ?? [], &state, turn)
    return true
  }

  static func failed(
    _ query: String, _ error: StanzaError, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard let jid = state.rooms.asker(of: query) else { return false }
    let outcome = try state.rooms.change(jid) { room throws(StorageError) in
      try room.catchUp.failed(query, error, turn)
    }
    try conclude(outcome ?? .unexpected, jid, &state, turn)
    return true
  }

  private static func place(
    _ placements: [Placement], _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    for placement in placements where placement.message.kind == .group {
      try RoomInbox.receive(placement.message, at: placement.place, &state, turn)
    }
  }

  /// Who enters a room for the first time has not missed what was said before.
  private static func countAsRead(_ room: JID, _ turn: Turn) throws(StorageError) {
    let end = MessageOrder(anchor: MessageOrder.unplaced - 1, sequence: .max)
    guard let newest = try turn.database.messages.newestIncoming(room, through: end) else { return }
    try turn.database.readMarkers.advance(.mine, to: newest)
    turn.touch(chat: room)
  }

  /// What my other devices have read of it could not be found before it was here.
  private static func askWhatWasRead(
    _ room: JID, _ state: EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard state.rooms[room]?.catchUp.isCaughtUp == true, state.sharing.hasLearned else { return }
    try turn.database.chats.refreshSummary(room)
    if try turn.database.chats.chat(room)?.unread ?? 0 > 0 { turn.command(.fetchRead) }
  }

  private static func conclude(
    _ outcome: CatchUp.Outcome, _ room: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state.rooms.change(room) { room throws(StorageError) in
      switch outcome {
      case .unexpected, .more: break
      case .older: try room.catchUp.granted(turn)
      case .dated: try room.catchUp.reached(turn)
      case .caughtUp: try room.caughtUp(turn)
      }
    }
  }
}
