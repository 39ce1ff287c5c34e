import Curses
import Glibc
import Localization
import Model
import Scratch
import Testing
import Views

@testable import Files
@testable import Screen
@testable import psst

struct ConfigurationTests {
  @Test func `what is set is read`() {
    let read = Configuration(
      toml: "theme = \"nord\"\npolicy = \"review\"\nanimations = false\n", file: "config.toml")
    #expect(read.theme == "nord")
    #expect(read.policy == .review)
    #expect(!read.animations)
    #expect(read.complaints.isEmpty)
  }

  @Test func `A2 D2 what others learn and how one is told is read`() {
    let read = Configuration(
      toml: """
        receipts = false
        read-markers = false
        typing = false
        do-not-disturb = true
        alerts = ["bell", "osc99"]
        """, file: "config.toml")
    #expect(read.complaints.isEmpty)
    #expect(
      read.privacy == Privacy(tellsDelivered: false, tellsRead: false, tellsTyping: false))
    #expect(read.isQuiet && read.alerts == .ways([.bell, .osc99]))
    #expect(Configuration(toml: "alerts = \"off\"", file: "").alerts == .off)
    let wrong = Configuration(toml: "alerts = [\"bel\"]\ntyping = 1", file: "c")
    #expect(wrong.complaints.count == 2 && wrong.alerts == .auto && wrong.privacy.tellsTyping)
  }

  @Test func `C1 the accounts of one window are named in their order`() {
    let read = Configuration(
      toml: "accounts = [\"ana\", \"ana@example.org\"]\n", file: "config.toml")
    #expect(read.accounts == ["ana", "ana@example.org"] && read.complaints.isEmpty)
    for wrong in ["\"ana\"", "[1]"] {
      let read = Configuration(toml: "accounts = \(wrong)\n", file: "config.toml")
      #expect(read.accounts.isEmpty && read.complaints.count == 1)
    }
  }

  @Test func `I3 what the terminal draws wider or narrower can be said`() {
    let text = "wide-ambiguous = true\nnarrow-emoji = true\n"
    let read = Configuration(toml: text, file: "config.toml")
    #expect(read.wideAmbiguous && read.narrowEmoji && read.complaints.isEmpty)
    #expect(!Configuration().wideAmbiguous && !Configuration().narrowEmoji)
  }

  @Test func `N3 A4 the time until one is away is minutes, or never, and nothing else`() {
    #expect(Configuration().idleMinutes == 5)
    for minutes in [0, 1, 1_440] {
      let read = Configuration(toml: "idle = \(minutes)\n", file: "config.toml")
      #expect(read.idleMinutes == minutes && read.complaints.isEmpty)
    }
    for wrong in ["-1", "1441", "\"never\"", "2.5", "true"] {
      let read = Configuration(toml: "idle = \(wrong)\n", file: "config.toml")
      #expect(read.idleMinutes == 5)
      #expect(read.complaints == ["config.toml:1: idle must be minutes, from 0 (never) to 1440"])
    }
  }

  @Test func `F4 A4 pictures are shown as the terminal says, as the user says, or not`() {
    func read(_ value: String) -> Configuration {
      Configuration(toml: "pictures = \(value)\n", file: "config.toml")
    }
    for value in ["true", "\"auto\"", "\"sixel\"", "\"kitty\"", "\"iterm2\"", "\"blocks\""] {
      #expect(read(value).showsPictures && read(value).complaints.isEmpty, "\(value)")
    }
    #expect(read("\"auto\"").pictures == nil && read("\"sixel\"").pictures == .sixel)
    #expect(!read("false").showsPictures)
    #expect(
      read("\"sixels\"").complaints == [
        "config.toml:1: pictures must be false or one of \"auto\", \"blocks\", \"kitty\", "
          + "\"iterm2\", \"sixel\"; did you mean sixel?"
      ])
    #expect(read("7").complaints.count == 1 && read("7").pictures == nil)
  }

  @Test func `F3 A4 files are fetched by themselves up to megabytes, and to nothing else`() {
    #expect(Configuration().privacy.fetchesUpTo == 0)
    for megabytes in [0, 1, 1_000] {
      let read = Configuration(toml: "fetch = \(megabytes)\n", file: "config.toml")
      #expect(read.privacy.fetchesUpTo == Int64(megabytes) * 1_000_000 && read.complaints.isEmpty)
    }
    for wrong in ["-1", "1001", "\"all\"", "2.5", "true"] {
      let read = Configuration(toml: "fetch = \(wrong)\n", file: "config.toml")
      #expect(read.privacy.fetchesUpTo == 0)
      #expect(read.complaints == ["config.toml:1: fetch must be megabytes, from 0 (none) to 1000"])
    }
  }

  @Test func `P4 A4 messages are kept for days, or for ever, and for nothing else`() {
    #expect(Configuration().keep == nil && Configuration().choices.isEmpty)
    for days in [0, 1, 36_500] {
      let read = Configuration(toml: "keep = \(days)\n", file: "config.toml")
      #expect(read.choices == [.setKeep(Keep(days: Int64(days)))] && read.complaints.isEmpty)
    }
    for wrong in ["-1", "36501", "\"forever\"", "2.5", "true"] {
      let read = Configuration(toml: "keep = \(wrong)\n", file: "config.toml")
      #expect(read.keep == nil)
      #expect(
        read.complaints == ["config.toml:1: keep must be days, from 0 (for ever) to 36500"])
    }
  }

  @Test func `M5 what is marked in messages can be left undrawn`() {
    let quiet = Configuration(toml: "joins = \"off\"\n", file: "config.toml")
    #expect(!quiet.showsJoins && quiet.complaints.isEmpty && Configuration().showsJoins)
    let read = Configuration(toml: "styling = false\n", file: "config.toml")
    #expect(!read.styling && read.complaints.isEmpty && Configuration().styling)
  }

  @Test func `I10 A4 psst speaks what is set, and else what the environment asks for`() {
    let settings = ["de": Language.german, "en": .english, "auto": nil]
    for (word, language) in settings {
      let read = Configuration(toml: "language = \"\(word)\"\n", file: "config.toml")
      #expect(read.language == language && read.complaints.isEmpty)
    }
    #expect(Configuration().language == nil)
    let wrong = Configuration(toml: "language = \"deutsch\"\n", file: "config.toml")
    #expect(wrong.language == nil)
    #expect(
      wrong.complaints == ["config.toml:1: language must be one of \"auto\", \"en\", \"de\""])
    // What is wrong is said in the language that is set, wherever that stands.
    let german = Configuration(toml: "idle = -1\nlanguage = \"de\"\n", file: "config.toml")
    #expect(german.complaints.count == 1 && german.complaints[0].contains("Minuten"))
  }

  @Test func `I12 A4 spelling is checked in the language of the locale, in another, or not`() {
    func read(_ value: String) -> Configuration {
      Configuration(toml: "spelling = \(value)\n", file: "c")
    }
    func language(_ value: String, _ environment: [String: String] = [:]) -> String? {
      read(value).spelling.language { environment[$0] }
    }
    #expect(Configuration().spelling == .off && language("\"off\"") == nil)
    #expect(language("\"pt_BR\"", ["LANG": "de_DE"]) == "pt_BR")
    for (locale, name) in [
      ("de_AT.UTF-8", "de_AT"), ("sr@latin", "sr"), ("C.UTF-8", "en_US"), ("POSIX", "en_US"),
      ("../x", "en_US"), ("", "en_US"),
    ] { #expect(language("\"auto\"", ["LANG": locale]) == name) }
    let all = ["LC_ALL": "", "LC_MESSAGES": "nl_NL.UTF-8", "LANG": "de_DE.UTF-8"]
    #expect(language("\"auto\"", all) == "nl_NL")
    for wrong in [
      "true", "\"\"", "\"-d\"", "\"/tmp/en\"", "\"de DE\"",
      "\"\(String(repeating: "e", count: 33))\"",
    ] {
      #expect(read(wrong).spelling == .off)
      #expect(
        read(wrong).complaints == [
          "c:1: spelling must be \"off\", \"auto\" or a language like de_DE in quotes"
        ])
    }
  }

  @Test func `I4 the ground is what is set, and else what the terminal says`() {
    let settings = ["light": Theme.Background.light, "dark": .dark, "auto": nil]
    for (word, ground) in settings {
      let read = Configuration(toml: "background = \"\(word)\"\n", file: "config.toml")
      #expect(read.ground == ground && read.complaints.isEmpty)
    }
    #expect(Configuration().ground == nil)
  }

  @Test func `an empty file is all defaults`() {
    #expect(Configuration(toml: "# nothing\n", file: "config.toml") == Configuration())
    #expect(Configuration().animations && Configuration().policy == nil)
  }

  @Test(arguments: [
    ("\npolcy = \"auto\"", "config.toml:2: unknown key polcy; did you mean policy?"),
    ("xyzzyplugh = 1", "config.toml:1: unknown key xyzzyplugh"),
    (
      "policy = \"revew\"",
      "config.toml:1: policy must be one of \"auto\", \"review\", \"smart\"; did you mean review?"
    ),
    ("policy = 3", "config.toml:1: policy must be one of \"auto\", \"review\", \"smart\""),
    ("animations = \"no\"", "config.toml:1: animations must be true or false"),
    (
      "background = \"drak\"",
      "config.toml:1: background must be one of \"auto\", \"dark\", \"light\"; did you mean dark?"
    ),
    ("narrow-emoji = 1", "config.toml:1: narrow-emoji must be true or false"),
    ("joins = true", "config.toml:1: joins must be one of \"folded\", \"off\""),
    ("theme = true", "config.toml:1: theme must be a theme's name in quotes"),
  ])
  func `what is wrong is told with its line and the nearest word`(text: String, line: String) {
    let read = Configuration(toml: text + "\n", file: "config.toml")
    #expect(read.complaints == [line])
    #expect(read.policy == nil && read.theme == nil && read.animations)
  }

  @Test func `I1 keys are changed, and what is wrong with them is told with its line`() {
    let read = Configuration(
      toml: """
        [keys.composing]
        new-line = ["Ctrl-O", "Alt-Enter"]
        yank = "Ctrl-E"
        sned = "F5"
        [keys.anywhere]
        queue = "Hyper-Q"
        help = 3
        suspend = []
        redraw = "Ctrl-S"
        """, file: "config.toml")
    #expect(
      read.complaints == [
        "config.toml:7: help must be a key in quotes, or a list of them",
        "config.toml:3: Ctrl-E is already the key of line-end",
        "config.toml:4: there is no command sned here; did you mean send?",
        "config.toml:6: there is no key Hyper-Q; keys are written like Ctrl-K, Alt-Enter, F5",
        "config.toml:9: Ctrl-S never reaches a program: terminals take it",
      ])
    #expect(read.keymap.markdown.contains("| composing | Ctrl-O, Alt-Enter | New line |"))
    #expect(Configuration(toml: "keys = 1", file: "c").complaints.count == 1)
    #expect(Configuration(toml: "[keys]\nsend = \"F5\"", file: "c").complaints.count == 1)
  }

  @Test func `I1 keys come as one is used to them, and single ones count above that`() {
    for preset in KeyPreset.allCases {
      let read = Configuration(toml: "keymap = \"\(preset.rawValue)\"\n", file: "c")
      #expect(read.complaints == [])
      #expect((read.keymap == .standard) == (preset == .standard))
    }
    let read = Configuration(
      toml: "keymap = \"readline\"\n[keys.anywhere]\ngo-to = \"F2\"\n", file: "c")
    #expect(read.complaints == [])
    #expect(read.keymap.markdown.contains("| anywhere | F2 | Go to"))
    #expect(read.keymap.markdown.contains("| composing | Ctrl-K | Delete to the end of the line |"))
    #expect(
      Configuration(toml: "keymap = \"vmi\"", file: "c").complaints == [
        "c:1: keymap must be one of \"standard\", \"readline\", \"vim\"; did you mean vim?"
      ])
  }

  @Test func `what is no TOML is told with its line, what is right beside what is wrong counts`() {
    let broken = Configuration(toml: "policy = \"auto\"\n= 3\n", file: "config.toml")
    #expect(broken.complaints.first?.hasPrefix("config.toml:2: ") == true)
    #expect(broken.policy == nil)
    let half = Configuration(toml: "nonsense = 1\npolicy = \"auto\"\n", file: "config.toml")
    #expect(half.complaints.count == 1 && half.policy == .auto)
  }

  private func paths(_ folder: ScratchFolder) -> Paths {
    Paths(environment: ["PSST_HOME": folder.path], currentFolder: "/", home: "/")
  }

  @Test func `I4 a theme of the user's folder is found, and inherits`() throws {
    let folder = ScratchFolder()
    let paths = paths(folder)
    folder.write(
      "inherits = \"mono\"\n[roles]\ntitle = { italic = true }\n", to: "config/themes/mine.toml")
    folder.write("theme = \"mine\"\n", to: "config/config.toml")
    var read = Configuration.read(paths)
    let theme = try read.loadTheme(paths)
    #expect(theme.name == "mine" && theme.style(.title).isItalic)
    #expect(read.complaints.isEmpty)
  }

  @Test(arguments: [
    ("monno", "", "no theme \"monno\"; did you mean \"mono\"?; the theme terminal is used"),
    (
      "mine", "[roles]\ntitel = \"red\"\n",
      "mine.toml:2: unknown role \"titel\"; did you mean \"title\"?; the theme terminal is used"
    ),
    ("../mine", "[roles]\n", "no theme \"../mine\"; the theme terminal is used"),
  ])
  func `I4 a theme that cannot be had is told, and the default one is taken`(
    name: String, text: String, line: String
  ) throws {
    let folder = ScratchFolder()
    let paths = paths(folder)
    if !text.isEmpty { folder.write(text, to: "config/themes/mine.toml") }
    folder.write("theme = \"\(name)\"\n", to: "config/config.toml")
    var read = Configuration.read(paths)
    #expect(try read.loadTheme(paths).name == "terminal")
    #expect(read.complaints == [line])
  }

  @Test func `without a file all is at its default, one that cannot be read is told`() throws {
    let folder = ScratchFolder()
    #expect(Configuration.read(paths(folder)) == Configuration())
    folder.write("", to: "config/config.toml/file")
    #expect(Configuration.read(paths(folder)).complaints.count == 1)
  }
}
