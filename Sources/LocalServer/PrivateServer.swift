internal import CPlatform
public import Model

/// What can go wrong with the private server, in words for the user.
public enum PrivateServerError: Error, Sendable, Equatable {
  /// Prosody (or a Lua library it needs) is not installed.
  case notInstalled(String)
  /// It did not come up; the detail is the end of its log.
  case didNotStart(String)
  /// `psst server stop` holds until `psst server start`.
  case heldStopped
  case adminRefused(String)
  case folder(String)
}

/// The private Prosody of this user on this computer. Calls block: not for the main thread.
public struct PrivateServer: Sendable {
  public enum Status: Sendable, Equatable {
    case running(pid: Int32, Endpoint)
    case stopped
    /// Stopped by the user until `psst server start`.
    case heldStopped
  }

  /// The domain its accounts live on.
  public static let domain = "localhost"

  /// - Parameter folder: holds everything of it (0700); made when missing.
  public init(folder: String) {}

  /// Starts it when it is not running (once, however many programs ask) and returns where it listens,
  /// when it has answered with stream features. Throws ``PrivateServerError/heldStopped`` after ``stop()``.
  public func ensureRunning() throws -> Endpoint { throw PrivateServerError.heldStopped }

  /// Takes the hold of ``stop()`` back, and starts it.
  public func start() throws -> Endpoint { throw PrivateServerError.heldStopped }

  /// Ends it (SIGTERM, SIGKILL after 2 s) and holds it stopped.
  public func stop() throws {}

  public func status() -> Status { .stopped }

  /// Makes the account through the admin socket, or gives an existing one this password.
  public func makeAccount(name: String, password: String) throws {}
}
