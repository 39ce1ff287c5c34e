import CSQLite
import Foundation
import Testing

/// Holds the one place for a writer of a database that another program has open.
final class FileLock: @unchecked Sendable {
  // Used by one thread after the other.
  private var connection: OpaquePointer?

  init(_ path: String) {
    #expect(sqlite3_open(path, &connection) == SQLITE_OK)
    #expect(sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
  }

  /// - Parameter seconds: longer than a server that only tells something may take.
  func release(after seconds: Double) {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) {
      sqlite3_close(self.connection)
    }
  }
}
