internal import Localization
internal import Model
internal import XMPP

/// What a wish comes to as the room is now, and what the room's refusals mean.
enum RoomOrders {
  /// Why a wish is not even asked, in plain words.
  struct Hindrance: Error {
    var words: String
  }

  /// What somebody may do there is changed by name: that of who was chosen, whatever they are called by now.
  /// What they are to the room is changed by address.
  static func order(
    _ power: RoomPower, on subject: Room.Subject, reason: String, in room: Room
  ) -> Result<RoomOrder, Hindrance> {
    let there = occupant(subject, in: room)
    if let role = power.role {
      guard let there else { return .failure(Hindrance(words: tr("they are not there any more"))) }
      return .success(.role(role, nick: there.nick, reason: reason))
    }
    guard let affiliation = power.affiliation else { return .failure(Hindrance(words: "")) }
    guard let address = subject.address ?? there?.address else {
      let isGone = there == nil && subject.nick != nil && subject.occupantID != nil
      let words =
        isGone ? tr("they are not there any more") : tr("the group does not tell their address")
      return .failure(Hindrance(words: words))
    }
    let isMe = address == room.me?.address || there.map { $0.nick == room.nick } ?? false
    if isMe, room.me?.affiliation == .owner, affiliation != .owner, !room.hasAnotherOwner {
      return .failure(Hindrance(words: tr("you are its only owner; make somebody else one first")))
    }
    return .success(.affiliation(affiliation, address, reason: reason))
  }

  /// Who it is now; a name proves something only where the room says nothing else.
  static func occupant(_ subject: Room.Subject, in room: Room) -> Room.Occupant? {
    let same = room.occupants.sorted.filter { one in
      if let id = subject.occupantID, one.occupantID != nil { return one.occupantID == id }
      if let address = subject.address, one.address != nil { return one.address == address }
      return subject.nick != nil && one.nick == subject.nick
    }
    return same.first { $0.nick == subject.nick } ?? same.first
  }

  static func words(_ error: StanzaError, _ act: ModerationAct) -> String {
    switch error.condition {
    case "forbidden", "not-allowed", "not-authorized": lack(act)
    case "conflict": tr("a group needs an owner")
    case "item-not-found": missing(act)
    case "not-acceptable", "bad-request", "jid-malformed":
      error.text ?? tr("the group does not take that")
    case "feature-not-implemented", "service-unavailable": tr("the group cannot do that")
    case _ where error == .timeout: tr("no answer in time")
    default: error.text ?? tr("its server refused (\(error.condition))")
    }
  }

  /// What one would have to be for it.
  private static func lack(_ act: ModerationAct) -> String {
    switch act {
    case .topic, .delete: tr("only its moderators may do that")
    case .use(.makeAdmin, _, _), .use(.makeOwner, _, _): tr("only its owners may do that")
    case .use(let power, _, _) where power.affiliation != nil:
      tr("only its owners and admins may do that, and not to each other")
    case .use: tr("only its moderators may do that, and not to who stands higher")
    case .listPeople, .configure, .submit, .cancelConfiguration: tr("that is not for you")
    }
  }

  private static func missing(_ act: ModerationAct) -> String {
    switch act {
    case .use: tr("nobody like that is there")
    case .delete: tr("the group does not have it any more")
    default: tr("there is no such group")
    }
  }
}
