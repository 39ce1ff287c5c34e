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
    guard let frames = LogFrames(bytes, pageSize: try Self.pageSize(path)),
      let damage = frames.damage
    else { return nil }
    // Another program may have begun it anew meanwhile: it writes the header first.
    guard try Self.read(log, most: 32).elementsEqual(bytes.prefix(32)) else { return nil }
    (self.frames, self.damage) = (frames, damage)
  }

  /// Makes SQLite take all that stands in it, what was changed included, where the database is sound with that.
  ///
  /// - Returns: the path of a copy of the log as it was.
  /// - Throws: ``StorageError/damagedLog`` where the database would not be: then the log is as it was.
  func mend() throws(StorageError) -> String {
    let copy = try keep()
    var mended = frames
    mended.mend(damage)
    try write(mended.bytes)
    let findings = (try? BrokenFile.findings(path)) ?? [""]
    guard findings.isEmpty else {
      try write(frames.bytes)
      unlink(copy)
      throw .damagedLog
    }
    return copy
  }

  /// Takes what stands before the damage for all there is, and keeps a copy of the rest.
  func cut() throws(StorageError) {
    try keep()
    var rest = frames
    rest.cut(before: damage.first)
    try write(rest.bytes)
  }

  @discardableResult
  private func keep() throws(StorageError) -> String {
    let name = BrokenFile.freeName(for: path, .broken) + DatabaseFile.logEnding
    guard DatabaseFile.makeEmpty(name) else { throw DatabaseFile.failure(name) }
    try Self.write(frames.bytes, to: name)
    return name
  }

  /// In its place: for who has it open nothing changes by that.
  private func write(_ bytes: [UInt8]) throws(StorageError) { try Self.write(bytes, to: log) }

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

  private static func read(_ name: String, most: Int = .max) throws(StorageError) -> [UInt8] {
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseFile.failure(name) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw DatabaseFile.failure(name) }
    let size = min(Int(status.st_size), most)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let new = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
        guard new > 0 else { break }
        count += new
      }
    }
  }

  /// In bytes, as the database says it (https://www.sqlite.org/fileformat2.html#page_size).
  private static func pageSize(_ path: String) throws(StorageError) -> Int {
    let header = try read(path, most: 18)
    guard header.count == 18 else { return 0 }
    let size = Int(header[16]) << 8 | Int(header[17])
    return size == 1 ? 65_536 : size
  }
}
