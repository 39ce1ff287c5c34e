internal import Localization

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

  /// The reason of ``offline(reason:nextTry:)`` where the private server was stopped by `psst server stop`: nothing starts
  /// it again but the user.
  public static var stoppedServer: String {
    tr("the private server is stopped; psst server start starts it")
  }

  /// ``stoppedServer`` is why.
  public var isServerStopped: Bool {
    if case .offline(Self.stoppedServer, _) = self { true } else { false }
  }

  /// Signed in and bound.
  public var isOnline: Bool {
    if case .online = self { true } else { false }
  }
}
