internal import Glibc
public import Model

/// How a terminal is given pictures.
public enum PictureProtocol: String, CaseIterable, Sendable {
  /// By cells: block elements, or letters.
  case blocks
  /// Kitty's graphics protocol, with Unicode placeholders.
  case kitty
  /// iTerm2's inline images (OSC 1337).
  case iterm2
  /// Sixels (DEC STD 070 §8).
  case sixel

  /// Columns and rows of the largest picture that all of them can place.
  public static let mostCells = Placeholder.most

  /// The form in which a picture is told; `nil` where it is not.
  public var form: Picture.Form? {
    switch self {
    case .blocks: nil
    case .kitty, .iterm2: .png
    case .sixel: .sixel
    }
  }

  /// What a terminal that has said this is given.
  /// - Parameters:
  ///   - cell: of its cells, where it is known.
  ///   - variable: of the environment.
  static func chosen(
    _ answers: PictureAnswers, cell: CellPixels?, variable: (String) -> String?
  ) -> PictureProtocol {
    if isInside(variable) { return .blocks }
    let name = answers.name ?? named(variable)
    if answers.takesKitty, placesByText(name) { return .kitty }
    if name.hasPrefix("iTerm2") || name.hasPrefix("WezTerm") { return .iterm2 }
    // What is larger than its cells would stay behind.
    return answers.takesSixels && cell != nil ? .sixel : .blocks
  }

  /// The terminal is a multiplexer, whose own screen does not have them.
  static func isInside(_ variable: (String) -> String?) -> Bool {
    let type = variable("TERM") ?? ""
    return variable("TMUX") != nil || variable("STY") != nil || type.hasPrefix("tmux")
      || type.hasPrefix("screen")
  }

  /// Has placeholders: many that know the protocol do not.
  private static func placesByText(_ name: String) -> Bool {
    if name.hasPrefix("ghostty") { return true }
    guard name.hasPrefix("kitty(") else { return false }
    let parts = name.dropFirst(6).split { !$0.isNumber }.compactMap { Int($0) }
    return parts.count >= 2 && (parts[0], parts[1]) >= (0, 28)
  }

  /// Of one that does not say its name when asked (XTVERSION).
  private static func named(_ variable: (String) -> String?) -> String {
    switch (variable("TERM_PROGRAM"), variable("LC_TERMINAL")) {
    case ("iTerm.app", _), (_, "iTerm2"): "iTerm2"
    case ("WezTerm", _): "WezTerm"
    case ("ghostty", _): "ghostty"
    default: ""
    }
  }

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// What a terminal has said about pictures, in answer to ``questions``.
struct PictureAnswers: Equatable {
  /// Its name and version (xterm's ctlseqs, XTVERSION).
  private(set) var name: String?
  /// It has understood a picture of kitty's protocol.
  private(set) var takesKitty = false
  /// Its attributes (DA1) have the number 4.
  private(set) var takesSixels = false
  /// Of its cells (XTWINOPS 16).
  private(set) var cell: CellPixels?

  /// Its name; whether it takes a picture of one pixel, which it does not show; the size of its cells. Its attributes
  /// are asked for behind all others.
  static let questions =
    "\u{1B}[>q\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t"

  /// Of `CSI parameters final`.
  mutating func take(parameters: String, final: Unicode.Scalar) {
    let isAttributes = final == "c" && parameters.hasPrefix("?")
    let numbers = parameters.drop { $0 == "?" }.split(separator: ";").map { Int($0) }
    if isAttributes { takesSixels = numbers.dropFirst().contains(4) }
    if final == "t", numbers.count == 3, numbers[0] == 6, let height = numbers[1],
      let width = numbers[2]
    {
      cell = CellPixels(width, height)
    }
  }

  /// Of a device's control string.
  mutating func take(device text: String) {
    if text.hasPrefix(">|") { name = String(text.dropFirst(2)) }
  }

  /// Of an application's.
  mutating func take(application text: String) {
    if text.hasPrefix("Gi=31"), text.hasSuffix(";OK") { takesKitty = true }
  }
}
