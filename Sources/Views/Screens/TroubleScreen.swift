internal import Localization
public import Model
public import Screen

/// Messages that cannot be opened (P5): what is wrong, which file it is, and what can be done. It stays
/// until somebody has decided; nothing is done to the file before.
public struct TroubleScreen {
  /// What was decided.
  public enum Choice: Sendable, Equatable {
    case tryAgain
    case remedy(DiskTrouble.Remedy)
    case quit
  }

  private let look: Look
  private let trouble: DiskTrouble
  private var current = 0
  /// Setting aside is asked about once more.
  private var isAsking = false

  public init(theme: Theme, trouble: DiskTrouble) {
    look = Look(theme: theme)
    self.trouble = trouble
  }

  private var choices: [Choice] {
    [.tryAgain] + trouble.remedies.map { .remedy($0) } + [.quit]
  }

  // MARK: Input

  /// The choice once it is made, `nil` before.
  public mutating func handle(_ input: Input) -> Choice? {
    guard case .key(let key) = input else { return nil }
    switch (key.code, key.modifiers) {
    case (.character("c"), .control), (.character("q"), _): return .quit
    case (.tab, _), (.down, _), (.character("j"), _): step(1)
    case (.backTab, _), (.up, _), (.character("k"), _): step(-1)
    case (.escape, _):
      if !isAsking { return .quit }
      isAsking = false
    case (.enter, _): return enter()
    default: break
    }
    return nil
  }

  private mutating func step(_ by: Int) {
    current = (current + by + choices.count) % choices.count
    isAsking = false
  }

  private mutating func enter() -> Choice? {
    let choice = choices[current]
    if choice == .remedy(.setAside), !isAsking {
      isAsking = true
      return nil
    }
    return choice
  }

  // MARK: On the screen

  private func words(_ choice: Choice) -> String {
    switch choice {
    case .tryAgain: tr("Try again")
    case .remedy(.read): tr("Read what can be read; nothing is written")
    case .remedy(.goOn): tr("Go on with what is left")
    case .remedy(.setAside):
      isAsking
        ? tr("Enter again: the file gets the name .broken, and you begin anew")
        : tr("Set the file aside and begin with none")
    case .quit: tr("Quit; the file stays as it is")
    }
  }

  private func lines(width: Int) -> [ChoicePage.Line] {
    func wrapped(_ text: String, _ role: Role) -> [ChoicePage.Line] {
      ChoicePage.Line.wrapped(text, role, width: width)
    }
    let reason = trouble.reason.prefix(1).uppercased() + trouble.reason.dropFirst() + "."
    var lines = wrapped(tr("psst cannot open its messages"), .title) + [.blank]
    lines += wrapped(reason, .error) + wrapped(trouble.advice, .text) + [.blank]
    lines += wrapped(trouble.path, .dim) + [.blank]
    lines += ChoicePage.Line.choices(choices.map(words))
    return lines + [.blank] + wrapped(ChoicePage.Line.keys, .hint)
  }

  /// The screen as it should be now.
  public func render(size: Size) -> Surface {
    ChoicePage(lines: lines(width: ChoicePage.textWidth(size)), current: current)
      .render(size: size, look: look)
  }
}
