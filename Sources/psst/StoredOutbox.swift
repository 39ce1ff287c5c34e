internal import Glibc
internal import Storage
internal import Sync

/// The outbox as the disk has it, without a connection. The caller holds the account's lock.
enum StoredOutbox {
  static func read(_ stored: StoredAccount) throws -> [QueueRow] {
    guard access(stored.databasePath, F_OK) == 0 else { return [] }
    let database = try Database(path: stored.databasePath)
    let engine = try SyncEngine(
      account: stored.account, password: stored.password, resource: stored.resource,
      database: database)
    return engine.outboxEntries().map(QueueRow.init)
  }
}

/// Gives another program a moment.
enum Pause {
  static func short() { usleep(200_000) }
}
