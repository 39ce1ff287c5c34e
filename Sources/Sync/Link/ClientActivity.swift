internal import Model
internal import Storage
internal import XMPP

/// Tells the server when nobody has looked for a while, so that it may hold back what nobody needs until
/// somebody does (XEP-0352). What it holds, it gives at once then.
struct ClientActivity: Tracker {
  static let keyPath: any Path = \.activity

  /// Nobody looks for so long, milliseconds: a terminal without the focus may still be in view.
  static let delay: Int64 = 60_000

  /// The server wants to know.
  private var isTold = false
  private var isActive = true
  private var awaySince: Int64?

  var nextDeadline: Int64? {
    isTold && isActive ? awaySince.map { $0 + Self.delay } : nil
  }

  /// A new stream begins active (XEP-0352 §4.2). So does a resumed one by §5.2, and with Prosody it goes on as it was:
  /// there it is told in any case.
  mutating func begin(_ ready: Ready, _ turn: Turn) {
    isTold = ready.hasClientState
    isActive = !ready.isResumed || isDue(turn.now)
    settle(turn)
  }

  mutating func focus(_ isFocused: Bool, _ turn: Turn) {
    awaySince = isFocused ? nil : turn.now.uptime
    settle(turn)
  }

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    state.activity.settle(turn)
  }

  private func isDue(_ now: Moment) -> Bool {
    awaySince.map { $0 + Self.delay <= now.uptime } ?? false
  }

  private mutating func settle(_ turn: Turn) {
    guard isTold, isActive == isDue(turn.now) else { return }
    isActive.toggle()
    turn.command(.clientState(isActive: isActive))
  }

  mutating func forgetLink(_ turn: Turn) { isTold = false }
}
