internal import CSQLite
internal import Glibc
internal import Localization

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
  /// The file was removed or replaced while it was open; what it held is in another, by its path, where
  /// that could be written.
  case removed(kept: String?)
  /// Of the files that belong together this one is gone, by its path.
  case incomplete(missing: String)
  /// The log beside the file is damaged, and something that was committed stands behind that.
  case damagedLog
  /// Anything else, in SQLite's or the system's words.
  case io(String)

  /// In plain words what is wrong.
  public var explanation: String {
    switch self {
    case .full: tr("the disk is full")
    case .readOnly: tr("the file of the messages may not be written")
    case .locked: tr("another program holds the file of the messages")
    case .corrupt: tr("the file of the messages is damaged")
    case .newerSchema(let found, let known):
      tr("the messages are of a newer psst (their version is \(found), this one knows \(known))")
    case .notADatabase: tr("the file of the messages is something else")
    case .removed: tr("the file of the messages was removed or replaced")
    case .incomplete: tr("a file that belongs to the messages is missing")
    case .damagedLog: tr("what was written last is damaged")
    case .io(let text): tr("the disk reported: \(text)")
    }
  }

  /// In plain words what to do about it, as a sentence.
  public var advice: String {
    switch self {
    case .full: tr("Make room on the disk.")
    case .readOnly: tr("Make the file, its folder and its disk writable for you.")
    case .locked: tr("End the other program.")
    case .corrupt: tr("What can be read is shown, and nothing is written to it any more.")
    case .newerSchema: tr("Open it with the newer psst. This one leaves it as it is.")
    case .notADatabase: tr("Put the right file in its place, or have this one set aside.")
    case .removed(let path?): tr("All it held is kept in \(path): try now to go on with it.")
    case .removed: tr("Put the file back before you end psst, if you can.")
    case .incomplete(let path):
      tr("Put \(path) back.") + " "
        + tr(
          "Or open psst in a terminal and choose to go on with what is left: what was written last is not in it."
        )
    case .damagedLog:
      tr(
        "Open psst in a terminal: it repairs what it can. Otherwise, choose there to go on with what stands before the damage; a copy of everything is kept."
      )
    case .io: tr("Check the disk.")
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
    case ENOSPC, EDQUOT, EFBIG: self = .full
    case EACCES, EPERM, EROFS: self = .readOnly
    default: self = .io(message)
    }
  }
}
