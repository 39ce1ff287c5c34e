internal import Model
internal import Storage
internal import XMPP

/// Who is in a room and who belongs to it, and what says that somebody there is I.
extension LiveRoom {
  var occupantCount: Int { people.occupants.count }

  /// Many are there, or anybody may come: nobody is told there what others have read, and nobody asked.
  var isSmall: Bool { facts?.isPrivate == true && occupantCount <= Self.mostTold }

  mutating func came(
    _ nick: String, _ occupancy: Occupancy, _ presence: Presence, _ turn: Turn
  ) throws(StorageError) {
    let before = people.occupants[nick]
    var occupant = Room.Occupant(
      nick: nick, address: occupancy.address?.bare, role: occupancy.role,
      affiliation: occupancy.affiliation, presence: presence, occupantID: occupancy.occupantID)
    occupant.hats = occupancy.hats
    if before == nil, phase == .joined, !occupancy.isMine, !saysWhoIsWho {
      try turn.database.roomArrivals.note(nick, in: jid)
    }
    let isNews = before == nil && isNews(nick, occupancy)
    let row = isNews ? try turn.database.messages.newestRow(in: jid) : nil
    people.came(occupant, isNews: isNews, after: row)
    if occupantCount > Self.mostTold { people.forgetEvents() }
    guard before?.affiliation != occupant.affiliation || before?.address != occupant.address else {
      return
    }
    receipts.isToCount()
    try note(nick, turn: turn)
  }

  mutating func went(
    _ nick: String, _ occupancy: Occupancy, _ turn: Turn
  ) throws(StorageError) {
    let isNews = isNews(nick, occupancy)
    let row = isNews ? try turn.database.messages.newestRow(in: jid) : nil
    try noteEnd(of: nick, occupancy, turn)
    if people.went(nick, occupancy, isNews: isNews, after: row) { receipts.isToCount() }
  }

  /// All who are there are named to me: who is not has gone. I may have been out until now: what was said meanwhile is
  /// read.
  mutating func namedAll(_ turn: Turn) throws(StorageError) {
    guard people.isChecking else { return }
    try catchUp.want(isUrgent: true, turn)
    for nick in people.endCheck() {
      let gone = Occupancy(
        role: .none, affiliation: people.occupants[nick]?.affiliation ?? .none)
      try went(nick, gone, turn)
    }
  }

  /// Who was there before me is no news, and what I do myself is not.
  private func isNews(_ nick: String, _ occupancy: Occupancy) -> Bool {
    phase == .joined && !occupancy.isMine && nick != stored.nick
      && occupantCount <= Self.mostTold
  }

  /// Asks who has these affiliations.
  mutating func list(_ affiliations: [Room.Affiliation], _ turn: Turn) {
    lists.expect(affiliations)
    for one in affiliations { turn.command(.listPeople(jid, one)) }
  }

  /// Who has this affiliation; `nil` where the room does not say.
  mutating func note(_ people: [Room.Person]?, as affiliation: Room.Affiliation) {
    if lists.note(people, as: affiliation) { isChanged = true }
  }

  // MARK: Who wrote it

  /// It tells people apart whatever they are called (XEP-0421).
  var saysWhoIsWho: Bool { !stored.occupantIDs.isEmpty }

  /// Whether this is about what somebody else said who had the name before.
  func isOfFormer(_ message: InboundMessage, _ turn: Turn) throws(StorageError) -> Bool {
    guard !saysWhoIsWho, let amendment = message.amendment, amendment.emoji == nil,
      let nick = message.from.resource,
      let newest = try turn.database.roomArrivals.newest(before: nick, in: jid)
    else { return false }
    let messages = turn.database.messages
    var meant = try messages.messages(OriginID(amendment.target), chat: jid, sender: message.from)
    if let one = try messages.message(ArchiveID(amendment.target), in: jid) { meant.append(one) }
    return meant.map(\.id).max().map { $0 <= newest } ?? false
  }

  /// Who somebody is there; `nil` where the room does not say who I am either: then it lets others say it.
  func author(of message: InboundMessage) -> String? {
    saysWhoIsWho ? message.occupantID : nil
  }

  /// Whether I wrote it, here or elsewhere: a name proves nothing, for others may have it after me. Where the room does
  /// not say who is who, its word for somebody's address does, and an id that nobody can guess under one of the names
  /// that I take where mine is taken, perhaps by my own device of before.
  func isMine(_ message: InboundMessage, _ turn: Turn) throws(StorageError) -> Bool {
    if let id = message.occupantID, saysWhoIsWho {
      return stored.occupantIDs.contains(id)
    }
    if let author = message.author { return author == turn.me }
    let nick = message.from.resource ?? ""
    // The one who had this name before may have said what is told again.
    if message.source == .live, phase == .joined, message.stamp == nil {
      if nick == stored.nick || people.occupants[nick]?.address == turn.me { return true }
    }
    guard Self.wish(behind: nick) == Self.wish(behind: stored.nick) else { return false }
    guard let id = message.identity, id.isUnguessable else { return false }
    return try turn.database.messages.mine(id)?.chat == jid
  }

  /// The name without the signs that make it another.
  private static func wish(behind nick: String) -> Substring {
    nick.prefix(nick.count - nick.reversed().prefix { $0 == "_" }.count)
  }
}
