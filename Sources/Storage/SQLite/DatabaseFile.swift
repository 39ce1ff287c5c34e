internal import CSQLite
internal import Glibc

/// The files on disk around one SQLite file that is written: made private, and watched, so that what is
/// written never goes where nobody finds it again (P5).
///
/// Beside the database stand SQLite's log (`-wal`, https://www.sqlite.org/walformat.html) and a mark
/// (`.open`) of ours, as old as the last commit: a mark without a log, and a file that is older, means
/// that the log is missing and the newest part with it. (Another program may fold the log into the file
/// and remove it; then the file is newer.)
final class DatabaseFile {
  private let path: String
  private let identity: Identity
  private var log: Identity?
  /// Of this file and of no copy of it: an inode's number is given again, with another birth.
  let name: String
  /// The mark, open; -1 before the first commit.
  private var descriptor: Int32 = -1

  /// Makes the file with mode 0600 and its missing folders with 0700 (Z3), so that no moment exists
  /// in which others may read it. SQLite gives `-wal` and `-shm` the mode of the file.
  init(_ path: String) throws(StorageError) {
    self.path = path
    try Self.makeFolders(of: path)
    try Self.checkComplete(path)
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path) }
    if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o600) != 0 { throw Self.failure(path) }
    identity = Identity(status)
    name = "\(status.st_ino)-\(psst_file_birth(path))"
  }

  /// SQLite would throw the rest of a torn pair away: the log where the file is gone, and what was in
  /// the log where that is gone. So the pair is left as it is, for who can put it together again.
  static func checkComplete(_ path: String) throws(StorageError) {
    let hasFile = (look(path)?.st_size ?? 0) > 0
    let isExpected = look(path + markEnding) != nil
    if !hasFile, isExpected || hasLog(path) { throw .incomplete(missing: path) }
    if isExpected, !hasLog(path), isFileOlder(path) {
      throw .incomplete(missing: path + logEnding)
    }
  }

  /// By more than what the system's clock for files may lag behind, in milliseconds.
  private static func isFileOlder(_ path: String) -> Bool {
    guard let file = look(path), let mark = look(path + markEnding) else { return false }
    return milliseconds(mark.st_mtim) > milliseconds(file.st_mtim) + 100
  }

  private static func milliseconds(_ time: timespec) -> Int {
    time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  // MARK: In use

  /// SQLite has its files open now.
  func beginUse() {
    log = Self.look(path + Self.logEnding).map(Identity.init)
    noteCommit()
  }

  /// Whether the files that are written to are still the ones a later start will find: two calls of
  /// stat(2).
  var isInPlace: Bool {
    guard let file = Self.look(path), Identity(file) == identity else { return false }
    guard let log else { return true }
    return Self.look(path + Self.logEnding).map(Identity.init) == log
  }

  /// Another file has its name.
  var isReplaced: Bool { Self.look(path).map { Identity($0) != identity } ?? false }

  /// Something was committed.
  func noteCommit() { if Self.hasLog(path) { mark() } }

  /// The connection is about to be closed: where it is the last, SQLite folds the log into the file
  /// and removes it.
  func willEndUse() { unlink(path + Self.markEnding) }

  /// It is closed; a log that is still there has something in it.
  func didEndUse() {
    if descriptor >= 0, Self.look(path + Self.logEnding) != nil {
      close(descriptor)
      descriptor = -1
      mark()
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether a log with something in it stands beside the file.
  static func hasLog(_ path: String) -> Bool { (look(path + logEnding)?.st_size ?? 0) > 0 }

  /// Without the mark a lost log is not noticed, and nothing else is different.
  private func mark() {
    if descriptor < 0 {
      descriptor = open(path + Self.markEnding, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    }
    if descriptor >= 0 { futimens(descriptor, nil) }
  }

  /// Returns whether a file of that name was made, for its owner alone.
  static func makeEmpty(_ path: String) -> Bool {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  /// SQLite does not wait for the disk where it writes a whole new file.
  static func sync(_ path: String) -> Bool {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }

  // MARK: Inside

  static let logEnding = "-wal"
  static let markEnding = ".open"

  /// Which file it is, whatever its name.
  private struct Identity: Equatable {
    var device: UInt
    var number: UInt

    init(_ status: stat) { (device, number) = (UInt(status.st_dev), UInt(status.st_ino)) }
  }

  /// `nil` where there is no such file.
  private static func look(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private static func makeFolders(of path: String) throws(StorageError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    if access(folder, F_OK) == 0 { return }
    try makeFolders(of: folder)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw failure(folder) }
  }

  static func failure(_ path: String) -> StorageError {
    let code = errno
    return StorageError(systemError: code, message: "\(path): \(String(cString: strerror(code)))")
  }
}
