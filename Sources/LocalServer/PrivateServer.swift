internal import CPlatform
internal import Glibc
public import Model

/// What can go wrong with the private server, in words for the user.
public enum PrivateServerError: Error, Sendable, Equatable {
  /// Prosody (or a Lua library it needs) is not installed; says which command installs it.
  case notInstalled(String)
  /// It did not come up; the detail is the end of its log.
  case didNotStart(String)
  /// `psst server stop` holds until `psst server start`.
  case heldStopped
  /// A name or password that no account can have, or what the running server answered.
  case adminRefused(String)
  /// The folder cannot be used: not made, not ours, not writable.
  case folder(String)
}

/// The private Prosody of this user on this computer. Calls block: not for the main thread.
///
/// It belongs to no program: it goes on when the one that started it ends, and ends by itself when nobody
/// has used it for ``idleSeconds``. Any number of programs may call this at once.
public struct PrivateServer: Sendable {
  public enum Status: Sendable, Equatable {
    case running(pid: Int32, Endpoint)
    case stopped
    /// Stopped by the user until `psst server start`.
    case heldStopped
  }

  /// The domain its accounts live on.
  public static let domain = "localhost"
  /// A contact every account has and nobody can be: it answers what it is told.
  public static let echoName = "echo"

  let folder: ServerFolder
  let idleSeconds: Int
  let searchPath: String

  /// - Parameters:
  ///   - folder: holds everything of it (0700); made when missing.
  ///   - idleSeconds: how long it stays without anybody signed in.
  ///   - searchPath: where `prosody` is looked for, like PATH; `nil`: PATH and the usual places.
  public init(folder: String, idleSeconds: Int = 60, searchPath: String? = nil) {
    self.folder = ServerFolder(path: folder)
    self.idleSeconds = idleSeconds
    self.searchPath = searchPath ?? Launch.defaultSearchPath
  }

  /// An address below which it keeps files; `nil` where it never ran.
  public var files: String? {
    folder.rememberedHTTPPort.map { "http://\(Self.domain):\($0)/" }
  }

  /// Starts it when it is not running (once, however many programs ask) and returns where it listens,
  /// when it has answered with stream features. Throws ``PrivateServerError/heldStopped`` after ``stop()``.
  public func ensureRunning() throws -> Endpoint {
    try folder.prepare()
    if folder.isHeld { throw PrivateServerError.heldStopped }
    if let running = RunningServer.find(in: folder) { return running.endpoint }
    let lock = try ServerLock(folder)
    defer { lock.release() }
    if folder.isHeld { throw PrivateServerError.heldStopped }
    if let running = RunningServer.find(in: folder) { return running.endpoint }
    endWhatIsLeft()
    return try Launch(folder: folder, idleSeconds: idleSeconds, searchPath: searchPath).start()
      .endpoint
  }

  /// Takes the hold of ``stop()`` back, and starts it.
  public func start() throws -> Endpoint {
    try folder.prepare()
    do {
      let lock = try ServerLock(folder)
      defer { lock.release() }
      try folder.release()
    }
    return try ensureRunning()
  }

  /// Ends it (SIGTERM, SIGKILL after 2 s) and holds it stopped.
  public func stop() throws {
    try folder.prepare()
    let lock = try ServerLock(folder)
    defer { lock.release() }
    try folder.hold()
    endWhatIsLeft()
  }

  /// ``stop()`` holds: nothing of it is started.
  public var isHeld: Bool { folder.isHeld }

  /// Also `stopped` while the server does not answer within 2 s.
  public func status() -> Status {
    if let running = RunningServer.find(in: folder) {
      return .running(pid: running.process.id, running.endpoint)
    }
    return folder.isHeld ? .heldStopped : .stopped
  }

  /// Makes the account through the admin socket, or gives an existing one this password. Starts the server
  /// when it is not running.
  ///
  /// - Parameters:
  ///   - name: the local part of the address; lower case, not ``echoName``.
  ///   - password: 8 to 1,024 bytes without control characters.
  public func makeAccount(name: String, password: String) throws {
    let command = try AccountCommand(name: name, password: password)
    _ = try ensureRunning()
    let admin = try AdminSocket(folder.adminSocket, timeout: AdminSocket.patience)
    defer { admin.close() }
    let made = try admin.run(command.create)
    if made.isError, made.text.contains("User exists") {
      try admin.run(command.changePassword).check()
    } else {
      try made.check()
    }
  }

  /// Takes an account away with all that the server has of it, its archive too; one that is not there is gone. Starts the
  /// server when it is not running.
  public func deleteAccount(name: String) throws {
    let command = try AccountCommand.delete(name: name)
    _ = try ensureRunning()
    let admin = try AdminSocket(folder.adminSocket, timeout: AdminSocket.patience)
    defer { admin.close() }
    let answer = try admin.run(command)
    if !answer.isError || !answer.text.contains("No such user") { try answer.check() }
  }

  /// Ends a server of this folder that runs or hangs, and sweeps what it leaves. Needs the lock.
  private func endWhatIsLeft() {
    let left = [AdminSocket.listener(folder.adminSocket), folder.recordedProcess].compactMap { $0 }
    for process in Set(left) { process.end() }
    folder.sweep()
  }
}
