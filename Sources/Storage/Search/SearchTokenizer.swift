internal import CSQLite

/// Takes texts apart as the index does, by its own tokenizer: what is asked for and what is marked is
/// what the index has.
final class SearchTokenizer {
  /// Marks are parts of words: else a word of an Indian language would be several. `Co`, private use, is
  /// what the chat's word of each message begins with.
  static let arguments = ["remove_diacritics", "2", "categories", "L* N* M* Co"]

  /// The same as SQL, for the table.
  static let sql = "unicode61 remove_diacritics 2 categories ''L* N* M* Co''"

  private var methods = fts5_tokenizer()
  private var tokenizer: OpaquePointer?

  /// `nil` where SQLite was built without FTS5.
  init?(_ connection: OpaquePointer) {
    let words = Self.arguments.map { Array($0.utf8CString) }
    var pointers = words.map { word -> UnsafePointer<CChar>? in
      UnsafePointer(word.withUnsafeBufferPointer { Self.copy($0) })
    }
    defer { for pointer in pointers { pointer?.deallocate() } }
    let code = psst_make_tokenizer(
      connection, "unicode61", &pointers, Int32(pointers.count), &methods, &tokenizer)
    guard code == SQLITE_OK else { return nil }
  }

  deinit { if let tokenizer { methods.xDelete?(tokenizer) } }

  private static func copy(_ word: UnsafeBufferPointer<CChar>) -> UnsafeMutablePointer<CChar> {
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: word.count)
    _ = copy.initialize(from: word)
    return copy.baseAddress!
  }

  /// Called with each word, folded, and where in the text's UTF-8 it stands.
  typealias Visit = (_ word: UnsafeBufferPointer<UInt8>, _ place: Range<Int>) -> Void

  /// Visits the words of a text in its order.
  func forEachWord(in text: String, _ visit: Visit) {
    var text = text
    withoutActuallyEscaping(visit) { visit in
      let visitor = Visitor(visit)
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { chars in
          _ = methods.xTokenize?(
            tokenizer, Unmanaged.passUnretained(visitor).toOpaque(), FTS5_TOKENIZE_DOCUMENT,
            chars.baseAddress, Int32(chars.count), Self.take)
        }
      }
      visitor.visit = nil
    }
  }

  private final class Visitor {
    var visit: Visit?

    init(_ visit: @escaping Visit) { self.visit = visit }
  }

  private static let take:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
    ) -> Int32 = { context, _, word, count, start, end in
      guard let context, let word else { return SQLITE_OK }
      let visitor = Unmanaged<Visitor>.fromOpaque(context).takeUnretainedValue()
      word.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
        visitor.visit?(
          UnsafeBufferPointer(start: bytes, count: Int(count)), Int(start)..<Int(end))
      }
      return SQLITE_OK
    }
}
