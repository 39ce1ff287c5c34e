internal import CSQLite
internal import Model

/// The current row of a stepped statement; columns count from 0.
struct Row {
  let statement: OpaquePointer

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func int(_ column: Int32) -> Int { Int(integer(column)) }

  func bool(_ column: Int32) -> Bool { integer(column) != 0 }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  func optionalText(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  /// The whole row as it is stored; whole numbers and texts are all there is.
  var values: [SQLValue] {
    (0..<sqlite3_column_count(statement)).map { column in
      switch sqlite3_column_type(statement, column) {
      case SQLITE_NULL: .null
      case SQLITE_INTEGER: .integer(integer(column))
      default: .text(text(column))
      }
    }
  }

  /// What was stored as an address must be one.
  func jid(_ column: Int32) throws(StorageError) -> JID {
    guard let jid = JID(stored: text(column)) else { throw .corrupt }
    return jid
  }

  /// What was stored as one of a few words must be one of them.
  func word<Word: RawRepresentable>(
    _ column: Int32, as type: Word.Type
  ) throws(StorageError) -> Word where Word.RawValue == String {
    guard let word = Word(rawValue: text(column)) else { throw .corrupt }
    return word
  }
}
