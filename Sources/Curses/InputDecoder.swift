internal import Screen

/// Makes inputs of characters, of keys that the terminal's description has, and of the escape sequences that it has not.
/// Pure: no terminal, no clock.
struct InputDecoder {
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
    /// After `ESC [ M`: the bytes of a click.
    case click([UInt8])
  }

  /// Longer sequences are no keys: they are dropped whole.
  private static let longestSequence = 64
  private var state = State.ground
  var answers = TerminalAnswers()
  /// The terminal was asked, and the last question is not answered: the beginning of an answer is kept until more is
  /// there.
  var isAsked = false
  /// A bracketed paste begins: the bytes that follow are its.
  var beginsPaste = false
  /// The escape character of what is begun was taken for a key before that was there.
  var isLate = false

  var isBegun: Bool { state != .ground }
  var isAfterEscape: Bool { state == .escape }
  var isClick: Bool { if case .click = state { true } else { false } }

  /// An answer is begun, and no key.
  var isAnswer: Bool {
    switch state {
    case .system(let text), .device(let text), .application(let text): !text.isEmpty
    case .control(let text): isAsked || text.hasPrefix("?")
    case .systemEnd: true
    case .ground, .escape, .single, .click: false
    }
  }

  mutating func feed(_ symbol: Symbol) -> [Input] {
    switch (state, symbol) {
    case (.ground, .scalar("\u{1B}")):
      state = .escape
      return []
    case (.ground, .scalar(let scalar)): return [.key(Self.key(for: scalar))]
    case (.ground, .key(let key)): return revoked([.key(key)])
    case (.escape, .key(let key)) where isLate:
      state = .ground
      return revoked([.key(key)])
    case (.escape, _): return feedAfterEscape(symbol)
    case (_, .key(let key)):
      state = .ground
      return [.key(key)]
    case (.click(let bytes), .scalar(let scalar)):
      return feedClick(bytes, UInt8(truncatingIfNeeded: scalar.value))
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

  /// Nothing more comes of what is begun: an escape character alone is the key, and what cannot be told from what was
  /// typed is that. A key or an answer without its end is nothing.
  mutating func flush() -> [Input] {
    defer { (state, isLate) = (.ground, false) }
    let first: Character
    switch state {
    case .escape: return [.key(Key(.escape))]
    case .single: first = "O"
    case .control(""): first = "["
    case .system(""): first = "]"
    case .device(""): first = "P"
    case .application(""): first = "_"
    case .ground, .control, .system, .systemEnd, .device, .application, .click: return []
    }
    return [.key(Key(.character(first), isLate ? [] : .alt))]
  }

  /// A sequence is over: where its escape character was taken for a key, that was wrong.
  mutating func revoked(_ inputs: [Input]) -> [Input] {
    defer { isLate = false }
    return isLate ? [.escapeRevoked] + inputs : inputs
  }

  private mutating func feedAfterEscape(_ symbol: Symbol) -> [Input] {
    state = .ground
    switch symbol {
    case .scalar("["): state = .control("")
    case .scalar("O"): state = .single
    case .scalar("]"): state = .system("")
    case .scalar("P") where isAsked: state = .device("")
    case .scalar("_") where isAsked: state = .application("")
    case .scalar("\u{1B}"):
      state = .escape
      return [.key(Key(.escape))]
    case .scalar(let scalar): return [.key(Self.withAlt(Self.key(for: scalar)))]
    case .key(let key): return [.key(Self.withAlt(key))]
    }
    return []
  }

  private mutating func feedControl(_ text: String, _ scalar: Unicode.Scalar) -> [Input] {
    switch scalar.value {
    case 0x20...0x3F:
      state = .control(longer(text, scalar))
      return []
    case 0x4D where text.isEmpty:
      state = .click([])
      return []
    case 0x40...0x7E:
      state = .ground
      return revoked(input(text, scalar))
    default:
      // It was no sequence: what was begun is nothing, or what it was typed as.
      let begun = flush()
      return begun + feed(.scalar(scalar))
    }
  }

  /// The input that `ESC [ text final` stands for.
  private mutating func input(_ text: String, _ final: Unicode.Scalar) -> [Input] {
    if isAsked { answers.pictures.take(parameters: text, final: final) }
    switch final {
    case "c" where text.hasPrefix("?"): isAsked = false
    case "u" where text.hasPrefix("?"): answers.hasKeyboardProtocol = true
    case "y" where text.hasPrefix("?2004;"):
      answers.bracketsPastes = ["1", "2", "3"].contains(text.dropFirst(6).prefix(1))
    case "I" where text.isEmpty: return [.focus(true)]
    case "O" where text.isEmpty: return [.focus(false)]
    case "~" where text == "200":
      beginsPaste = true
      return []
    case "M", "m": return ControlSequence.mouse(parameters: text, final: final).map { [$0] } ?? []
    default: break
    }
    return ControlSequence.key(parameters: text, final: final).map { [.key($0)] } ?? []
  }

  /// A click as old terminals tell it (xterm's ctlseqs, X10 and normal tracking): the button, and the cell from 33 on.
  private mutating func feedClick(_ bytes: [UInt8], _ byte: UInt8) -> [Input] {
    let all = bytes + [byte]
    guard all.count == 3 else {
      state = .click(all)
      return []
    }
    state = .ground
    let event = ControlSequence.mouse(
      button: Int(all[0]) - 32, x: Int(all[1]) - 33, y: Int(all[2]) - 33, isPress: true)
    return revoked(event.map { [$0] } ?? [])
  }

  /// How answers of this kind begin; anything else after `ESC P` was typed.
  private static let forms: [[ClosedRange<Unicode.Scalar>]] = [
    ["0"..."1", "$"..."$", "r"..."r"], [">"...">", "|"..."|"],
  ]

  private mutating func feedDevice(_ text: String, _ scalar: Unicode.Scalar) -> [Input] {
    let begun = Array(text.unicodeScalars) + [scalar]
    switch scalar {
    case "\u{9C}", "\u{1B}":
      if ControlSequence.showsDirectColors(answer: text) { answers.showsDirectColors = true }
      answers.pictures.take(device: text)
      return end(scalar)
    case _ where Self.forms.contains { zip($0, begun).allSatisfy { $0.contains($1) } }:
      state = .device(longer(text, scalar))
    default: return typed("P", text, scalar)
    }
    return []
  }

  private mutating func feedApplication(_ text: String, _ scalar: Unicode.Scalar) -> [Input] {
    switch scalar {
    case "\u{9C}", "\u{1B}":
      answers.pictures.take(application: text)
      return end(scalar)
    case _ where text.hasPrefix("G") || text.isEmpty && scalar == "G":
      state = .application(longer(text, scalar))
    default: return typed("_", text, scalar)
    }
    return []
  }

  /// An answer is over.
  private mutating func end(_ scalar: Unicode.Scalar) -> [Input] {
    state = scalar == "\u{1B}" ? .systemEnd : .ground
    return revoked([])
  }

  private func longer(_ text: String, _ scalar: Unicode.Scalar) -> String {
    text.utf8.count < Self.longestSequence ? text + String(scalar) : text
  }

  /// It was no answer: what was kept of it are keys.
  private mutating func typed(
    _ first: Character, _ text: String, _ scalar: Unicode.Scalar
  ) -> [Input] {
    state = .ground
    defer { isLate = false }
    let rest = text.unicodeScalars.map(Self.key)
    return ([Key(.character(first), isLate ? [] : .alt)] + rest).map(Input.key)
      + feed(.scalar(scalar))
  }

  /// An answer begins with its number; anything else after `ESC ]` was typed.
  private mutating func feedSystem(_ text: String, _ scalar: Unicode.Scalar) -> [Input] {
    switch scalar {
    case "\u{7}", "\u{9C}", "\u{1B}":
      ControlSequence.take(answer: text, into: &answers.colors)
      return end(scalar)
    case "0"..."9", ";": state = .system(longer(text, scalar))
    case _ where text.contains(";"): state = .system(longer(text, scalar))
    default: return typed("]", text, scalar)
    }
    return []
  }

  private mutating func feedSingle(_ scalar: Unicode.Scalar) -> [Input] {
    state = .ground
    guard let key = ControlSequence.key(single: scalar) else {
      return isLate ? typed("O", "", scalar) : []
    }
    return revoked([.key(key)])
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
