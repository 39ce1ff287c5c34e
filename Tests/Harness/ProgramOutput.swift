/// What a program sends to its terminal, taken apart (ECMA-48, xterm's control sequences).
public enum ProgramOutput: Equatable, Sendable {
  case character(Unicode.Scalar)
  /// C0 or C1, or DEL.
  case control(Unicode.Scalar)
  /// `ESC [`: what stands between, and the last character.
  case sequence(parameters: String, final: Character)
  /// `ESC ]`, without its end.
  case system(String)
  /// `ESC P`, a question or an order to the device, without its end.
  case device(String)
  /// `ESC _`, a word to the program behind the terminal, without its end.
  case application(String)
  /// `ESC` and what follows, of none of the kinds above.
  case escape(String)

  /// - Parameter bytes: whole parts; what is cut at the end is left out.
  public static func parts(of bytes: some Sequence<UInt8>) -> [ProgramOutput] {
    var rest = String(decoding: Array(bytes), as: UTF8.self).unicodeScalars[...]
    var parts: [ProgramOutput] = []
    while let first = rest.popFirst() {
      if first == "\u{1B}" {
        guard let part = escape(&rest) else { break }
        parts.append(part)
      } else {
        let isControl = first.properties.generalCategory == .control
        parts.append(isControl ? .control(first) : .character(first))
      }
    }
    return parts
  }

  private static func escape(_ rest: inout Substring.UnicodeScalarView) -> ProgramOutput? {
    guard let kind = rest.popFirst() else { return nil }
    switch kind {
    case "[":
      let parameters = rest.prefix { (0x20...0x3F).contains($0.value) }
      rest = rest.dropFirst(parameters.count)
      return rest.popFirst().map { .sequence(parameters: String(parameters), final: Character($0)) }
    case "]":
      let text = rest.prefix { $0 != "\u{7}" && $0 != "\u{1B}" }
      rest = rest.dropFirst(text.count)
      guard let end = rest.popFirst() else { return nil }
      if end == "\u{1B}" { rest = rest.dropFirst() }
      return .system(String(text))
    case "P", "_":
      let text = rest.prefix { $0 != "\u{1B}" }
      rest = rest.dropFirst(text.count)
      guard rest.popFirst() != nil, rest.popFirst() == "\\" else { return nil }
      return kind == "P" ? .device(String(text)) : .application(String(text))
    case "\u{20}"..."\u{2F}":
      return rest.popFirst().map { .escape(String(kind) + String($0)) }
    default: return .escape(String(kind))
    }
  }

  /// How many characters it puts on the screen: those of two columns are one; a repetition (REP) is as many
  /// as it says.
  public var characters: Int {
    switch self {
    case .character: 1
    case .sequence(let count, "b"): Int(count) ?? 1
    default: 0
    }
  }
}
