internal import Localization
public import Screen

/// A name was given that no account here has (C1): a slip, or somebody new. None is made before that is said.
public struct AccountQuestion {
  /// What was decided.
  public enum Choice: Sendable, Equatable {
    /// The account that was meant, by its name.
    case open(String)
    case make
    case quit
  }

  private var look: Look
  private let name: String
  private let choices: [Choice]
  private var current = 0

  /// What became of the choice, for example that the private server cannot be started.
  public var message: String?

  /// - Parameter alike: an account here whose name is almost the same.
  public init(theme: Theme, name: String, alike: String?) {
    look = Look(theme: theme)
    self.name = name
    choices = (alike.map { [.open($0)] } ?? []) + [.make, .quit]
  }

  /// From the next `render` on.
  public mutating func draw(in theme: Theme) { look = Look(theme: theme) }

  // MARK: Input

  /// The choice once it is made, `nil` before.
  public mutating func handle(_ input: Input) -> Choice? {
    guard case .key(let key) = input else { return nil }
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("c"), .control), (.character("q"), _): return .quit
    case (.tab, _), (.down, _), (.character("j"), _): step(1)
    case (.backTab, _), (.up, _), (.character("k"), _): step(-1)
    case (.enter, _): return choices[current]
    default: break
    }
    return nil
  }

  private mutating func step(_ by: Int) {
    current = (current + by + choices.count) % choices.count
    message = nil
  }

  // MARK: On the screen

  private func words(_ choice: Choice) -> String {
    switch choice {
    case .open(let alike): tr("Open \(alike)")
    case .make: tr("Make \(name) on the private server of this computer")
    case .quit: tr("Quit; nothing is made")
    }
  }

  private func lines(width: Int) -> [ChoicePage.Line] {
    func wrapped(_ text: String, _ role: Role) -> [ChoicePage.Line] {
      ChoicePage.Line.wrapped(text, role, width: width)
    }
    return wrapped(tr("There is no account \(name) here"), .title) + [.blank]
      + ChoicePage.Line.choices(choices.map(words)) + [.blank]
      + (message.map { wrapped($0, .error) + [.blank] } ?? [])
      + wrapped(ChoicePage.Line.keys, .hint)
  }

  /// The screen as it should be now.
  public func render(size: Size) -> Surface {
    ChoicePage(lines: lines(width: ChoicePage.textWidth(size)), current: current)
      .render(size: size, look: look)
  }
}
