/// The words of a query: all must occur, the last one as the beginning of a word where it is still being
/// typed.
struct SearchWords {
  private typealias Word = [UInt8]

  /// More are not looked at: a sentence has fewer.
  private static let most = 32

  private var whole: [Word] = []
  private var beginning: Word?
  private let tokenizer: SearchTokenizer

  init(_ text: String, _ tokenizer: SearchTokenizer) {
    self.tokenizer = tokenizer
    var words: [Word] = []
    var end = 0
    tokenizer.forEachWord(in: text) { word, place in
      if !word.starts(with: SearchIndex.chatMark.utf8) { words.append(Word(word)) }
      end = place.upperBound
    }
    if end == text.utf8.count { beginning = words.popLast() }
    for word in words where !whole.contains(word) && whole.count < Self.most {
      whole.append(word)
    }
  }

  var isEmpty: Bool { whole.isEmpty && beginning == nil }

  /// In FTS5's query language (https://www.sqlite.org/fts5.html#full_text_query_syntax), quoted, so that
  /// nothing in it is an operator.
  var expression: String { expression(beginning: beginning) }

  /// What each message that matches matches too, and the index answers without looking at all that
  /// begins with the last word; `nil` where that is the expression itself.
  var roughExpression: String? {
    guard let beginning, let text = String(validating: beginning, as: UTF8.self),
      text.unicodeScalars.count > SearchIndex.longestPrefix
    else { return nil }
    var short = String.UnicodeScalarView()
    short.append(contentsOf: text.unicodeScalars.prefix(SearchIndex.longestPrefix))
    return expression(beginning: Word(String(short).utf8))
  }

  private func expression(beginning: Word?) -> String {
    let terms = whole.map(Self.quoted) + (beginning.map { [Self.quoted($0) + "*"] } ?? [])
    return terms.joined(separator: " ")
  }

  private static func quoted(_ word: Word) -> String {
    "\"\(String(decoding: word, as: UTF8.self).split(separator: "\"").joined())\""
  }

  /// Where they occur in a text, in UTF-8; `nil` where one is missing.
  func matches(in text: String) -> [Range<Int>]? {
    var missing = Set(whole)
    var isMissingLast = beginning != nil
    var places: [Range<Int>] = []
    tokenizer.forEachWord(in: text) { word, place in
      let isWhole = whole.contains { $0.elementsEqual(word) }
      let begins = beginning.map { word.starts(with: $0) } ?? false
      if isWhole { missing.remove(Word(word)) }
      if begins { isMissingLast = false }
      if isWhole || begins { places.append(place) }
    }
    return missing.isEmpty && !isMissingLast ? places : nil
  }
}
