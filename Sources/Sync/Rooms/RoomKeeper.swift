internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// The rooms that I am in (XEP-0045): enters them on each link, and notices when one has lost me.
struct RoomKeeper: Tracker {
  static let keyPath: any Path = \.rooms

  var rooms: [JID: LiveRoom] = [:]
  /// Those too that I have left: what waits to be said there waits.
  private var known: Set<JID> = []
  /// Of those that want one. They are on disk, and in no database (Z3).
  var passwords: [JID: String] = [:]
  private let isPeriodic: Bool
  var probes = RoomProbes()
  private(set) var isLinked = false
  /// In these I was when the link was lost; a stream that goes on keeps me there.
  private var kept: Set<JID> = []

  /// - Parameter isPeriodic: rooms may forget me without a word.
  init(isPeriodic: Bool) { self.isPeriodic = isPeriodic }

  var nextDeadline: Int64? {
    [rooms.values.compactMap(\.nextDeadline).min(), probes.deadline(rooms)].compactMap(\.self).min()
  }

  subscript(_ room: JID) -> LiveRoom? { rooms[room] }

  mutating func change<Result>(
    _ room: JID, _ body: (inout LiveRoom) throws(StorageError) -> Result
  ) throws(StorageError) -> Result? {
    guard rooms[room] != nil else { return nil }
    return try body(&rooms[room]!)
  }

  private func live(_ stored: RoomTable.Stored) -> LiveRoom {
    LiveRoom(stored, password: passwords[stored.jid], isPeriodic: isPeriodic)
  }

  private mutating func keep(_ password: String?, of room: JID, _ turn: Turn) {
    guard passwords[room] != password else { return }
    passwords[room] = password
    turn.keep(roomPasswords: passwords)
  }

  /// Passwords of rooms that I am not in (Z4).
  private static let mostLearned = 100

  /// An invitation says it; what I said myself counts more.
  /// - Parameter overrules: another one that was said to me.
  mutating func learn(_ password: String, of room: JID, overrules: Bool, _ turn: Turn) {
    guard rooms[room] == nil, overrules || passwords[room] == nil,
      password.unicodeScalars.allSatisfy(OutgoingText.isAllowed),
      passwords[room] != nil || passwords.count < rooms.count + Self.mostLearned
    else { return }
    keep(password, of: room, turn)
  }

  /// It is of no use, unless I am there.
  mutating func forgetPassword(of room: JID, _ turn: Turn) {
    if rooms[room] == nil { keep(nil, of: room, turn) }
  }

  private var inOrder: [JID] { rooms.keys.sorted() }

  mutating func start(_ turn: Turn) throws(StorageError) {
    known = Set(try turn.database.rooms.chats())
    for stored in try turn.database.rooms.all() {
      rooms[stored.jid] = live(stored)
    }
  }

  /// A new stream: no room knows me.
  mutating func begin(_ turn: Turn) throws(StorageError) {
    (isLinked, kept) = (true, [])
    for jid in inOrder { try rooms[jid]?.join(turn) }
  }

  /// The old stream goes on. A program that has just started does not know who is there, and enters again.
  mutating func resume(_ turn: Turn) throws(StorageError) {
    isLinked = true
    for jid in inOrder {
      if kept.contains(jid) {
        try rooms[jid]?.stay(turn)
      } else {
        try rooms[jid]?.joinAfterReplay(turn)
      }
    }
    kept = []
  }

