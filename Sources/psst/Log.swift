internal import Dispatch
internal import Glibc
internal import Model
internal import Screen
internal import Synchronization

/// The log file: bounded, readable by its owner only, and harmless for who reads it on a terminal (Z2).
/// Calls return at once; a disk that refuses loses lines and nothing else.
final class Log: Sendable {
  /// Bytes at which the file is put aside; one old file is kept.
  static let longestFile: Int64 = 5 * 1024 * 1024

  let path: String
  private let limit: Int64
  private let queue = DispatchQueue(label: "psst.log", qos: .utility)
  private let file = Mutex<Int32>(-1)
  private let clean: @Sendable (String) -> String

  init(
    path: String, limit: Int64 = Log.longestFile,
    clean: @escaping @Sendable (String) -> String = PlainWording.standard.clean
  ) {
    self.path = path
    self.limit = limit
    self.clean = clean
  }

  deinit { file.withLock { if $0 >= 0 { close($0) } } }

  func write(_ line: String) {
    let time = SystemClock.wall
    queue.async { [self] in
      append(SystemClock.full(time) + " " + clean(line) + "\n")
    }
  }

  /// Waits until everything said so far is in the file.
  func flush() { queue.sync {} }

  private func append(_ line: String) {
    file.withLock { file in
      if file < 0 { file = open() }
      guard file >= 0 else { return }
      _ = FileBytes.writeAll(Array(line.utf8), to: file)
      var status = stat()
      if fstat(file, &status) == 0, Int64(status.st_size) >= limit {
        close(file)
        file = -1
        rename(path, path + ".old")
      }
    }
  }

  private func open() -> Int32 {
    guard (try? PrivateFile.makeFolder(PrivateFile.parent(of: path))) != nil else { return -1 }
    return Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }
}
