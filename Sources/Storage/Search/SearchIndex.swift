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
    if words.hasRuns, try uncut() > 0 { results.isIndexing = true }
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
    try database.rows(
      """
      SELECT \(Self.key("message")) AS key, text FROM message
      WHERE text <> '' AND amends IS NULL AND \(scope.conditions)
      ORDER BY key DESC LIMIT ?3
      """, .integer(scope.chat), .text(scope.pattern), .integer(limit)
    ) { Found(key: $0.integer(0), text: $0.text(1)) }
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
    return try database.rows(
      """
      SELECT search.rowid, message.text FROM search
      CROSS JOIN message ON message.id = abs(search.rowid)
      WHERE search MATCH ?4 AND message.amends IS NULL AND \(scope.conditions)
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
    let next = try place(count, before: end)
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
  }

  /// The messages up to this row are in the index as they stand, and not cut at letters (``UnspacedText``);
  /// 0 where all are cut that need it.
  public func uncut() throws(StorageError) -> Int64 {
    try database.first("SELECT uncut FROM search_build") { $0.integer(0) } ?? 0
  }

  /// Looks at most at `count` more of what was stored before texts were cut, the newest first.
  public func cut(_ count: Int) throws(StorageError) {
    let end = try uncut()
    guard end > 0 else { return }
    let next = try place(count, before: end)
    let those = """
      FROM message WHERE id > ? AND id <= ? AND \(SearchFunction.name)(text) <> text ORDER BY key
      """
    try database.execute(
      """
      INSERT INTO search(search, rowid, text)
        SELECT 'delete', \(Self.key("message")) AS key, \(Self.words("message")) \(those)
      """, .integer(next), .integer(end))
    try database.execute("UPDATE search_build SET uncut = ?", .integer(next))
    try database.execute(
      """
      INSERT INTO search(rowid, text)
        SELECT \(Self.key("message")) AS key, \(Self.words("message")) \(those)
      """, .integer(next), .integer(end))
  }

  /// The row after which the last `count` messages up to a row stand.
  private func place(_ count: Int, before end: Int64) throws(StorageError) -> Int64 {
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

  /// There is something to ``cut(_:)``, or enough for ``extend(by:)`` or ``join(pages:)``.
  public func needsWork() throws(StorageError) -> Bool {
    try database.first(
      """
      SELECT unindexed > 0 OR uncut > 0
        OR (\(Self.newest)) > min(indexed + \(Self.gathered), joined + 1000) FROM search_build
      """
    ) { $0.bool(0) } ?? false
  }

  // MARK: The tables

  private static let newest = "SELECT coalesce(max(id), 0) FROM message"

  /// The row of the index: what was read back from the archive has positions up to 0.
  private static func key(_ row: String) -> String {
    "CASE WHEN \(row).anchor <= 0 THEN -\(row).id ELSE \(row).id END"
  }

  /// What the index is given of a message; it must be given the same again to forget it.
  private static func words(_ row: String) -> String {
    """
    '\(chatMark)' || \(row).chat || ' ' || iif(\(row).id <= (SELECT uncut FROM search_build),
      \(row).text, \(SearchFunction.name)(\(row).text))
    """
  }

  private static func wholeWords(_ row: String) -> String {
    "'\(chatMark)' || \(row).chat || ' ' || \(row).text"
  }

  private static func isIndexed(_ row: String) -> String {
    "\(row).id > (SELECT unindexed FROM search_build)"
  }

  private static func isInside(_ row: String) -> String {
    "\(isIndexed(row)) AND \(row).id <= (SELECT indexed FROM search_build)"
  }

  /// As the first files with an index had them.
  static let schema = """
    CREATE VIRTUAL TABLE search USING fts5(
      text, content='', detail=none, columnsize=0, prefix='1 2 3',
      tokenize='\(SearchTokenizer.sql)');
    INSERT INTO search(search, rank) VALUES ('automerge', 0);
    CREATE TABLE search_build (unindexed INTEGER NOT NULL, joined INTEGER NOT NULL) STRICT;
    INSERT INTO search_build SELECT (\(newest)), (\(newest));
    \(triggers(wholeWords))
    """

  /// From here on texts are cut at letters where their script wants it; what is in the index already
  /// follows step by step.
  static let cutting = """
    ALTER TABLE search_build ADD COLUMN uncut INTEGER NOT NULL DEFAULT 0;
    UPDATE search_build SET uncut = (\(newest));
    DROP TRIGGER search_in;
    DROP TRIGGER search_out;
    DROP TRIGGER search_change;
    \(triggers(words))
    """

  /// From here on new messages wait until many of them come into the index together.
  static let deferring = """
    ALTER TABLE search_build ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
    UPDATE search_build SET indexed = (\(newest));
    DROP TRIGGER search_in;
    DROP TRIGGER search_out;
    DROP TRIGGER search_change;
    \(upkeep(words, isInside))
    """

  private static func triggers(_ words: (String) -> String) -> String {
    """
    CREATE TRIGGER search_in AFTER INSERT ON message WHEN \(isIndexed("NEW")) BEGIN
      \(insertion(of: "NEW", words))
    END;
    \(upkeep(words, isIndexed))
    """
  }

  private static func insertion(of row: String, _ words: (String) -> String) -> String {
    "INSERT INTO search(rowid, text) VALUES (\(key(row)), \(words(row)));"
  }

  private static func upkeep(
    _ words: (String) -> String, _ isIndexed: (String) -> String
  ) -> String {
    let deleteOld = """
      INSERT INTO search(search, rowid, text) VALUES ('delete', \(key("OLD")), \(words("OLD")));
      """
    return """
      CREATE TRIGGER search_out AFTER DELETE ON message WHEN \(isIndexed("OLD")) BEGIN
        \(deleteOld)
      END;
      CREATE TRIGGER search_change AFTER UPDATE OF text, anchor ON message
      WHEN (NEW.text <> OLD.text OR (NEW.anchor <= 0) <> (OLD.anchor <= 0)) AND \(isIndexed("OLD"))
      BEGIN
        \(deleteOld)
        \(insertion(of: "NEW", words))
      END;
      """
  }
}

extension Database {
  /// The index over all texts.
  public var search: SearchIndex { SearchIndex(database: self) }
}
