internal import Glibc
public import Model
internal import Storage

/// The outbox as the disk has it, without an engine: another program may own the account meanwhile.
public enum StoredOutbox {
  public static func read(_ stored: StoredAccount) throws -> [OutboxEntry] {
    guard access(stored.databasePath, F_OK) == 0 else { return [] }
    return try Database(path: stored.databasePath, access: .readOnly).outbox.entries()
  }
}
