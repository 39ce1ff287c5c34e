/// What is known of the link to the server.
public enum ConnectionState: Sendable, Equatable {
  /// No link. `nextTry` is the uptime in milliseconds of the next attempt (``Moment/uptime``), `nil` when none is planned.
  /// Where the user has to do something first, `awaitsUser` says so.
  case offline(reason: String, nextTry: Int64?, awaitsUser: Bool = false)
  /// An attempt is under way; the first is 1.
  case connecting(attempt: Int)
  /// Signed in and bound. `roundTrip` in milliseconds, `nil` until measured.
  case online(roundTrip: Int?)
  /// Signed in and bound, but nothing has come since this uptime (milliseconds) though something waits for an answer.
  case unanswered(since: Int64)
  /// Not tried again until the user does something, for example gives another password.
  case paused(reason: String)
  /// Another program on this computer has the account and its link; here it is only read.
  case readOnly

  /// Nothing brings the link back but the user: the private server was stopped by `psst server stop`.
  public var awaitsUser: Bool {
    if case .offline(_, _, awaitsUser: true) = self { true } else { false }
  }

  /// Signed in and bound.
  public var isOnline: Bool {
    switch self {
    case .online, .unanswered: true
    case .offline, .connecting, .paused, .readOnly: false
    }
  }
}
