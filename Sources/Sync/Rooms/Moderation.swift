internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// What I want of rooms as one who moderates or leads them (XEP-0045 §8 – §10), until they have answered.
struct Moderation: Tracker {
  static let keyPath: any Path = \.moderation

  private struct Wish {
    var room: JID
    var act: ModerationAct
    /// Whom or what it is about.
    var name: String
  }

  /// So many may wait for a room's word (Z4).
  private static let most = 100

  private var asked: [String: Wish] = [:]
  private var number = 0
  var forms = RoomForms()

  /// Whether they were heeded is not known: nothing is asked again by itself.
  mutating func forgetLink(_ turn: Turn) {
    for (_, wish) in asked.sorted(by: { $0.key < $1.key }) {
      Self.refuse(wish, tr("the connection was lost"), turn)
    }
    asked = [:]
    forms.forgetLink(turn)
  }

  static func apply(
    _ act: ModerationAct, in room: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let isThere = state.ready != nil && state.rooms[room]?.phase == .joined
    switch act {
    case .use(let power, let subject, let reason):
      let wish = Wish(room: room, act: act, name: subject.name)
      guard isThere, let live = state.rooms[room] else { return refuse(wish, absent, turn) }
      let order = RoomOrders.order(power, on: subject, reason: reason, in: live.room)
      switch order {
      case .success(let order): state.moderation.ask(order, wish, turn)
      case .failure(let hindrance): refuse(wish, hindrance.words, turn)
      }
    case .topic(let topic):
      let wish = Wish(room: room, act: act, name: topic)
      guard isThere else { return refuse(wish, absent, turn) }
      guard let id = state.moderation.note(wish, turn) else { return }
      turn.command(.changeTopic(room, topic, id: id))
    case .delete(let row):
      try delete(row, Wish(room: room, act: act, name: ""), isThere: isThere, &state, turn)
    case .configure: state.moderation.forms.ask(room, isThere: isThere, turn)
    case .submit(let form):
      state.moderation.forms.submit(form, to: room, isThere: isThere, turn)
    case .cancelConfiguration: state.moderation.forms.cancel(room, isThere: isThere, turn)
    case .listPeople: if isThere { try listPeople(of: room, &state, turn) }
    }
  }

  /// With all that was said in its place.
  private static func delete(
    _ row: Int64, _ wish: Wish, isThere: Bool, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard isThere, let way = state.rooms[wish.room]?.facts?.deletion else {
      return refuse(wish, isThere ? tr("the group cannot do that") : absent, turn)
    }
    guard let message = try turn.database.messages.message(row), message.chat == wish.room,
      !message.isDeleted, let id = message.archiveID
    else { return refuse(wish, tr("the group does not have it"), turn) }
    let others = try turn.database.amendments.corrections(of: row).compactMap(\.archiveID)
    state.moderation.ask(.remove(id, isOld: way == .old), wish, turn)
    for (number, other) in others.enumerated() {
      let order = RoomOrder.remove(other, isOld: way == .old)
      turn.command(.order(wish.room, order, id: "moderate-more-\(number)"))
    }
  }

  private static var absent: String { tr("you are not in the group now") }

  private mutating func ask(_ order: RoomOrder, _ wish: Wish, _ turn: Turn) {
    if let id = note(wish, turn) { turn.command(.order(wish.room, order, id: id)) }
  }

  /// The id under which its answer comes.
  private mutating func note(_ wish: Wish, _ turn: Turn) -> String? {
    guard asked.count < Self.most else {
      Self.refuse(wish, tr("too much at once"), turn)
      return nil
    }
    number += 1
    let id = "moderate-\(turn.now.uptime)-\(number)"
    asked[id] = wish
    return id
  }

  // MARK: Who belongs to it

