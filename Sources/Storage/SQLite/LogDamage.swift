internal import Glibc

/// A log (`-wal`) in which something changed after it had reached the disk: a bit, or a block. SQLite takes nothing that
/// stands behind such a place, and what was committed there is gone without a word
/// (https://www.sqlite.org/fileformat2.html#recovery).
struct LogDamage {
  private let path: String
  private let log: String
  private let frames: LogFrames
  private let damage: (first: Int, last: Int)

  /// `nil` where the log beside the database is sound, or there is none.
  ///
  /// - Throws: ``StorageError`` where it cannot be read.
  init?(of path: String) throws(StorageError) {
    (self.path, log) = (path, path + DatabaseFile.logEnding)
    guard DatabaseFile.hasLog(path) else { return nil }
    let bytes = try Self.read(log)
    guard let frames = LogFrames(bytes), let damage = frames.damage else { return nil }
    // Another program may have been writing meanwhile.
    guard try Self.read(log) == bytes else { return nil }
    (self.frames, self.damage) = (frames, damage)
  }

  /// Makes SQLite take all that stands in it, including the changed bytes, where the database is sound with that.
  ///
  /// - Returns: the path of a copy of the log as it was.
  /// - Throws: ``StorageError/damagedLog`` where the database would not be; nothing has changed then.
  func mend() throws(StorageError) -> String {
    var mended = frames
    guard mended.mend(damage), isSound(with: mended.bytes) else { throw .damagedLog }
    return try replace(with: mended.bytes)
  }

  /// Takes what stands before the damage for all there is, and keeps a copy of the whole log. Where the file already
  /// has later pages of the log, only the file alone may be sound.
  func cut() throws(StorageError) {
    var rest = frames
    rest.cut(before: damage.first)
    try replace(with: isSound(with: rest.bytes) || !isSound(with: []) ? rest.bytes : [])
  }

  /// The log is written in its place, since another program may have it open.
  /// - Returns: the path of a copy of it.
  @discardableResult
  private func replace(with bytes: [UInt8]) throws(StorageError) -> String {
    let copy = BrokenFile.freeName(for: path, .broken) + DatabaseFile.logEnding
    do { try Self.make(copy, frames.bytes) } catch {
      unlink(copy)
      throw error
    }
    try Self.write(bytes, to: log)
    return copy
  }

  /// Tried under another name of the file, so that a program that ends meanwhile leaves everything as it was.
  private func isSound(with bytes: [UInt8]) -> Bool {
    let name = path + ".check"
    func clear() { for ending in ["", DatabaseFile.logEnding, "-shm"] { unlink(name + ending) } }
    clear()
    defer { clear() }
    do throws(StorageError) {
      try Self.make(name + DatabaseFile.logEnding, bytes)
      guard link(path, name) == 0 else { return false }
      return try BrokenFile.findings(name).isEmpty
    } catch {
      return false
    }
  }

  private static func make(_ name: String, _ bytes: [UInt8]) throws(StorageError) {
    guard DatabaseFile.makeEmpty(name) else { throw DatabaseFile.failure(name) }
    try write(bytes, to: name)
  }

  private static func write(_ bytes: [UInt8], to name: String) throws(StorageError) {
    let descriptor = open(name, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseFile.failure(name) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw DatabaseFile.failure(name) }
      written += count
    }
    guard ftruncate(descriptor, off_t(written)) == 0, fsync(descriptor) == 0 else {
      throw DatabaseFile.failure(name)
    }
  }

  /// Empty where it is gone by now.
  private static func read(_ name: String) throws(StorageError) -> [UInt8] {
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { return [] }
    guard descriptor >= 0 else { throw DatabaseFile.failure(name) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw DatabaseFile.failure(name) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let new = bytes[count...].withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      guard new >= 0 else { throw DatabaseFile.failure(name) }
      guard new > 0 else { break }
      count += new
    }
    return Array(bytes.prefix(count))
  }
}
