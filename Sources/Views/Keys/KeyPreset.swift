/// Keys as somebody is used to from elsewhere; what the configuration file says of single keys counts above them.
public enum KeyPreset: String, CaseIterable, Sendable {
  case standard
  /// As GNU Readline's Emacs mode (readline(3)): Ctrl-K deletes to the end of the line, Ctrl-P and Ctrl-N go up and down.
  case readline
  /// As Vim's Normal mode: g g is the beginning, h and l lead to the list and into a chat.
  case vim

  /// What it changes, as ``KeyChange`` has it.
  public var changes: [KeyChange] {
    let rows: [(Keymap.Place, Command, [String])] =
      switch self {
      case .standard: []
      case .readline:
        [
          (.anywhere, .goTo, ["Alt-K"]), (.composing, .deleteToEnd, ["Ctrl-K"]),
          (.composing, .rowUp, ["Up", "Ctrl-P"]), (.composing, .rowDown, ["Down", "Ctrl-N"]),
        ]
      case .vim:
        [
          (.browsing, .first, ["g g", "Home"]), (.browsing, .chatList, ["q", "h"]),
          (.list, .first, ["g g", "Home"]), (.list, .accept, ["Enter", "Right", "l"]),
          (.queue, .first, ["g g", "Home"]), (.settings, .first, ["g g", "Home"]),
        ]
      }
    return rows.map {
      KeyChange(place: $0.name, command: $1.rawValue, chords: $2, line: 0)
    }
  }
}
