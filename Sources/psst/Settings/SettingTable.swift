internal import Views

/// One setting of config.toml.
struct SettingRow: Sendable {
  var key: String
  /// What it is called in the program.
  var title: String
  var kind: Setting.Kind
  /// What is written where the kind does not say it.
  var form: String?
  /// What counts without it, as it is written.
  var standard: String
  /// In sentences.
  var about: String
  /// A change is not seen before psst starts again.
  var waitsForStart = false

  /// What can be given, as it is written.
  var values: String {
    switch kind {
    case .toggle: "true | false"
    case .choice(let all): all.joined(separator: " | ")
    case .theme, .number, .words, .word: form ?? ""
    }
  }
}

/// What config.toml can say, beside the keys: the manual's table, and what typing mistakes are compared with.
enum SettingTable {
  static let rows: [SettingRow] = [
    SettingRow(
      key: "theme", title: "Theme",
      kind: .theme, form: "NAME", standard: "\"terminal\"",
      about: "The colours: the name of a theme, in quotes."),
    SettingRow(
      key: "background", title: "Background",
      kind: .choice(["\"auto\"", "\"dark\"", "\"light\""]), standard: "\"auto\"",
      about: "What the terminal's own background is like; auto asks the terminal."),
    SettingRow(
      key: "language", title: "Language",
      kind: .choice(["\"auto\"", "\"en\"", "\"de\""]), standard: "\"auto\"",
      about:
        "What psst speaks: auto takes the language of the terminal's locale, in English where psst lacks it."
    ),
    SettingRow(
      key: "policy", title: "After reconnecting",
      kind: .choice(["\"auto\"", "\"review\"", "\"smart\""]), standard: "\"smart\"",
      about:
        "What happens with queued messages when the connection is back: auto sends them, review asks "
        + "first, smart asks when the oldest is older than 10 minutes."),
    SettingRow(
      key: "keep", title: "Keep messages",
      kind: .number(0...36_500, unit: "days", zero: "for ever"), form: "DAYS", standard: "30",
      about:
        "How long messages are kept on this computer; 0: for ever. What is older is removed if the server has it, "
        + "and fetched again when you scroll back to it; the newest 100 of each chat stay. Without this line psst "
        + "asks before it removes anything."),
    SettingRow(
      key: "keymap", title: "Keys",
      kind: .choice(["\"standard\"", "\"readline\"", "\"vim\""]), standard: "\"standard\"",
      about:
        "The keys that you are used to: with readline Ctrl-K deletes to the end of the line, Ctrl-P and Ctrl-N go up "
        + "and down, and Alt-K goes to a chat; with vim g g is the beginning, h leads to the chats and l into one. "
        + "Single keys are set under [keys]."),
    SettingRow(
      key: "animations", title: "Animations",
      kind: .toggle, standard: "true",
      about: "Things may slide and fade."),
    SettingRow(
      key: "styling", title: "Text styling",
      kind: .toggle, standard: "true",
      about:
        "*strong*, _emphasis_, ~struck~, code and quotations in messages are drawn as what they mean, and "
        + "links can be clicked."),
    SettingRow(
      key: "spelling", title: "Spelling",
      kind: .word(usual: ["off", "auto"], other: "a language like de_DE"),
      form: "\"off\" | \"auto\" | \"LANGUAGE\"", standard: "\"off\"",
      about:
        "Misspelt words are underlined while you write; aspell or hunspell checks them, auto in the language of the "
        + "locale, or in a language like de_DE."),
    SettingRow(
      key: "list", title: "Chat list",
      kind: .choice(["\"auto\"", "\"compact\"", "\"preview\""]), standard: "\"auto\"",
      about:
        "A chat in the list takes one row, or two with the beginning of its last message; \"auto\": two on a "
        + "screen of 28 rows or more."),
    SettingRow(
      key: "pictures", title: "Pictures",
      kind: .choice(["\"auto\"", "\"blocks\"", "\"kitty\"", "\"iterm2\"", "\"sixel\"", "false"]),
      standard: "\"auto\"",
      about:
        "Pictures that you have sent or saved are shown in the chat: auto asks the terminal whether it draws pictures "
        + "itself, by the protocol of kitty or iTerm2 or as sixels; blocks draws them with characters; false: not at "
        + "all.", waitsForStart: true),
    SettingRow(
      key: "fetch", title: "Save files up to",
      kind: .number(0...1_000, unit: "MB", zero: "none"), form: "MEGABYTES", standard: "0",
      about:
        "Files that contacts send are saved by themselves where they are no larger; 0: none. Where a file "
        + "lies, one learns when you fetch it."),
    SettingRow(
      key: "accounts", title: "Accounts",
      kind: .words(alone: []), form: "[\"NAME\", …]", standard: "[]",
      about:
        "The accounts that psst opens in one window, by address or by name on the private server; "
        + "commands use the first. None: the usual one. psst writes it when you add an account or sign out.",
      waitsForStart: true),
    SettingRow(
      key: "joins", title: "Joins and leaves",
      kind: .choice(["\"folded\"", "\"off\""]),
      standard: "\"folded\"",
      about:
        "Who comes to a small group and leaves it is shown in one dim line, or in a line each in plain mode."
    ),
    SettingRow(
      key: "idle", title: "Away after",
      kind: .number(0...1_440, unit: "minutes", zero: "never"), form: "MINUTES", standard: "5",
      about:
        "Without a key for so long you are shown as away; 0: only while the terminal does not have the focus."
    ),
    SettingRow(
      key: "alerts", title: "Alerts",
      kind: .words(alone: ["auto", "off"]),
      form: "\"auto\" | \"off\" | [\"bell\", \"osc9\", \"osc777\", \"osc99\", \"desktop\"]",
      standard: "\"auto\"", about: "How a message is announced while you are elsewhere."),
    SettingRow(
      key: "do-not-disturb", title: "Do not disturb",
      kind: .toggle, standard: "false",
      about: "Start with do not disturb on."),
    SettingRow(
      key: "receipts", title: "Delivery receipts",
      kind: .toggle, standard: "true",
      about: "Others learn that a message has reached this device."),
    SettingRow(
      key: "read-markers", title: "Read receipts",
      kind: .toggle, standard: "true",
      about: "Others learn that you have read a message."),
    SettingRow(
      key: "typing", title: "Typing",
      kind: .toggle, standard: "true",
      about: "Others learn that you are typing."),
    SettingRow(
      key: "wide-ambiguous", title: "Wide letters",
      kind: .toggle, standard: "false",
      about:
        "The terminal draws Greek, Cyrillic and lines two columns wide, as some for East Asia do.",
      waitsForStart: true),
    SettingRow(
      key: "narrow-emoji", title: "Narrow emoji",
      kind: .toggle, standard: "false",
      about: "The terminal draws emoji made by a selector one column wide.", waitsForStart: true),
  ]
}
