import Testing

@testable import Files
@testable import Screen
@testable import psst

struct ArgumentsTests {
  @Test(arguments: [
    ("", Arguments(verb: .open)),
    ("--account ana", Arguments(verb: .open, options: ["account": "ana"])),
    ("--account=ana --plain", Arguments(verb: .open, options: ["account": "ana", "plain": ""])),
    ("send bo hello", Arguments(verb: .send, operands: ["bo", "hello"])),
    ("send bo -", Arguments(verb: .send, operands: ["bo", "-"])),
    ("send bo -5", Arguments(verb: .send, operands: ["bo", "-5"])),
    ("send bo queue", Arguments(verb: .send, operands: ["bo", "queue"])),
    ("send bo -- --plain", Arguments(verb: .send, operands: ["bo", "--plain"])),
    ("-- send bo hi", Arguments(verb: .send, operands: ["bo", "hi"])),
    (
      "send --account ana bo hi",
      Arguments(verb: .send, operands: ["bo", "hi"], options: ["account": "ana"])
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
    ("send --help", Arguments(verb: .help, operands: [], options: ["help": ""])),
    ("account --help", Arguments(verb: .help, options: ["help": ""])),
    ("--version", Arguments(verb: .version, options: ["version": ""])),
  ])
  func `A4 a command line is understood`(line: String, expected: Arguments) throws {
    #expect(try Arguments(words(line)) == expected)
  }

  @Test(arguments: [
    ("sned bo hi", "unknown command \"sned\"; did you mean send?"),
    ("server stpo", "unknown command \"server stpo\"; did you mean stop?"),
    ("xylophone", "unknown command \"xylophone\""),
    ("-h", "unknown command \"-h\""),
    ("--acount ana", "unknown option --acount; did you mean --account?"),
    ("queue --jsno", "unknown option --jsno; did you mean --json?"),
    ("--account", "--account needs NAME"),
    ("--account=", "--account needs NAME"),
    ("--plain=yes", "--plain takes no value"),
    ("--plain --plain", "--plain is given twice"),
    ("send", "psst send needs TO"),
    ("send bo", "psst send needs TEXT"),
    ("send bo hello there", "psst send does not take \"there\"; put the text in quotes"),
    ("doctor now", "psst doctor does not take \"now\""),
    ("server", "psst server needs one of start, stop, status, config"),
    ("account", "psst account needs one of add, list, remove"),
    ("send bo hi --json", "psst send does not take --json"),
    ("--json", "psst does not take --json"),
    ("account add a@b.c --tls on", "--tls takes starttls or off, not \"on\""),
    (
      "account add a@b.c --tls startls",
      "--tls takes starttls or off, not \"startls\"; did you mean starttls?"
    ),
    ("account add a@b.c --tls direct", "--tls takes starttls or off, not \"direct\""),
  ])
  func `A4 a command line that is not understood is refused with exit code 2`(
    line: String, reason: String
  ) {
    #expect(throws: Failure(reason, code: .usage)) { try Arguments(words(line)) }
  }

  @Test func `A4 every command and option of the table is in the help`() {
    let help = HelpText.lines.joined(separator: "\n")
    for row in CommandTable.commands {
      #expect(help.contains((["psst"] + row.words + row.operands).joined(separator: " ")))
      for option in row.options + CommandTable.everywhere {
        #expect(help.contains("--" + option.name))
      }
    }
    #expect(HelpText.lines.allSatisfy { $0.count <= 110 })
  }

  @Test func `A4 every verb but help and version has one row`() {
    for verb in Verb.allCases where verb != .help && verb != .version {
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
