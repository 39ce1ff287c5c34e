internal import Curses
internal import Files
internal import Glibc
internal import Localization
internal import Model
internal import Screen
internal import Views

/// What the user set in the configuration file (TOML). What is wrong in it is told and left at its default.
struct Configuration: Equatable {
  /// A theme's name; `nil` is the default theme.
  var theme: String?
  /// What psst speaks; `nil` is what the environment asks for.
  var language: Language?
  /// What happens with what waits when the link comes back; `nil` is what was chosen last.
  var policy: SendPolicy?
  /// What the terminal's own ground is like; `nil` is what the terminal says.
  var ground: Theme.Background?
  /// Whether things may move on the screen by themselves.
  var animations = true
  /// What the others are told of my doings.
  var privacy = Privacy()
  /// How psst tells of messages outside of its screen.
  var alerts = AlertSetting.auto
  /// Nothing is told of, until one says otherwise.
  var isQuiet = false
  /// What the terminal draws otherwise than most do: see ``Screen/Width``.
  var wideAmbiguous = false
  var narrowEmoji = false
  /// What is marked in messages is drawn, and links (XEP-0393).
  var styling = true
  var showsPictures = true
  var listStyle = ListStyle.auto
  var spelling = SpellingSetting.off
  /// How the terminal is given them; `nil` is what it says it can take.
  var pictures: PictureProtocol?
  /// Who comes to groups and goes is shown.
  var showsJoins = true
  /// Without a key for so long I am away; 0: never by that.
  var idleMinutes: Int64 = 5
  /// Those that plain `psst` opens together, by address or by name on the private server; empty: the usual one.
  var accounts: [String] = []
  /// The keys.
  private(set) var keymap = Keymap.standard
  private var keyPreset = KeyPreset.standard
  var keyChanges: [KeyChange] = []
  /// How long messages are kept; `nil` is what was decided last.
  var keep: Keep?
  /// What is wrong, one line each, with file and line.
  private(set) var complaints: [String] = []

  /// What the engine is to do by it.
  var choices: [Intent] {
    [policy.map(Intent.setPolicy), keep.map(Intent.setKeep)].compactMap(\.self)
  }

  static let defaultTheme = "terminal"
  static let keys = SettingTable.rows.map(\.key) + ["keys"]

  init() {}

  /// Reads a file's text; `file` is its name for people.
  init(toml: String, file: String) {
    do {
      let root = try TOML.parse(toml)
      language = root.entries.first { $0.0 == "language" }?.1.string.flatMap(Language.init)
      // What is wrong is said in the language that is set.
      (language ?? .current).speak {
        for (key, value) in root.entries { read(key, value, file) }
        setKeys(file)
      }
    } catch {
      complaints.append("\(file):\(error.line): \(error.message)")
    }
  }

  private mutating func read(_ key: String, _ value: TOML, _ file: String) {
    let place = "\(file):\(value.line): "
    switch key {
    case "theme":
      if let name = value.string {
        theme = name
      } else {
        complaints.append(place + tr("theme must be a theme's name in quotes"))
      }
    case "language": if language == nil { checkLanguage(value, place) }
    case "joins": readJoins(value, place)
    case "list": readListStyle(value, place)
    case "idle": readIdle(value, place)
    case "spelling": readSpelling(value, place)
    case "fetch": readFetch(value, place)
    case "keep": readKeep(value, place)
    case "background": readBackground(value, place)
    case "policy": readPolicy(value, place)
    case "animations": read(value, key, place, into: \.animations)
    case "wide-ambiguous": read(value, key, place, into: \.wideAmbiguous)
    case "narrow-emoji": read(value, key, place, into: \.narrowEmoji)
    case "styling": read(value, key, place, into: \.styling)
    case "pictures": readPictures(value, place)
    case "receipts": read(value, key, place, into: \.privacy.tellsDelivered)
    case "read-markers": read(value, key, place, into: \.privacy.tellsRead)
    case "typing": read(value, key, place, into: \.privacy.tellsTyping)
    case "do-not-disturb": read(value, key, place, into: \.isQuiet)
    case "alerts":
      if let setting = AlertSetting(value) {
        alerts = setting
      } else {
        complaints.append(place + tr("alerts must be \(AlertSetting.choice)"))
      }
    case "accounts": readAccounts(value, place)
    case "keymap": readKeyPreset(value, place)
    case "keys": readKeys(value, file)
    default:
      let hint = NearestWord.suggestion(for: key, among: Self.keys)
      complaints.append(place + tr("unknown key \(key)\(hint)"))
    }
  }

