internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// A room as it is on this link: whether I am in it, who else is, and how far its archive was read.
struct LiveRoom {
  enum Phase: Equatable {
    /// There is no link.
    case away
    /// I asked to be let in; again at this uptime, milliseconds, where nobody answers.
    case joining(until: Int64)
    /// It did not work out, and is tried again then.
    case waiting(until: Int64)
    case joined
    /// It wants a password, or another than it was given.
    case locked(wasWrong: Bool)
    /// Of no use without the user, in plain words.
    case refused(String)
  }

  /// So long an answer to who wants to come in may take, milliseconds.
  static let patience: Int64 = 30_000
  /// A message that my server has and the room has told nobody of for this long, milliseconds, is looked for.
  static let doubt: Int64 = 10_000
  /// With more people in a room than this, nobody there is told what one does besides writing, and nothing is told
  /// of who comes and goes.
  static let mostTold = 50
  private static let mostSigns = 10
  /// So often a message goes to a room that tells nobody of it; to one that changes ids, and may have told of it, less
  /// often.
  static let mostSends = 10
  static let fewSends = 3
  /// So often it is asked what it is.
  private static let mostQuestions = 4

  var stored: RoomTable.Stored
  /// What lets one in, where the room wants that.
  let password: String?
  var phase = Phase.away
  var people = RoomPeople()
  /// Those who belong to it, there or not.
  var lists = RoomLists()
  var catchUp: CatchUp
  /// What of mine my server has and the room has not told of yet, and when that becomes doubtful.
  private(set) var waiting: [OriginID: Int64] = [:]
  /// Messages of mine that are looked for in the archive, or in the history.
  var overdue: Set<OriginID> = []
  private var failures = 0
  /// What I wanted to be called, where somebody else is called so.
  private var wish: String?
  /// The name of a request to be let in that was replaced before its answer came.
  private var formerNick: String?
  /// What has kept me out since I was there last, in plain words.
  private(set) var trouble: String?
  /// How often each came back because I was not there, though the room had let me in.
  private var returns: [OriginID: Int] = [:]
  /// My presence as it knows it since I came.
  var toldPresence = OwnPresence.available
  /// What it says of itself; `nil` until it has.
  var facts: RoomFacts? { didSet { if facts != oldValue { isChanged = true } } }
  /// It was asked what it is; and whether it has changed since.
  private var isAsked = false
  private var hasChangedSince = false
  /// How often it did not say it.
  private(set) var silences = 0
  /// How far I have read, as it was told since I came.
  var toldMarker: String?
  var receipts = RoomReceipts()
  var history = RoomHistory()
  /// Nobody knows yet whether it has an archive.
  var isUntried = false
  /// The request under way is the first that was ever made to it.
  var isFirstTry = false
  /// It was lost in this turn: what waits for its next try there waits for the room instead.
  var isLost = false
  /// It is being entered for the first time, and only because a bookmark says so.
  var isAutojoined = false
  private(set) var silence: RoomSilence
  /// Its archive was read to its end when the link was lost.
  private var wasCaughtUp = false
  /// Besides those who are there, what is shown of it is not what is told.
  var isChanged = true

  /// - Parameter isPeriodic: its server may lose me without a word.
  init(_ stored: RoomTable.Stored, password: String?, isPeriodic: Bool) {
    self.stored = stored
    self.password = password
    silence = RoomSilence(isPeriodic: isPeriodic)
    facts = stored.facts.map(RoomFacts.init(remembered:))
    catchUp = CatchUp(questions: ArchiveQuestions(archive: stored.jid))
  }

  var jid: JID { stored.jid }

  /// As whom I am there; `nil` where the name cannot be one.
  var me: JID? { jid.with(resource: stored.nick) }

  /// Messages may go there: I am in it, and its archive, or else what it tells by itself, was asked about what is
  /// unconfirmed.
  var isOpen: Bool { phase == .joined && catchUp.isCaughtUp && !history.isAwaited }

