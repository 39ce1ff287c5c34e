internal import CSQLite

/// The log of changes (WAL) beside an open file. It has to be folded into the file now and then, which takes
/// as long as some commits do: SQLite's own limit lets one commit in some dozens wait for that
/// (https://www.sqlite.org/c3ref/wal_autocheckpoint.html).
final class ChangeLog {
  /// From here on it is folded when there is time.
  static let long: Int32 = 1_000
  /// From here on by the commit itself.
  static let tooLong: Int32 = 4_000

  private let connection: OpaquePointer
  /// As of the last commit.
  private var pages: Int32 = 0
  /// What was deleted for good can still be read in it.
  private var holdsErased = false

  private let busyTimeout: Int32

  /// - Parameter busyTimeout: as the connection has it, in milliseconds.
  init(_ connection: OpaquePointer, busyTimeout: Int32) {
    (self.connection, self.busyTimeout) = (connection, busyTimeout)
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      connection,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        let log = Unmanaged<ChangeLog>.fromOpaque(context).takeUnretainedValue()
        log.pages = pages
        if pages >= ChangeLog.tooLong { log.foldPages() }
        return SQLITE_OK
      }, context)
  }

  /// Or has something in it that is to go.
  var isLong: Bool { holdsErased || pages >= Self.long }

  func fold() {
    if holdsErased { empty() }
    if pages >= Self.long { foldPages() }
  }

  /// It is emptied as soon as nobody reads in it.
  func noteErasure() { holdsErased = true }

  /// Waits for nobody: there is a next time.
  private func empty() {
    sqlite3_busy_timeout(connection, 0)
    let code = sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    sqlite3_busy_timeout(connection, busyTimeout)
    if code == SQLITE_OK { (holdsErased, pages) = (false, 0) }
  }

  /// What cannot be folded now stays in the log.
  private func foldPages() {
    pages = 0
    sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }
}
