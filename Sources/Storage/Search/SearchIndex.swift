public import Model

/// The index over the texts of all messages (P6), in FTS5 (https://www.sqlite.org/fts5.html). New ones come into it a
/// little later, many at once: of each by itself the index writes as much as the message does, and Enter would wait for
/// it. Until then a search looks at them themselves. What is in it already triggers keep right, in the transaction that
/// changes a message.
///
/// It holds which message has which words, not where, and no text: a seventh of what a whole one takes.
/// Its rows are numbered so that the newest come first: as the messages are, but what was read back from
/// the archive counts down. Files of before have it filled step by step, from the newest down.
public struct SearchIndex {
  let database: Database

  /// Begins the word that names a message's chat; of private use, so that no text has it by chance.
  static let chatMark = "\u{E000}"

  /// Beginnings of words up to this length are in the index themselves.
  static let longestPrefix = 3

  // MARK: Finding

  /// The newest messages that match. What is no word gives nothing.
  public func find(_ query: SearchQuery) throws(StorageError) -> SearchResults {
    var results = SearchResults(query: query)
    results.isIndexing = try unindexed() > 0
    results.isServerDeeper = try database.purges.isServerDeeper(query.chat)
    guard let tokenizer = database.tokenizer, query.limit > 0 else { return results }
    let words = SearchWords(query.words, tokenizer)
    results.hasNoWord = words.isEmpty && !query.words.allSatisfy(\.isWhitespace)
    guard let scope = try SearchScope(query, database) else { return results }
    let found: [Found]
    if words.isEmpty {
      guard query.words.isEmpty, scope.isNarrow else { return results }
      found = try all(scope, query.limit + 1)
    } else {
      let waiting = try waiting(words, scope)
      if waiting.isCut { results.isIndexing = true }
      let known = try self.found(words, scope, query.limit + 1) + waiting.found
      found = known.sorted { $0.key > $1.key }
    }
    results.isWhole = found.count <= query.limit
    for row in found.prefix(query.limit) {
      guard let message = try database.messages.message(abs(row.key)) else { continue }
      let matches = words.matches(in: message.text) ?? []
      results.hits.append(SearchHit(message: message, matches: matches))
    }
    return results
  }

  private struct Found {
    var key: Int64
    var text: String
  }

  /// The newest, whatever they say.
  private func all(_ scope: SearchScope, _ limit: Int) throws(StorageError) -> [Found] {
    let every: ClosedRange<Int64> = 0...(.max)
    guard scope.isTimed else { return try all([(every, every)], scope, limit) }
    // Of those that are not in the index no day is noted.
    let ends = try database.first("SELECT unindexed, indexed FROM search_build") {
      ($0.integer(0), $0.integer(1))
    }
    guard let (unindexed, indexed) = ends else { return [] }
    let newest = max(unindexed, indexed) + 1...Int64.max
    var places: [Places] = [(newest, newest)]
    if unindexed > 0 { places.append((1...unindexed, 1...unindexed)) }
    if let keys = try keys(scope) {
      places.append(
        (
          keys.upperBound > 0 ? max(1, keys.lowerBound)...keys.upperBound : nil,
          keys.lowerBound < 0 ? max(1, -keys.upperBound)...(-keys.lowerBound) : nil
        ))
    }
    return try all(places, scope, limit)
  }

  /// Rows of messages, and of those that were read back: these come last, and the other way round.
  private typealias Places = (ClosedRange<Int64>?, back: ClosedRange<Int64>?)

  private func all(
    _ places: [Places], _ scope: SearchScope, _ limit: Int
  ) throws(StorageError) -> [Found] {
    var found: [Int64: Found] = [:]
    for case let rows? in places.map(\.0) {
      for one in try part(rows, isBack: false, scope, limit) { found[one.key] = one }
    }
    if found.count < limit {
      for case let rows? in places.map(\.back) {
        for one in try part(rows, isBack: true, scope, limit) { found[one.key] = one }
      }
    }
    return Array(found.values.sorted { $0.key > $1.key }.prefix(limit))
  }