  /// A request to be let in, or in anew, has no answer yet.
  private var isEntering: Bool {
    if case .joining = phase { true } else { people.isChecking }
  }

  var nextDeadline: Int64? {
    let own: Int64? =
      switch phase {
      case .joining(let until), .waiting(let until): until
      case .joined:
        [waiting.values.min(), history.awaitedUntil].compactMap(\.self).min()
      case .away, .locked, .refused: nil
      }
    return [own, catchUp.nextDeadline].compactMap(\.self).min()
  }

  // MARK: In and out

  mutating func join(_ turn: Turn) throws(StorageError) {
    isChanged = true
    if let closed = stored.closed { return phase = .refused(closed) }
    // A gateway says nothing of a name that IRC does not know.
    if jid.isIRCChannel { stored.nick = Nickname.forIRC(stored.nick) }
    guard let me else { return phase = .refused(tr("“\(stored.nick)” cannot be a name")) }
    (toldPresence, toldMarker) = (.available, nil)
    people.forget()
    phase = .joining(until: turn.now.uptime + Self.patience)
    history = try .asked(of: stored, turn)
    turn.command(.join(me, password: password, telling: history.seconds))
    // The room may let me in and this program never hear of it.
    try assumeNoArchive(turn)
  }

  /// The same on a stream that goes on, where what was told to the program before this one comes first: the answer to
  /// a question that goes before says where that ends.
  mutating func joinAfterReplay(_ turn: Turn) throws(StorageError) {
    if let me, stored.closed == nil { turn.command(.pingRoom(me)) }
    try join(turn)
    history.awaitReplay()
  }

  /// It is entered anew, under another name perhaps.
  mutating func succeed(_ before: LiveRoom) {
    (facts, isUntried) = (before.facts, before.isUntried)
    if case .joining = before.phase { formerNick = before.stored.nick }
  }

  /// Whether this answers the request that another replaced: neither a refusal nor what is told behind it is about the
  /// new one. It may call me so all the same, and says it once more then.
  mutating func isFormerAnswer(_ presence: InboundPresence) -> Bool {
    guard let former = formerNick, presence.kind == .error || presence.occupancy?.isMine == true
    else { return false }
    formerNick = nil
    return presence.from.resource == former && presence.occupancy?.codes.contains(210) != true
  }

  /// Somebody else is called so: another sign behind the name makes it another.
  mutating func join(underAnotherName turn: Turn) throws(StorageError) {
    let wish = wish ?? stored.nick
    guard stored.nick.count < wish.count + Self.mostSigns else {
      isChanged = true
      return phase = .refused(tr("All names like “\(wish)” are taken in this group"))
    }
    self.wish = wish
    stored.nick += "_"
    try join(turn)
  }

  /// Says so where I am called otherwise than I wanted.
  mutating func tellName(_ turn: Turn) {
    if let wish, wish != stored.nick {
      turn.notice(
        .information, tr("“\(wish)” is taken in \(jid): you are “\(stored.nick)” there"))
    }
    wish = nil
  }

  /// It is tried again after 1, 2, 4 … 64 s; up to a quarter of an hour where the way there is closed.
  ///
  /// - Parameter trouble: what is in the way.
  mutating func joinLater(_ turn: Turn, trouble: String? = nil) {
    let most = trouble == nil ? 6 : 10
    let pause = Jitter.spread(1_000 << Int64(min(failures, most)), turn.now.random)
    failures += 1
    self.trouble = trouble ?? self.trouble
    phase = .waiting(until: turn.now.uptime + pause)
    isChanged = true
  }

  /// I am there: what was said meanwhile is read.
  mutating func joined(_ turn: Turn) throws(StorageError) {
    (failures, trouble) = (0, nil)
    isChanged = true
    guard phase != .joined else { return }
    phase = .joined
    history.begin(turn.now)
    isAsked = false
    if !stored.isDescribed(at: turn.now.wall) { askWhatItIs(turn) }
    heardMessage(turn)
    try catchUp.begin(isCaughtUp: false, turn)
  }

