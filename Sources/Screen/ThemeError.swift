internal import Localization

/// What is wrong with a theme, in words a person can act on; lines count from 1.
public enum ThemeError: Error, Equatable, CustomStringConvertible {
  /// The file is no TOML.
  case syntax(file: String, line: Int, message: String)
  case unknownTheme(name: String, nearest: String?)
  /// A theme inherits from itself, over however many steps.
  case circle(file: String, line: Int, name: String)
  case unknownKey(file: String, line: Int, name: String, nearest: String?)
  case unknownRole(file: String, line: Int, name: String, nearest: String?)
  case unknownColor(file: String, line: Int, name: String, nearest: String?)
  /// A value of the wrong kind: `expected` says what should stand there.
  case wrongValue(file: String, line: Int, name: String, expected: String)

  public var description: String {
    switch self {
    case .syntax(let file, let line, let message): "\(file):\(line): \(message)"
    case .unknownTheme(let name, let nearest): tr("no theme \"\(name)\"") + Self.hint(nearest)
    case .circle(let file, let line, let name):
      "\(file):\(line): " + tr("\"\(name)\" inherits from itself")
    case .unknownKey(let file, let line, let name, let nearest):
      "\(file):\(line): " + tr("unknown key \"\(name)\"") + Self.hint(nearest)
    case .unknownRole(let file, let line, let name, let nearest):
      "\(file):\(line): " + tr("unknown role \"\(name)\"") + Self.hint(nearest)
    case .unknownColor(let file, let line, let name, let nearest):
      "\(file):\(line): " + tr("unknown colour \"\(name)\"") + Self.hint(nearest)
    case .wrongValue(let file, let line, let name, let expected):
      "\(file):\(line): " + tr("\"\(name)\" must be \(expected)")
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { tr("; did you mean \"\($0)\"?") } ?? ""
  }
}
