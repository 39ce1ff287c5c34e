internal import Model
internal import Storage
internal import XMPP

/// Who of a small room has read my messages there (D4): each person counts by what the room says of who they are, or
/// by their address, and never by a name.
///
/// A message is for all who belonged to the room when it came there: those who were in it, and its members who were
/// away. Who comes later is none of them, and is counted in where they show that they have read it.
struct RoomReceipts {
  /// Of the newest of mine.
  private(set) var count: ReadCount?
  /// Something may count otherwise than it is told.
  private var isStale = true
  /// Messages of mine that came to the room before it was known what that is.
  private var waiting: [Int64] = []

  mutating func isToCount() { isStale = true }

  // MARK: What comes

  /// Somebody in the room has shown what they read. It counts from who the room says they are (Z1).
  static func displayed(
    _ id: String, by message: InboundMessage, isMine: Bool, _ state: inout EngineState,
    _ turn: Turn
  ) throws(StorageError) {
    let jid = message.from.bare
    guard let room = state.rooms[jid], id.utf8.count <= longestID else { return }
    if isMine { return try displayedByMe(ArchiveID(id), in: jid, turn) }
    guard room.facts == nil || room.isSmall, let person = room.person(of: message) else { return }
    try turn.database.roomReaders.advance(person, in: jid, to: ArchiveID(id))
    try state.rooms.change(jid) { $0.receipts.isToCount() }
  }

  /// Bytes of an archive's id.
  private static let longestID = 1_000

  /// The room has what I told it, or another device of mine did.
  private static func displayedByMe(
    _ id: ArchiveID, in room: JID, _ turn: Turn
  ) throws(StorageError) {
    let markers = turn.database.readMarkers
    try markers.clearPending(.init(chat: room, id: id.value))
    guard let seen = try turn.database.messages.message(id, in: room),
      let newest = try turn.database.messages.newestIncoming(room, through: seen.order)
    else { return }
    if try markers.advance(.mine, to: newest) { turn.touch(chat: room) }
  }

  /// The room has a message of mine.
  static func said(_ row: Int64, in jid: JID, _ state: inout EngineState, _ turn: Turn)
    throws(StorageError)
  {
    try state.rooms.change(jid) { room throws(StorageError) in
      room.receipts.isStale = true
      if room.facts == nil {
        room.receipts.waiting = (room.receipts.waiting + [row]).suffix(RoomReaderTable.mostMessages)
      } else if room.isSmall {
        try turn.database.roomReaders.address(row, in: jid)
      }
    }
  }

  /// The room has said what it is.
  static func described(
    _ jid: JID, _ facts: RoomFacts?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state.rooms.change(jid) { room throws(StorageError) in
      guard facts != nil || !room.mayBeDescribed else { return }
      // What does not say that it is closed to strangers is not.
      let hasKeptID = room.facts?.hasKeptID ?? false
      room.facts = facts ?? room.facts ?? RoomFacts()
      room.facts?.hasKeptID = hasKeptID
      room.receipts.isStale = true
      if room.isSmall {
        try room.notePeople(turn)
        for row in room.receipts.waiting { try turn.database.roomReaders.address(row, in: jid) }
      }
      room.receipts.waiting = []
    }
    state.roomMarkers.isToTell()
  }

  // MARK: What is told

  /// Counts anew where something has changed.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    let stale = state.rooms.rooms.filter(\.value.receipts.isStale).keys.sorted()
    guard !stale.isEmpty else { return }
    for jid in stale {
      try state.rooms.change(jid) { room throws(StorageError) in try room.count(turn) }
    }
    guard let id = state.showing.life, let shown = try turn.database.messages.mine(id),
      stale.contains(shown.chat)
    else { return }
    turn.touch(shown)
  }

  fileprivate mutating func count(in room: JID, isTold: Bool, _ turn: Turn) throws(StorageError) {
    isStale = false
    count = nil
    let table = turn.database.roomReaders
    guard isTold, try table.isKept(of: room) else { return }
    for message in try table.readByAll(in: room) {
      try Transition.confirm(message, as: .read, turn)
    }
    guard let newest = try table.newest(in: room), let id = newest.originID else { return }
    let readers = try table.readers(of: newest.id)
    guard !readers.isEmpty else { return }
    count = ReadCount(originID: id, readers: readers.count(where: \.hasRead), all: readers.count)
  }
}

extension LiveRoom {
  /// What is on disk is told without a link, too.
  fileprivate mutating func count(_ turn: Turn) throws(StorageError) {
    let before = receipts.count
    let isTold = occupantCount <= Self.mostTold && facts?.isPrivate ?? (silences == 0)
    try receipts.count(in: jid, isTold: isTold, turn)
    if receipts.count != before { isChanged = true }
  }

  /// Who wrote it; `nil` where nothing but a name says that. An archive has no addresses that count.
  fileprivate func person(of message: InboundMessage) -> RoomReaderTable.Person? {
    let nick = message.from.resource ?? ""
    guard let id = author(of: message) else {
      return message.source == .live && !hasIDs ? people.person(nick, hasIDs: false) : nil
    }
    let known = people.person(nick, hasIDs: true)
    let address = known?.occupantID == id ? known?.address : nil
    return .init(occupantID: id, address: address, nick: nick)
  }

  /// The room says of each who they are.
  private var hasIDs: Bool { !stored.occupantIDs.isEmpty }

  /// All who are there are remembered as such, and nobody else is.
  fileprivate func notePeople(_ turn: Turn) throws(StorageError) {
    try turn.database.roomReaders.forgetPresence(in: jid)
    for occupant in people.occupants.sorted {
      guard let person = people.person(occupant.nick, hasIDs: hasIDs) else { continue }
      try note(person, occupant.affiliation, isThere: true, turn)
    }
  }

  /// The same of one of them, where that is not known. Without a small room nothing is remembered.
  func note(_ nick: String, turn: Turn) throws(StorageError) {
    guard isSmall, let occupant = people.occupants[nick],
      let person = people.person(nick, hasIDs: hasIDs)
    else { return }
    try note(person, occupant.affiliation, isThere: true, turn)
  }

  /// Who goes is still a member of it, unless the room says otherwise.
  func noteEnd(of nick: String, _ occupancy: Occupancy, _ turn: Turn) throws(StorageError) {
    guard isSmall, !occupancy.codes.contains(303),
      let person = people.person(nick, hasIDs: hasIDs)
    else { return }
    try note(person, occupancy.affiliation, isThere: false, turn)
  }

  private func note(
    _ person: RoomReaderTable.Person, _ affiliation: Room.Affiliation, isThere: Bool,
    _ turn: Turn
  ) throws(StorageError) {
    guard !isMe(person, turn) else { return }
    let isMember = [.owner, .admin, .member].contains(affiliation)
    try turn.database.roomReaders.note(
      person, in: jid, isThere: isThere, isMember: isMember)
  }

  private func isMe(_ person: RoomReaderTable.Person, _ turn: Turn) -> Bool {
    person.nick == stored.nick || person.address == turn.me
      || person.occupantID.map(stored.occupantIDs.contains) ?? false
  }
}
