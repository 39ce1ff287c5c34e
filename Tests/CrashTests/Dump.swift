import Storage

@testable import Storage

/// All that a database holds, as text: two are the same where nothing differs.
enum Dump {
  static func of(_ database: Database) throws -> String {
    let tables = try database.rows(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name"
    ) { $0.text(0) }
    return try tables.map { try rows(of: $0, in: database) }.joined(separator: "\n")
  }

  private static func rows(of table: String, in database: Database) throws -> String {
    let columns = try database.rows("SELECT name FROM pragma_table_info('\(table)')") {
      $0.text(0)
    }
    let row = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
    let lines = try database.rows("SELECT \(row) FROM \(table) ORDER BY 1") { $0.text(0) }
    return "\(table): " + lines.joined(separator: "; ")
  }

  /// What SQLite finds wrong; empty where the file is sound.
  static func faults(_ database: Database) throws -> [String] {
    try database.rows("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
      + database.rows("PRAGMA foreign_key_check") { "a stray row in \($0.text(0))" }
  }
}
