internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Rooms that are deleted for all (XEP-0045 §10.9).
extension RoomKeeper {
  mutating func destroy(_ room: JID, _ turn: Turn) {
    guard isLinked, rooms[room]?.phase == .joined else {
      return turn.notice(.error, tr("The group \(room) was not deleted: you are not in it now"))
    }
    turn.command(.destroyRoom(room))
  }

  /// The room's answer: without a room there is nothing to be in.
  mutating func destroyed(
    _ room: JID, _ error: StanzaError?, _ turn: Turn
  ) throws(StorageError) {
    guard let error else {
      if rooms[room] != nil { try forget(room, turn) }
      return turn.notice(.information, tr("The group \(room) is deleted for everyone"))
    }
    turn.notice(.error, tr("The group \(room) was not deleted: \(Self.words(error))"))
  }

  private static func words(_ error: StanzaError) -> String {
    switch error.condition {
    case "forbidden", "not-allowed", "not-authorized": tr("only its owners may do that")
    case "item-not-found": tr("there is no such group")
    case _ where error == .timeout: tr("no answer in time")
    default: error.text ?? tr("its server refused (\(error.condition))")
    }
  }

  /// Somebody has deleted it. Who entered it again would make another.
  mutating func close(_ room: JID, _ occupancy: Occupancy, _ turn: Turn) throws(StorageError) {
    let words =
      occupancy.venue.map { tr("This group was deleted; it goes on in \($0)") }
      ?? tr("This group was deleted")
    let closed = words + (occupancy.reason.map { ": \($0)" } ?? "")
    rooms[room]?.stored.closed = closed
    rooms[room]?.phase = .refused(closed)
    if let stored = rooms[room]?.stored { try turn.database.rooms.save(stored) }
  }

  /// The user does not want to wait for the next try.
  mutating func tryNow(_ turn: Turn) throws(StorageError) {
    for (jid, room) in rooms.sorted(by: { $0.key < $1.key }) {
      if case .waiting = room.phase { try rooms[jid]?.join(turn) }
    }
  }
}
