/// What the program can be asked to do.
enum Verb: String, CaseIterable, Sendable {
  case open, demo, send, queue, read, watch, export, `import`, invite, doctor, help, version
  case serverStart, serverStop, serverStatus, serverConfig
  case accountAdd, accountRegister, accountList, accountPicture, accountRemove

  /// It only tells about psst.
  var usesNoFiles: Bool { [.demo, .help, .version].contains(self) }
}

/// One long option of the table.
struct OptionRow: Sendable {
  /// Without the dashes.
  var name: String
  /// What its value is called; `nil` where it takes none.
  var value: String?
  /// The values it takes, where they are few.
  var choices: [String] = []
  var help: String
  /// It does something only with one of these.
  var needs: [String] = []
  /// With these it would do nothing, or they would.
  var excludes: [String] = []
  /// It may stand there several times.
  var isRepeatable = false
  /// For those who make packages, and for completions; not in the help.
  var isHidden = false

  /// `--name VALUE`
  var synopsis: String {
    let value = choices.isEmpty ? value : choices.joined(separator: "|")
    return "--\(name)" + (value.map { " " + $0 } ?? "")
  }
}

/// One command of the table.
struct CommandRow: Sendable {
  /// A command line that can be typed as it stands, and what comes of it.
  struct Example: Sendable {
    var line: String
    var about: String

    init(_ line: String, _ about: String) {
      self.line = line
      self.about = about
    }
  }

  var verb: Verb
  /// The words that name it; none for the program itself.
  var words: [String]
  /// What must follow, in order.
  var operands: [String] = []
  /// The last operand may be missing, or stand there several times.
  var isOpenEnded = false
  var options: [OptionRow] = []
  /// Those of ``CommandTable/everywhere`` that do something here, beside `help` and `version`.
  var general: [String] = []
  /// One line.
  var help: String
  /// Paragraphs for `psst help COMMAND` and the manual.
  var details: [String] = []
  var examples: [Example] = []

  /// `psst send TO TEXT`
  var synopsis: String { (["psst"] + words + operands).joined(separator: " ") }

  /// All that it takes, hidden ones too.
  var allOptions: [OptionRow] {
    options
      + CommandTable.everywhere.filter {
        general.contains($0.name) || ["help", "version"].contains($0.name)
      }
  }
}

/// The one table that parsing, help, the manual pages and the completions are made from.
enum CommandTable {
  static let everywhere: [OptionRow] = [
    OptionRow(
      name: "account", value: "NAME",
      help: "which account: a name on the private server, or an address; several for one window",
      isRepeatable: true),
    OptionRow(name: "plain", help: "lines instead of a screen"),
    OptionRow(
      name: "log-stanzas", help: "write what goes over the wire to the log, without secrets"),
    OptionRow(name: "help", help: "show what the command does, with examples (also -h)"),
    OptionRow(name: "version", help: "show the version and the licence"),
  ]

  static let commands: [CommandRow] =
    [open, demo] + scripts + [invite] + accounts + servers + [doctor, help]

  /// The row of these words.
  static func row(_ words: [String]) -> CommandRow? { commands.first { $0.words == words } }

  /// The rows whose names begin with these words.
  static func rows(below words: [String]) -> [CommandRow] {
    commands.filter { $0.words.count > words.count && $0.words.starts(with: words) }
  }

  /// What is to be said of exit codes and of files, wherever help is given.
  static let exitCodes: [(code: String, about: String)] = [
    ("0", "Done."), ("1", "Failed, and the reason was said."),
    ("2", "The command line was not understood."),
    ("75", "Not everything has been sent yet: it is queued and kept. Try again later."),
  ]
}
