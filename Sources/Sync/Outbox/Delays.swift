internal import Localization
internal import Model
internal import Storage

/// Tells why what waits is not on its way although there is a link (O15a).
struct Delays: Tracker {
  static let keyPath: any Path = \.delays

  /// As it was told.
  private var told: [JID: Delay] = [:]
  private var isOpen = false
  private var sendsNow = false
  /// Chats of which something waits for the user's OK, and how much that is in all.
  private var holding: (count: Int, chats: [JID]) = (0, [])

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    var delays = state.delays
    try delays.tell(state, turn)
    state.delays = delays
  }

  private mutating func tell(_ state: EngineState, _ turn: Turn) throws(StorageError) {
    let now = try current(state, turn)
    for chat in Set(told.keys).union(now.keys).sorted() where told[chat] != now[chat] {
      turn.change(.delay(chat: chat, now[chat]))
    }
    told = now
    let (isOpen, sendsNow) = (state.isOpen, state.isOpen && state.outbox.hasRoom)
    guard isOpen != self.isOpen || sendsNow != self.sendsNow else { return }
    (self.isOpen, self.sendsNow) = (isOpen, sendsNow)
    turn.change(.outgoing(isOpen: isOpen, sendsNow: sendsNow))
  }

  private mutating func current(
    _ state: EngineState, _ turn: Turn
  ) throws(StorageError) -> [JID: Delay] {
    guard state.isOpen else { return [:] }
    var all = state.uploads.delays
    all.merge(state.outbox.retries.delays) { $1 }
    for room in state.rooms.closed {
      if let delay = Self.delay(of: state.rooms[room]) { all[room] = delay }
    }
    try readHolding(turn)
    for chat in holding.chats { all[chat, default: Delay(nil)].isHeld = true }
    return all
  }

  /// - Parameter room: one that takes nothing now; `nil` where I have left it.
  private static func delay(of room: LiveRoom?) -> Delay? {
    guard let room else { return Delay(.user(tr("You are not in this group"))) }
    let trouble: String? =
      if case .retrying(let words) = room.room.attendance { words } else { nil }
    return switch room.phase {
    case .waiting(let until):
      Delay(.trouble(trouble ?? tr("The group does not let you in yet")), until: until)
    case .away, .joining: trouble.map { Delay(.trouble($0)) } ?? Delay(.joining)
    case .joined: Delay(.joining)
    case .locked: Delay(.user(tr("The group wants a password")))
    // What waits for it has failed.
    case .refused: nil
    }
  }

  /// Looked up where it may be other chats than before.
  private mutating func readHolding(_ turn: Turn) throws(StorageError) {
    let count = try turn.database.outbox.counts().held
    guard count != holding.count else { return }
    holding = (count, try turn.database.outbox.holdingChats())
  }
}
