internal import Model
internal import Storage
internal import XMPP

/// Whether the contact of the chat one looks at is still there: its device is asked (XEP-0199), for a server
/// may keep a dead link for minutes and show it as online (N2). One device is asked at a time, only of who
/// lets me see when they are online, and only while somebody looks. Other contacts are asked rarely
/// (``ContactRounds``).
struct ContactWatch: Tracker {
  static let keyPath: any Path = \.watch

  /// Milliseconds from question to question, and after which a device that has not answered counts as gone, where the
  /// server has been heard since; otherwise it is asked, too, for it may be my own link that is slow.
  struct Pace: Equatable {
    let interval: Int64
    let timeout: Int64

    static let usual = Pace(interval: 3_000, timeout: 2_000)
    /// Who answers quickly is missed sooner.
    static let quick = Pace(interval: 2_000, timeout: 1_000)
  }

  /// Milliseconds within which who answers quickly does.
  static let quickAnswer: Int64 = 200
  /// So many answers are looked at for that.
  private static let answersKept = 4
  /// What the server has then, milliseconds.
  static let serverTimeout: Int64 = 900

  private struct Question {
    var device: JID
    let at: Int64
    let timeout: Int64
    var isServerAsked = false

    var deadline: Int64 { at + timeout + (isServerAsked ? serverTimeout : 0) }
  }

  /// Who is silent is asked after twice the time, up to this: what its server keeps for it, it gets at once.
  static let longest: Int64 = 60_000
  /// Of an error that came from the other's server: nobody is there.
  private static let gone: Set<String> = [
    "gone", "item-not-found", "recipient-unavailable", "remote-server-not-found",
    "remote-server-timeout",
  ]

  /// On the private server who is gone is seen within a second without it.
  let isNeeded: Bool
  private var chat: JID?
  private var isLinked = false
  private var asked: Question?
  private var nextAt: Int64?
  private var lastAt: Int64?
  /// How long the device of the chat took to answer, milliseconds, the newest last.
  private var answerTimes: [Int64] = []
  /// How often who was silent has been asked.
  private var silences = 0
  private var rounds = ContactRounds()
  private var turnOf = 0
  /// Devices of the chat that know pings: from them an error that also says "no such thing" says "not here".
  private var knowing: Set<JID> = []

  init(isNeeded: Bool) { self.isNeeded = isNeeded }

  var nextDeadline: Int64? {
    // One question at a time: what is due meanwhile waits for its answer.
    asked?.deadline ?? [nextAt, rounds.dueAt].compactMap { $0 }.min()
  }

  private var pace: Pace {
    guard let slowest = answerTimes.max(), slowest < Self.quickAnswer else { return .usual }
    return .quick
  }

  private var pause: Int64 { min(pace.interval << Int64(min(silences, 5)), Self.longest) }

  mutating func forgetLink(_ turn: Turn) {
    let (chat, lastAt) = (chat, lastAt)
    var rounds = rounds
    rounds.forgetLink()
    self = ContactWatch(isNeeded: isNeeded)
    (self.chat, self.lastAt, self.rounds) = (chat, lastAt, rounds)
  }

  mutating func begin(isFocused: Bool, _ turn: Turn) {
    isLinked = true
    plan(turn)
    focus(isFocused, turn)
  }

  /// Somebody looks at psst, or nobody does.
  mutating func focus(_ isFocused: Bool, _ turn: Turn) {
    rounds.plan(isInFront: isNeeded && isLinked && isFocused, turn)
  }

  mutating func look(at chat: JID?, _ turn: Turn) {
    guard isNeeded, chat != self.chat else { return }
    (self.chat, asked, nextAt, silences, knowing) = (chat, nil, nil, 0, [])
    answerTimes = []
    plan(turn)
  }

  /// The contact of the chat may have come.
  mutating func presenceChanged(_ who: JID, _ turn: Turn) {
    if who == chat, nextAt == nil { plan(turn) }
  }

