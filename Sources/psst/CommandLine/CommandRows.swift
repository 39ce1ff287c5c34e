internal import Plain

/// The commands, one row each.
extension CommandTable {
  static let json = OptionRow(name: "json", help: "JSON, for other programs")

  static let open = CommandRow(
    verb: .open, words: [], general: ["account", "plain", "log-stanzas"],
    help: "open the messenger",
    details: [
      "Without an account, psst asks what to do: start at once on a private server of your own, sign in, or "
        + "take a tour. `--account` opens another account for this time, and asks whether a new name is to be made on the private server; "
        + "given several times, it opens those accounts in one window.",
      "Without a terminal, and with `--plain`, psst works line by line: type /help there.",
    ],
    examples: [
      .init("psst", "open the usual account, or those of `accounts` in config.toml"),
      .init("psst --account bo", "be Bo, for example in a second terminal"),
      .init("psst --account ana --account bo", "have both in one window"),
      .init("psst --plain", "work line by line, for example with a braille display"),
    ])

  static let demo = CommandRow(
    verb: .demo, words: ["demo"], operands: ["[SCENE…]"], isOpenEnded: true, options: demoOptions,
    help: "play scenes: the tour, or those named",
    details: [
      "A scene is a text file that says who is there, what is typed, what the network does and what must be "
        + "seen; see psst-scenes(5). SCENE is the name of one that comes with psst, a file, or - for standard "
        + "input. Nothing of yours is read or changed, and no network is used."
    ],
    examples: [
      .init("psst demo", "take the tour"),
      .init("psst demo --list", "list the scenes that come with psst"),
      .init("psst demo --check", "check every scene without a screen"),
      .init("psst demo x5 --record x5.cast", "record one for asciinema"),
    ])

  private static let demoOptions: [OptionRow] = {
    let playing = ["check", "record", "picture", "still", "seed", "speed", "size"]
    return [
      OptionRow(name: "list", help: "list the scenes that come with psst", excludes: playing),
      OptionRow(
        name: "words", help: "list everything that can stand in a scene",
        excludes: playing + ["list"]),
      OptionRow(
        name: "check",
        help: "play without a screen and check every expectation; all scenes unless named",
        excludes: ["record", "picture", "still", "speed"]),
      OptionRow(name: "record", value: "FILE", help: "write a recording (asciicast v2)"),
      OptionRow(name: "picture", value: "FILE", help: "write an animated SVG"),
      OptionRow(
        name: "still", value: "CAPTION", help: "a single picture, at that caption",
        needs: ["picture"]),
      OptionRow(name: "seed", value: "N", help: "vary delays, losses and typing"),
      OptionRow(name: "speed", value: "X", help: "play X times as fast"),
      OptionRow(name: "size", value: "WIDTHxHEIGHT", help: "use a screen of another size"),
    ]
  }()

  static let scripts = [send, queue, read, watch, export, importing]

  private static let names =
    "A name is found as in the messenger's \"go to\": a contact's or a group's whole name, a word of it, or "
    + "the part of the address before the @, in any case. Where several have it, nothing is done and all are "
    + "named."

  private static let send = CommandRow(
    verb: .send, words: ["send"], operands: ["TO", "TEXT"],
    options: [
      OptionRow(name: "file", value: "PATH", help: "send a file in the place of TEXT"),
      OptionRow(name: "caption", value: "TEXT", help: "what goes with the file"),
      OptionRow(
        name: "wait", value: "SECONDS",
        help: "how long to wait for the server: 0 to 300, 30 unless given"),
      OptionRow(
        name: "reply-to", value: "ID",
        help: "answer that message: an id that psst read or psst watch shows"),
    ], general: ["account", "log-stanzas"],
    help: "send a message, or queue it where there is no connection",
    details: [
      "TO is a name or an address. TEXT is one word to the shell: put it in quotes, or give - to read it from "
        + "standard input, which keeps it out of the list of processes.",
      names,
      "The message is on disk before anything else happens, and is sent once, however often psst is "
        + "interrupted. psst waits until the server has it and then exits with 0. When the time is over it "
        + "exits with 75: the message stays in the queue and is sent by the next psst that gets a "
        + "connection. Where the private server was stopped on purpose, that is at once.",
      "A psst that is open with the account sends it. `--account` makes no new account here.",
    ],
    examples: [
      .init("psst send bo 'Lunch?'", "send one line to Bo"),
      .init("df -h | psst send ops@rooms.example.org -", "send what a command prints to a group"),
      .init("psst send bo 'Backup done' --wait 0", "queue it and return at once, for cron(8)"),
    ])

  private static let queue = CommandRow(
    verb: .queue, words: ["queue"], options: [json], general: ["account", "log-stanzas"],
    help: "show the messages that are waiting to be sent",
    details: ["Each line has the time, the state, the chat and the text."],
    examples: [
      .init("psst queue", "see what is waiting, and why"),
      .init("psst queue --json", "the same for a program, with ids and attempts"),
    ])

