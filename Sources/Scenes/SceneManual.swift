/// All that can stand in a scene, for people: made from the table that parses.
public enum SceneManual {
  /// As lines of plain text.
  public static var lines: [String] {
    sections.flatMap { title, rows in
      let width = rows.map(\.words.count).max() ?? 0
      return [title]
        + rows.map { words, about in
          "  \(words)\(String(repeating: " ", count: width - words.count))  \(about)"
        } + [""]
    }
  }

  /// As tables in Markdown.
  public static var markdown: String {
    sections.map { title, rows in
      let table = rows.map { words, about in "| `\(words)` | \(about.replacing("|", with: "\\|")) |"
      }
      return (["**\(title)**", "", "| Words | Meaning |", "|---|---|"] + table + [""])
        .joined(separator: "\n") + "\n"
    }.joined()
  }

  /// The patterns of all steps, and of all that can be expected: capitals stand for what differs.
  public static var steps: [String] { rows(PlayBook.steps).map(\.words) }
  public static var expectations: [String] { rows(PlayBook.expectations).map(\.words) }

  /// Words that can stand in a line, and what they do.
  public typealias Row = (words: String, about: String)

  /// By what they are for, in the order of the manual.
  public static var sections: [(title: String, rows: [Row])] {
    [
      ("Before the first step", rows(PlayBook.header)),
      ("Steps", rows(PlayBook.steps) + [("include NAME", "the lines of another scene or file")]),
      (
        "After \"expect\", \"expect not\", \"until\" and \"until not\" (until: within 10 s, or as "
          + "\"within TIME\" at its end says)", rows(PlayBook.expectations)
      ),
    ]
  }

  private static func rows<Meaning>(_ book: PhraseBook<Meaning>) -> [Row] {
    book.phrases.map { ($0.words.joined(separator: " "), $0.about) }
  }
}
