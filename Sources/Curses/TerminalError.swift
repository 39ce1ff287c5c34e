internal import Localization

/// Why there is no full screen here.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
  /// Standard input or output is no terminal.
  case noTerminal
  /// `TERM` names a type this computer has no description of (terminfo(5)).
  case unknownType(String)
  /// The terminal cannot place its cursor (`TERM=dumb`).
  case incapable(String)

  public var description: String {
    switch self {
    case .noTerminal: tr("standard input and output are no terminal")
    case .unknownType(let type): tr("unknown terminal type \"\(type)\" (TERM)")
    case .incapable(let type): tr("a terminal of type \"\(type)\" has no full screen")
    }
  }
}
