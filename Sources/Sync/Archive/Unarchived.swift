internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Messages that are here and that the archive, asked since, does not have: a server may acknowledge and
/// deliver without archiving (fact 5b), its archive may show them late, and some are not to be archived.
struct Unarchived: Tracker {
  static let keyPath: any Path = \.unarchived

  /// Most messages looked after at a time.
  static let limit = 500

  /// Stamps may be of whole seconds, and what came may have been on its way for a while, milliseconds.
  private static let inexact: Int64 = 3_000

  /// Where a link began: what came on it stands behind all that the archive had when it had caught up.
  struct Base {
    /// The newest message before it.
    var row: Int64 = 0
    var position: Int64 = 0
    /// Before a first archive was read at all: up to this row all came live, in its order.
    var live: Int64 = 0
  }

  /// The archive has answered in this turn.
  var isDue = false
  /// Missing when the archive was looked at, and when that was (uptime in milliseconds).
  private(set) var missing: [Int64: Int64] = [:]
  /// It was said that the server confirms what it does not keep.
  private(set) var hasTold = false

  /// What came with the archive's answer may say that an older message waits.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    defer { state.unarchived.isDue = false }
    guard state.unarchived.isDue, state.ready != nil, try !state.catchUp.reachBack(turn) else {
      return
    }
    let expected = state.catchUp.takeExpected()
    if try state.unarchived.report(expected, base: state.catchUp.base, turn) {
      state.catchUp.lookAgain(turn)
    }
  }

  /// Gives each the place by its time of arrival, until the archive knows a better one. One of mine that is
  /// missing twice, and that the peer has not said it has, goes again; where that was of no use, the user is
  /// told, once. Returns whether it is worth to look again soon.
  private mutating func report(
    _ expected: [Int64], base: Base, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard !expected.isEmpty || !missing.isEmpty else { return false }
    for (id, at) in missing.sorted(by: { $0.key < $1.key })
    where at + CatchUp.secondLook <= turn.now.uptime {
      missing[id] = try isSentAgain(id, turn) ? turn.now.uptime : nil
    }
    for id in expected {
      guard let message = try turn.database.messages.message(id), message.status != .failed,
        missing[id] == nil
      else { continue }
      if message.order.anchor == MessageOrder.unplaced {
        // The rest is still without a place when it is looked again.
        guard turn.mayPlace(message) else { break }
        try place(message, base, turn)
      } else if message.archiveID != nil {
        continue
      }
      missing[id] = turn.now.uptime
    }
    return !missing.isEmpty
  }

  /// What came before a message that the archive has, and not before it, stands above it until the archive shows
  /// it; and above what the server had later, by that message's time here and there, or because it was written
  /// after it.
  static func wasPassed(
    by known: Message, _ stamp: Timestamp?, at position: Int64, after row: Int64, _ turn: Turn
  ) throws(StorageError) {
    // What I wrote here stands where it was acknowledged, which says little of the archive's order.
    if known.isMine, try known.isWrittenHere(turn) { return }
    let messages = turn.database.messages
    for id in try messages.unplaced(above: known, after: row, limit: limit) {
      guard let message = try messages.message(id) else { continue }
      guard turn.mayPlace(message) else { break }
      let earlier = known.writtenAt.milliseconds - message.writtenAt.milliseconds
      let time = (stamp?.milliseconds ?? .max - inexact) - max(0, earlier) + inexact
      let before =
        try messages.firstPlace(in: known.chat, before: position, since: time) ?? position
      let place = max(before - 1, try messages.newestPlace(before: message) ?? 0)
      let latest = min(position, try messages.firstPlaceWritten(after: id) ?? position) - 1
      let followers = try messages.place(id, at: min(place, latest), isGuess: true, isLate: true)
      for row in [id] + followers { turn.touch(row, in: known.chat) }
    }
  }

  private func place(_ message: Message, _ base: Base, _ turn: Turn) throws(StorageError) {
    let messages = turn.database.messages
    let before = try messages.newestPlace(before: message) ?? 0
    var position = message.id > base.row ? max(base.position, before) : before
    let next = try [
      messages.firstPlaceStored(after: message.id, through: base.live),
      messages.firstPlaceWritten(after: message.id),
    ].compactMap(\.self).min()
    let isLate = next.map { $0 <= position } ?? false
    if let next, isLate { position = next - 1 }
    for follower in try messages.place(message.id, at: position, isGuess: true, isLate: isLate) {
      turn.touch(follower, in: message.chat)
    }
    turn.touch(message)
  }

  /// Behind an older one that waits it is found missing again when that is through.
  private mutating func isSentAgain(_ id: Int64, _ turn: Turn) throws(StorageError) -> Bool {
    let messages = turn.database.messages
    guard let message = try messages.message(id), message.isMine, message.archiveID == nil,
      try messages.isGuessed(id), try !messages.isBehindUnsent(id)
    else { return false }
    try turn.life(id, .archiveAsked, cause: tr("not there, though the server confirmed it"))
    guard message.status == .sent, !message.isErased, try message.isWrittenHere(turn) else {
      return false
    }
    let isAgain = try DeliveryDoubts.sendAgain(
      message, because: tr("the server's archive does not have it"), turn)
    if !isAgain { tell(message, turn) }
    return isAgain
  }

  private mutating func tell(_ message: Message, _ turn: Turn) {
    guard !hasTold else { return }
    hasTold = true
    turn.notice(
      .error,
      tr("The server confirmed a message to \(message.chat) but did not keep it; it may not arrive")
    )
  }
}