  mutating func forgetLink(_ turn: Turn) {
    isLinked = false
    probes.forgetLink()
    for jid in inOrder {
      if rooms[jid]?.phase == .joined { kept.insert(jid) }
      rooms[jid]?.forgetLink(turn)
    }
  }

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    var isDoubtful = false
    for jid in state.rooms.inOrder where try state.rooms.rooms[jid]?.wake(turn) == true {
      isDoubtful = true
    }
    try state.rooms.probe(turn)
    // Where nobody else says anything either it may be the link: whether the server is there is known soon.
    let heardAt = state.keepAlive.heardAt ?? 0
    if isDoubtful, heardAt + LiveRoom.doubt <= turn.now.uptime, !state.keepAlive.isAsking {
      state.keepAlive.ping(.doubt, turn)
    }
  }

  /// Tells what changed once, however many events that were.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    if let presence = state.toldPresence, state.rooms.isLinked {
      for jid in state.rooms.rooms.filter({ $0.value.isToLearn(presence) }).keys.sorted() {
        state.rooms.rooms[jid]?.tell(presence, turn)
      }
    }
    try RoomReceipts.settle(&state, turn)
    try ShutRoom.settle(state, turn)
    for jid in state.rooms.rooms.filter(\.value.hasNews).keys.sorted() {
      guard let live = state.rooms.rooms[jid] else { continue }
      if live.isLost {
        state.outbox.retries.forget(jid)
        state.typing.lost(jid, turn)
      }
      turn.change(live.news)
      state.rooms.rooms[jid]?.wasTold()
    }
  }

  /// Whether I am there, or was.
  func isRoom(_ address: JID) -> Bool { known.contains(address) }

  /// Those where it is told what one has read.
  var small: Set<JID> { Set(rooms.values.lazy.filter(\.isSmall).map(\.jid)) }

  /// Those that take nothing now.
  var closed: [JID] { known.isEmpty ? [] : known.filter { rooms[$0]?.isOpen != true }.sorted() }

  /// The room whose archive was asked this.
  func asker(of query: String) -> JID? {
    rooms.first { $0.value.catchUp.isAsking(query) }?.key
  }

  // MARK: What the user wants

  /// - Parameter nick: `nil` is what I call myself, or else the first part of my address.
  mutating func join(
    _ room: JID, nick: String?, password: String?, _ turn: Turn
  ) throws(StorageError) {
    if let password {
      let isLine = !password.contains { $0.isNewline }
      guard isLine, password.unicodeScalars.allSatisfy(OutgoingText.isAllowed) else {
        return turn.notice(.error, tr("The password has a character that cannot be sent"))
      }
      keep(password, of: room, turn)
    }
    if let live = rooms[room], live.phase == .joined {
      if let nick, nick != live.stored.nick { try rename(room, to: nick, turn) }
      return
    }
    // I have asked already: what it tells of before comes once.
    if let live = rooms[room], case .joining = live.phase, password == nil,
      nick ?? live.stored.nick == live.stored.nick
    {
      return
    }
    let standard = try standardNick(in: room, turn)
    var stored = rooms[room]?.stored ?? .init(jid: room, nick: standard)
    if let nick { stored.nick = nick }
    stored.closed = nil
    try turn.database.rooms.save(stored)
    known.insert(room)
    turn.touch(chat: room)
    let before = rooms[room]
    rooms[room] = live(stored)
    if let before { rooms[room]?.succeed(before) }
    // Wherever the stream goes on, this is to be said.
    kept.remove(room)
    if isLinked { try rooms[room]?.join(turn) }
  }

  private func standardNick(in room: JID, _ turn: Turn) throws(StorageError) -> String {
    let own = try Nicknames.mine(in: turn.database)
    return room.with(resource: own ?? "")?.resource ?? turn.me.local ?? turn.me.domain
  }

  /// See ``LiveRoom/isAutojoined``.
  mutating func setAutojoined(_ isSo: Bool, _ room: JID) { rooms[room]?.isAutojoined = isSo }

  /// What was said there stays, and what waits to be said waits.
  mutating func leave(_ room: JID, _ turn: Turn) throws(StorageError) {
    guard let live = rooms[room] else { return }
    if isLinked, let me = live.me { turn.command(.leave(me)) }
    try forget(room, turn)
  }

  /// I am in it no more.
  mutating func forget(_ room: JID, _ turn: Turn) throws(StorageError) {
    try rooms[room]?.lost(turn)
    rooms[room] = nil
    keep(nil, of: room, turn)
    try turn.database.rooms.remove(room)
    turn.change(.roomLeft(room))
  }

  // MARK: What comes

  /// Returns whether it was of a room.
  /// - Parameter opens: a new room is opened to others as it is.
  mutating func receive(
    _ presence: InboundPresence, opens: Bool, _ turn: Turn
  ) throws(StorageError) -> Bool {
    let jid = presence.from.bare
    guard rooms[jid] != nil else { return presence.occupancy != nil }
    switch presence.kind {
    case .error where rooms[jid]?.isFormerAnswer(presence) == true: break
    case .error where rooms[jid]?.phase == .joined: try refusedAnew(presence, turn)
    case .error: try refused(jid, presence.error, turn)
    case .available: try came(jid, presence, opens: opens, turn)
    case .unavailable: try went(jid, presence, turn)
    default: break
    }
    return true
  }

  private mutating func came(
    _ jid: JID, _ presence: InboundPresence, opens: Bool, _ turn: Turn
  ) throws(StorageError) {
    guard let nick = presence.from.resource, let occupancy = presence.occupancy else { return }
    if presence.unknownShow { turn.log("presence of \(presence.from) says what is not known") }
    let isAway = presence.show != nil && presence.show != "chat"
    rooms[jid]?.heard(turn)
    try rooms[jid]?.came(nick, occupancy, isAway ? .away : .online, turn)
    guard occupancy.isMine, var stored = rooms[jid]?.stored else { return }
    if let id = occupancy.occupantID { stored.note(occupantID: id) }
    if rooms[jid]?.isFormerAnswer(presence) == true {
      try turn.database.rooms.save(stored)
      rooms[jid]?.stored = stored
      return
    }
    // I have made it.
    if opens, occupancy.codes.contains(201) {
      turn.command(.openRoom(jid))
      // Nobody asked to, where an address was mistyped. One that a server has forgotten is made anew without a word.
      if try turn.database.chats.chat(jid)?.last == nil {
        turn.notice(.information, tr("There was no group \(jid): you have just made it."))
      }
    }
    stored.nick = nick
    if stored != rooms[jid]?.stored || rooms[jid]?.phase != .joined {
      // On the way in the name may have changed, where another had it.
      try turn.database.rooms.save(stored)
    }
    rooms[jid]?.stored = stored
    rooms[jid]?.tellName(turn)
    try rooms[jid]?.namedAll(turn)
    try rooms[jid]?.joined(turn)
  }

  private mutating func went(
    _ jid: JID, _ presence: InboundPresence, _ turn: Turn
  ) throws(StorageError) {
    guard let nick = presence.from.resource, let occupancy = presence.occupancy else { return }
    try rooms[jid]?.went(nick, occupancy, turn)
    // Who puts all out need not say of each that it is I.
    let isEnd = occupancy.isEnd && nick == rooms[jid]?.stored.nick
    guard occupancy.isMine || isEnd else { return }
    // My presence under the new name follows.
    if occupancy.codes.contains(303) { return }
    try rooms[jid]?.lost(turn)
    if isEnd { return try close(jid, occupancy, turn) }
    if let reason = RoomRefusal.removal(occupancy) {
      rooms[jid]?.phase = .refused(reason)
    } else {
      rooms[jid]?.joinLater(turn)
    }
  }

  /// While I am there: another name, or the way in once more.
  private mutating func refusedAnew(
    _ presence: InboundPresence, _ turn: Turn
  ) throws(StorageError) {
    let jid = presence.from.bare
    guard presence.from.resource == rooms[jid]?.stored.nick else {
      return tellRefusedName(presence, turn)
    }
    guard let error = presence.error, !Self.stillThere.contains(error.condition) else { return }
    try rooms[jid]?.lost(turn)
    rooms[jid]?.phase = .joining(until: turn.now.uptime)
    try refused(jid, error, turn)
  }

  /// The way in is closed.
  private mutating func refused(
    _ jid: JID, _ error: StanzaError?, _ turn: Turn
  ) throws(StorageError) {
    guard case .joining = rooms[jid]?.phase else { return }
    try rooms[jid]?.forgetEntry(turn)
    switch RoomRefusal(error) {
    case .nameTaken:
      try rooms[jid]?.join(underAnotherName: turn)
    case .wantsPassword:
      // What was wrong once may be what somebody will choose again: it is asked for.
      rooms[jid]?.phase = .locked(wasWrong: passwords[jid] != nil)
      rooms[jid]?.isChanged = true
      keep(nil, of: jid, turn)
    case .final(let words):
      rooms[jid]?.phase = .refused(words)
      rooms[jid]?.isChanged = true
    case .passing(let words): rooms[jid]?.joinLater(turn, trouble: words)
    }
  }

  /// The room says whether I am in it (XEP-0410 §4): what is not certain counts as yes.
  mutating func answered(
    _ room: JID, _ error: StanzaError?, _ turn: Turn
  ) throws(StorageError) {
    try rooms[room]?.replayed(turn)
    guard rooms[room]?.phase == .joined else { return }
    guard let error else { return try answeredAgain(room, turn) }
    // The way there is cut, and what is told meanwhile may be lost.
    if error.condition == StanzaError.timeout.condition {
      rooms[room]?.doubt()
      try doubtOthers(of: room, looks: false, turn)
    } else if !Self.stillThere.contains(error.condition) {
      try lost(room, turn)
      try askOthers(of: room, turn)
    }
  }

  private static let stillThere: Set<String> = [
    "service-unavailable", "feature-not-implemented", "item-not-found", "remote-server-not-found",
    "remote-server-timeout",
  ]

  /// So often a message may come back because I am not there, one of several that did together as well.
  private static let mostReturns = 6

  /// A message came back because I am not in its room (XEP-0045 §7.4), or because the room is out of reach and takes
  /// me for gone: it goes when I am there again. Returns whether that is so.
  mutating func shutOut(
    _ id: OriginID, from room: JID, _ error: StanzaError, _ turn: Turn
  ) throws(StorageError) -> Bool {
    let trouble = RoomRefusal.absence(error)
    guard error.condition == "not-acceptable" || trouble != nil, rooms[room.bare] != nil,
      let message = try turn.database.messages.mine(id), message.chat.bare == room.bare
    else { return false }
    let returns = rooms[room.bare]?.returned(id) ?? 0
    guard rooms[room.bare]?.phase == .joined else { return true }
    // A room that lets me in and takes nothing refuses the message.
    guard returns < Self.mostReturns else { return false }
    turn.log("not in \(room.bare) any more")
    if let trouble {
      try rooms[room.bare]?.lost(turn)
      rooms[room.bare]?.joinLater(turn, trouble: trouble)
    } else {
      try lost(room.bare, turn)
    }
    if message.chat.isOccupant, message.status == .sending {
      try Outbox.requeue(id, why: tr("out of the group before it answered"), turn)
    }
    return true
  }

  /// It does not know me any more.
  mutating func lost(_ room: JID, _ turn: Turn) throws(StorageError) {
    guard rooms[room]?.phase == .joined else { return }
    try rooms[room]?.lost(turn)
    try rooms[room]?.join(turn)
  }

  /// My server has these of mine; a room's own word counts.
  mutating func handed(_ ids: [OriginID], _ turn: Turn) throws(StorageError) {
    guard !rooms.isEmpty else { return }
    for id in ids {
      guard let record = try turn.database.outbox.record(id), record.isGroup,
        record.entry.state == .sending
      else { continue }
      rooms[record.entry.chat]?.handed(id, turn)
    }
  }
}
