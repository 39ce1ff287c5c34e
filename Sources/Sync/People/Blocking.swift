internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Whom I have blocked (XEP-0191). The server keeps the list and holds back what they send; it is kept here too, to be
/// seen without a link. What is wished without one is owed in the database, and told at the next, in its order, before
/// my presence is.
struct Blocking: Tracker {
  static let keyPath: any Path = \.blocking

  /// Most orders on their way at once.
  static let window = 20

  private(set) var list = BlockList()
  private var underWay: [String: BlockTable.Owed] = [:]
  /// The last that was handed over on this link.
  private var handed: Int64 = 0
  private var isLinked = false
  /// The server has no such list.
  private var isMissing = false

  mutating func start(_ turn: Turn) throws(StorageError) {
    list = try turn.database.blocks.all()
    if list != BlockList() { turn.change(.blocked(list)) }
  }

  /// A link is there. Whatever the server says to what is owed, it says its list after that.
  static func begin(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    state.blocking.isLinked = true
    try state.blocking.flush(toldPresence: state.toldPresence, turn)
    turn.command(.fetchBlockList)
  }

  mutating func forgetLink(_ turn: Turn) {
    (underWay, handed, isLinked, isMissing) = ([:], 0, false, false)
  }

  /// - Parameter toldPresence: what they may see of me now: not every server tells them that it is over.
  private mutating func flush(toldPresence: OwnPresence?, _ turn: Turn) throws(StorageError) {
    guard isLinked, underWay.count < Self.window else { return }
    let owed = try turn.database.blocks.owed(
      after: handed, limit: Self.window - underWay.count)
    for one in owed {
      let id = "block-\(one.number)"
      (underWay[id], handed) = (one, one.number)
      if one.isBlocked, toldPresence != nil, try Self.sees(one.jid, turn) {
        turn.command(.presence(to: one.jid, .unavailable))
      }
      turn.command(.block(id: id, one.jid, isBlocked: one.isBlocked, report: one.report))
    }
  }

  /// Tells what changed, and forgets what was known of who is blocked now.
  private mutating func reload(
    _ presence: inout PresenceTracker, _ turn: Turn
  ) throws(StorageError) {
    var list = try turn.database.blocks.all()
    list.takesReports = self.list.takesReports
    guard list != self.list else { return }
    let new = list.entries.subtracting(self.list.entries)
    self.list = list
    turn.change(.blocked(list))
    for who in new.sorted() { try presence.forget(who, turn) }
  }

  /// Nothing of theirs counts, and nothing of mine is for them.
  func holds(_ who: JID) -> Bool { list.entry(of: who) != nil }

  // MARK: Mine

  static func wish(
    _ isBlocked: Bool, _ who: JID, report: BlockReport? = nil, _ state: inout EngineState,
    _ turn: Turn
  ) throws(StorageError) {
    guard who.bare != turn.me else { return turn.notice(.error, tr("You cannot block yourself")) }
    guard !state.blocking.isMissing else { return turn.notice(.error, missing) }
    let known = try turn.database.blocks.state(who)
    guard isBlocked != (known == .blocked || known == .blocking) else { return }
    guard !isBlocked || state.blocking.list.entries.count < BlockList.capacity else {
      return turn.notice(.error, tr("Not blocked: \(BlockList.capacity) are blocked already"))
    }
    try turn.database.blocks.set(isBlocked ? .blocking : .unblocking, who, report: report)
    if isBlocked { try forget(who, &state, turn) }
    try state.blocking.reload(&state.presence, turn)
    try state.blocking.flush(toldPresence: state.toldPresence, turn)
    guard !state.blocking.isLinked else { return }
    let name = try turn.name(of: who)
    turn.notice(
      .information,
      isBlocked
        ? tr("\(name) will be blocked when you are online")
        : tr("\(name) will be unblocked when you are online"))
  }

  /// What they asked, and what they were to be told.
  private static func forget(
    _ who: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state.subscriptions.forget(who, turn)
    try turn.database.readMarkers.setPending(nil, chat: who)
    state.typing.left(who, turn)
    state.typing.sent(who)
  }

  private static var missing: String { tr("Your server cannot block people") }

