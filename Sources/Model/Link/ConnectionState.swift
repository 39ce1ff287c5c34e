/// What is known of the link to the server.
public enum ConnectionState: Sendable, Equatable {
  /// No link. `nextTry` is the uptime in milliseconds of the next attempt (``Moment/uptime``), `nil` when none is planned.
  case offline(reason: String, nextTry: Int64?)
  /// An attempt is under way; the first is 1.
  case connecting(attempt: Int)
  /// Signed in and bound. `roundTrip` in milliseconds, `nil` until measured.
  case online(roundTrip: Int?)
  /// Not tried again until the user does something, for example gives another password.
  case paused(reason: String)
  /// Another program on this computer has the account and its link; here it is only read.
  case readOnly

  /// Signed in and bound.
  public var isOnline: Bool {
    if case .online = self { true } else { false }
  }
}
