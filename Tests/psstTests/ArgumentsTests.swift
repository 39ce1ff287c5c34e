import Testing

@testable import Files
@testable import Screen
@testable import psst

struct ArgumentsTests {
  @Test(arguments: [
    ("", Arguments(verb: .open)),
    ("--account ana", Arguments(verb: .open, options: ["account": "ana"], accounts: ["ana"])),
    (
      "--account=ana --plain",
      Arguments(
        verb: .open, options: ["account": "ana", "plain": ""], accounts: ["ana"])
    ),
    ("send bo hello", Arguments(verb: .send, operands: ["bo", "hello"])),
    ("send bo -", Arguments(verb: .send, operands: ["bo", "-"])),
    ("send bo -5", Arguments(verb: .send, operands: ["bo", "-5"])),
    ("send bo queue", Arguments(verb: .send, operands: ["bo", "queue"])),
    ("send bo -- --plain", Arguments(verb: .send, operands: ["bo", "--plain"])),
    ("-- send bo hi", Arguments(verb: .send, operands: ["bo", "hi"])),
    (
      "send --account ana bo hi",
      Arguments(
        verb: .send, operands: ["bo", "hi"], options: ["account": "ana"], accounts: ["ana"])
    ),
    ("queue --json", Arguments(verb: .queue, options: ["json": ""])),
    ("export bo --json", Arguments(verb: .export, operands: ["bo"], options: ["json": ""])),
    ("invite bo --json", Arguments(verb: .invite, operands: ["bo"], options: ["json": ""])),
    ("server stop", Arguments(verb: .serverStop)),
    (
      "server config prosody a.b --modules m",
      Arguments(
        verb: .serverConfig, operands: ["prosody", "a.b"], options: ["modules": "m"])
    ),
    (
      "--account ana --account bo@b.c",
      Arguments(
        verb: .open, options: ["account": "bo@b.c"], accounts: ["ana", "bo@b.c"])
    ),
    ("account list", Arguments(verb: .accountList)),
    (
      "account add a@b.c --server h:1 --tls off --password-file -",
      Arguments(
        verb: .accountAdd, operands: ["a@b.c"],
        options: ["server": "h:1", "tls": "off", "password-file": "-"])
    ),
    (
      "account remove a@b.c --force",
      Arguments(verb: .accountRemove, operands: ["a@b.c"], options: ["force": ""])
    ),
    ("--help", Arguments(verb: .help, options: ["help": ""])),
    ("-h", Arguments(verb: .help, options: ["help": ""])),
    ("send --help", Arguments(verb: .help, operands: ["send"], options: ["help": ""])),
    ("send -h", Arguments(verb: .help, operands: ["send"], options: ["help": ""])),
    ("send bo -- -h", Arguments(verb: .send, operands: ["bo", "-h"])),
    ("account --help", Arguments(verb: .help, operands: ["account"], options: ["help": ""])),
    ("help", Arguments(verb: .help)),
    ("help account add", Arguments(verb: .help, operands: ["account", "add"])),
    ("help --man psst.1", Arguments(verb: .help, options: ["man": "psst.1"])),
    (
      "send bo hi --wait 0 --reply-to a1",
      Arguments(verb: .send, operands: ["bo", "hi"], options: ["wait": "0", "reply-to": "a1"])
    ),
    (
      "watch --json --since 7", Arguments(verb: .watch, options: ["json": "", "since": "7"])
    ),
    (
      "demo --record a --picture b --still c x5",
      Arguments(
        verb: .demo, operands: ["x5"], options: ["record": "a", "picture": "b", "still": "c"])
    ),
    ("--version", Arguments(verb: .version, options: ["version": ""])),
  ])
  func `A4 a command line is understood`(line: String, expected: Arguments) throws {
    #expect(try Arguments(words(line)) == expected)
  }

