internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Doubts a link on which an answer is overdue, and replaces it where nothing moves on it any more (O1).
///
/// A link that is only slow moves: its bytes are acknowledged, or others come. Only where the kernel has seen neither
/// for a while is a second connection opened beside it. That one waits before it signs in, for a handshake would choke a
/// slow link, and the stream goes on there only if the first is still silent then.
///
/// Where the kernel waits for no acknowledgement, the link may be dead beyond a tunnel or a proxy, or the server slow to
/// answer. Such a link is left only for a connection that stands, and each time more patiently.
struct LinkDoubt: Tracker {
  static let keyPath: any Path = \.doubt

  /// Milliseconds without an answer after which the link is doubted, and without movement after which it is silent.
  static let patience: Int64 = 3_000
  /// The same after the server has shown in this wait that it is only slow.
  static let longPatience: Int64 = 10_000
  /// Milliseconds from the doubt on after which a silent link is given up, wherever the second connection is.
  static let limit: Int64 = 2_500
  /// A server that was only slow is treated with patience for so long, milliseconds.
  static let memory: Int64 = 600_000
  /// Milliseconds from one look at the kernel's counts to the next.
  static let pace: Int64 = 500

  /// The second connection.
  private enum Spare { case none, opening, open, lost }

  /// What becomes of the link.
  enum Verdict {
    case keep
    /// The second connection goes on in its place; `isOpen`: it has come to where it would sign in.
    case replace(isOpen: Bool)
    /// There is no other.
    case giveUp
  }

  /// Something waits for an answer since then.
  private var since: Int64?
  private var heardAt: Int64?
  /// Since when it has been silent, as it was told, and since when it has been doubted.
  private var doubt: (told: Int64, at: Int64)?
  /// A doubt of this wait was answered.
  private var wasAnswered = false
  private var measureAt: Int64?
  /// When something moved last, as far as it was measured.
  private(set) var movedAt: Int64?
  private var spare = Spare.none
  /// How often a link was left that the kernel had no doubt of, and when last.
  private var guesses = (count: 0, at: Int64.min)

  var nextDeadline: Int64? {
    if let doubt { return isAnswered ? doubt.told : measureAt }
    return silentSince.map { $0 + (wasAnswered ? Self.longPatience : Self.patience) }
  }

  /// Nothing has come since, though something waits.
  private var silentSince: Int64? { since.map { max($0, heardAt ?? $0) } }

  /// The doubt that is told is over.
  private var isAnswered: Bool { doubt.map { $0.told != silentSince } ?? false }

  /// Bytes of this link were on their way not long ago.
  func isMoving(_ now: Moment) -> Bool {
    movedAt.map { now.uptime - $0 < Self.patience } ?? false
  }

  mutating func heard(at uptime: Int64) { heardAt = uptime }

  // MARK: Doubt

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    state.doubt.note(waits: state.awaitsAnswer, state.keepAlive.roundTrip, turn)
  }

  private mutating func note(waits: Bool, _ roundTrip: Int?, _ turn: Turn) {
    if !waits {
      (since, wasAnswered) = (nil, false)
    } else if since == nil {
      since = turn.now.uptime
    }
    guard isAnswered else { return }
    wasAnswered = waits
    (doubt, measureAt) = (nil, nil)
    dropSpare(turn)
    turn.change(.connection(.online(roundTrip: roundTrip)))
  }

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard state.doubt.begins(turn) else { return state.doubt.measureAgain(turn) }
    // What is asked now must be acknowledged, if by nothing else, by the other side's kernel.
    if state.keepAlive.isAsking {
      turn.command(.requestAcknowledgement)
    } else {
      state.keepAlive.ping(.overdue, turn)
    }
  }

  private mutating func begins(_ turn: Turn) -> Bool {
    guard doubt == nil, let silentSince, let nextDeadline, nextDeadline <= turn.now.uptime
    else { return false }
    doubt = (silentSince, turn.now.uptime)
    turn.change(.connection(.unanswered(since: silentSince)))
    measure(turn)
    return true
  }

  private mutating func measureAgain(_ turn: Turn) {
    if let measureAt, measureAt <= turn.now.uptime { measure(turn) }
  }

  private mutating func measure(_ turn: Turn) {
    measureAt = turn.now.uptime + Self.pace
    turn.measure()
  }

  /// Somebody types, and so is about to need the link: it is asked, unless it has just brought something.
  static func typed(_ state: inout EngineState, _ turn: Turn) {
    guard state.ready != nil, state.keepAlive.isPeriodic, !state.awaitsAnswer else { return }
    let heardAt = state.keepAlive.heardAt ?? .min
    if heardAt <= turn.now.uptime - patience { state.keepAlive.ping(.proof, turn) }
  }

  // MARK: The second connection

  mutating func judge(_ progress: WireProgress, _ turn: Turn) -> Verdict {
    guard let doubt, !isAnswered else { return .keep }
    movedAt = turn.now.uptime - progress.silence
    let isProven = progress.awaitsAcknowledgement
    guard progress.silence >= (isProven ? Self.patience : patienceWithServer(turn)) else {
      dropSpare(turn)
      return .keep
    }
    let isLate = isProven && doubt.at + Self.limit <= turn.now.uptime
    switch spare {
    case .none:
      spare = .opening
      turn.openSpare()
      return .keep
    case .open:
      if !isProven { guesses = (guesses.count + 1, turn.now.uptime) }
      return .replace(isOpen: true)
    case .opening: return isLate ? .replace(isOpen: false) : .keep
    case .lost: return isLate ? .giveUp : .keep
    }
  }

  private func patienceWithServer(_ turn: Turn) -> Int64 {
    let isRemembered = turn.now.uptime - Self.memory < guesses.at
    return Self.patience << (isRemembered ? Int64(min(guesses.count, 3)) : 0)
  }

  /// The second connection stands: it is needed only if the first is silent still.
  mutating func opened(_ turn: Turn) {
    guard spare == .opening else { return }
    spare = .open
    measure(turn)
  }

  mutating func lost(_ turn: Turn) {
    guard spare != .none else { return }
    turn.dropSpare()
    spare = .lost
  }

  private mutating func dropSpare(_ turn: Turn) {
    if spare == .opening || spare == .open { turn.dropSpare() }
    spare = .none
  }

  mutating func forgetLink(_ turn: Turn) {
    dropSpare(turn)
    adopted()
  }

  /// The second connection is a link now, or there is none.
  mutating func adopted() {
    let guesses = guesses
    self = LinkDoubt()
    self.guesses = guesses
  }
}

extension EngineState {
  /// Something of the server's is awaited on this link.
  var awaitsAnswer: Bool {
    ready != nil && (!outbox.isIdle || keepAlive.isAsking || catchUp.questions.isOpen)
  }
}
