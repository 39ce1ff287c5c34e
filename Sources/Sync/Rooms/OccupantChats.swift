internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Private messages of a group, which go through the group (XEP-0045 §7.5): a chat of its own under the address there, and
/// with the one who had that name when it began, as far as the group says who is who (XEP-0421).
enum OccupantChats {
  /// Why nothing is written there; `nil` where it may be, or that is not known yet.
  static func refusal(
    _ chat: JID, _ state: EngineState, _ turn: Turn
  ) throws(StorageError) -> String? {
    guard let nick = chat.resource else { return nil }
    guard let room = state.rooms[chat.bare] else { return tr("You are not in this group") }
    if case .refused(let reason) = room.phase { return reason }
    guard room.phase == .joined else { return nil }
    guard let occupant = room.people.occupants[nick] else {
      // Of many not all are known.
      let isUnknown = room.people.occupants.unnamed > 0
      return isUnknown ? nil : hasLeft(nick)
    }
    guard let person = try turn.database.occupants.person(chat), let other = occupant.occupantID,
      other != person
    else { return nil }
    return tr("Somebody else is called \(nick) now")
  }

  /// The reason why nothing reaches them.
  static func hasLeft(_ nick: String) -> String { tr("\(nick) is not in the group any more") }

  /// It is with whoever has the name now, where it is with nobody yet.
  static func begin(_ chat: JID, _ state: EngineState, _ turn: Turn) throws(StorageError) {
    guard let nick = chat.resource, try turn.database.occupants.person(chat) == nil,
      let person = state.rooms[chat.bare]?.people.occupants[nick]?.occupantID
    else { return }
    try turn.database.occupants.bind(chat, to: person)
  }

  /// They wrote: it is with them.
  static func came(
    _ message: InboundMessage, in chat: JID, _ state: EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let nick = chat.resource else { return }
    let known = state.rooms[chat.bare]?.people.occupants[nick]?.occupantID
    let person = message.occupantID ?? (message.source == .live ? known : nil)
    if let person { try turn.database.occupants.bind(chat, to: person) }
  }

  /// Those that take nothing now, because I am not in the group yet.
  static func closed(_ state: EngineState, _ turn: Turn) throws(StorageError) -> [JID] {
    try turn.database.occupants.waiting().filter { state.rooms[$0.bare]?.phase != .joined }
  }

  /// Fails what waits for somebody who has left, with the reason; its text stays.
  static func settle(_ state: EngineState, _ turn: Turn) throws(StorageError) {
    for chat in try turn.database.occupants.waiting() {
      let isNews = state.rooms[chat.bare]?.hasNews ?? true || turn.hasTouched(chat)
      guard isNews, let reason = try refusal(chat, state, turn) else { continue }
      try ShutRoom.fail(allIn: chat, because: reason, turn)
    }
  }
}

extension InboundMessage {
  /// The sender as the rows of its chat have it: somebody in a group by the address there.
  func sender(in chat: JID) -> JID { chat.isOccupant && from.bare == chat.bare ? from : from.bare }
}
