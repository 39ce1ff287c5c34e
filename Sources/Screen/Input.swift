/// What the user did at the terminal, decoded.
public enum Input: Sendable, Equatable {
  case key(Key)
  /// A bracketed paste, whole, as the terminal sent it.
  case paste(String)
  case mouse(Mouse)
  case resize(Size)
  /// The terminal window gained or lost the focus (where it reports it).
  case focus(Bool)
}

/// A key with its modifiers. Ctrl with a letter is `.character` in lower case with ``Modifiers/control``.
public struct Key: Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    case character(Character)
    case enter, tab, backTab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 is 1.
    case function(Int)
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let control = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let shift = Modifiers(rawValue: 4)
  }

  public var code: Code
  public var modifiers: Modifiers

  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }
}

public struct Mouse: Hashable, Sendable {
  public enum Action: Sendable { case press, release, wheelUp, wheelDown }

  public var action: Action
  public var at: Point

  public init(_ action: Action, at point: Point) {
    self.action = action
    at = point
  }
}
