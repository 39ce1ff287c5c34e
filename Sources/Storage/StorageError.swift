internal import CSQLite
internal import Glibc

/// What can go wrong with the disk, by what a person can do about it (P5).
public enum StorageError: Error, Sendable, Equatable {
  /// No space is left.
  case full
  /// The file, its folder or its medium may not be written.
  case readOnly
  /// Another program holds the file.
  case locked
  /// The file is damaged.
  case corrupt
  /// A newer psst wrote the file: its schema version, and the newest this program knows.
  case newerSchema(found: Int, known: Int)
  /// The file is something else.
  case notADatabase
  /// Anything else, in SQLite's or the system's words.
  case io(String)

  /// In plain words, for a notice.
  public var explanation: String {
    switch self {
    case .full: "the disk is full"
    case .readOnly: "the disk or the file may not be written"
    case .locked: "another program holds the database"
    case .corrupt: "the database is damaged"
    case .newerSchema(let found, let known):
      "the database is of a newer psst (version \(found), this one knows \(known))"
    case .notADatabase: "the file is not a psst database"
    case .io(let text): "the disk reported: \(text)"
    }
  }

  /// Sorts SQLite's result codes (https://www.sqlite.org/rescode.html).
  init(code: Int32, message: String, systemError: Int32) {
    switch code & 0xFF {
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: self = .readOnly
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked
    case SQLITE_CORRUPT: self = .corrupt
    case SQLITE_NOTADB: self = .notADatabase
    default: self = Self(systemError: systemError, message: message)
    }
  }

  init(systemError: Int32, message: String) {
    switch systemError {
    case ENOSPC, EDQUOT: self = .full
    case EACCES, EPERM, EROFS: self = .readOnly
    default: self = .io(message)
    }
  }
}