  private func part(
    _ rows: ClosedRange<Int64>, isBack: Bool, _ scope: SearchScope, _ limit: Int
  ) throws(StorageError) -> [Found] {
    try database.rows(
      """
      SELECT \(Self.key("message")), text FROM message
      WHERE id BETWEEN ?4 AND ?5 AND anchor \(isBack ? "<=" : ">") 0 AND text <> '' AND amends IS NULL
        AND \(scope.conditions)
      ORDER BY id \(isBack ? "ASC" : "DESC") LIMIT ?3
      """, .integer(scope.chat), .text(scope.pattern), .integer(limit),
      .integer(rows.lowerBound), .integer(rows.upperBound)
    ) { Found(key: $0.integer(0), text: $0.text(1)) }
  }

  /// Between which keys the index has all of the time that is asked for; `nil` where it has none.
  private func keys(_ scope: SearchScope) throws(StorageError) -> ClosedRange<Int64>? {
    let found = try database.first(
      "SELECT min(low), max(high) FROM search_day WHERE day >= ? / \(Self.dayLength)"
        + " AND day <= ? / \(Self.dayLength)",
      .integer(scope.start ?? .min), .integer(scope.end ?? .max)
    ) { ($0.optionalInteger(0), $0.optionalInteger(1)) }
    guard let low = found?.0, let high = found?.1 else { return nil }
    return low...high
  }

  private func found(
    _ words: SearchWords, _ scope: SearchScope, _ limit: Int
  ) throws(StorageError) -> [Found] {
    if let found = try findRoughly(words, scope, limit) { return found }
    if words.isExact { return try rows(words.expression, scope, limit) }
    let candidates = try rows(words.expression, scope, 40 * limit)
    return Array(candidates.filter { words.matches(in: $0.text) != nil }.prefix(limit))
  }

  /// Those of the newest that are not in the index yet, looked at one by one.
  private func waiting(
    _ words: SearchWords, _ scope: SearchScope
  ) throws(StorageError) -> (found: [Found], isCut: Bool) {
    let newest = try database.rows(
      """
      SELECT \(Self.key("message")), text FROM message
      WHERE id > (SELECT indexed FROM search_build) AND amends IS NULL AND \(scope.conditions)
      ORDER BY id DESC LIMIT ?3
      """, .integer(scope.chat), .text(scope.pattern), .integer(Self.mostWaiting + 1)
    ) { Found(key: $0.integer(0), text: $0.text(1)) }
    let looked = newest.prefix(Self.mostWaiting)
    return (looked.filter { words.matches(in: $0.text) != nil }, newest.count > looked.count)
  }

  /// Messages that a search looks at one by one: some milliseconds.
  static let mostWaiting = 2_000
  /// So many new ones come into the index together.
  static let gathered = 500

  /// The index gathers all that begins with a long word before it gives the first: of a word that
  /// is in every message that takes long, but such a word is soon found among the newest candidates.
  /// The same goes for letters that must follow each other: the index has them by pairs.
  /// `nil` where it is not: then it is rare, and gathered fast.
  private func findRoughly(
    _ words: SearchWords, _ scope: SearchScope, _ limit: Int
  ) throws(StorageError) -> [Found]? {
    guard words.roughExpression != nil || !words.isExact else { return nil }
    let expression = words.roughExpression ?? words.expression
    for candidates in [2 * limit, 15 * limit] {
      let rough = try rows(expression, scope, candidates)
      let found = rough.filter { words.matches(in: $0.text) != nil }
      if found.count >= limit || rough.count < candidates { return Array(found.prefix(limit)) }
    }
    return nil
  }

  private func rows(
    _ expression: String, _ scope: SearchScope, _ limit: Int
  ) throws(StorageError) -> [Found] {
    let expression =
      scope.chat == 0 ? expression : "\"\(Self.chatMark)\(scope.chat)\" \(expression)"
    var place = ""
    if scope.isTimed {
      guard let keys = try keys(scope) else { return [] }
      place = "AND search.rowid BETWEEN \(keys.lowerBound) AND \(keys.upperBound)"
    }
    return try database.rows(
      """
      SELECT search.rowid, message.text FROM search
      CROSS JOIN message ON message.id = abs(search.rowid)
      WHERE search MATCH ?4 \(place) AND message.amends IS NULL AND \(scope.conditions)
      ORDER BY search.rowid DESC LIMIT ?3
      """, .integer(scope.chat), .text(scope.pattern), .integer(limit), .text(expression)
    ) { Found(key: $0.integer(0), text: $0.text(1)) }
  }

