internal import Glibc

/// What a person can have done about files that cannot be opened (P5). Nothing is ever deleted or
/// written over but the mark of ``DatabaseFile``.
public enum BrokenFile {
  /// Gives the database and what belongs to it the first free name of `PATH.broken-1`, `.broken-2`, …,
  /// so that a new one can begin; SQLite still opens it there with its log.
  ///
  /// - Returns: the new path.
  /// - Throws: ``StorageError`` where a file cannot be renamed; what was renamed by then stays so.
  @discardableResult
  public static func setAside(_ path: String) throws(StorageError) -> String {
    let new = freeName(for: path)
    // The log first: without its file it is found missing, and not thrown away by SQLite.
    for ending in [DatabaseFile.logEnding, "-shm", "-journal", ""] {
      guard exists(path + ending) else { continue }
      guard rename(path + ending, new + ending) == 0 else {
        throw StorageError(
          systemError: errno, message: "\(path): \(String(cString: strerror(errno)))")
      }
    }
    unlink(path + DatabaseFile.markEnding)
    return new
  }

  /// Takes what is left after ``StorageError/incomplete(missing:)`` for all there is. A log without its
  /// file is set aside.
  public static func goOn(_ path: String) throws(StorageError) {
    if exists(path + DatabaseFile.logEnding) {
      try setAside(path)
    } else {
      unlink(path + DatabaseFile.markEnding)
    }
  }

  /// What SQLite finds wrong in the file, read as it is; empty where it is sound. Reads all of it.
  ///
  /// - Throws: ``StorageError`` where it cannot be opened at all.
  public static func findings(_ path: String) throws(StorageError) -> [String] {
    try DatabaseFile.checkComplete(path)
    let database = try Database(path: path, access: .readOnly)
    do {
      let lines = try database.rows("PRAGMA integrity_check(3)") { $0.text(0) }
      let strays = try database.rows("PRAGMA foreign_key_check") { "a stray row in \($0.text(0))" }
      return lines.filter { $0 != "ok" } + strays.prefix(3)
    } catch StorageError.corrupt {
      return [StorageError.corrupt.explanation]
    }
  }

  private static func freeName(for path: String) -> String {
    var number = 1
    func isTaken(_ name: String) -> Bool {
      exists(name) || exists(name + DatabaseFile.logEnding)
    }
    while isTaken("\(path).broken-\(number)") { number += 1 }
    return "\(path).broken-\(number)"
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
