internal import Model
internal import Storage
internal import XMPP

/// Whether the contact of the chat one looks at is still there: its device is asked (XEP-0199), for a server
/// may keep a dead link for minutes and show it as online (N2). One device is asked at a time, only of who
/// lets me see when they are online, and only while somebody looks.
struct ContactWatch: Tracker {
  static let keyPath: any Path = \.watch

  /// Milliseconds from question to question.
  static let interval: Int64 = 3_000
  /// Milliseconds after which a device that has not answered counts as gone, where the server has been
  /// heard since; otherwise it is asked, too, for it may be my own link that is slow.
  static let timeout: Int64 = 2_000
  /// What the server has then.
  static let serverTimeout: Int64 = 900

  private struct Question {
    var device: JID
    let at: Int64
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
  private var pause = interval
  private var turnOf = 0
  /// Devices of the chat that know pings: from them an error that also says "no such thing" says "not here".
  private var knowing: Set<JID> = []

  init(isNeeded: Bool) { self.isNeeded = isNeeded }

  var nextDeadline: Int64? {
    [asked?.deadline, nextAt].compactMap { $0 }.min()
  }

  mutating func forgetLink(_ turn: Turn) {
    let (chat, lastAt) = (chat, lastAt)
    self = ContactWatch(isNeeded: isNeeded)
    (self.chat, self.lastAt) = (chat, lastAt)
  }

  mutating func begin(_ turn: Turn) {
    isLinked = true
    plan(turn)
  }

  mutating func look(at chat: JID?, _ turn: Turn) {
    guard isNeeded, chat != self.chat else { return }
    (self.chat, asked, nextAt, pause, knowing) = (chat, nil, nil, Self.interval, [])
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
    guard let due = nextAt, due <= turn.now.uptime, asked == nil else { return }
    nextAt = nil
    try ask(presence, turn)
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
      pause = min(pause * 2, Self.longest)
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
    asked = Question(device: device, at: turn.now.uptime)
    lastAt = turn.now.uptime
    turn.command(.pingContact(device))
  }

  /// A late answer is one as well.
  mutating func answered(
    _ device: JID, _ error: StanzaError?, _ presence: inout PresenceTracker, _ turn: Turn
  ) throws(StorageError) {
    if error == nil, device.bare == chat { knowing.insert(device) }
    let isGone = error.map { saysGone(device, $0.condition) } ?? false
    if asked?.device == device { asked = nil }
    pause = isGone ? min(pause * 2, Self.longest) : Self.interval
    if asked == nil { plan(turn) }
    try presence.doubt(device, isGone, turn)
  }

  private func saysGone(_ device: JID, _ condition: String) -> Bool {
    Self.gone.contains(condition)
      || condition == "service-unavailable" && knowing.contains(device)
  }
}