  // MARK: Building

  /// The messages up to this row, the oldest, are not in the index yet; 0 when it is whole.
  public func unindexed() throws(StorageError) -> Int64 {
    try database.first("SELECT unindexed FROM search_build") { $0.integer(0) } ?? 0
  }

  /// Takes at most `count` more of the newest, or else of what was stored before there was an index, the newest
  /// first. Returns whether it is whole now.
  public func extend(by count: Int) throws(StorageError) -> Bool {
    if try hasWaiting() {
      try takeWaiting(count)
      if try hasWaiting() { return false }
      return try unindexed() == 0
    }
    let end = try unindexed()
    guard end > 0 else { return true }
    let next = try row(count, before: end)
    try add(after: next, through: end)
    try database.execute("UPDATE search_build SET unindexed = ?", .integer(next))
    _ = try join(pages: 32)
    return next == 0
  }

  /// Some of the newest messages are not in the index yet.
  private func hasWaiting() throws(StorageError) -> Bool {
    try database.first("SELECT (\(Self.newest)) > indexed FROM search_build") { $0.bool(0) }
      ?? false
  }

  private func takeWaiting(_ count: Int) throws(StorageError) {
    let start = try database.first("SELECT indexed FROM search_build") { $0.integer(0) } ?? 0
    let next = try database.first(
      "SELECT max(id) FROM (SELECT id FROM message WHERE id > ? ORDER BY id LIMIT ?)",
      .integer(start), .integer(count)
    ) { $0.integer(0) }
    try add(after: start, through: next ?? start)
    try database.execute("UPDATE search_build SET indexed = ?", .integer(next ?? start))
  }

  /// In the order of its own rows: else it would write out each by itself.
  private func add(after start: Int64, through end: Int64) throws(StorageError) {
    try database.execute(
      """
      INSERT INTO search(rowid, text)
        SELECT \(Self.key("message")) AS key, \(Self.words("message")) FROM message
        WHERE id > ? AND id <= ? ORDER BY key
      """, .integer(start), .integer(end))
    try database.execute(
      Self.noting(
        """
        SELECT \(Self.day("message")), min(\(Self.key("message"))), max(\(Self.key("message")))
        FROM message WHERE id > ? AND id <= ? GROUP BY 1
        """), .integer(start), .integer(end))
  }

  /// The row after which the last `count` messages up to a row stand.
  private func row(_ count: Int, before end: Int64) throws(StorageError) -> Int64 {
    try database.first(
      "SELECT id FROM message WHERE id <= ? ORDER BY id DESC LIMIT 1 OFFSET ?", .integer(end),
      .integer(count)
    ) { $0.integer(0) } ?? 0
  }

  /// Joins the parts that the index was written in, about so many pages of 4 KiB of them: left to
  /// itself it does so in the middle of a message that is sent, and takes tens of milliseconds.
  /// Returns whether nothing is left to join (https://www.sqlite.org/fts5.html#the_merge_command).
  public func join(pages: Int) throws(StorageError) -> Bool {
    let before = database.totalChanges
    try database.execute(
      "INSERT INTO search(search, rank) VALUES ('merge', ?)", .integer(pages))
    guard database.totalChanges - before < 2 else { return false }
    try database.execute("UPDATE search_build SET joined = (\(Self.newest))")
    return true
  }

  /// There is enough for ``extend(by:)`` or ``join(pages:)``.
  public func needsWork() throws(StorageError) -> Bool {
    try database.first(
      """
      SELECT unindexed > 0
        OR (\(Self.newest)) > min(indexed + \(Self.gathered), joined + 1000) FROM search_build
      """
    ) { $0.bool(0) } ?? false
  }
}

extension Database {
  /// The index over all texts.
  public var search: SearchIndex { SearchIndex(database: self) }
}
