internal import CPicture
internal import Files
internal import Glibc
internal import Localization

/// The process that reads one picture (posix_spawn(3)): it has a file and a pipe, and nothing else of ours.
struct PictureProcess {
  private let process: pid_t
  /// What it writes.
  private let output: Int32

  /// - Parameter file: what it reads, from its beginning.
  init(_ words: [String], reading file: Int32) throws(Failure) {
    guard let pipe = Pipe() else { throw Self.failure(errno) }
    defer { close(pipe.writing) }
    output = pipe.reading
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, file, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&files, pipe.writing, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    // The libraries look for what the environment names.
    let environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var child = pid_t()
    let code = SpawnAttributes.with {
      posix_spawn(&child, words[0], &files, &$0, pointers, environment)
    }
    guard code == 0 else {
      close(output)
      throw Self.failure(code)
    }
    process = child
  }

  private static func failure(_ code: Int32) -> Failure {
    Failure(tr("the picture cannot be read: \(String(cString: strerror(code)))"))
  }

  /// All that it writes, and its status; it is ended where it writes more. It ends by itself in seconds.
  func finish(mostBytes: Int) -> (bytes: [UInt8], status: Int32?) {
    var bytes: [UInt8] = []
    var isWhole = false
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= mostBytes {
      let count = Glibc.read(output, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        isWhole = count == 0
        break
      }
      bytes += chunk[..<count]
    }
    close(output)
    if !isWhole { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let hasExited = status & 0x7F == 0
    return (bytes, isWhole && hasExited ? status >> 8 & 0xFF : nil)
  }
}
