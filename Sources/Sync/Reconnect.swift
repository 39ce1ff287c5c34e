internal import Model

/// When to connect: at once, then after 1, 2, 4 … 60 s, for ever (O17).
struct Reconnect {
  enum Phase: Equatable {
    case idle
    case connecting(giveUpAt: Int64)
    case online(since: Int64)
    /// The connection is being closed.
    case closing
    case waiting(until: Int64)
    /// Until the user does something.
    case paused
    case stopped
  }

  /// A way in that takes longer, milliseconds, is given up.
  static let patience: Int64 = 15_000
  /// A link that lasted this long, milliseconds, was a good one: the next try is at once.
  static let proof: Int64 = 10_000

  private(set) var phase = Phase.idle
  private var failures = 0

  var nextDeadline: Int64? {
    switch phase {
    case .connecting(let giveUpAt): giveUpAt
    case .waiting(let until): until
    default: nil
    }
  }

  mutating func connect(_ turn: Turn) {
    phase = .connecting(giveUpAt: turn.now.uptime + Self.patience)
    turn.change(.connection(.connecting(attempt: failures + 1)))
    turn.connect()
  }

  /// The user will not wait.
  mutating func connectNow(_ turn: Turn) {
    switch phase {
    case .waiting, .paused, .idle: connect(turn)
    default: break
    }
  }

  mutating func online(_ turn: Turn) {
    phase = .online(since: turn.now.uptime)
    turn.change(.connection(.online(roundTrip: nil)))
  }

  mutating func pause(reason: String, _ turn: Turn) {
    phase = .paused
    turn.change(.connection(.paused(reason: reason)))
  }

  mutating func stop() { phase = .stopped }

  /// The link is of no use any more, but not closed yet.
  mutating func closing(reason: String, _ turn: Turn) {
    switch phase {
    case .connecting, .online:
      countFailure(turn.now)
      phase = .closing
      turn.change(.connection(.offline(reason: reason, nextTry: nil)))
    default: break
    }
  }

  /// The connection is gone: the next try is planned.
  mutating func closed(reason: String, _ turn: Turn) {
    switch phase {
    case .connecting, .online: countFailure(turn.now)
    case .closing: break
    default: return
    }
    guard failures > 0 else { return connect(turn) }
    let delay = Jitter.spread(1_000 << Int64(min(failures - 1, 6)), turn.now.random)
    let next = turn.now.uptime + min(delay, 60_000)
    phase = .waiting(until: next)
    turn.change(.connection(.offline(reason: reason, nextTry: next)))
  }

  private mutating func countFailure(_ now: Moment) {
    if case .online(let since) = phase, now.uptime - since >= Self.proof {
      failures = 0
    } else {
      failures += 1
    }
  }
}
