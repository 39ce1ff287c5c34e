/// The search index's tables, and how they came to be.
extension SearchIndex {
  static let newest = "SELECT coalesce(max(id), 0) FROM message"

  /// The row of the index: what was read back from the archive has positions up to 0.
  static func key(_ row: String) -> String {
    "CASE WHEN \(row).anchor <= 0 THEN -\(row).id ELSE \(row).id END"
  }

  /// What the index is given of a message; it must be given the same again to forget it.
  static func words(_ row: String) -> String {
    "'\(chatMark)' || \(row).chat || ' ' || \(SearchFunction.name)(\(row).text)"
  }

  private static func halfCutWords(_ row: String) -> String {
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
    \(triggers(halfCutWords))
    """

  /// From here on new messages wait until many of them come into the index together.
  static let deferring = """
    ALTER TABLE search_build ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
    UPDATE search_build SET indexed = (\(newest));
    DROP TRIGGER search_in;
    DROP TRIGGER search_out;
    DROP TRIGGER search_change;
    \(upkeep(halfCutWords, isInside))
    """

  /// Milliseconds.
  static let dayLength = 86_400_000

  /// The day (UTC) of the time that is shown of a message.
  static func day(_ row: String) -> String {
    "coalesce(\(row).server_time, \(row).written_at) / \(dayLength)"
  }

  /// Widens what is noted of days.
  /// - Parameter rows: days, and the first and the last key of each.
  static func noting(_ rows: String) -> String {
    """
    INSERT INTO search_day(day, low, high) \(rows)
    ON CONFLICT(day) DO UPDATE SET low = min(low, excluded.low), high = max(high, excluded.high)
    """
  }

  /// From here on signs are found as well, and it is noted between which rows of the index a day's messages stand. All is
  /// taken into it anew, step by step.
  static let signs = """
    DROP TRIGGER search_out;
    DROP TRIGGER search_change;
    DROP TABLE search;
    CREATE VIRTUAL TABLE search USING fts5(
      text, content='', detail=none, columnsize=0, prefix='1 2 3',
      tokenize='\(SearchTokenizer.sql)');
    INSERT INTO search(search, rank) VALUES ('automerge', 0);
    ALTER TABLE search_build DROP COLUMN uncut;
    UPDATE search_build SET unindexed = (\(newest)), joined = (\(newest)), indexed = (\(newest));
    CREATE TABLE search_day (
      day INTEGER PRIMARY KEY, low INTEGER NOT NULL, high INTEGER NOT NULL) STRICT;
    \(upkeep(words, isInside))
    CREATE TRIGGER search_moved AFTER UPDATE OF server_time, written_at, anchor ON message
    WHEN (\(day("NEW")) <> \(day("OLD")) OR (NEW.anchor <= 0) <> (OLD.anchor <= 0))
      AND \(isInside("OLD"))
    BEGIN
      \(noting("SELECT \(day("NEW")), \(key("NEW")), \(key("NEW")) WHERE true"));
    END;
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