  private mutating func read(
    _ value: TOML, _ key: String, _ place: String, into path: WritableKeyPath<Self, Bool>
  ) {
    if let isOn = value.boolean {
      self[keyPath: path] = isOn
    } else {
      complaints.append(place + tr("\(key) must be true or false"))
    }
  }

  private mutating func readBackground(_ value: TOML, _ place: String) {
    let words = ["auto"] + Theme.Background.allCases.map(\.rawValue)
    guard let word = value.string, words.contains(word) else {
      let hint = value.string.map { NearestWord.suggestion(for: $0, among: words) } ?? ""
      let choice = words.map { "\"\($0)\"" }.joined(separator: ", ")
      complaints.append(place + tr("background must be one of \(choice)\(hint)"))
      return
    }
    ground = Theme.Background(rawValue: word)
  }

  private mutating func readKeyPreset(_ value: TOML, _ place: String) {
    let words = KeyPreset.allCases.map(\.rawValue)
    guard let preset = value.string.flatMap(KeyPreset.init) else {
      let hint = value.string.map { NearestWord.suggestion(for: $0, among: words) } ?? ""
      let choice = words.map { "\"\($0)\"" }.joined(separator: ", ")
      return complaints.append(place + tr("keymap must be one of \(choice)\(hint)"))
    }
    keyPreset = preset
  }

  /// When all of the file is read: single keys count above the preset, wherever they stand.
  private mutating func setKeys(_ file: String) {
    let changes = keyPreset.changes + keyChanges.sorted { $0.line < $1.line }
    guard !changes.isEmpty else { return }
    let (keymap, refused) = Keymap.standard.changed(by: changes)
    self.keymap = keymap
    for (change, why) in refused.sorted(by: { $0.change.line < $1.change.line }) {
      complain("\(file):\(change.line): \(Self.words(why))")
    }
  }

  private mutating func readListStyle(_ value: TOML, _ place: String) {
    guard let style = value.string.flatMap(ListStyle.init) else {
      let choice = ListStyle.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      return complaints.append(place + tr("list must be one of \(choice)"))
    }
    listStyle = style
  }

  private mutating func checkLanguage(_ value: TOML, _ place: String) {
    let words = ["auto"] + Language.allCases.map(\.rawValue)
    guard value.string != words[0] else { return }
    let choice = words.map { "\"\($0)\"" }.joined(separator: ", ")
    complaints.append(place + tr("language must be one of \(choice)"))
  }

  private mutating func readJoins(_ value: TOML, _ place: String) {
    guard let word = value.string, ["folded", "off"].contains(word) else {
      return complaints.append(place + tr("joins must be one of \"folded\", \"off\""))
    }
    showsJoins = word == "folded"
  }

  private mutating func readPictures(_ value: TOML, _ place: String) {
    if let isOn = value.boolean { return showsPictures = isOn }
    let words = ["auto"] + PictureProtocol.allCases.map(\.rawValue)
    guard let word = value.string, words.contains(word) else {
      let hint = value.string.map { NearestWord.suggestion(for: $0, among: words) } ?? ""
      let choice = words.map { "\"\($0)\"" }.joined(separator: ", ")
      return complaints.append(place + tr("pictures must be false or one of \(choice)\(hint)"))
    }
    pictures = PictureProtocol(rawValue: word)
  }

