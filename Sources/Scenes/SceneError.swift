/// Why a scene cannot be played, or what in it did not hold.
public enum SceneError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text is no scene: `FILE:LINE:COLUMN: what`, both from 1.
  case unreadable(at: Place, what: String)
  /// The scene that is included, or asked for by name, is not there.
  case unknownScene(name: String, nearest: String?)
  /// What was expected is not so.
  case failed(Shortfall)
  /// There is no folder for the play's databases.
  case noFolder(String)

  /// Where something stands in a text, from 1.
  public struct Place: Sendable, Equatable, CustomStringConvertible {
    public var file: String
    public var line: Int
    public var column: Int

    public var description: String { "\(file):\(line):\(column)" }
  }

  /// An expectation that does not hold, with the screen at that moment.
  public struct Shortfall: Sendable, Equatable {
    public var place: Place
    /// The line of the scene.
    public var line: String
    /// In plain words.
    public var what: String
    /// Whether it is what the line itself asked for: else psst broke one of its promises.
    public var isExpected = true
    /// Virtual milliseconds since the start.
    public var time: Int64
    /// The rows of the screen.
    public var screen: [String]
  }

  public var description: String {
    switch self {
    case .unreadable(let place, let what): return "\(place): \(what)"
    case .unknownScene(let name, let nearest):
      let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
      return "there is no scene \"\(name)\"\(hint)"
    case .failed(let shortfall):
      let edge = "+" + String(repeating: "-", count: shortfall.screen.map(\.count).max() ?? 0) + "+"
      let rows = [edge] + shortfall.screen.map { "|\($0)|" } + [edge]
      let time = Double(shortfall.time) / 1000
      return "\(shortfall.place): after \(time) s: \(shortfall.what)\n    \(shortfall.line)\n"
        + rows.joined(separator: "\n")
    case .noFolder(let reason): return "no folder for the play: \(reason)"
    }
  }
}
