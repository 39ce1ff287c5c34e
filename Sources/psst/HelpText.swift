/// What `--help` prints, made from the table of commands.
enum HelpText {
  static let version = "0.1"

  static var lines: [String] {
    var lines = ["psst: messages that do not get lost", "", "Usage:"]
    lines += aligned(CommandTable.commands.map { (synopsis($0), $0.help) })
    for row in CommandTable.commands where !row.options.isEmpty {
      lines += ["", "Options of psst \(row.words.joined(separator: " ")):"]
      lines += aligned(row.options.map { (synopsis($0), $0.help) })
    }
    lines += ["", "Options:"]
    lines += aligned(CommandTable.everywhere.map { (synopsis($0), $0.help) })
    lines += [
      "", "-- ends the options. Exit codes: 0 done, 1 failed, 2 not understood,",
      "75 not everything is sent yet. PSST_HOME puts all files under one folder.",
    ]
    return lines
  }

  private static func synopsis(_ row: CommandRow) -> String {
    (["psst"] + row.words + row.operands).joined(separator: " ")
  }

  private static func synopsis(_ row: OptionRow) -> String {
    let value = row.choices.isEmpty ? row.value : row.choices.joined(separator: "|")
    return "--\(row.name)" + (value.map { " " + $0 } ?? "")
  }

  private static func aligned(_ rows: [(String, String)]) -> [String] {
    let width = rows.map { $0.0.count }.max() ?? 0
    return rows.map { name, help in
      "  " + name + String(repeating: " ", count: width - name.count + 2) + help
    }
  }
}
