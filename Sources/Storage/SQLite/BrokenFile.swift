internal import Glibc

/// What a person can have done about files that cannot be opened (P5). Nothing is ever deleted or
/// written over but the mark of ``DatabaseFile``, and a damaged log of which a copy is kept.
public enum BrokenFile {
  /// Gives the database and what belongs to it the first free name of `PATH.broken-1`, `.broken-2`, …,
  /// so that a new one can begin; SQLite still opens it there with its log.
  ///
  /// - Returns: the new path.
  /// - Throws: ``StorageError`` where a file cannot be renamed; what was renamed by then stays so.
  @discardableResult
  public static func setAside(_ path: String) throws(StorageError) -> String {
    try move(path, endings: [DatabaseFile.logEnding, "-shm", "-journal", ""])
  }

  /// What is wrong where there is no database file; `nil` where there never was one.
  public static func absence(of path: String) -> StorageError? {
    if let kept = newestKept(path) { return .removed(kept: kept) }
    do {
      try DatabaseFile.checkComplete(path)
      return nil
    } catch {
      return error
    }
  }

  /// Leaves the file where it is.
  static func setAsideLog(_ path: String) throws(StorageError) {
    try move(path, endings: [DatabaseFile.logEnding, "-shm"])
  }

  /// The log first: without its file it is found missing, and not thrown away by SQLite.
  @discardableResult
  private static func move(_ path: String, endings: [String]) throws(StorageError) -> String {
    let new = freeName(for: path, .broken)
    for ending in endings {
      guard exists(path + ending) else { continue }
      guard rename(path + ending, new + ending) == 0 else {
        throw StorageError(
          systemError: errno, message: "\(path): \(String(cString: strerror(errno)))")
      }
    }
    unlink(path + DatabaseFile.markEnding)
    return new
  }

  /// Takes what is left for all there is. Where the database or its log was removed while it was in use,
  /// that is what ``StorageError/removed(kept:)`` named; else what is there, and a log without its file is
  /// set aside. Of a damaged log only what stands before the damage is used.
  public static func goOn(_ path: String) throws(StorageError) {
    if let kept = newestKept(path), isAsNew(kept, as: path + DatabaseFile.markEnding) {
      return try put(kept, inPlaceOf: path)
    }
    if !hasContent(path), exists(path + DatabaseFile.logEnding) { try setAside(path) }
    let damage = try LogDamage(of: path)
    unlink(path + DatabaseFile.markEnding)
    try damage?.cut()
  }

  /// Nothing of what stands there is written over.
  static func put(_ kept: String, inPlaceOf path: String) throws(StorageError) {
    try setAside(path)
    guard rename(kept, path) == 0 else {
      throw StorageError(
        systemError: errno, message: "\(kept): \(String(cString: strerror(errno)))")
    }
  }

  private static func newestKept(_ path: String) -> String? {
    var newest: String?
    var number = 1
    while exists("\(path).\(Kind.kept.rawValue)-\(number)") {
      newest = "\(path).\(Kind.kept.rawValue)-\(number)"
      number += 1
    }
    return newest
  }

  /// Whether it is of the use that the mark is of, and not of an earlier one.
  private static func isAsNew(_ kept: String, as mark: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard stat(kept, &one) == 0, stat(mark, &other) == 0 else { return false }
    return (one.st_mtim.tv_sec, one.st_mtim.tv_nsec) >= (
      other.st_mtim.tv_sec, other.st_mtim.tv_nsec
    )
  }

  static func removeEmpty(_ path: String) { if !hasContent(path) { unlink(path) } }

  private static func hasContent(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > 0
  }

  /// What a file beside the database is.
  enum Kind: String { case broken, kept }

  /// What SQLite finds wrong in the file, read as it is; empty where it is sound. Reads all of it.
  ///
  /// - Throws: ``StorageError`` where it cannot be opened at all.
  public static func findings(_ path: String) throws(StorageError) -> [String] {
    let database = try Database(path: path, access: .readOnly)
    do {
      let lines = try database.rows("PRAGMA integrity_check(3)") { $0.text(0) }
      let strays = try database.rows("PRAGMA foreign_key_check") { "a stray row in \($0.text(0))" }
      return lines.filter { $0 != "ok" } + strays.prefix(3)
    } catch StorageError.corrupt {
      return ["it cannot be read to its end"]
    }
  }

  static func freeName(for path: String, _ kind: Kind) -> String {
    var number = 1
    func isTaken(_ name: String) -> Bool {
      exists(name) || exists(name + DatabaseFile.logEnding)
    }
    while isTaken("\(path).\(kind.rawValue)-\(number)") { number += 1 }
    return "\(path).\(kind.rawValue)-\(number)"
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
