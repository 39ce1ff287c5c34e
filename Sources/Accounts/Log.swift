internal import Dispatch
internal import Files
internal import Glibc
internal import Model
internal import Screen
internal import Synchronization

/// The log file: bounded, readable by its owner only, and harmless for who reads it on a terminal (Z2).
/// Calls return at once; a disk that refuses loses lines and nothing else.
public final class Log: Sendable {
  /// Bytes at which the file is put aside; one old file is kept.
  public static let longestFile: Int64 = 5 * 1024 * 1024

  let path: String
  private let limit: Int64
  private let queue = DispatchQueue(label: "psst.log", qos: .utility)
  private let file = Mutex<Int32>(-1)
  private let clean: @Sendable (String) -> String
  private let waiting = Mutex(Waiting())

  /// Lines that wait for the disk. Somebody who makes psst say more than that loses lines (Z4).
  private struct Waiting {
    static let capacity = 1 << 20
    var bytes = 0
    private var missing = 0

    /// How many lines were left out before this one; `nil` where it is left out as well.
    mutating func reserve(_ size: Int) -> Int? {
      guard bytes == 0 || bytes + size <= Self.capacity else {
        missing += 1
        return nil
      }
      bytes += size
      defer { missing = 0 }
      return missing
    }
  }

  /// - Parameter clean: makes a line harmless for a terminal.
  public init(
    path: String, limit: Int64 = Log.longestFile,
    clean: @escaping @Sendable (String) -> String
  ) {
    self.path = path
    self.limit = limit
    self.clean = clean
  }

  deinit { file.withLock { if $0 >= 0 { close($0) } } }

  /// Adds a line, with the time.
  public func write(_ line: String) {
    let time = SystemClock.wall
    let size = line.utf8.count
    guard let missing = waiting.withLock({ $0.reserve(size) }) else { return }
    queue.async { [self] in
      if missing > 0 { append("\(SystemClock.full(time)) (\(missing) lines left out)\n") }
      append(SystemClock.full(time) + " " + clean(line) + "\n")
      waiting.withLock { $0.bytes -= size }
    }
  }

  /// Waits until everything said so far is in the file.
  public func flush() { queue.sync {} }

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