  /// The stream goes on, and I am where I was.
  mutating func stay(_ turn: Turn) throws(StorageError) {
    // Its history alone says whether it has my messages.
    if lacksArchive, try turn.database.outbox.isInDoubt(jid) {
      return try joinAfterReplay(turn)
    }
    phase = .joined
    isChanged = true
    let isDoubtful = try isInDoubt(turn)
    if wasCaughtUp, !isDoubtful {
      try catchUp.goOn(turn)
    } else {
      try catchUp.begin(isCaughtUp: false, turn)
    }
    silence.isToAsk(at: turn.now.uptime)
  }

  /// Something of mine may be there, or something that is here stands where it may not.
  private func isInDoubt(_ turn: Turn) throws(StorageError) -> Bool {
    if try turn.database.outbox.isInDoubt(jid) { return true }
    return try !turn.database.messages.expected(in: jid, limit: 1).isEmpty
  }

  /// Once at a time, however often it says that it has changed.
  mutating func askWhatItIs(_ turn: Turn) {
    guard phase == .joined else { return }
    hasChangedSince = isAsked
    if !isAsked { turn.command(.describeRoom(jid)) }
    isAsked = true
  }

  /// It has answered; what has changed since is asked for again. Where it says nothing, the way to it may have been cut:
  /// it is asked again when it is asked whether I am there.
  mutating func described(_ facts: RoomFacts?, _ turn: Turn) throws(StorageError) {
    isAsked = false
    silences = facts == nil ? silences + 1 : 0
    if hasChangedSince { askWhatItIs(turn) }
    guard var facts else { return }
    facts.hasKeptID = self.facts?.hasKeptID ?? false
    (stored.facts, stored.factsAt) = (facts.remembered, turn.now.wall)
    try turn.database.rooms.save(stored)
  }

  /// What it is may still become known.
  var mayBeDescribed: Bool { facts == nil && silences < Self.mostQuestions }

  /// Something came from it: I am there.
  mutating func heard(_ turn: Turn) { silence.heard(at: turn.now.uptime) }

  /// A message did: what was lost on the way before it is found in the archive.
  mutating func heardMessage(_ turn: Turn) { silence.heardMessage(at: turn.now.uptime) }

  /// Whether I am there. Where something was lost on its way to me, or is likely to be, I enter anew instead (XEP-0410
  /// §5): who enters is told who is there, and who came and went meanwhile is known.
  mutating func ask(_ turn: Turn) throws(StorageError) {
    heard(turn)
    if silences > 0, mayBeDescribed { askWhatItIs(turn) }
    guard let me else { return }
    guard people.isDoubtful || (lacksArchive && !overdue.isEmpty) else {
      return turn.command(.pingRoom(me))
    }
    people.beginCheck()
    toldPresence = .available
    history = try .asked(of: stored, turn)
    history.begin(turn.now)
    turn.command(.join(me, password: password, telling: history.seconds))
  }

  /// What was told on the way to me may be lost.
  mutating func doubt() { if phase == .joined { people.doubt() } }

  /// I am there no more: what was under way waits until I am again, and until the archive was asked.
  mutating func lost(_ turn: Turn) throws(StorageError) {
    catchUp.forgetLink(turn)
    (waiting, overdue, toldMarker, lists) = ([:], [], nil, RoomLists())
    // The answer to a later request is still to come, and with it what it tells of before.
    if isEntering { history.awaitEntry() } else { history = RoomHistory() }
    people.forget()
    (isChanged, isLost) = (true, true)
    for record in try turn.database.outbox.records(of: jid) where record.entry.state == .sending {
      try Outbox.requeue(
        record.entry.originID, why: tr("out of the group before it answered"), turn)
    }
  }

