internal import Screen

/// The line that somebody types in a terminal, which shows nothing by itself then: so that lines of others may
/// come meanwhile, and what is typed is drawn again under them. No cursor is addressed (I5): carriage return,
/// backspace and blanks do.
struct TypedLine {
  enum Entered: Equatable {
    case text(String)
    /// Longer than the limit; it is dropped.
    case tooLong
    /// Ctrl-D in an empty line.
    case end
  }

  /// In UTF-8.
  let limit: Int
  /// Of the terminal.
  var columns = 80
  private(set) var text = ""
  /// The beginning of a character.
  private var incomplete: [UInt8] = []
  private var escape = Escape.none
  private var isTooLong = false

  /// How far a key that has no text has come: an arrow is ESC [ and a letter.
  private enum Escape {
    case none, begun, sequence
  }

  init(limit: Int) { self.limit = limit }

  /// Takes bytes off the beginning, up to the end of a line.
  /// - Returns: what to write to the terminal, and what was entered; `nil`: all was taken.
  mutating func take(_ bytes: inout ArraySlice<UInt8>) -> (echo: String, entered: Entered?) {
    var (echo, added) = ("", "")
    while let byte = bytes.popFirst() {
      if let more = character(byte) {
        added += more
        continue
      }
      echo += add(added)
      added = ""
      guard let (shown, entered) = control(byte) else { continue }
      echo += shown
      if let entered { return (echo, entered) }
    }
    return (echo + add(added), nil)
  }

  /// The text that a byte ends or is in the middle of; `nil` for one that does something.
  private mutating func character(_ byte: UInt8) -> String? {
    if escape != .none || byte < 0x20 || byte == 0x7F { return nil }
    guard byte >= 0x80 else { return rest() + String(UnicodeScalar(byte)) }
    let broken = byte >= 0xC0 ? rest() : ""
    incomplete.append(byte)
    guard incomplete.count >= Self.length(incomplete[0]) else { return broken }
    return broken + rest()
  }

  private static func length(_ lead: UInt8) -> Int {
    switch lead {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }

  /// What was begun, whole or not.
  private mutating func rest() -> String {
    defer { incomplete = [] }
    return String(decoding: incomplete, as: UTF8.self)
  }

  private mutating func add(_ more: String) -> String {
    guard !more.isEmpty, !isTooLong else { return "" }
    isTooLong = text.utf8.count + more.utf8.count > limit
    if isTooLong { return "" }
    text += more
    return PrintableText(more).text
  }

  private mutating func control(_ byte: UInt8) -> (echo: String, entered: Entered?)? {
    incomplete = []
    switch (escape, byte) {
    case (.begun, 0x5B), (.begun, 0x4F): escape = .sequence
    case (.begun, _), (.sequence, 0x40...0x7E): escape = .none
    case (.sequence, 0x20...): break
    case (_, 0x1B): escape = .begun
    default:
      escape = .none
      return act(byte)
    }
    return nil
  }

  private mutating func act(_ byte: UInt8) -> (echo: String, entered: Entered?)? {
    switch byte {
    case 0x0A, 0x0D:
      defer { (text, isTooLong) = ("", false) }
      return ("\n", isTooLong ? .tooLong : .text(text))
    case 0x04 where text.isEmpty && !isTooLong: return ("", .end)
    case 0x08, 0x7F: return (removeLast(), nil)
    // Ctrl-U, Ctrl-W and Ctrl-R, as the terminal's own line has them (termios(3)).
    case 0x15: return (change { $0 = "" }, nil)
    case 0x17: return (change(Self.removeWord), nil)
    case 0x12: return ("\n" + shown, nil)
    default: return nil
    }
  }

  private static func removeWord(_ text: inout String) {
    while text.last?.isWhitespace == true { text.removeLast() }
    while let last = text.last, !last.isWhitespace { text.removeLast() }
  }

  private mutating func removeLast() -> String {
    guard !text.isEmpty else { return "" }
    let (before, column) = (width, width % columns)
    text.removeLast()
    let removed = before - width
    // At the end of a row backspace does not do the same in every terminal.
    guard column >= removed, column > 0 else { return "\n" + shown }
    return [String](repeating: "\u{8}", count: removed).joined()
      + blanks(removed) + [String](repeating: "\u{8}", count: removed).joined()
  }

  private mutating func change(_ body: (inout String) -> Void) -> String {
    let hidden = self.hidden
    body(&text)
    return hidden + shown
  }

  // MARK: Lines of others

  /// What takes it off the screen, or, where it has more than a row, leaves it.
  var hidden: String {
    switch width {
    case 0: ""
    case ..<columns: "\r" + blanks(width) + "\r"
    default: "\n"
    }
  }

  /// What leaves it where it is, for good.
  var left: String { width == 0 ? "" : "\n" }

  /// What draws it.
  var shown: String { PrintableText(text).text }

  private var width: Int { PrintableText(text).width }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
