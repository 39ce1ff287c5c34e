/// What has to survive of a stream so that it can be resumed (XEP-0198 §5): its id, both counts, and
/// what was sent and is not acknowledged.
///
/// Stored in the transaction that stores what it counts: ``handled`` never runs ahead of what is on disk,
/// and a stanza is in ``unacknowledged`` before its first byte leaves.
public struct StreamState: Sendable, Equatable {
  /// A stanza of ours that the server is not known to have handled.
  public enum Stanza: Sendable, Equatable {
    /// A chat message: the outbox has it, and sends it again.
    case message(OriginID, to: JID)
    /// XML that is sent again as it is, on the same stream alone: own presence, an answer.
    case bound(String)
    /// Never sent again: what is of the moment, what is asked or told anew, a message that was refused.
    case passing
  }

  /// The server's name for the stream: `previd` at resumption.
  public var id: String
  /// The full address that is bound.
  public var jid: JID
  /// Our `h`: stanzas that came and are stored, modulo 2³².
  public var handled: UInt32
  /// The server's `h`: stanzas of ours that it handled, modulo 2³².
  public var acknowledged: UInt32
  /// How many stanzas of ours went before ``unacknowledged``; does not wrap.
  public var settled: Int64
  /// Oldest first.
  public var unacknowledged: [Stanza]

  public init(
    id: String, jid: JID, handled: UInt32 = 0, acknowledged: UInt32 = 0, settled: Int64 = 0,
    unacknowledged: [Stanza] = []
  ) {
    self.id = id
    self.jid = jid
    self.handled = handled
    self.acknowledged = acknowledged
    self.settled = settled
    self.unacknowledged = unacknowledged
  }

  /// How many of ``unacknowledged`` a count of the server's confirms; `nil` where it counts what was
  /// never sent, or goes back: an error, never an acknowledgement.
  public func confirmed(by h: UInt32) -> Int? {
    let count = h &- acknowledged
    return count <= UInt32(unacknowledged.count) ? Int(count) : nil
  }
}