  /// The link is gone; the server may keep me in the room.
  mutating func forgetLink(_ turn: Turn) {
    wasCaughtUp = phase == .joined && catchUp.isCaughtUp && catchUp.isAtEnd
    catchUp.forgetLink(turn)
    (waiting, overdue, returns, toldMarker) = ([:], [], [:], nil)
    (isAsked, hasChangedSince, formerNick) = (false, false, nil)
    if case .refused = phase {} else { phase = .away }
    isChanged = true
  }

  // MARK: Mine

  /// My server has it.
  mutating func handed(_ id: OriginID, _ turn: Turn) {
    if phase == .joined { waiting[id] = turn.now.uptime + Self.doubt }
  }

  /// It came back because I was not there; returns how often.
  mutating func returned(_ id: OriginID) -> Int {
    returns[id, default: 0] += 1
    return returns[id, default: 0]
  }

  /// The archive has what is not here; returns whether that was lost on its way.
  mutating func foundInArchive(_ turn: Turn) -> Bool {
    guard silence.foundInArchive() else { return false }
    doubt()
    return true
  }

  /// It is in the room.
  mutating func told(_ id: OriginID) {
    returns[id] = nil
    waiting[id] = nil
    overdue.remove(id)
  }

  /// Returns whether the room is silent about something of mine that my server has.
  mutating func wake(_ turn: Turn) throws(StorageError) -> Bool {
    var isDoubtful = false
    switch phase {
    case .joining(let until) where until <= turn.now.uptime: joinLater(turn)
    case .waiting(let until) where until <= turn.now.uptime: try join(turn)
    case .joined:
      if let until = history.awaitedUntil, until <= turn.now.uptime { try endHistory(turn) }
      isDoubtful = try look(turn)
    default: break
    }
    try catchUp.wake(turn)
    return isDoubtful
  }

  /// Looks in the archive for messages that were lost on the way.
  mutating func lookForLost(_ turn: Turn) throws(StorageError) {
    silence.beginLook(at: turn.now.uptime)
    try catchUp.want(isUrgent: true, turn)
  }

  /// Asks the archive for what the room is silent about, and the room whether I am in it; returns whether there is
  /// anything.
  private mutating func look(_ turn: Turn) throws(StorageError) -> Bool {
    let due = waiting.filter { $0.value <= turn.now.uptime }
    for id in due.keys { waiting[id] = nil }
    overdue.formUnion(due.keys)
    guard !due.isEmpty else { return false }
    try ask(turn)
    try catchUp.want(isUrgent: true, turn)
    return true
  }

  /// The archive was read to its end: what it should have and has not goes again.
  mutating func caughtUp(_ turn: Turn) throws(StorageError) {
    try noteArchive(turn)
    let unplaced =
      lacksArchive
      ? try turn.database.messages.unplaced(in: jid, limit: Unarchived.limit)
      : catchUp.takeExpected()
    try place(unplaced, turn)
    guard catchUp.isQuiet else { return }
    silence.looked()
    if !lacksArchive { try sendOverdue(turn) }
  }

  private mutating func place(_ unplaced: [Int64], _ turn: Turn) throws(StorageError) {
    for id in unplaced {
      guard let message = try turn.database.messages.message(id),
        message.order.anchor == MessageOrder.unplaced
      else { continue }
      // What the group has not told of stands nowhere yet.
      if lacksArchive, message.isUnconfirmed { continue }
      guard turn.mayPlace(message) else { return try catchUp.want(turn) }
      try Self.placeByArrival(message, turn)
    }
  }

  /// They are doubtful again after a while.
  mutating func waitAgain(_ turn: Turn) {
    for id in overdue { waiting[id] = turn.now.uptime + Self.doubt }
    overdue = []
  }

  /// Behind all that was here before it; the archive may know better.
  static func placeByArrival(_ message: Message, _ turn: Turn) throws(StorageError) {
    let position = try turn.database.messages.newestPlace(before: message) ?? 0
    let followers = try turn.database.messages.place(
      message.id, at: position, isGuess: true, isLate: true)
    for row in [message.id] + followers { turn.touch(row, in: message.chat) }
  }
}
