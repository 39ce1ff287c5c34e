internal import Screen

/// Makes keys of what `get_wch` gives: characters, key codes, and the escape sequences that ncurses
/// does not know and gives out byte by byte. Pure: no terminal, no clock.
struct InputDecoder {
  /// One result of `get_wch`.
  enum Symbol: Equatable {
    case scalar(Unicode.Scalar)
    case key(Key)
  }

  private enum State: Equatable {
    case ground
    /// After an escape character.
    case escape
    /// After `ESC [`, with what came since; or after `ESC O`.
    case control(String)
    case single
    /// After `ESC ]`, an answer of the terminal's (OSC) with what came of it; after the escape of its end.
    case system(String)
    case systemEnd
    /// After `ESC P`, an answer too (DCS); it ends as the other does.
    case device(String)
    /// After `ESC _`, an answer about pictures (APC).
    case application(String)
  }

  /// Longer sequences are no keys: they are dropped whole.
  private static let longestSequence = 64
  private var state = State.ground
  /// The terminal's own colours, as far as it has told them (OSC 4, 10, 11): the ground's is asked for last.
  private(set) var colors = TerminalColors()
  /// It has said that it shows red, green and blue (DECRQSS).
  private(set) var showsDirectColors = false
  /// What it has said about pictures.
  private(set) var pictures = PictureAnswers()
  /// The terminal was asked for them, and what was asked behind it is not answered: what may be the beginning of
  /// an answer is kept until more is there.
  var isAsked = false
  /// The escape character was taken for a key before what follows it was there.
  private var isLate = false

  mutating func feed(_ symbol: Symbol) -> [Key] {
    switch (state, symbol) {
    case (.ground, .scalar("\u{1B}")):
      state = .escape
      return []
    case (.ground, .scalar("]")) where isLate:
      state = .system("")
      return []
    case (.ground, .scalar("[")) where isLate:
      state = .control("")
      return []
    case (.ground, .scalar("P")) where isLate && isAsked:
      state = .device("")
      return []
    case (.ground, .scalar("_")) where isLate && isAsked:
      state = .application("")
      return []
    case (.ground, .scalar(let scalar)):
      isLate = false
      return [Self.key(for: scalar)]
    case (.ground, .key(let key)): return [key]
    case (.escape, _): return feedAfterEscape(symbol)
    case (_, .key(let key)):
      state = .ground
      return [key]
    case (.control(let text), .scalar(let scalar)): return feedControl(text, scalar)
    case (.single, .scalar(let scalar)): return feedSingle(scalar)
    case (.system(let text), .scalar(let scalar)): return feedSystem(text, scalar)
    case (.device(let text), .scalar(let scalar)): return feedDevice(text, scalar)
    case (.application(let text), .scalar(let scalar)): return feedApplication(text, scalar)
    case (.systemEnd, .scalar("\\")):
      state = .ground
      return []
    case (.systemEnd, .scalar): return feedAfterEscape(symbol)
    }
  }

  /// Nothing more is there now: an escape character alone is the key. A sequence cut in the middle
  /// waits for its rest.
  mutating func flush() -> [Key] {
    switch state {
    case .escape:
      state = .ground
      isLate = isAsked
      return [Key(.escape)]
    case .single:
      state = .ground
      return [Key(.character("O"), .alt)]
    case .control("") where !isAsked:
      state = .ground
      return [Key(.character("["), .alt)]
    case .system("") where !isAsked || colors.background != nil:
      state = .ground
      return [Key(.character("]"), .alt)]
    case .device("") where !isAsked:
      state = .ground
      return [Key(.character("P"), .alt)]
    case .application("") where !isAsked:
      state = .ground
      return [Key(.character("_"), .alt)]
    case .ground, .control, .system, .systemEnd, .device, .application: return []
    }
  }

  private mutating func feedAfterEscape(_ symbol: Symbol) -> [Key] {
    state = .ground
    switch symbol {
    case .scalar("["): state = .control("")
    case .scalar("O"): state = .single
    case .scalar("]"): state = .system("")
    case .scalar("P") where isAsked: state = .device("")
    case .scalar("_") where isAsked: state = .application("")
    case .scalar("\u{1B}"):
      state = .escape
      return [Key(.escape)]
    case .scalar(let scalar): return [Self.withAlt(Self.key(for: scalar))]
    case .key(let key): return [Self.withAlt(key)]
    }
    return []
  }

