internal import Model
internal import Storage
internal import XMPP

/// Finds a dead link by an unanswered ping, and measures the round trip (XEP-0199).
///
/// How long a silent connection lives is the network's secret (routers forget them after minutes): the
/// interval grows while pings are answered, and shrinks when one after silence was not.
struct KeepAlive: Tracker {
  static let keyPath: any Path = \.keepAlive

  /// Why the server is asked; it decides how long it may take to answer, and what that means.
  enum Occasion {
    /// The link is new: to measure it.
    case first
    /// Nothing was heard for the interval.
    case silence
    /// Nothing comes, though something waits for an answer (``LinkDoubt``).
    case overdue
    /// What was sent is not answered.
    case doubt
    /// The network changed, or the computer slept: the link has probably not survived.
    case change
    /// Its answer proves that what was sent before it arrived.
    case proof

    /// Milliseconds since the question, or since something was heard after it.
    var timeout: Int64 {
      switch self {
      case .first, .silence, .proof: 20_000
      // With the time until it is asked, as long as the others have.
      case .overdue: 20_000 - LinkDoubt.patience
      case .doubt: 10_000
      case .change: 5_000
      }
    }
  }

  /// Silence, milliseconds, after which the server is asked: at the beginning, and its bounds.
  static let firstInterval: Int64 = 60_000
  static let shortest: Int64 = 30_000
  static let longest: Int64 = 600_000
  /// So many answers at the ceiling, and a higher one is tried.
  static let proof = 16

  /// On the private server nothing is asked at rest: an idle psst sleeps (I6).
  let isPeriodic: Bool
  private(set) var interval = firstInterval
  /// Above it a link was found dead.
  private var ceiling = longest
  private var answers = 0
  private var asked: (id: String, at: Int64, why: Occasion)?
  private var lastHeard: Int64?
  /// When something came last.
  private(set) var heardAt: Int64?
  private var number = 0

  init(isPeriodic: Bool) { self.isPeriodic = isPeriodic }

  var nextDeadline: Int64? {
    if let asked { return max(asked.at, lastHeard ?? 0) + asked.why.timeout }
    return isPeriodic ? lastHeard.map { $0 + interval } : nil
  }

  /// As it was measured last on this link, milliseconds.
  private(set) var roundTrip: Int?

  /// Nothing that was asked on this link was answered so far.
  private(set) var isUnanswered = false

  /// A ping is not answered yet.
  var isAsking: Bool { asked != nil }

  mutating func ping(_ why: Occasion, _ turn: Turn) {
    // A question that is open already may only be decided earlier by another.
    if asked != nil, let nextDeadline, nextDeadline <= turn.now.uptime + why.timeout { return }
    if why == .first { isUnanswered = true }
    number += 1
    let id = "ping-\(number)-\(String(turn.now.random, radix: 36))"
    asked = (id, turn.now.uptime, why)
    lastHeard = turn.now.uptime
    turn.command(.ping(id: id))
  }

  /// Something came: the link lives.
  mutating func heard(at uptime: Int64) {
    if lastHeard != nil { lastHeard = uptime }
    heardAt = uptime
  }

  /// Something moved on the link, if only what was asked: the server may be slow to answer.
  mutating func moved(at uptime: Int64) {
    if let last = lastHeard, asked != nil { lastHeard = max(last, uptime) }
  }

  /// The round trip in milliseconds; `nil` where nobody asked, or it says more of what went before it.
  mutating func pong(_ id: String, _ now: Moment) -> Int? {
    guard let asked, asked.id == id else { return nil }
    self.asked = nil
    isUnanswered = false
    if asked.why == .silence { lengthen() }
    if asked.why == .proof { return nil }
    roundTrip = Int(max(0, now.uptime - asked.at))
    return roundTrip
  }

  /// Whether the link is dead.
  mutating func isDead(_ turn: Turn) -> Bool {
    guard let deadline = nextDeadline, deadline <= turn.now.uptime else { return false }
    guard let asked else {
      ping(.silence, turn)
      return false
    }
    if asked.why == .silence { shorten() }
    return true
  }

  /// The link was found dead otherwise.
  mutating func foundDead() {
    if asked?.why == .silence { shorten() }
  }

  /// What was told the peers and is followed by no question is followed by this one.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    state.noteQuestions(turn)
    guard state.wantsProof(), state.catchUp.isQuiet, !state.keepAlive.isAsking else { return }
    state.keepAlive.ping(.proof, turn)
    state.noteQuestions(turn)
  }

  private mutating func lengthen() {
    answers += 1
    if interval == ceiling, answers >= Self.proof { ceiling = min(ceiling * 2, Self.longest) }
    if interval < ceiling {
      interval = min(interval * 2, ceiling)
      answers = 0
    }
  }

  private mutating func shorten() {
    ceiling = max(interval / 2, Self.shortest)
    interval = ceiling
    answers = 0
  }

  /// What was learned of the network is kept.
  mutating func forgetLink(_ turn: Turn) { (asked, lastHeard, roundTrip) = (nil, nil, nil) }

  /// Nothing is known of another network.
  mutating func forgetNetwork() {
    (interval, ceiling, answers) = (Self.firstInterval, Self.longest, 0)
  }
}
