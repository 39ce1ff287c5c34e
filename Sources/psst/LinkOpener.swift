internal import Dispatch
internal import Glibc

/// Opens an address of the web with the user's program for that: `$BROWSER`, else `xdg-open`.
enum LinkOpener {
  /// Returns at once; `nil` when the program was started, else why not, in words.
  static func open(_ link: String) -> String? {
    let program = getenv("BROWSER").map { String(cString: $0) } ?? ""
    let name = program.isEmpty ? "xdg-open" : program
    // An argument and no shell: nothing in an address is a command.
    let code = start([name, link])
    return code == 0 ? nil : "\(name): \(String(cString: strerror(code)))"
  }

  private static func start(_ words: [String]) -> Int32 {
    let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // A session of its own: the terminal is psst's.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | 0x80)
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0)
    }
    var child = pid_t()
    let code = posix_spawnp(&child, words[0], &files, &attributes, pointers, environ)
    if code == 0 { reap(child) }
    return code
  }

  private static func reap(_ child: pid_t) {
    DispatchQueue.global(qos: .utility).async {
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    }
  }
}
