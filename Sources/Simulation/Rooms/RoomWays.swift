/// The ways between the server of the rooms and those of the people: a netsplit cuts one of them.
struct RoomWays {
  /// Who knows of a cut.
  struct Split: Sendable {
    /// The people's server does, and sends back what it cannot pass on; else that vanishes.
    var isKnownHere: Bool
    /// The rooms' server does, and takes them for gone; else it keeps them, and what it tells them vanishes.
    var isKnownThere: Bool
  }

  /// What becomes of what somebody writes to a room.
  enum Passage { case open, sentBack, lost }

  private var splits: [String: (split: Split, until: Int64)] = [:]

  /// - Parameter time: virtual milliseconds.
  mutating func cut(_ account: String, _ split: Split, until time: Int64) {
    splits[account] = (split, max(time, splits[account]?.until ?? 0))
  }

  func passage(of account: String, at now: Int64) -> Passage {
    guard let cut = splits[account], now < cut.until else { return .open }
    return cut.split.isKnownHere ? .sentBack : .lost
  }
}
