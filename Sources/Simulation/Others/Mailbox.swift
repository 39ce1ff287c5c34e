/// What the server keeps for who is away, and what becomes of what does not fit in: it is acknowledged,
/// archived or not, and then comes back (ejabberd's `max_user_offline_messages`).
struct Mailbox: Sendable {
  /// Where a message is archived that then comes back.
  enum Kept: Sendable { case nowhere, withTheSender, withBoth }

  /// So many texts fit in.
  var room: Int
  var kept: Kept
  /// Milliseconds until a message comes back.
  var delay: ClosedRange<Int64>

  init(seed: UInt64) {
    var random = Oddity.fullMailbox.numbers(seed: seed)
    _ = random.next()
    room = random.pick([0, 1, 3])
    kept = random.pick([.nowhere, .withTheSender, .withBoth])
    delay = random.pick([0...0, 1...5, 100...500])
  }
}
