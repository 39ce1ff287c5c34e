internal import Model
internal import Screen

/// What lies over the main screen and takes the keys: a component of its own, that knows nothing of the
/// interface around it. What it wants from there it answers with, as effects.
protocol Layer {
  /// Where its keys act: from there come the hints of the last line and the page of the help.
  var place: Keymap.Place { get }
  var coverage: LayerCoverage { get }
  /// Commands that are not for it, but for what is below.
  var passes: Set<Command> { get }
  /// The command that leads here: where one is already is not offered.
  var openedBy: Command? { get }
  /// What the whole screen is drawn in while it is the topmost.
  var previewed: Theme? { get }
  /// It has nothing left to say, and goes when it is the topmost.
  var isOver: Bool { get }
  /// What has to be asked for when it comes, and given back when it goes.
  var opening: [Action] { get }
  var closing: [Action] { get }

  /// What a command does just now, where that is more than the table of keys can say; empty for one that
  /// is not to be named.
  func hintWords(_ context: Context) -> [Command: String]

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome
  mutating func type(_ text: String) -> [Effect]
  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect]
  /// The state or the screen may have changed.
  mutating func update(in surroundings: Surroundings) -> [Action]
  func render(in surroundings: Surroundings, into surface: inout Surface)
}

/// How much of the screen a layer covers.
enum LayerCoverage {
  /// The chat below it is still seen.
  case part
  /// All but the banner and the last line.
  case betweenBars
  case all
}

/// What a layer sees of the rest of the program.
struct Surroundings {
  var screen: Rect
  /// What a full screen has between the title with the banner and the last line.
  var body: Rect
  var context: Context
}

extension Layer {
  var passes: Set<Command> { [] }
  var openedBy: Command? { nil }
  var previewed: Theme? { nil }
  var isOver: Bool { false }
  var opening: [Action] { [] }
  var closing: [Action] { [] }

  func hintWords(_ context: Context) -> [Command: String] { [:] }
  mutating func type(_ text: String) -> [Effect] { [] }
  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] { [] }
  mutating func update(in surroundings: Surroundings) -> [Action] { [] }
}
