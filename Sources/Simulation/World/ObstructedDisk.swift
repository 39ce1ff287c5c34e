internal import CObstructedDisk
internal import CSQLite

/// A disk that refuses writes when told to: what a full disk does can be played, and seen. One for the
/// process, used by one thread.
enum ObstructedDisk {
  /// What it says to writes.
  enum Obstruction: Sendable {
    case full
    case readOnly
  }

  /// For ``Storage/Database/init(path:access:busyTimeout:vfs:)``.
  static var vfs: String {
    let code = psst_register_obstructed()
    precondition(code == SQLITE_OK, "SQLite has a file system of the system's")
    return "obstructed"
  }

  /// What is refused from now on, of all files opened so; `nil` lets writes happen.
  static func obstruct(_ obstruction: Obstruction?) {
    switch obstruction {
    case .full: psst_obstruct(SQLITE_FULL)
    case .readOnly: psst_obstruct(SQLITE_READONLY)
    case nil: psst_obstruct(SQLITE_OK)
    }
  }
}
