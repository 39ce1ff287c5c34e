internal import Model
internal import XMPP

/// Finds a dead link by an unanswered ping, and measures the round trip (XEP-0199).
struct KeepAlive {
  /// Silence after which the server is asked, milliseconds.
  static let idle: Int64 = 60_000
  /// How long it may take to answer, milliseconds.
  static let patience: Int64 = 20_000

  /// On the private server nothing but the first ping: an idle psst sleeps (I6).
  let isPeriodic: Bool
  private var asked: (id: String, at: Int64)?
  private var lastHeard: Int64?
  private var number = 0

  init(isPeriodic: Bool) { self.isPeriodic = isPeriodic }

  var nextDeadline: Int64? {
    if let asked { return max(asked.at, lastHeard ?? 0) + Self.patience }
    return isPeriodic ? lastHeard.map { $0 + Self.idle } : nil
  }

  /// A ping is not answered yet.
  var isAsking: Bool { asked != nil }

  mutating func ping(_ turn: Turn) {
    number += 1
    let id = "ping-\(number)-\(String(turn.now.random, radix: 36))"
    asked = (id, turn.now.uptime)
    lastHeard = turn.now.uptime
    turn.command(.ping(id: id))
  }

  /// Something came: the link lives.
  mutating func heard(at uptime: Int64) {
    if lastHeard != nil { lastHeard = uptime }
  }

  /// The round trip in milliseconds; `nil` where nobody asked.
  mutating func pong(_ id: String, _ now: Moment) -> Int? {
    guard let asked, asked.id == id else { return nil }
    self.asked = nil
    return Int(max(0, now.uptime - asked.at))
  }

  /// Whether the link is dead.
  mutating func isDead(_ turn: Turn) -> Bool {
    guard let deadline = nextDeadline, deadline <= turn.now.uptime else { return false }
    if asked != nil { return true }
    ping(turn)
    return false
  }

  mutating func forgetLink() { self = KeepAlive(isPeriodic: isPeriodic) }
}
