/// What the program can be asked to do.
enum Verb: String, CaseIterable, Sendable {
  case open, demo, send, queue, export, invite, doctor, help, version
  case serverStart, serverStop, serverStatus, serverConfig
  case accountAdd, accountList, accountRemove

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
}

/// One command of the table.
struct CommandRow: Sendable {
  var verb: Verb
  /// The words that name it; none for the program itself.
  var words: [String]
  /// What must follow, in order.
  var operands: [String] = []
  /// The last operand may be missing, or stand there several times.
  var isOpenEnded = false
  var options: [OptionRow] = []
  var help: String
}

/// The one table that parsing, `--help` and the manual are made from.
enum CommandTable {
  static let everywhere: [OptionRow] = [
    OptionRow(
      name: "account", value: "NAME",
      help: "which account: a name on the private server (made when new), or an address"),
    OptionRow(name: "plain", help: "lines instead of a screen"),
    OptionRow(
      name: "log-stanzas", help: "write what goes over the wire to the log, without secrets"),
    OptionRow(name: "help", help: "show this"),
    OptionRow(name: "version", help: "show the version"),
  ]

  static let json = OptionRow(name: "json", help: "as JSON, for programs")

  static let commands: [CommandRow] = [
    CommandRow(verb: .open, words: [], help: "open the messenger"),
    CommandRow(
      verb: .demo, words: ["demo"], operands: ["[SCENE…]"], isOpenEnded: true, options: demo,
      help: "play scenes, by name or from a file (- is standard input)"),
    CommandRow(
      verb: .send, words: ["send"], operands: ["TO", "TEXT"],
      help: "queue and try to send (ps shows TEXT to all users here; - reads the input)"),
    CommandRow(
      verb: .queue, words: ["queue"], options: [json], help: "show what waits to be sent"),
    CommandRow(
      verb: .export, words: ["export"], operands: ["CHAT"], options: [json],
      help: "print all that is stored of a chat"),
    CommandRow(
      verb: .invite, words: ["invite"], operands: ["NAME"], options: [json],
      help: "make an account on the private server for another person here"),
    CommandRow(
      verb: .accountAdd, words: ["account", "add"], operands: ["JID"], options: accountAdd,
      help: "sign in with an account on another server"),
    CommandRow(verb: .accountList, words: ["account", "list"], help: "show the accounts"),
    CommandRow(
      verb: .accountRemove, words: ["account", "remove"], operands: ["JID"],
      options: [OptionRow(name: "force", help: "even when messages wait to be sent")],
      help: "forget an account and everything of it kept here"),
    CommandRow(
      verb: .serverStart, words: ["server", "start"], help: "start the private server"),
    CommandRow(
      verb: .serverStop, words: ["server", "stop"], help: "stop it until it is started again"),
    CommandRow(verb: .serverStatus, words: ["server", "status"], help: "say whether it runs"),
    CommandRow(
      verb: .serverConfig, words: ["server", "config"], operands: ["KIND", "DOMAIN"],
      options: [
        OptionRow(
          name: "modules", value: "DIR", help: "write psst's modules for Prosody there")
      ],
      help: "print the settings of a prosody or ejabberd on a network"),
    CommandRow(
      verb: .doctor, words: ["doctor"],
      help: "check the terminal, the disk, the private server and the link"),
  ]

  private static let demo: [OptionRow] = [
    OptionRow(name: "list", help: "say which scenes there are"),
    OptionRow(
      name: "check", help: "play without a screen and see whether all holds; by itself all scenes"),
    OptionRow(name: "record", value: "FILE", help: "write what is played as asciicast v2"),
    OptionRow(name: "picture", value: "FILE", help: "write it as an SVG that moves"),
    OptionRow(
      name: "still", value: "CAPTION", help: "with --picture: only what is seen at that caption"),
    OptionRow(name: "seed", value: "N", help: "other delays, losses and paces"),
    OptionRow(name: "speed", value: "X", help: "so many times as fast"),
    OptionRow(name: "size", value: "WIDTHxHEIGHT", help: "another size of the screen"),
    OptionRow(name: "words", help: "say what can stand in a scene"),
  ]

  private static let accountAdd: [OptionRow] = [
    OptionRow(
      name: "password-file", value: "FILE",
      help: "read the password from there (- is standard input) instead of asking"),
    OptionRow(
      name: "server", value: "HOST:PORT", help: "where the server is, when not at its domain"),
    OptionRow(
      name: "tls", value: "MODE", choices: ["starttls", "off"],
      help: "off only towards this computer itself"),
    OptionRow(
      name: "weaker-sign-in", help: "accept a weaker protection of the password than before"),
    OptionRow(
      name: "plain-password",
      help: "give the password itself (PLAIN, in TLS) to a server that knows no SCRAM"),
  ]
}
