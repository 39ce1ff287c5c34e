internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Groups that the user wants made (XEP-0045 §10.1). Each is a row until all is done: a lost link or the end of the
/// program only holds it up. Its steps may be done again: an address that is free, the room entered, its form filled
/// in, the members admitted, and the people invited.
struct GroupMaking: Tracker {
  static let keyPath: any Path = \.making

  /// The oldest wish first.
  private var wishes: [NewGroupTable.Stored] = []
  /// Made and then not wanted: their end is told of nobody.
  private var undone: Set<JID> = []
  private static let most = 50

  private func index(_ room: JID) -> Int? { wishes.firstIndex { $0.group.room == room } }

  /// I am making it: what its service gives a new room is not yet what it shall be.
  func isMaking(_ room: JID) -> Bool { index(room).map { wishes[$0].stage == .entered } ?? false }

  mutating func start(_ turn: Turn) throws(StorageError) {
    wishes = try turn.database.newGroups.all()
    tell(turn)
  }

  private func tell(_ turn: Turn) { turn.change(.newGroups(wishes.map(\.group))) }

  mutating func forgetLink(_ turn: Turn) { undone = [] }

  // MARK: What the user wants

  static func make(
    _ group: NewGroup, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    if let reason = refusal(of: group, state) {
      return turn.notice(.error, tr("The group was not made: \(reason)"))
    }
    guard let free = free(group, state) else {
      let why = tr("all addresses like it are taken")
      return turn.notice(.error, tr("The group “\(group.name)” was not made: \(why)"))
    }
    let wish = NewGroupTable.Stored(free)
    try turn.database.newGroups.save(wish)
    state.making.wishes.append(wish)
    state.making.tell(turn)
    guard state.ready != nil else {
      return turn.notice(
        .information,
        tr("You are offline: the group “\(group.name)” is made once you are connected"))
    }
    look(wish, turn)
  }

  private static func refusal(of group: NewGroup, _ state: EngineState) -> String? {
    let isName = group.name.unicodeScalars.allSatisfy(OutgoingText.isAllowed)
    if group.name.isEmpty || group.name.count > NewGroup.longestName || !isName {
      return tr("this cannot be its name")
    }
    if let why = ShownName.refusal(of: group.name) { return why }
    if group.people.count > NewGroup.mostPeople {
      return tr("at most \(NewGroup.mostPeople) people can be invited at once")
    }
    return state.making.wishes.count < most ? nil : tr("too many others wait")
  }

  /// At the first address from its own on of which this device knows no group.
  private static func free(_ group: NewGroup, _ state: EngineState) -> NewGroup? {
    var next: NewGroup? = group
    while let one = next, state.rooms[one.room] != nil || state.making.index(one.room) != nil {
      next = one.next()
    }
    return next
  }

  /// The user does not want it any more.
  static func drop(
    _ room: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let index = state.making.index(room) else { return }
    let wish = state.making.wishes[index]
    try undo(wish, &state, turn)
    turn.notice(.information, tr("The group “\(wish.group.name)” is not made"))
  }

  // MARK: Step by step

  /// There is a link, and rooms are entered anew, or go on.
  static func begin(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    for wish in state.making.wishes {
      switch (wish.stage, state.rooms[wish.group.room]?.phase) {
      case (.wished, _): look(wish, turn)
      // Its chat was deleted meanwhile.
      case (.entered, nil): try forget(wish.group.room, &state, turn)
      case (.entered, .joined): ask(wish.group.room, turn)
      case (.entered, _): break
      }
    }
  }

  /// Somebody may have the address.
  private static func look(_ wish: NewGroupTable.Stored, _ turn: Turn) {
    turn.command(.describeRoom(wish.group.room))
  }

  /// What the room says of itself before it is entered: nothing, where there is none.
  static func described(
    _ room: JID, _ facts: RoomFacts?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let index = state.making.index(room), state.making.wishes[index].stage == .wished,
      state.ready != nil
    else { return }
    if facts != nil { return try takeNext(index, &state, turn) }
    state.making.wishes[index].stage = .entered
    try turn.database.newGroups.save(state.making.wishes[index])
    try state.rooms.join(room, nick: nil, password: nil, turn)
  }

  /// Others have the address.
  private static func takeNext(
    _ index: Int, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let old = state.making.wishes[index].group
    guard let next = old.next().flatMap({ free($0, state) }) else {
      return try fail(old.room, tr("all addresses like it are taken"), &state, turn)
    }
    try forget(old.room, &state, turn)
    let wish = NewGroupTable.Stored(next)
    try turn.database.newGroups.save(wish)
    state.making.wishes.insert(wish, at: min(index, state.making.wishes.count))
    state.making.tell(turn)
    look(wish, turn)
  }

  private static func ask(_ room: JID, _ turn: Turn) { turn.command(.fetchRoomForm(room)) }