  private mutating func feedControl(_ text: String, _ scalar: Unicode.Scalar) -> [Key] {
    switch scalar.value {
    case 0x20...0x3F where text.utf8.count < Self.longestSequence:
      state = .control(text + String(scalar))
      return []
    case 0x40...0x7E:
      state = .ground
      isLate = false
      if isAsked { pictures.take(parameters: text, final: scalar) }
      if scalar == "c", text.hasPrefix("?") { isAsked = false }
      return ControlSequence.key(parameters: text, final: scalar).map { [$0] } ?? []
    case 0x1B:
      state = .escape
      return []
    default:
      state = .ground
      return []
    }
  }

  /// How answers of this kind begin; anything else after `ESC P` was typed.
  private static let forms: [[ClosedRange<Unicode.Scalar>]] = [
    ["0"..."1", "$"..."$", "r"..."r"], [">"...">", "|"..."|"],
  ]

  private mutating func feedDevice(_ text: String, _ scalar: Unicode.Scalar) -> [Key] {
    let begun = Array(text.unicodeScalars) + [scalar]
    switch scalar {
    case "\u{9C}", "\u{1B}":
      end(scalar)
      showsDirectColors = showsDirectColors || ControlSequence.showsDirectColors(answer: text)
      pictures.take(device: text)
    case _ where Self.forms.contains { zip($0, begun).allSatisfy { $0.contains($1) } }:
      state = .device(longer(text, scalar))
    default: return typed("P", text, scalar)
    }
    return []
  }

  private mutating func feedApplication(_ text: String, _ scalar: Unicode.Scalar) -> [Key] {
    switch scalar {
    case "\u{9C}", "\u{1B}":
      end(scalar)
      pictures.take(application: text)
    case _ where text.hasPrefix("G") || text.isEmpty && scalar == "G":
      state = .application(longer(text, scalar))
    default: return typed("_", text, scalar)
    }
    return []
  }

  /// An answer is over.
  private mutating func end(_ scalar: Unicode.Scalar) {
    state = scalar == "\u{1B}" ? .systemEnd : .ground
    isLate = false
  }

  private func longer(_ text: String, _ scalar: Unicode.Scalar) -> String {
    text.utf8.count < Self.longestSequence ? text + String(scalar) : text
  }

  /// It was no answer: what was kept of it are keys.
  private mutating func typed(
    _ first: Character, _ text: String, _ scalar: Unicode.Scalar
  ) -> [Key] {
    state = .ground
    defer { isLate = false }
    let rest = text.unicodeScalars.map(Self.key) + [Self.key(for: scalar)]
    return [Key(.character(first), isLate ? [] : .alt)] + rest
  }

  /// An answer begins with its number; anything else after `ESC ]` was typed.
  private mutating func feedSystem(_ text: String, _ scalar: Unicode.Scalar) -> [Key] {
    switch scalar {
    case "\u{7}", "\u{9C}", "\u{1B}":
      end(scalar)
      ControlSequence.take(answer: text, into: &colors)
    case "0"..."9", ";": state = .system(longer(text, scalar))
    case _ where text.contains(";"): state = .system(longer(text, scalar))
    default: return typed("]", text, scalar)
    }
    return []
  }

  private mutating func feedSingle(_ scalar: Unicode.Scalar) -> [Key] {
    state = .ground
    return ControlSequence.key(parameters: "", final: scalar).map { [$0] } ?? []
  }

  /// A character's key: controls are Ctrl with a letter, but for those with keys of their own.
  static func key(for scalar: Unicode.Scalar) -> Key {
    switch scalar.value {
    case 0x08, 0x7F: return Key(.backspace)
    case 0x09: return Key(.tab)
    case 0x0D: return Key(.enter)
    case 0x1B: return Key(.escape)
    case 0x00: return Key(.character(" "), .control)
    case 0x01...0x1A:
      return Key(.character(Character(Unicode.Scalar(UInt8(scalar.value + 0x60)))), .control)
    case 0x1C...0x1F:
      return Key(.character(Character(Unicode.Scalar(UInt8(scalar.value + 0x40)))), .control)
    default: return Key(.character(Character(scalar)))
    }
  }

  private static func withAlt(_ key: Key) -> Key { Key(key.code, key.modifiers.union(.alt)) }
}
