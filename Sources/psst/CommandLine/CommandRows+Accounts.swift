/// The commands of accounts and of servers.
extension CommandTable {
  static let accounts = [
    CommandRow(
      verb: .accountAdd, words: ["account", "add"], operands: ["JID"], options: accountAdd,
      general: ["log-stanzas"],
      help: "sign in with an account of any XMPP server",
      details: [
        "JID is the account's address, such as ana@example.org. psst asks for the password, signs in once "
          + "to try it, and keeps the account.",
        "The protection of the password is never allowed to become weaker than it was before, unless you say "
          + "so.",
      ],
      examples: [
        .init("psst account add ana@example.org", "sign in; asks for the password"),
        .init(
          "psst account add ana@example.org --server xmpp.example.org:5222",
          "where the server is not at its domain"),
      ]),
    CommandRow(
      verb: .accountRegister, words: ["account", "register"], operands: ["JID"],
      options: accountRegister, general: ["log-stanzas"],
      help: "make an account at a server that lets people do so, and sign in",
      details: [
        "JID is the address that you want, or a link of an invitation (xmpp:NAME@example.org?register;preauth=…). "
          + "psst asks for a password, and for what else the server wants to know."
      ],
      examples: [
        .init("psst account register ana@example.org", "make the account; asks for a password")
      ]),
    CommandRow(
      verb: .accountList, words: ["account", "list"], help: "list the accounts",
      details: ["A * marks the one that psst opens by itself."],
      examples: [.init("psst account list", "see which accounts there are")]),
    CommandRow(
      verb: .accountPicture, words: ["account", "picture"], operands: ["[FILE]"],
      isOpenEnded: true,
      options: [OptionRow(name: "remove", help: "show none any more")], general: ["account"],
      help: "set the picture that others see of you",
      details: [
        "FILE is a PNG or JPEG of at most 128 KiB. A psst that is open with the account tells others at once where it is "
          + "online; else the next one does that gets a connection."
      ],
      examples: [
        .init("psst account picture ~/me.png", "show it"),
        .init("psst account picture --remove", "show none any more"),
      ]),
    CommandRow(
      verb: .accountRemove, words: ["account", "remove"], operands: ["JID"],
      options: [
        OptionRow(name: "yes", help: "do not ask: delete its history, too", excludes: ["force"]),
        OptionRow(name: "force", help: "do not ask, even when messages are waiting to be sent"),
        OptionRow(
          name: "keep-history",
          help: "sign out only: messages stay here, those that wait too, until you sign in again",
          excludes: ["force", "yes"]),
      ],
      help: "sign out of an account on this computer",
      details: [
        "Asks whether its history stays on this computer, for when you sign in again, or is deleted, and says how "
          + "many messages are not sent. Refuses while psst is open with the account. The account stays "
          + "on its server; the private server forgets it where its history is deleted."
      ],
      examples: [
        .init("psst account remove ana@example.org", "forget the account, after a question")
      ]),
  ]

  private static let place: [OptionRow] = [
    OptionRow(
      name: "password-file", value: "FILE",
      help: "read the password from there (- is standard input) instead of asking"),
    OptionRow(
      name: "server", value: "HOST:PORT", help: "where the server is, if not at its domain"),
    OptionRow(
      name: "tls", value: "MODE", choices: ["starttls", "direct", "off"],
      help: "direct: from the first byte; off is for a server on this computer only"),
  ]

  private static let accountRegister =
    place + [
      OptionRow(
        name: "invitation", value: "TOKEN", help: "the token of an invitation, if it is no link")
    ]

  private static let accountAdd: [OptionRow] =
    place + [
      OptionRow(
        name: "weaker-sign-in", help: "accept a weaker protection of the password than before",
        excludes: ["plain-password"]),
      OptionRow(
        name: "plain-password",
        help: "give the password itself (PLAIN, inside TLS) to a server without SCRAM"),
    ]

  static let servers = [
    CommandRow(
      verb: .serverStart, words: ["server", "start"], help: "start the private server",
      details: ["It also starts by itself when psst needs it, unless it was stopped."],
      examples: [.init("psst server start", "let it run again after psst server stop")]),
    CommandRow(
      verb: .serverStop, words: ["server", "stop"],
      help: "stop the private server until it is started again",
      details: ["psst then works offline: what you write is queued."],
      examples: [.init("psst server stop", "stop it")]),
    CommandRow(
      verb: .serverStatus, words: ["server", "status"],
      help: "say whether the private server is running",
      details: ["Exits with 0 where it runs, with 1 where it does not."],
      examples: [.init("psst server status", "see whether it runs, and where")]),
    CommandRow(
      verb: .serverConfig, words: ["server", "config"], operands: ["KIND", "DOMAIN"],
      options: [
        OptionRow(
          name: "modules", value: "DIR", help: "write psst's modules for it to that folder")
      ],
      help: "print a configuration for a server on a network",
      details: ["KIND is prosody or ejabberd. It has what psst works best with."],
      examples: [
        .init("psst server config prosody example.org > prosody.cfg.lua", "for Prosody"),
        .init("psst server config ejabberd example.org > ejabberd.yml", "for ejabberd"),
      ]),
  ]
}