  private static let read = CommandRow(
    verb: .read, words: ["read"], operands: ["CHAT"],
    options: [
      json,
      OptionRow(
        name: "last", value: "N", help: "so many of the newest messages; 20 unless given",
        excludes: ["since"]),
      OptionRow(
        name: "since", value: "CURSOR", help: "what came to be stored after that cursor"),
    ], general: ["account"],
    help: "print the newest messages of a chat",
    details: [
      "Reads what is on this computer, without a network, and tells nobody that it was read.",
      names,
      "With `--json`, each message is an object on a line of its own, as psst watch prints them.",
    ],
    examples: [
      .init("psst read bo", "what was said last"),
      .init("psst read bo --json --last 1", "the newest message, with its id"),
    ])

  private static let watch = CommandRow(
    verb: .watch, words: ["watch"],
    options: [
      json,
      OptionRow(
        name: "since", value: "CURSOR", help: "begin with what was stored after that cursor"),
    ], general: ["account", "log-stanzas"],
    help: "print each message as it arrives, until interrupted",
    details: [
      "Keeps the account online unless another psst does, and sends what is queued. Prints the messages of "
        + "all chats, also those you write elsewhere, in the order in which this computer learned of them.",
      "With `--json`, each is an object on a line of its own. Its `cursor` says how far you have come: "
        + "give the last one to `--since` to go on from there, and nothing is missed or told twice.",
    ],
    examples: [
      .init("psst watch", "follow everything in a terminal"),
      .init("psst watch --json | jq -r .text", "the texts alone"),
      .init("psst watch --json --since 1042", "go on after the message with that cursor"),
    ])

  private static let export = CommandRow(
    verb: .export, words: ["export"], operands: ["CHAT"], options: [json], general: ["account"],
    help: "print everything that is stored of a chat",
    details: ["Reads what is on this computer, without a network.", names],
    examples: [
      .init("psst export bo > bo.txt", "keep a copy to read"),
      .init("psst export bo --json > bo.json", "keep a copy with ids and times, as one JSON array"),
    ])

  private static let importing = CommandRow(
    verb: .import, words: ["import"], operands: ["PATH"],
    options: [
      OptionRow(
        name: "from", value: "PROGRAM",
        help: "read that one's alone: psst, profanity, gajim or dino")
    ], general: ["account"],
    help: "take over a history of psst, profanity, Gajim or Dino",
    details: [
      "PATH is a file or a folder: what `psst export --json` wrote; profanity's folder (~/.local/share/profanity), its "
        + "chatlog.db or its logs; Gajim's logs.db; Dino's dino.db. What it is, psst sees itself. An export as text "
        + "is not read back: what it says of who wrote what can be doubted.",
      "Nothing is sent, nobody is told, and nothing becomes unread. Messages stand at their times, those of other "
        + "programs below what the server's archive has told, until it tells their places. What is here already, by "
        + "its ids or by the same words of the same person within five seconds, is not taken over again: "
        + "reading a file twice changes nothing. What was never sent, and what was removed here, is left out and counted.",
      "Leave psst first, where it is open with the account. Let the other program rest meanwhile, too.",
    ],
    examples: [
      .init("psst import ~/.local/share/profanity", "all that profanity kept of this account"),
      .init("psst import bo.json --account ana", "what psst export bo --json wrote"),
      .init("psst import ~/.local/share/dino/dino.db", "what Dino has"),
    ])

  static let invite = CommandRow(
    verb: .invite, words: ["invite"], operands: ["NAME"], options: [json],
    help: "make an account on the private server for another person here",
    details: ["Prints how that person signs in, with psst or another XMPP program."],
    examples: [
      .init("psst invite bo", "an account for Bo"),
      .init("psst invite 'Ana Müller'", "ana.muller, who is called so"),
    ])

  static let doctor = CommandRow(
    verb: .doctor, words: ["doctor"], general: ["log-stanzas"],
    help: "check the terminal, the disk, the private server and the link",
    details: [
      "Each line begins with ok, note or wrong. What is wrong is followed by what to do about it. Exits with 1 "
        + "where something is wrong."
    ],
    examples: [.init("psst doctor", "find out why something does not work")])

  static let help = CommandRow(
    verb: .help, words: ["help"], operands: ["[COMMAND…]"], isOpenEnded: true,
    options: [
      OptionRow(
        name: "man", value: "PAGE", choices: ManPage.allCases.map(\.rawValue),
        help: "print a manual page, for man(1)", excludes: ["completion", "names"], isHidden: true),
      OptionRow(
        name: "completion", value: "SHELL", choices: Completion.allCases.map(\.rawValue),
        help: "print completions for a shell", excludes: ["names"], isHidden: true),
      OptionRow(
        name: "names", value: "KIND", choices: NameKind.allCases.map(\.rawValue),
        help: "print what can be completed, a name a line", isHidden: true),
    ],
    help: "explain a command, with examples",
    examples: [
      .init("psst help", "list the commands"), .init("psst help send", "explain one of them"),
    ])
}