  static func done(
    _ id: String, _ error: StanzaError?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let told = state.blocking.underWay.removeValue(forKey: id) else { return }
    // What is wished of it since is under another number.
    let isNewest =
      try turn.database.blocks.owed(after: told.number - 1, limit: 1)
      .first?.number == told.number
    if let error, error.kind != "wait" {
      turn.notice(.error, try refusal(of: told, error, turn))
      if isNewest { try turn.database.blocks.set(told.isBlocked ? nil : .blocked, told.jid) }
    } else if error == nil, isNewest {
      try turn.database.blocks.set(told.isBlocked ? .blocked : nil, told.jid)
      let name = try turn.name(of: told.jid)
      turn.notice(.information, told.isBlocked ? tr("Blocked \(name)") : tr("Unblocked \(name)"))
      if !told.isBlocked { try meet(told.jid, state, turn) }
    }
    try state.blocking.reload(&state.presence, turn)
    try state.blocking.flush(toldPresence: state.toldPresence, turn)
  }

  private static func refusal(
    of told: BlockTable.Owed, _ error: StanzaError, _ turn: Turn
  ) throws(StorageError) -> String {
    let reason = isMissing(error) ? tr("your server cannot block people") : Refusal.reason(error)
    let name = try turn.name(of: told.jid)
    return told.isBlocked
      ? tr("\(name) was not blocked: \(reason)") : tr("\(name) was not unblocked: \(reason)")
  }

  private static func isMissing(_ error: StanzaError) -> Bool {
    ["feature-not-implemented", "service-unavailable"].contains(error.condition)
  }

  /// Not every server tells the two at once where the other is.
  private static func meet(
    _ who: JID, _ state: EngineState, _ turn: Turn
  ) throws(StorageError) {
    if let mine = state.toldPresence, try sees(who, turn) {
      turn.command(.presence(to: who, mine, status: state.ownStatus.text))
    }
    guard try turn.database.roster.contact(who)?.isSeen == true else { return }
    turn.command(.presence(to: who, .probe))
  }

  /// They may see when I am online.
  private static func sees(_ who: JID, _ turn: Turn) throws(StorageError) -> Bool {
    let subscription = try turn.database.roster.contact(who)?.subscription
    return subscription == .from || subscription == .both
  }

  // MARK: What the server says

  static func learned(
    _ all: [JID], _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let known = try turn.database.blocks.all()
    let settled = known.entries.subtracting(known.waiting)
    for gone in settled.subtracting(all).sorted() { try turn.database.blocks.set(nil, gone) }
    try added(all, &state, turn)
  }

  /// What is owed here is younger, and goes over it.
  static func added(
    _ some: [JID], _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let room = BlockList.capacity - state.blocking.list.entries.count
    var new: [JID] = []
    for who in some where try turn.database.blocks.state(who) == nil { new.append(who) }
    if new.count > room { turn.log("dropped: \(new.count - max(0, room)) blocked addresses") }
    for who in new.prefix(max(0, room)) {
      try turn.database.blocks.set(.blocked, who)
      try forget(who, &state, turn)
    }
    try state.blocking.reload(&state.presence, turn)
  }

  /// - Parameter some: `nil`: all.
  static func removed(
    _ some: [JID]?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let all = some ?? state.blocking.list.entries.sorted()
    for who in all where try turn.database.blocks.state(who) == .blocked {
      try turn.database.blocks.set(nil, who)
      try meet(who, state, turn)
    }
    try state.blocking.reload(&state.presence, turn)
  }

  /// What is known of the list stays, where the server only cannot tell it now.
  static func unknown(
    _ error: StanzaError, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    turn.log("the server does not say who is blocked: \(error.condition)")
    guard isMissing(error) else { return }
    state.blocking.isMissing = true
    try learned([], &state, turn)
  }

  mutating func takesReports(_ does: Bool, _ turn: Turn) {
    guard list.takesReports != does else { return }
    list.takesReports = does
    turn.change(.blocked(list))
  }
}

extension Turn {
  /// What somebody is called in words for people.
  func name(of who: JID) throws(StorageError) -> String {
    if let contact = try database.roster.contact(who) {
      let name = contact.displayName
      return ShownName.isDoubtful(name) ? who.description : name
    }
    if let nick = who.resource { return nick }
    guard let chat = try database.chats.chat(who), chat.kind == .room,
      !ShownName.isDoubtful(chat.name)
    else { return who.description }
    return chat.name
  }

  /// The same where the chat itself says whom it is about.
  func name(inside chat: JID) throws(StorageError) -> String {
    let name = try name(of: chat)
    return name == chat.description ? chat.local ?? name : name
  }

  /// The other of a chat is not told what I have read there: because I wish it so, or have blocked them.
  func hidesReading(in chat: JID) throws(StorageError) -> Bool {
    if try database.chats.hidesReading(chat) { return true }
    let state = try database.blocks.state(chat)
    return state == .blocked || state == .blocking
  }
}
