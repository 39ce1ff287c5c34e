internal import CSQLite
internal import Model

/// One SQLite file in WAL mode with the account's data.
public final class Database {
  /// Opens or makes the file (0600) and brings its schema up to date.
  public init(path: String) throws {}
}
