internal import Localization
internal import Model
public import Screen

/// The one table of keys (I1): from it come the key map, the help screen and the manual's table.
public struct Keymap: Sendable, Equatable {
  /// Where a key acts; what is nearer wins over `anywhere`.
  public enum Place: String, CaseIterable, Sendable {
    case anywhere, composing, browsing
    case list = "chat list"
    case queue, settings
    case choosing = "go to"
    case signingIn = "sign in"
    case answering = "question"
    case help
    case reading = "info"

    /// For people.
    var title: String {
      switch self {
      case .anywhere: tr("anywhere")
      case .composing: tr("composing")
      case .browsing: tr("browsing")
      case .list: tr("chat list")
      case .queue: tr("queue", as: "place")
      case .settings: tr("settings", as: "place")
      case .choosing: tr("go to", as: "place")
      case .signingIn: tr("sign in", as: "place")
      case .answering: tr("question")
      case .help: tr("help", as: "place")
      case .reading: tr("info", as: "place")
      }
    }
  }

  /// One row of the table.
  public struct Binding: Sendable, Equatable {
    /// Where the keys act.
    public var place: Place
    /// Each way to call the command: keys to press one after another.
    public var chords: [[Key]]
    public var command: Command
    /// What it does, for the help screen.
    public var text: String
    /// The short word for the hint line; `nil` where it does not stand there.
    public var hint: String?
  }

  /// What the hint line says of a binding.
  struct Hint: Equatable {
    var command: Command
    var key: String
    /// As the table has it.
    fileprivate let entry: String

    var word: String { tr(entry: entry) }
  }

  /// What a key means after those pressed before it.
  enum Match: Equatable {
    case command(Command)
    /// The beginning of a longer chord.
    case prefix
    case none
  }

  /// All rows, in the order of help and manual.
  public let bindings: [Binding]
  private let commands: [Place: [[Key]: Command]]
  private let prefixes: [Place: Set<[Key]>]
  private let hints: [Place: [Hint]]
  private let labels: [Command: String]

  /// The keys as they are without a configuration file.
  public static let standard = Keymap(bindings: KeyTable.standard)

  init(bindings: [Binding]) {
    self.bindings = bindings
    var commands: [Place: [[Key]: Command]] = [:]
    var prefixes: [Place: Set<[Key]>] = [:]
    for binding in bindings {
      for chord in binding.chords {
        commands[binding.place, default: [:]][chord] = binding.command
        for length in 1..<max(chord.count, 1) {
          prefixes[binding.place, default: []].insert(Array(chord.prefix(length)))
        }
      }
    }
    self.commands = commands
    self.prefixes = prefixes
    hints = Dictionary(grouping: bindings, by: \.place).mapValues { $0.compactMap(Self.hint) }
    let firsts = Dictionary(bindings.map { ($0.command, $0.chords.first) }) { first, _ in first }
    labels = firsts.compactMapValues { $0.map(Self.label) }
  }

  func match(_ keys: [Key], in place: Place) -> Match {
    for place in [place, .anywhere] {
      if let command = commands[place]?[keys] { return .command(command) }
      if prefixes[place]?.contains(keys) == true { return .prefix }
    }
    return .none
  }

  /// What the hint line says at a place, in the table's order.
  func hints(in place: Place) -> [Hint] { hints[place] ?? [] }

  private static func hint(_ binding: Binding) -> Hint? {
    guard let word = binding.hint, let key = binding.keyLabels.first else { return nil }
    return Hint(command: binding.command, key: key, entry: word)
  }

  /// The first key of a command at a place, for people; `nil` where it has none.
  func label(of command: Command) -> String? { labels[command] }

  /// How something is done about a message of the program: `Alt-S sends all, Alt-Q reviews`; only with the keys
  /// that there are.
  func words(for remedy: Notice.Remedy) -> String {
    ways(of: remedy).map { "\($0.key) \($0.what)" }.joined(separator: ", ")
  }

  /// The same one by one.
  func ways(of remedy: Notice.Remedy?) -> [(command: Command, key: String, what: String)] {
    let ways: [(Command, String)] =
      switch remedy {
      case .sendOrReview: [(.sendAll, tr("sends all")), (.queue, tr("reviews"))]
      case .answer: [(.goTo, tr("shows it"))]
      case .keep: [(.goTo, tr("“old messages” decides"))]
      case nil: []
      }
    return ways.compactMap { command, what in
      label(of: command).map { (command: command, key: $0, what: what) }
    }
  }

  static func label(_ chord: [Key]) -> String {
    chord.map(\.label).joined(separator: " ")
  }

  /// The table for the manual, in Markdown.
  public var markdown: String {
    var lines = ["| Where | Keys | What | Name |", "|---|---|---|---|"]
    for binding in bindings {
      let keys = binding.keyLabels.map { $0.replacing("|", with: "\\|") }
      lines.append(
        "| \(binding.place.rawValue) | \(keys.joined(separator: ", ")) | \(binding.text) | "
          + "\(binding.command.rawValue) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Keymap.Binding {
  /// Each chord for people; a run of digits (Alt-1 … Alt-9) is shown as one.
  public var keyLabels: [String] {
    guard command == .chatByNumber, let first = chords.first, let last = chords.last else {
      return chords.map(Keymap.label)
    }
    return ["\(Keymap.label(first))…\(last.last?.code.digit ?? "")"]
  }
}

extension Key.Code {
  fileprivate var digit: String {
    if case .character(let character) = self { String(character) } else { "" }
  }
}
