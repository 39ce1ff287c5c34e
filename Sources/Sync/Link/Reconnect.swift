internal import Localization
internal import Model
internal import Storage

/// When to connect: at once, and when the network changes; else after 1, 2, 4 … 60 s, for ever (O17). This
/// computer's own server is asked more often: that costs nothing, and who starts it looks at the screen.
struct Reconnect: Tracker {
  static let keyPath: any Path = \.reconnect

  enum Phase: Equatable {
    case idle
    case connecting(since: Int64, giveUpAt: Int64)
    case online(since: Int64)
    /// The connection is being closed.
    case closing
    case waiting(until: Int64)
    /// There is no network, or nobody may answer: until that changes.
    case stranded
    /// Until the user does something.
    case paused
    case stopped
  }

  /// A way in on which nothing comes for this long, milliseconds, is given up.
  static let timeout: Int64 = 15_000
  /// One that takes longer, milliseconds, whatever comes.
  static let limit: Int64 = 60_000
  /// A link that lasted this long, milliseconds, was a good one: the next try is at once.
  static let proof: Int64 = 10_000
  /// So was one that brought this much.
  static let plenty = 10
  /// So many short ones in a row that each brought less may be followed at once; a server that gives one message
  /// for each sign-in would have them without end.
  static let shortLinksAllowed = 3
  static var noNetwork: String { tr("no network") }

  /// As far as the account says.
  private let isNearby: Bool
  private(set) var needsNetwork: Bool
  /// Milliseconds.
  private let longestPause: Int64
  private(set) var phase = Phase.idle
  private var failures = 0
  /// What this link has brought.
  private var brought = 0
  /// In a row.
  private var shortLinks = 0
  private var hasNetwork = true

  init(_ account: Account) {
    isNearby = account.isNearby
    needsNetwork = !isNearby
    longestPause = account.isPrivate ? 3_000 : 60_000
  }

  var isConnecting: Bool { if case .connecting = phase { true } else { false } }

  var nextDeadline: Int64? {
    switch phase {
    case .connecting(_, let giveUpAt): giveUpAt
    case .waiting(let until): until
    default: nil
    }
  }

  /// Nothing can be reached.
  var isCutOff: Bool { needsNetwork && !hasNetwork }

  mutating func start(_ turn: Turn) { connect(turn) }

  mutating func connect(_ turn: Turn) {
    let now = turn.now.uptime
    phase = .connecting(since: now, giveUpAt: now + Self.timeout)
    turn.change(.connection(.connecting(attempt: failures + 1)))
    turn.connect()
  }

  /// The user will not wait.
  mutating func connectNow(_ turn: Turn) {
    switch phase {
    case .waiting, .stranded, .paused, .idle: connect(turn)
    default: break
    }
  }

  /// Names may lead to this computer as well: the connection says so.
  mutating func connected(isNearby: Bool) { needsNetwork = !(self.isNearby || isNearby) }

  /// The way in goes on: a slow one is given its time.
  mutating func heard(at uptime: Int64) {
    guard case .connecting(let since, _) = phase else { return }
    phase = .connecting(
      since: since, giveUpAt: min(uptime + Self.timeout, since + Self.limit))
  }

  /// So many new ones came in or were confirmed.
  mutating func carried(_ count: Int = 1) {
    if case .online = phase { brought += count }
  }

  mutating func online(_ turn: Turn) {
    brought = 0
    phase = .online(since: turn.now.uptime)
    turn.change(.connection(.online(roundTrip: nil)))
  }

  /// Another connection goes on in the place of this one, and may have come far already.
  mutating func replaced(isOpen: Bool, because reason: String, _ turn: Turn) {
    let now = turn.now.uptime
    countFailure(turn.now)
    phase = .connecting(since: now, giveUpAt: now + Self.timeout)
    turn.change(
      .connection(
        isOpen ? .connecting(attempt: failures + 1) : .offline(reason: reason, nextTry: nil)))
  }

  mutating func pause(reason: String, _ turn: Turn) {
    phase = .paused
    turn.change(.connection(.paused(reason: reason)))
  }

  mutating func stop() { phase = .stopped }

  /// The program goes on after ``stop()``.
  mutating func resume(_ turn: Turn) {
    guard phase == .stopped else { return }
    (failures, shortLinks) = (0, 0)
    connect(turn)
  }

  /// The network is another. What failed on the old one says nothing of the new: the next try is at once.
  mutating func networkChanged(_ change: NetworkChange, _ turn: Turn) {
    hasNetwork = change.isReachable
    if change.isNew { (failures, shortLinks) = (0, 0) }
    switch phase {
    case .waiting where isCutOff: strand(Self.noNetwork, turn)
    case .waiting where change.isNew: connect(turn)
    case .stranded where !isCutOff: connect(turn)
    default: break
    }
  }

  /// The last failure was nobody's fault: the next try is at once.
  mutating func forgive() { failures = 0 }

  /// The link is of no use any more, but not closed yet.
  mutating func closing(reason: String, isNobodysFault: Bool = false, _ turn: Turn) {
    switch phase {
    case .connecting, .online:
      if !isNobodysFault { countFailure(turn.now) }
      phase = .closing
      turn.change(.connection(.offline(reason: reason, nextTry: nil)))
    default: break
    }
  }

  /// Another connection was tried meanwhile, and leads nowhere.
  mutating func triedInVain() { failures += 1 }

  /// The connection is gone: the next try is planned, where one is of use.
  mutating func closed(reason: String, awaitsUser: Bool = false, _ turn: Turn) {
    switch phase {
    case .connecting, .online: countFailure(turn.now)
    case .closing: break
    default: return
    }
    if isCutOff || awaitsUser { return strand(reason, awaitsUser: awaitsUser, turn) }
    guard failures > 0 else { return connect(turn) }
    let delay = Jitter.spread(1_000 << Int64(min(failures - 1, 6)), turn.now.random)
    let next = turn.now.uptime + min(delay, longestPause)
    phase = .waiting(until: next)
    turn.change(.connection(.offline(reason: reason, nextTry: next)))
  }

  private mutating func strand(_ reason: String, awaitsUser: Bool = false, _ turn: Turn) {
    phase = .stranded
    turn.change(.connection(.offline(reason: reason, nextTry: nil, awaitsUser: awaitsUser)))
  }

  private mutating func countFailure(_ now: Moment) {
    guard case .online(let since) = phase else { return failures += 1 }
    if since <= now.uptime - Self.proof || brought >= Self.plenty {
      (failures, shortLinks) = (0, 0)
    } else if brought > 0 {
      // It gets on all the same: it is never kept waiting for long.
      shortLinks += 1
      failures = min(max(0, shortLinks - Self.shortLinksAllowed), 3)
    } else {
      failures += 1
    }
  }
}