  @Test(arguments: [
    ("sned bo hi", "unknown command \"sned\"; did you mean send?"),
    ("server stpo", "unknown command \"server stpo\"; did you mean stop?"),
    ("xylophone", "unknown command \"xylophone\""),
    ("--acount ana", "unknown option --acount; did you mean --account?"),
    ("queue --jsno", "unknown option --jsno; did you mean --json?"),
    ("--account", "--account needs NAME"),
    ("--account=", "--account needs NAME"),
    ("send a b --account c --account d", "only the full screen opens several accounts"),
    ("--plain --account c --account d", "only the full screen opens several accounts"),
    ("--plain=yes", "--plain takes no value"),
    ("--plain --plain", "--plain is given twice"),
    ("send", "psst send needs TO"),
    ("send bo", "psst send needs TEXT"),
    ("send bo hello there", "psst send does not take \"there\"; put the text in quotes"),
    ("doctor now", "psst doctor does not take \"now\""),
    ("server", "psst server needs one of start, stop, status, config"),
    ("account", "psst account needs one of add, register, list, picture, remove"),
    ("send bo hi --json", "psst send does not take --json"),
    ("--json", "psst does not take --json"),
    ("demo --check --record f", "psst demo: --check and --record do not go together"),
    ("demo --record f --check", "psst demo: --check and --record do not go together"),
    ("demo --still x", "psst demo: --still needs --picture"),
    ("demo --list --seed 2", "psst demo: --list and --seed do not go together"),
    ("demo --account ana", "psst demo does not take --account"),
    ("send bo hi --plain", "psst send does not take --plain"),
    ("server stop --account ana", "psst server stop does not take --account"),
    ("read bo --last 3 --since 9", "psst read: --last and --since do not go together"),
    ("account remove a --yes --force", "psst account remove: --yes and --force do not go together"),
    ("account add a@b.c --tls on", "--tls takes starttls or direct or off, not \"on\""),
    (
      "account add a@b.c --tls startls",
      "--tls takes starttls or direct or off, not \"startls\"; did you mean starttls?"
    ),
  ])
  func `A4 a command line that is not understood is refused with exit code 2`(
    line: String, reason: String
  ) {
    #expect(throws: Failure(reason, code: .usage)) { try Arguments(words(line)) }
  }

  @Test func `A4 every command and option of the table is in the help, and fits on a screen`() {
    let help = HelpText.lines.joined(separator: "\n")
    for row in CommandTable.commands {
      #expect(help.contains(row.synopsis))
      let own = HelpText.lines(of: row)
      for option in row.allOptions where !option.isHidden {
        #expect(own.joined(separator: "\n").contains("  --" + option.name))
      }
      #expect(own.allSatisfy { $0.count <= 100 }, "\(row.words)")
    }
    #expect(HelpText.lines.allSatisfy { $0.count <= 100 })
  }

  /// Told as they stand, for they are copied.
  @Test(arguments: CommandTable.commands.flatMap(\.examples).map(\.line))
  func `I11 every example of the help is a command line that is understood`(line: String) throws {
    #expect(line.contains("psst"))
    let parts = line.split(separator: "|").map { $0.prefix { $0 != ">" } }
    for part in parts where part.contains("psst") {
      var words: [String] = []
      for (place, quoted) in part.split(separator: "'", omittingEmptySubsequences: false)
        .enumerated()
      {
        words += place % 2 == 1 ? [String(quoted)] : quoted.split(separator: " ").map(String.init)
      }
      #expect(words.first == "psst")
      _ = try Arguments(Array(words.dropFirst()))
    }
  }

  @Test func `I11 every command says what it does, with an example`() {
    for row in CommandTable.commands {
      #expect(!row.examples.isEmpty && !row.help.hasSuffix("."), "\(row.words)")
    }
  }

  @Test func `A4 every verb but version has one row`() {
    for verb in Verb.allCases where verb != .version {
      #expect(CommandTable.commands.filter { $0.verb == verb }.count == 1)
    }
  }

  @Test(arguments: [
    ("", "", 0), ("send", "sned", 1), ("abc", "", 3), ("stop", "stpo", 1), ("a", "b", 1),
  ])
  func `A4 the distance counts slips`(left: String, right: String, expected: Int) {
    #expect(NearestWord.distance(left, right) == expected)
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}
