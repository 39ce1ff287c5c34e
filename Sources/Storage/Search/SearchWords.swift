/// The words of a query: all must occur, the last one as the beginning of a word where it is still being
/// typed.
struct SearchWords {
  private typealias Word = [UInt8]

  /// More are not looked at: a sentence has fewer.
  private static let limit = 32

  private var whole: [Word] = []
  private var beginning: Word?
  /// What must occur as it stands, anywhere in a text (``UnspacedText``), and the words of the index that
  /// a message with it has; the last as a beginning where it is one letter.
  private var runs: [Word] = []
  private var pairs: [Word] = []
  private var letters: [Word] = []
  private let tokenizer: SearchTokenizer

  init(_ text: String, _ tokenizer: SearchTokenizer) {
    self.tokenizer = tokenizer
    var words: [Word] = []
    var end = 0
    tokenizer.forEachWord(in: UnspacedText.blanked(text)) { word, place in
      if !word.starts(with: SearchIndex.chatMark.utf8) { words.append(Word(word)) }
      end = place.upperBound
    }
    if end == text.utf8.count { beginning = words.popLast() }
    for word in words where !whole.contains(word) && whole.count < Self.limit {
      whole.append(word)
    }
    UnspacedText.forEachRun(in: text) { run, range in addRun(run, String(text[range])) }
  }

  private mutating func addRun(_ run: UnspacedText.Run, _ text: String) {
    // Signs that are newer than SQLite's tables are in no index.
    let known = UnspacedText.pairs(of: run).map { pair in
      var words: [Word] = []
      tokenizer.forEachWord(in: pair) { word, _ in words.append(Word(word)) }
      return words
    }
    guard runs.count < Self.limit, !known.joined().isEmpty else { return }
    // One sign by itself is meant in any colour and shape.
    let isSign = run.count == 1 && UnspacedText.isSign(run[0])
    runs.append(isSign ? Word(String(run[0].prefix(1)).utf8) : Word(text.utf8))
    if run.count == 1 {
      letters += known.joined()
    } else {
      pairs += known.dropLast().joined().prefix(Self.limit - min(pairs.count, Self.limit))
    }
  }

  var isEmpty: Bool { whole.isEmpty && beginning == nil && runs.isEmpty }

  /// What the index finds needs no second look: pairs may stand in another order than they are asked for.
  var isExact: Bool {
    pairs.count + letters.count <= 1 || pairs.count + letters.count == runs.count
  }

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
    let beginnings = letters + (beginning.map { [$0] } ?? [])
    let terms = (whole + pairs).map(Self.quoted) + beginnings.map { Self.quoted($0) + "*" }
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
    tokenizer.forEachWord(in: UnspacedText.blanked(text)) { word, place in
      let isWhole = whole.contains { $0.elementsEqual(word) }
      let begins = beginning.map { word.starts(with: $0) } ?? false
      if isWhole { missing.remove(Word(word)) }
      if begins { isMissingLast = false }
      if isWhole || begins { places.append(place) }
    }
    guard missing.isEmpty, !isMissingLast else { return nil }
    if runs.isEmpty { return places }
    let bytes = Array(text.utf8)
    for run in runs {
      let found = Self.places(of: run, in: bytes)
      if found.isEmpty { return nil }
      places += found
    }
    return Self.joined(places)
  }

  private static func places(of run: Word, in text: [UInt8]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var start = 0
    while start + run.count <= text.count {
      guard let next = text[start...].firstIndex(of: run[0]), next + run.count <= text.count else {
        break
      }
      let isThere = text[next..<next + run.count].elementsEqual(run)
      if isThere { places.append(next..<next + run.count) }
      start = next + (isThere ? run.count : 1)
    }
    return places
  }

  /// In their order, what overlaps as one.
  private static func joined(_ places: [Range<Int>]) -> [Range<Int>] {
    places.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, place in
      if let last = joined.last, place.lowerBound < last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
      } else {
        joined.append(place)
      }
    }
  }
}
