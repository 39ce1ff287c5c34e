internal import Model
internal import Storage
internal import XMPP

/// What was said in a room without an archive while I was away: who enters is told it as far back as they ask (XEP-0045
/// §7.2.13), with what was heard before, so that it is seen whether something is missing between the two.
struct RoomHistory {
  /// The end of it may be missing: so long it is awaited, milliseconds.
  static let patience: Int64 = 5_000
  /// So much of what was heard is told again, milliseconds.
  static let overlap: Int64 = 120_000
  /// Two copies of what has no id of its own are at most so far apart, milliseconds.
  static let tolerance: Int64 = 300_000
  /// So many of the newest are compared with what has no id.
  private static let newest = 500

  /// How far back it was asked for; `nil` where it was not.
  private(set) var seconds: Int?
  private(set) var awaitedUntil: Int64?
  /// The first of it that is new here stands behind this row; and something of it was known.
  private var isNew = false
  private var hasKnown = false
  private var behind: Int64?
  /// What has been found again.
  private var found: Set<Int64> = []

  var isAwaited: Bool { awaitedUntil != nil }

  private static func key(_ room: JID) -> String { "room.unarchived.\(room)" }

  /// The room's archive has answered, or there is none: that is remembered for the next time one enters.
  static func note(_ room: JID, hasArchive: Bool, _ turn: Turn) throws(StorageError) {
    let settings = turn.database.settings
    guard try settings.value(key(room)) == nil else {
      return hasArchive ? try settings.set(key(room), nil) : ()
    }
    if !hasArchive { try settings.set(key(room), "\(turn.now.wall.milliseconds)") }
  }

  /// Before one enters.
  static func asked(of room: JID, _ turn: Turn) -> RoomHistory {
    var history = RoomHistory()
    guard let told = try? turn.database.settings.value(key(room)), let known = Int64(told) else {
      return history
    }
    let newest = try? turn.database.messages.newestTime(in: room)
    let heard = max(newest ?? known, known)
    // Only spans are compared: the server may have another time than this computer.
    history.seconds = Int((max(0, turn.now.wall.milliseconds - heard) + overlap) / 1_000)
    history.behind = (try? turn.database.messages.newestRow(in: room)) ?? nil
    return history
  }

  /// One is there: now it comes.
  mutating func begin(_ now: Moment) {
    if seconds != nil { awaitedUntil = now.uptime + Self.patience }
  }

  /// One message of it.
  /// - Parameter known: the row of what it is a copy of.
  mutating func came(_ known: Int64?) {
    guard isAwaited else { return }
    if let known {
      hasKnown = true
      found.insert(known)
    } else {
      isNew = true
    }
  }

  /// All of it is here. Returns the row behind which something may be missing; `nil` where nothing is.
  mutating func end() -> Int64? {
    guard isAwaited else { return nil }
    awaitedUntil = nil
    defer { found = [] }
    return hasKnown ? nil : behind
  }

  /// What is here of a message that has no id of its own, or one that others may have as well.
  func copy(
    of message: InboundMessage, in room: JID, by sender: JID, _ turn: Turn
  ) throws(StorageError) -> Message? {
    guard let stamp = message.stamp, let text = message.text else { return nil }
    let rows = try turn.database.messages.newestLike(
      text, in: room, by: sender, near: stamp, within: Self.tolerance, among: Self.newest)
    guard let row = rows.first(where: { !found.contains($0) }) else { return nil }
    return try turn.database.messages.message(row)
  }
}
