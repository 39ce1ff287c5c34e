internal import CPlatform
internal import Files
internal import Glibc

/// Another program, started by this one (posix_spawn(3)).
struct ChildProgram {
  /// Where what it reads and writes goes.
  enum Place {
    /// The terminal, which this program has given back.
    case terminal
    /// Nowhere, in a session of its own: it cannot touch the terminal.
    case background
  }

  /// Why it could not be started (errno(3)).
  struct Refusal: Error {
    var code: Int32
    var words: String { String(cString: strerror(code)) }
  }

  /// glibc's POSIX_SPAWN_SETSID, which Swift does not see.
  private static let newSession: Int16 = 0x80
  private let process: pid_t

  /// Searched for on the PATH; no shell reads the words.
  /// - Parameter output: a path for what it writes in the background, at which nothing may be; `nil`: nobody wants it.
  init(_ words: [String], on place: Place, output: String? = nil) throws(Refusal) {
    let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    if place == .background {
      for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0)
      }
      if let output {
        let mode = O_WRONLY | O_CREAT | O_EXCL
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output, mode, 0o600)
      }
    }
    var child = pid_t()
    let code = SpawnAttributes.with(flags: place == .background ? Self.newSession : 0) {
      posix_spawnp(&child, words[0], &files, &$0, pointers, environ)
    }
    guard code == 0 else { throw Refusal(code: code) }
    process = child
  }

  /// A descriptor that is readable once it has ended, for the caller to close; negative where the system has none.
  func end() -> Int32 { psst_process_end(process) }

  /// Ends it at once (signal(7)).
  func kill() { _ = Glibc.kill(process, SIGKILL) }

  /// Blocks until it ends; returns its status (wait(2)), 0 where all went well.
  @discardableResult func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}
