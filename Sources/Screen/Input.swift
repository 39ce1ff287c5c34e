/// What the user did at the terminal, decoded.
public enum Input: Sendable, Equatable {
  case key(Key)
  /// A bracketed paste, whole, as the terminal sent it, but with line feeds for its line ends.
  case paste(String)
  /// Characters that came at once, more than anybody types: a paste where the terminal brackets none.
  case typed(String)
  case mouse(Mouse)
  case resize(Size)
  /// The terminal window gained or lost the focus (where it reports it).
  case focus(Bool)
  /// The escape key just before was none, but the beginning of what follows: what it did is to be undone.
  case escapeRevoked
}

extension Input {
  /// So many characters at once are more than a hand types, also over a link that holds some back.
  private static let burst = 16

  /// Where many characters come one after the other, all of them together: each by itself would be laid out with all
  /// that stands before it.
  public static func gathered(_ inputs: [Input]) -> [Input] {
    guard inputs.count >= burst else { return inputs }
    var (all, run): ([Input], String) = ([], "")
    func end() {
      let keys = run.map { Input.key(Key(.character($0))) }
      all += keys.count < burst ? keys : [.typed(run)]
      run = ""
    }
    for input in inputs {
      if case .key(let key) = input, case .character(let character) = key.code,
        key.modifiers.isEmpty
      {
        run.append(character)
      } else {
        end()
        all.append(input)
      }
    }
    end()
    return all
  }
}

/// A key with its modifiers. Ctrl with a letter is `.character` in lower case with ``Modifiers/control``.
public struct Key: Hashable, Sendable {
  /// Which key. What a character key gives is the character, with Shift applied already.
  public enum Code: Hashable, Sendable {
    case character(Character)
    case enter, tab, backTab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 is 1.
    case function(Int)
  }

  /// What was held; Shift only with keys that are no characters, and only where the terminal reports it.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let control = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let shift = Modifiers(rawValue: 4)
  }

  /// Which key.
  public var code: Code
  /// What was held with it.
  public var modifiers: Modifiers

  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }
}

/// A press, a release or a step of the wheel of the mouse, at a cell.
public struct Mouse: Hashable, Sendable {
  /// Press and release are of the first button.
  public enum Action: Sendable { case press, release, wheelUp, wheelDown }

  /// What the mouse did.
  public var action: Action
  /// The cell it happened in.
  public var at: Point

  public init(_ action: Action, at point: Point) {
    self.action = action
    at = point
  }
}