  private mutating func plan(_ turn: Turn) {
    guard isLinked, chat != nil else { return }
    nextAt = max(turn.now.uptime, (lastAt ?? 0) + pause)
  }

  // MARK: Questions

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    try state.watch.wake(&state.presence, &state.keepAlive, turn)
  }

  private mutating func wake(
    _ presence: inout PresenceTracker, _ keepAlive: inout KeepAlive, _ turn: Turn
  ) throws(StorageError) {
    if let late = asked, late.deadline <= turn.now.uptime {
      try unanswered(late, &presence, &keepAlive, turn)
    }
    guard asked == nil else { return }
    if let due = nextAt, due <= turn.now.uptime {
      nextAt = nil
      try ask(presence, turn)
    }
    if asked == nil { try goRound(presence, turn) }
  }

  private mutating func goRound(
    _ presence: PresenceTracker, _ turn: Turn
  ) throws(StorageError) {
    switch try rounds.next(except: chat, presence, turn) {
    case .kind(let device): turn.command(.askKind(device))
    case .presence(let device):
      asked = Question(device: device, at: turn.now.uptime, timeout: Pace.usual.timeout)
      turn.command(.pingContact(device))
    case nil: break
    }
  }

  /// The server was asked because a device is silent, and has answered: nothing more is waited for.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard let late = state.watch.asked, late.isServerAsked,
      let heardAt = state.keepAlive.heardAt, heardAt >= late.at + late.timeout
    else { return }
    try state.watch.unanswered(late, &state.presence, &state.keepAlive, turn)
  }

  /// What kind a device is that was asked.
  mutating func told(
    _ device: JID, isComputer: Bool, _ presence: inout PresenceTracker, _ turn: Turn
  ) throws(StorageError) {
    rounds.told(device, isComputer: isComputer)
    try presence.doubt(device, false, turn)
  }

  private mutating func unanswered(
    _ late: Question, _ presence: inout PresenceTracker, _ keepAlive: inout KeepAlive, _ turn: Turn
  ) throws(StorageError) {
    let serverLives = keepAlive.heardAt.map { $0 > late.at } ?? false
    if !serverLives, !late.isServerAsked {
      asked?.isServerAsked = true
      return keepAlive.ping(.proof, turn)
    }
    asked = nil
    // Else it is my own link that is silent, and nothing is known.
    if serverLives {
      if late.device.bare == chat { silences += 1 }
      try presence.doubt(late.device, true, turn)
    }
    plan(turn)
  }

  /// One device after the other; where none is there, the next presence begins again.
  private mutating func ask(_ presence: PresenceTracker, _ turn: Turn) throws(StorageError) {
    guard let chat, try turn.database.roster.contact(chat)?.isSeen == true else { return }
    let devices = presence.devices(of: chat)
    guard !devices.isEmpty else { return }
    turnOf += 1
    let device = devices[turnOf % devices.count]
    asked = Question(device: device, at: turn.now.uptime, timeout: pace.timeout)
    lastAt = turn.now.uptime
    turn.command(.pingContact(device))
  }

  /// A late answer is one as well.
  mutating func answered(
    _ device: JID, _ error: StanzaError?, _ presence: inout PresenceTracker, _ turn: Turn
  ) throws(StorageError) {
    let isGone = error.map { saysGone(device, $0.condition) } ?? false
    if device.bare == chat {
      if error == nil { knowing.insert(device) }
      if let asked, asked.device == device {
        answerTimes = (answerTimes + [turn.now.uptime - asked.at]).suffix(Self.answersKept)
      }
      silences = isGone ? silences + 1 : 0
    }
    if asked?.device == device { asked = nil }
    if asked == nil { plan(turn) }
    try presence.doubt(device, isGone, turn)
  }

  private func saysGone(_ device: JID, _ condition: String) -> Bool {
    Self.gone.contains(condition)
      || condition == "service-unavailable" && knowing.contains(device)
  }
}
