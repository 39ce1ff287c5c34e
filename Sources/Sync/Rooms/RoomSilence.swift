internal import Model

/// How long a room has been silent, and what is asked about it then. Uptimes and spans are in milliseconds.
struct RoomSilence {
  /// After so long without a word from the room it is asked whether I am still in it (XEP-0410).
  static let bound: Int64 = 25_000
  /// As long without a message from it is a reason to look whether one was lost on the way, then twice as long without
  /// one, and so on up to this.
  static let longest: Int64 = 900_000

  /// Its server may lose me, and what it tells me, without a word; else nothing is asked.
  let isPeriodic: Bool
  private var askAt: Int64?
  private var lookAt: Int64?
  /// How often its archive was asked since the last message came.
  private var looks = 0
  /// What the archive is being asked now was not told to me.
  private var isLooking = false

  init(isPeriodic: Bool) { self.isPeriodic = isPeriodic }

  /// When there is something to ask: whether I am there, or what was lost.
  var nextDeadline: Int64? { [askAt, lookAt].compactMap(\.self).min() }

  /// It is to be asked whether I am there.
  mutating func isToAsk(at now: Int64) {
    askAt = isPeriodic ? now : nil
    (lookAt, looks, isLooking) = (askAt.map { $0 + Self.bound }, 0, false)
  }

  /// Something came from it: I am there.
  mutating func heard(at now: Int64) { askAt = isPeriodic ? now + Self.bound : nil }

  /// A message did: what was lost on the way before it is found in the archive.
  mutating func heardMessage(at now: Int64) {
    heard(at: now)
    (lookAt, looks, isLooking) = (askAt, 0, false)
  }

  /// Since when it is to be asked whether I am there; `nil` where it is not yet.
  func tooLongSince(_ now: Int64) -> Int64? { askAt.flatMap { $0 <= now ? $0 : nil } }

  /// Since when its archive is to be asked what was lost; `nil` where it is not yet.
  func lookDueSince(_ now: Int64) -> Int64? { lookAt.flatMap { $0 <= now ? $0 : nil } }

  /// That is asked now.
  mutating func beginLook(at now: Int64) {
    guard isPeriodic else { return }
    (looks, isLooking) = (looks + 1, true)
    lookAt = now + min(Self.longest, Self.bound << min(looks, 10))
  }

  /// Its archive has what is not here; returns whether that was lost on the way.
  mutating func foundInArchive() -> Bool {
    defer { isLooking = false }
    return isLooking
  }

  /// The archive was read to its end.
  mutating func looked() { isLooking = false }
}