  private mutating func readIdle(_ value: TOML, _ place: String) {
    guard let minutes = value.integer, (0...1_440).contains(minutes) else {
      return complaints.append(place + tr("idle must be minutes, from 0 (never) to 1440"))
    }
    idleMinutes = minutes
  }

  private mutating func readSpelling(_ value: TOML, _ place: String) {
    guard let setting = SpellingSetting(value) else {
      return complaints.append(
        place + tr("spelling must be \"off\", \"auto\" or a language like de_DE in quotes"))
    }
    spelling = setting
  }

  private mutating func readFetch(_ value: TOML, _ place: String) {
    guard let megabytes = value.integer, (0...1_000).contains(megabytes) else {
      return complaints.append(place + tr("fetch must be megabytes, from 0 (none) to 1000"))
    }
    privacy.fetchesUpTo = megabytes * 1_000_000
  }

  private mutating func readKeep(_ value: TOML, _ place: String) {
    guard let days = value.integer, (0...36_500).contains(days) else {
      return complaints.append(place + tr("keep must be days, from 0 (for ever) to 36500"))
    }
    keep = Keep(days: days)
  }

  private mutating func readAccounts(_ value: TOML, _ place: String) {
    let names = value.array?.compactMap(\.string) ?? []
    guard let all = value.array, all.count == names.count else {
      complaints.append(place + tr("accounts must be a list of addresses in quotes"))
      return
    }
    accounts = names
  }

  private mutating func readPolicy(_ value: TOML, _ place: String) {
    let words = SendPolicy.allCases.map(\.rawValue)
    guard let word = value.string, let policy = SendPolicy(rawValue: word) else {
      let hint = value.string.map { NearestWord.suggestion(for: $0, among: words) } ?? ""
      let choice = words.map { "\"\($0)\"" }.joined(separator: ", ")
      complaints.append(place + tr("policy must be one of \(choice)\(hint)"))
      return
    }
    self.policy = policy
  }

  mutating func complain(_ line: String) { complaints.append(line) }

  // MARK: The files

  /// Bytes of a configuration or theme file; more is not read.
  static let longest = 1_000_000

  /// The file at its place; without one all is at its default.
  static func read(_ paths: Paths) -> Configuration {
    do throws(Failure) {
      guard let text = try text(at: paths.configurationFile) else { return Configuration() }
      return Configuration(toml: text, file: "config.toml")
    } catch {
      var configuration = Configuration()
      configuration.complain("config.toml: \(error.text)")
      return configuration
    }
  }

  /// The theme that was asked for, from the user's folder or shipped; where it cannot be had, the
  /// default one and a complaint.
  mutating func loadTheme(_ paths: Paths) throws(ThemeError) -> Theme {
    let ground = ground ?? .dark
    guard let theme else { return try Theme.load(name: Self.defaultTheme, on: ground) }
    do throws(ThemeError) {
      return try Self.theme(theme, on: ground, paths)
    } catch {
      complain(tr("\(error.description); the theme \(Self.defaultTheme) is used"))
      return try Theme.load(name: Self.defaultTheme, on: ground)
    }
  }

  /// A theme by its name: one of the user's, else a shipped one.
  static func theme(
    _ name: String, on ground: Theme.Background, _ paths: Paths
  ) throws(ThemeError) -> Theme {
    try Theme.load(name: name, on: ground, reading: { userTheme($0, paths) })
  }

  /// A name, not a path: nothing outside the folder is read.
  private static func userTheme(_ name: String, _ paths: Paths) -> String? {
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else { return nil }
    return (try? text(at: paths.themes + "/\(name).toml")) ?? nil
  }

  /// `nil` where there is no such file.
  private static func text(at path: String) throws(Failure) -> String? {
    // Without waiting for who writes into a pipe: it is refused below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Failure("\(path): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
      throw Failure(tr("\(path) is a pipe, not a file"))
    }
    let bytes = try FileBytes.readAll(descriptor, limit: longest, name: path)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Language {
  /// What the environment asks for.
  static var ofEnvironment: Language { Language(environment: ProcessEnvironment.variable) }
}
