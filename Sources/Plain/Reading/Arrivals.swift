internal import Model

/// Messages of others whose place in the archive is not known yet. After a cut, live ones come before the archive
/// has told what is missing in front of them (T1): they are held back until they have their place. A server
/// without an archive gives none, so the wait has an end.
struct Arrivals {
  /// Seconds of one wait.
  static let timeout = 2
  /// Waits one after the other without any connection or answer of the archive, after which nothing is held back any
  /// longer.
  static let mostWaits = 15

  private var held: [Int64: Message] = [:]
  private var isWaiting = false
  private var isGettingOn = false
  private var waits = 0

  var isEmpty: Bool { held.isEmpty }

  /// Whether the message is to be shown now; else it is held back.
  mutating func passes(_ message: Message) -> Bool {
    guard message.order.anchor >= MessageOrder.unplaced else {
      held[message.id] = nil
      isGettingOn = true
      return true
    }
    held[message.id] = message
    return false
  }

  /// There is a connection, or an answer: what is held back may get its place.
  mutating func gotOn() { isGettingOn = true }

  /// A wait is to begin: something is held back, and none is under way.
  mutating func beginsWait() -> Bool {
    guard !held.isEmpty, !isWaiting else { return false }
    isWaiting = true
    return true
  }

  /// A wait is over. Returns what is shown now without its place.
  /// - Parameter isCaughtUp: there is a connection, and all that the archive had when it came is here.
  mutating func waited(isCaughtUp: Bool) -> [Message] {
    isWaiting = false
    waits = isCaughtUp || isGettingOn || held.isEmpty ? 0 : waits + 1
    let mayCome = isGettingOn || !isCaughtUp && waits < Self.mostWaits
    isGettingOn = false
    return mayCome ? [] : release()
  }

  /// All that is held back, in order.
  mutating func release() -> [Message] {
    defer { held = [:] }
    return held.values.sorted { $0.order < $1.order }
  }
}
