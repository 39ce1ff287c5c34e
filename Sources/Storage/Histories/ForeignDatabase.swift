internal import CSQLite

/// Why a history could not be taken over to its end.
public enum HistoryProblem: Error, Equatable {
  /// What is wrong with the file, and where, in words for the user.
  case unreadable(String)
  /// The account's own disk refused.
  case storage(StorageError)
}

/// A database of another program: it is only read, and nothing in it is believed.
public final class ForeignDatabase {
  /// Bytes of a text or of a row.
  private static let longest: Int32 = 4 << 20

  private let connection: OpaquePointer
  /// In small letters. A view, or what a program makes when it is read, is none.
  private var tables: Set<String> = []

  /// Opens what is there.
  public init(path: String) throws(HistoryProblem) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else { throw .unreadable("no memory to open it") }
    connection = opened
    guard code == SQLITE_OK else { throw problem(after: 0) }
    sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, Self.longest)
    sqlite3_limit(opened, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_busy_timeout(opened, 2_000)
    for pragma in ["trusted_schema = OFF", "cell_size_check = ON", "query_only = ON"] {
      sqlite3_exec(opened, "PRAGMA \(pragma)", nil, nil, nil)
    }
    var names: Set<String> = []
    try rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
    ) { names.insert($0.text(0).lowercased()) }
    tables = names
  }

  deinit { sqlite3_close_v2(connection) }

  func has(_ names: String...) -> Bool { names.allSatisfy { tables.contains($0) } }

  /// The column where a table has it, else nothing: programs add columns in time.
  func column(_ name: String, of table: String) throws(HistoryProblem) -> String {
    var isThere = false
    try rows("PRAGMA table_info(\(table))") { isThere = isThere || $0.text(1) == name }
    return isThere ? "\(table).\(name)" : "NULL"
  }

  /// The first value of the first row.
  func text(_ sql: String, _ values: String...) throws(HistoryProblem) -> String? {
    var found: String?
    try rows(sql, values) { found = found ?? $0.optionalText(0) }
    return found
  }

  /// Hands over each row as it is read.
  func rows(
    _ sql: String, _ values: [String] = [], body: (Row) throws(StorageError) -> Void
  ) throws(HistoryProblem) {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement
    else { throw problem(after: 0) }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      psst_bind_text(statement, Int32(index + 1), value, Int32(value.utf8.count))
    }
    var number = 0
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw problem(after: number) }
      number += 1
      do throws(StorageError) { try body(Row(statement: statement)) } catch {
        throw .storage(error)
      }
    }
  }

  private func problem(after rows: Int) -> HistoryProblem {
    let place = rows == 0 ? "" : ", after \(rows) messages"
    return .unreadable(String(cString: sqlite3_errmsg(connection)) + place)
  }
}
