/// What `--help` and `psst help COMMAND` print, made from the table of commands.
enum HelpText {
  /// The one place that has it: the package and the manual pages take it from here.
  static let version = "0.1.0"

  /// What `psst --version` prints.
  static let about = [
    "psst \(version)",
    "Copyright 2026 The psst authors",
    "Licence GPL-3.0-or-later: https://www.gnu.org/licenses/gpl-3.0.html",
  ]

  /// Of all commands.
  static var lines: [String] {
    var lines = ["psst: the messenger that does not lose messages", "", "Usage:"]
    lines += aligned(CommandTable.commands.map { ($0.synopsis, $0.help) })
    lines += ["", "Options:"]
    lines += aligned(CommandTable.everywhere.map { ($0.synopsis, $0.help) })
    lines += ["", "psst help COMMAND explains one of them, with its options and examples.", ""]
    lines += ["Exit codes:"] + aligned(CommandTable.exitCodes.map { ($0.code, $0.about) })
    return lines
      + ["", "-- ends the options. PSST_HOME puts all of psst's files under one folder."]
  }

  /// Of one command.
  static func lines(of row: CommandRow) -> [String] {
    var lines = ["\(row.synopsis): \(row.help)"]
    for paragraph in row.details { lines += [""] + wrapped(paragraph) }
    lines += ["", "Options:"]
    lines += aligned(row.allOptions.filter { !$0.isHidden }.map { ($0.synopsis, $0.help) })
    lines += ["", "Examples:"]
    for example in row.examples { lines += ["  \(example.line)", "      \(example.about)"] }
    return lines
  }

  /// The table of commands for the manual, in Markdown.
  static var markdown: String {
    let rows = CommandTable.commands.map { row in
      let options = row.options.filter { !$0.isHidden }.map { option in
        "`--\(option.name)" + (option.value.map { " " + $0 } ?? "") + "`"
      }
      let rest = options.isEmpty ? "" : " (\(options.joined(separator: ", ")))"
      return "| `\(row.synopsis)` | \(row.help)\(rest) |"
    }
    return (["| Command | What it does |", "|---|---|"] + rows).joined(separator: "\n") + "\n"
  }

  /// Of the commands whose names begin with these words.
  static func lines(below words: [String]) -> [String] {
    aligned(CommandTable.rows(below: words).map { ($0.synopsis, $0.help) })
  }

  private static func aligned(_ rows: [(String, String)]) -> [String] {
    let width = rows.map { $0.0.count }.max() ?? 0
    return rows.map { name, help in
      "  " + name + String(repeating: " ", count: width - name.count + 2) + help
    }
  }

  /// Lines of at most 78 columns; what stands in backticks is a literal.
  private static func wrapped(_ paragraph: String) -> [String] {
    var lines = [""]
    for word in paragraph.replacing("`", with: "").split(separator: " ") {
      if lines[lines.count - 1].count + word.count >= 78 { lines.append("") }
      if !lines[lines.count - 1].isEmpty { lines[lines.count - 1] += " " }
      lines[lines.count - 1] += word
    }
    return lines
  }
}
