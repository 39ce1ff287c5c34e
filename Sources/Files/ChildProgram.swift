internal import CPlatform
internal import Glibc

/// Another program, started by this one (posix_spawn(3)).
public struct ChildProgram: Sendable {
  /// Where what it reads and writes goes.
  public enum Place: Sendable {
    /// The terminal, which this program has given back.
    case terminal
    /// Nowhere, but for what is given, in a session of its own: it cannot touch the terminal.
    case background
  }

  /// Why it could not be started (errno(3)).
  public struct Refusal: Error {
    public var code: Int32
    public var words: String { String(cString: strerror(code)) }
  }

  /// glibc's POSIX_SPAWN_SETSID, which Swift does not see.
  private static let newSession: Int16 = 0x80
  /// Milliseconds between two looks.
  private static let step: Int32 = 50
  private let process: pid_t

  /// Searched for on the PATH; no shell reads the words.
  /// - Parameters:
  ///   - input: an open file that it reads in the background; `nil`: nothing.
  ///   - output: an open file that it writes to there; `nil`: nobody wants it.
  public init(
    _ words: [String], on place: Place, input: Int32? = nil, output: Int32? = nil
  ) throws(Refusal) {
    let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    if place == .background {
      for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0)
      }
      if let input { posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO) }
      if let output { posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO) }
    }
    var child = pid_t()
    let code = SpawnAttributes.with(flags: place == .background ? Self.newSession : 0) {
      posix_spawnp(&child, words[0], &files, &$0, pointers, environ)
    }
    guard code == 0 else { throw Refusal(code: code) }
    process = child
  }

  /// A descriptor that is readable once it has ended, for the caller to close; negative where the system has none.
  public func end() -> Int32 { psst_process_end(process) }

  /// Ends it at once (signal(7)).
  public func kill() { _ = Glibc.kill(process, SIGKILL) }

  /// Blocks until it ends; returns its status (wait(2)), 0 where all went well.
  @discardableResult public func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  /// Blocks until it ends, and ends it where it takes longer or is not wanted any more; returns its status, `nil` where
  /// it did not end by itself.
  /// - Parameters:
  ///   - timeout: milliseconds.
  ///   - isWanted: is asked several times a second.
  public func wait(within timeout: Int32, while isWanted: () -> Bool = { true }) -> Int32? {
    var query = pollfd(fd: end(), events: Int16(POLLIN), revents: 0)
    defer { if query.fd >= 0 { close(query.fd) } }
    var rest = query.fd < 0 ? 0 : timeout
    while rest > 0, poll(&query, 1, Self.step) == 0, isWanted() { rest -= Self.step }
    let hasEnded = query.revents != 0
    if !hasEnded { kill() }
    let status = wait()
    return hasEnded ? status : nil
  }
}