  /// What I may know of it; the room has the last word. Members know each other where the room is for them.
  private static func listPeople(
    of room: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let me = state.rooms[room]?.room.me else { return }
    let lists: [Room.Affiliation] =
      switch me.affiliation {
      case .owner: [.owner, .admin, .member, .outcast]
      case .admin: [.admin, .member, .outcast]
      case .member: [.owner, .admin, .member]
      case .none, .outcast: []
      }
    try state.rooms.change(room) { $0.list(lists, turn) }
  }

  // MARK: What rooms answer

  static func answered(
    _ id: String, _ error: StanzaError?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let wish = state.moderation.asked.removeValue(forKey: id) else { return }
    if let error { return refuse(wish, RoomOrders.words(error, wish.act), turn) }
    guard case .use(let power, _, _) = wish.act else { return }
    turn.notice(.information, power.done(to: wish.name, in: wish.room))
    if power.affiliation != nil, state.rooms[wish.room]?.lists.people.isEmpty == false {
      try listPeople(of: wish.room, &state, turn)
    }
  }

  /// A message of mine about a topic came back; returns whether it was one.
  mutating func refused(_ id: OriginID, by room: JID, _ error: StanzaError, _ turn: Turn) -> Bool {
    guard let wish = asked[id.value], case .topic = wish.act, wish.room == room.bare else {
      return false
    }
    asked[id.value] = nil
    Self.refuse(wish, RoomOrders.words(error, wish.act), turn)
    return true
  }

  /// The room says what it is about from now on: what I wanted has its answer.
  mutating func topicChanged(in room: JID) {
    for (id, wish) in asked where wish.room == room {
      if case .topic = wish.act { asked[id] = nil }
    }
  }

  private static func refuse(_ wish: Wish, _ why: String, _ turn: Turn) {
    switch wish.act {
    case .use(let power, _, _):
      turn.notice(.error, power.notDone(to: wish.name, in: wish.room, why))
    case .topic:
      turn.notice(.error, tr("The topic of the group \(wish.room) was not changed: \(why)"))
    case .delete: turn.notice(.error, tr("The message was not deleted for everyone: \(why)"))
    case .listPeople, .configure, .submit, .cancelConfiguration: break
    }
  }
}

extension RoomPower {
  fileprivate func done(to who: String, in room: JID) -> String {
    switch self {
    case .kick: tr("\(who) was removed from the group \(room)")
    case .ban: tr("\(who) was banned from the group \(room)")
    case .unban: tr("\(who) was allowed back into the group \(room)")
    case .giveVoice: tr("\(who) was allowed to speak in the group \(room)")
    case .takeVoice: tr("\(who) was kept from speaking in the group \(room)")
    case .makeModerator: tr("\(who) was made a moderator of the group \(room)")
    case .takeModerator: tr("\(who) was removed as a moderator of the group \(room)")
    case .makeMember: tr("\(who) was made a member of the group \(room)")
    case .makeAdmin: tr("\(who) was made an admin of the group \(room)")
    case .makeOwner: tr("\(who) was made an owner of the group \(room)")
    case .makeNobody: tr("\(who) was taken off the members of the group \(room)")
    }
  }

  fileprivate func notDone(to who: String, in room: JID, _ why: String) -> String {
    switch self {
    case .kick: tr("\(who) was not removed from the group \(room): \(why)")
    case .ban: tr("\(who) was not banned from the group \(room): \(why)")
    case .unban: tr("\(who) was not allowed back into the group \(room): \(why)")
    case .giveVoice: tr("\(who) was not allowed to speak in the group \(room): \(why)")
    case .takeVoice: tr("\(who) was not kept from speaking in the group \(room): \(why)")
    case .makeModerator: tr("\(who) was not made a moderator of the group \(room): \(why)")
    case .takeModerator: tr("\(who) was not removed as a moderator of the group \(room): \(why)")
    case .makeMember: tr("\(who) was not made a member of the group \(room): \(why)")
    case .makeAdmin: tr("\(who) was not made an admin of the group \(room): \(why)")
    case .makeOwner: tr("\(who) was not made an owner of the group \(room): \(why)")
    case .makeNobody: tr("\(who) was not taken off the members of the group \(room): \(why)")
    }
  }
}
