/// What happens with what waits when the link comes back (O4).
public enum SendPolicy: String, Sendable, CaseIterable {
  /// All goes at once.
  case auto
  /// The user is asked first.
  case review
  /// All goes when the oldest was queued less than 10 minutes ago; else the user is asked.
  case smart
}

/// The link is back and the policy wants the user's word (O5).
public struct PolicyQuestion: Sendable, Equatable {
  /// How many messages wait for the answer.
  public var waiting: Int
  /// The uptime in milliseconds (``Moment/uptime``) when the question goes away and the queue stays.
  public var until: Int64

  public init(waiting: Int, until: Int64) {
    self.waiting = waiting
    self.until = until
  }
}
