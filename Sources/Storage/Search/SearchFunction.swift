internal import CSQLite

/// What the triggers of the search index call: a text as the index takes it.
enum SearchFunction {
  /// Its name in SQL.
  static let name = "search_words"

  /// Every connection that writes messages needs it.
  static func add(to connection: OpaquePointer) {
    _ = psst_add_text_function(connection, name) { context, _, values in
      guard let value = values?.pointee, let bytes = sqlite3_value_text(value) else { return }
      let count = Int(sqlite3_value_bytes(value))
      let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
      var words = UnspacedText.cut(text)
      words.withUTF8 { words in
        words.withMemoryRebound(to: CChar.self) {
          psst_result_text(context, $0.baseAddress, Int32($0.count))
        }
      }
    }
  }
}