  /// Somebody is there, or is not let in; it may be I.
  static func receive(
    _ presence: InboundPresence, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let room = presence.from.bare
    guard state.making.isMaking(room), let index = state.making.index(room) else { return }
    if presence.kind == .available, let occupancy = presence.occupancy, occupancy.isMine {
      // Somebody else was faster.
      guard occupancy.codes.contains(201) || occupancy.affiliation == .owner else {
        return try takeNext(index, &state, turn)
      }
      return ask(room, turn)
    }
    guard presence.kind == .error else { return }
    switch state.rooms[room]?.phase {
    case .locked: try takeNext(index, &state, turn)
    case .refused where others.contains(presence.error?.condition ?? ""):
      try takeNext(index, &state, turn)
    case .refused(let why): try fail(room, lowercased(why), &state, turn)
    default: break
    }
  }

  /// Who answers so has a room.
  private static let others: Set<String> = ["registration-required", "forbidden", "gone"]

  private static func lowercased(_ words: String) -> String {
    words.prefix(1).lowercased() + words.dropFirst()
  }

  /// Returns whether the form is one for a group that is being made.
  static func receive(
    _ form: DataForm?, of room: JID, _ error: StanzaError?, _ state: inout EngineState,
    _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard state.making.isMaking(room), let index = state.making.index(room) else { return false }
    guard let form else {
      try refused(room, error, &state, turn)
      return true
    }
    turn.command(.configureRoom(room, form.filled(for: state.making.wishes[index].group)))
    return true
  }

  /// Returns whether it is being made.
  static func configured(
    _ room: JID, _ error: StanzaError?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard state.making.isMaking(room), let index = state.making.index(room) else { return false }
    let group = state.making.wishes[index].group
    if let error {
      try refused(room, error, &state, turn)
    } else if group.isPublic || group.people.isEmpty {
      try finish(index, &state, turn)
    } else {
      turn.command(.admit(group.people, to: room))
    }
    return true
  }

  static func admitted(
    _ room: JID, _ error: StanzaError?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard state.making.isMaking(room), let index = state.making.index(room) else { return }
    if let error { return try refused(room, error, &state, turn) }
    try finish(index, &state, turn)
  }

  /// The invitations are in the outbox with the word that the group is made.
  private static func finish(
    _ index: Int, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let group = state.making.wishes.remove(at: index).group
    try turn.database.newGroups.remove(group.room)
    if try turn.database.rooms.setTitle(group.name, group.room) { turn.touch(chat: group.room) }
    try state.bookmarks.owe(.joining, group.room, turn)
    for (number, who) in group.people.enumerated() where who != turn.me {
      let id = OriginID(at: turn.now, number: UInt64(number) + 1)
      try Sending.send(Invitation(room: group.room), to: who, id, &state, turn)
    }
    state.making.tell(turn)
    turn.change(.groupMade(group))
  }

  // MARK: It does not work out

  /// No answer is no refusal: it is tried again on the next link.
  private static func refused(
    _ room: JID, _ error: StanzaError?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    if error == .timeout { return turn.log("no answer of the new group \(room)") }
    let cause = error?.condition ?? tr("no form")
    try fail(room, error?.text ?? tr("its server refused (\(cause))"), &state, turn)
  }

  private static func fail(
    _ room: JID, _ why: String, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let index = state.making.index(room) else { return }
    let wish = state.making.wishes[index]
    try undo(wish, &state, turn)
    turn.notice(.error, tr("The group “\(wish.group.name)” was not made: \(why)"))
  }

  /// Nothing of it is left, there or here.
  private static func undo(
    _ wish: NewGroupTable.Stored, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let room = wish.group.room
    if state.rooms[room]?.phase == .joined {
      state.making.undone.insert(room)
      turn.command(.destroyRoom(room))
    }
    try forget(room, &state, turn)
  }

  /// Its end is what was wanted; returns whether that is so.
  mutating func isUndone(_ room: JID) -> Bool { undone.remove(room) != nil }

  private static func forget(
    _ room: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let index = state.making.index(room) else { return }
    let wish = state.making.wishes.remove(at: index)
    try turn.database.newGroups.remove(room)
    state.making.tell(turn)
    guard wish.stage == .entered else { return }
    // Who is put out of a room that ends need not leave it.
    if state.making.undone.contains(room) {
      try state.rooms.forget(room, turn)
    } else {
      try state.rooms.leave(room, turn)
    }
    if try turn.database.messages.page(room, limit: 1).isEmpty {
      try QueueIntents.deleteChat(room, &state, turn)
    }
  }
}

extension DataForm {
  /// What is asked of a new group, where its service asks it (XEP-0045 §15.5.3). In one for members all know each other.
  fileprivate func filled(for group: NewGroup) -> DataForm {
    var form = self
    form.kind = .submit
    let name = "muc#roomconfig_"
    form.fill(name + "roomname", [group.name])
    form.fill(name + "persistentroom", true)
    form.fill(name + "membersonly", !group.isPublic)
    form.fill(name + "publicroom", group.isPublic)
    form.fill(name + "whois", [group.isPublic ? "moderators" : "anyone"])
    // Prosody's and ejabberd's words for an archive, and for members who invite.
    for archive in ["enablearchiving", "mam"] { form.fill(name + archive, true) }
    form.fill(name + "allowinvites", !group.isPublic)
    form.fill("{http://prosody.im/protocol/muc}roomconfig_allowmemberinvites", !group.isPublic)
    return form
  }
}
