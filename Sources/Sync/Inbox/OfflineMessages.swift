internal import Model
internal import Storage
internal import XMPP

/// What the server kept for who was away (XEP-0160). It comes bit by bit, and what is said meanwhile comes between: that
/// stands behind all that was kept, wherever no archive tells the order.
struct OfflineMessages {
  /// More than a server keeps for one account.
  private static let most: Int64 = 1 << 20
  /// So long after the one before it another may come, milliseconds. What is stamped later was on its way to another of
  /// my devices, which is gone.
  private static let patience: Int64 = 60_000

  /// Turns that nothing else has: before all that comes on this stream.
  private var turns: Range<Int64> = 0..<0
  private var until: Int64 = 0

  /// I come online, on a new stream.
  mutating func begin(_ turn: Turn) throws(StorageError) {
    turns = try turn.database.messages.reserveTurns(Self.most)
    until = turn.now.uptime + Self.patience
  }

  /// An old stream goes on: all comes in its order, and some servers stamp it as well.
  mutating func end() { until = 0 }

  /// The turn of a message that was kept; `nil` for any other.
  mutating func turn(of message: InboundMessage, _ now: Moment) -> Int64? {
    guard message.source != .archive, message.stamp != nil, now.uptime < until else { return nil }
    until = now.uptime + Self.patience
    return turns.popFirst()
  }
}
