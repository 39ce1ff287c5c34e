internal import Scenes
internal import Screen
internal import Views

/// A page for man(1), made from the tables that the program itself goes by.
enum ManPage: String, CaseIterable {
  case psst = "psst.1"
  case scenes = "psst-scenes.5"
  case configuration = "psst-config.5"

  var text: String {
    let parts = rawValue.split(separator: ".")
    var page = Roff(title: String(parts[0]), section: String(parts[1]), version: HelpText.version)
    page.heading("Name")
    page.paragraph("\(parts[0]) \u{2D} \(summary)")
    switch self {
    case .psst: Self.write(program: &page)
    case .scenes: Self.write(scenes: &page)
    case .configuration: Self.write(settings: &page)
    }
    page.heading("See also")
    let others = Self.allCases.filter { $0 != self }.map(\.reference)
    page.paragraph(others.joined(separator: ", "))
    return page.text
  }

  private var summary: String {
    switch self {
    case .psst: "the messenger that does not lose messages"
    case .scenes: "scripts that psst demo plays and checks"
    case .configuration: "settings, keys and themes of psst"
    }
  }

  private var reference: String {
    let parts = rawValue.split(separator: ".")
    return "`\(parts[0])`(\(parts[1]))"
  }

  // MARK: psst(1)

  private static func write(program page: inout Roff) {
    page.heading("Synopsis")
    page.literal(CommandTable.commands.map(\.synopsis))
    page.heading("Description")
    page.paragraph(
      "psst is a full-screen messenger for the terminal. It speaks XMPP, and brings a private server for the "
        + "people of one computer. What is typed is on disk before it is on the wire: without a connection it is "
        + "queued, and it is sent once and in order when the connection is back.")
    page.heading("Commands")
    for row in CommandTable.commands { write(row, &page) }
    page.heading("Options")
    for option in CommandTable.everywhere { page.item(option.synopsis, sentence(option.help)) }
    page.item("--", "Ends the options.")
    write(keys: &page)
    page.heading("Exit status")
    for (code, about) in CommandTable.exitCodes { page.item(code, about) }
    page.heading("Environment")
    for (name, about) in environment { page.item(name, about) }
    page.heading("Files")
    for (name, about) in files { page.item(name, about) }
  }

  private static func write(_ row: CommandRow, _ page: inout Roff) {
    page.subheading(row.synopsis)
    page.paragraph(sentence(row.help))
    for paragraph in row.details { page.paragraph(paragraph) }
    for option in row.options where !option.isHidden {
      page.item(option.synopsis, sentence(option.help))
    }
    for example in row.examples { page.item(example.line, sentence(example.about)) }
  }

  private static func write(keys page: inout Roff) {
    page.heading("Keys")
    for place in Keymap.Place.allCases {
      page.subheading(place.rawValue.prefix(1).uppercased() + place.rawValue.dropFirst())
      for binding in Keymap.standard.bindings where binding.place == place {
        page.item(binding.keyLabels.joined(separator: ", "), sentence(binding.text))
      }
    }
  }

  private static func sentence(_ text: String) -> String {
    let end = text.hasSuffix(".") ? "" : "."
    return text.prefix(1).uppercased() + text.dropFirst() + end
  }

  private static let environment: [(String, String)] = [
    ("PSST_HOME", "Puts all of psst's files under one folder."),
    ("NO_COLOR", "No colours, if not empty."),
    ("COLORTERM", "The terminal shows 16 million colours, if `truecolor` or `24bit`."),
    ("EDITOR", "The program that Ctrl-X Ctrl-E writes a message in."),
    ("BROWSER", "The program that opens links."),
  ]

  private static let files: [(String, String)] = [
    ("$XDG_CONFIG_HOME/psst/config.toml", "The settings: see `psst-config`(5)."),
    ("$XDG_CONFIG_HOME/psst/themes/", "Themes of your own."),
    ("$XDG_DATA_HOME/psst/", "Accounts with their messages, and the private server."),
    ("$XDG_STATE_HOME/psst/log", "The log."),
  ]

  // MARK: psst-scenes(5)

  private static func write(scenes page: inout Roff) {
    page.heading("Description")
    page.paragraph(
      "A scene is a text file with a step a line. It says who is there, what is typed, what others do, what the "
        + "network does, and what must be seen. `psst demo` plays it on the screen; `psst demo --check` plays it "
        + "without one, in virtual time, and fails at the first expectation that does not hold. Words in capitals "
        + "stand for what you put there.")
    for (title, rows) in SceneManual.sections {
      page.heading(title)
      for (words, about) in rows { page.item(words, sentence(about)) }
    }
    page.heading("Scenes that come with psst")
    for name in ShippedScenes.names {
      page.item(name, sentence((try? ShippedScenes.load(name))?.title ?? name))
    }
  }

  // MARK: psst-config(5)

  private static func write(settings page: inout Roff) {
    page.heading("Description")
    page.paragraph(
      "`$XDG_CONFIG_HOME/psst/config.toml` is a TOML file, and may be missing. What is wrong in it is said when "
        + "psst starts, with its line, and the default counts.")
    page.heading("Settings")
    for row in SettingTable.rows {
      page.item("\(row.key) = \(row.values)", "\(row.about) The default is `\(row.standard)`.")
    }
    page.heading("Keys")
    page.paragraph(
      "A table for each place: `[keys.anywhere]`, `[keys.composing]`, with - for blanks in a place's name. "
        + "A line such as `queue = \"F5\"` gives a command another key, a list several, and `[]` none. "
        + "`\"Ctrl-X Ctrl-V\"` is one after the other.")
    for place in Keymap.Place.allCases {
      page.subheading("[keys.\(place.rawValue.replacing(" ", with: "-"))]")
      for binding in Keymap.standard.bindings where binding.place == place {
        page.item(binding.command.rawValue, sentence(binding.text))
      }
    }
    page.heading("Themes")
    page.paragraph(
      "Those that come with psst: \(Theme.shippedNames.joined(separator: ", ")). A file `NAME.toml` in "
        + "`$XDG_CONFIG_HOME/psst/themes/` is another: `inherits` names the one it changes, `[palette]` names "
        + "colours, and `[roles]` gives parts of the screen a colour, or `{ fg, bg, bold, dim, italic, "
        + "underline, reverse, strike }`.")
  }
}
