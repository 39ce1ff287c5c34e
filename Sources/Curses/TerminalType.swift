internal import CNcurses
internal import Glibc

/// What the terminal is taken for: what `TERM` says, or, where this computer has no description of that, what most
/// terminals understand.
public struct TerminalType: Equatable, Sendable {
  /// In the terminal database.
  public let name: String
  /// What `TERM` says and the database does not have; may be empty.
  public let unknown: String?

  /// Terminals of today understand the first; the others are in every database (Debian's `ncurses-base`).
  private static let standIns = ["xterm-256color", "xterm", "vt100"]

  /// A full screen is possible here: standard input and output are a terminal that can place its cursor.
  /// Changes nothing.
  @MainActor public static var isUsable: Bool { (try? current()) != nil }

  @MainActor static func current() throws(TerminalError) -> TerminalType {
    let said = getenv("TERM").map { String(cString: $0) } ?? ""
    let own = TerminalType(name: said, unknown: nil)
    let result = said.isEmpty ? 2 : psst_terminal_check(said)
    guard result == 2, isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else {
      try own.check(result == 2 ? 1 : result)
      return own
    }
    guard let name = standIns.first(where: { psst_terminal_check($0) == 0 }) else {
      throw .unknownType(said)
    }
    return TerminalType(name: name, unknown: said)
  }

  /// - Parameter result: what the C functions say of a type.
  func check(_ result: Int32) throws(TerminalError) {
    switch result {
    case 0: return
    case 1: throw .noTerminal
    case 2: throw .unknownType(name)
    default: throw .incapable(name)
    }
  }
}
