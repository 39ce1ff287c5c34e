internal import Screen

/// Keys as xterm and its likes send them (ctlseqs, "PC-Style Function Keys").
enum ControlSequence {
  /// The key of `ESC [ parameters final` or `ESC O final`; `nil` for what is no key.
  static func key(parameters: String, final: Unicode.Scalar) -> Key? {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let modifiers = numbers.count > 1 ? numbers[1].map(KeyCodes.modifiers) ?? [] : []
    if final == "~" {
      guard let number = numbers.first ?? nil else { return nil }
      if number == 27 { return character(numbers.count > 2 ? numbers[2] : nil, modifiers) }
      return tilde[number].map { Key($0, modifiers) }
    }
    if final == "u" { return character(numbers.first ?? nil, modifiers) }
    return letters[final].map { Key($0, modifiers) }
  }

  /// `CSI code ; modifiers u` and `CSI 27 ; modifiers ; code ~`: a character's key.
  private static func character(_ code: Int?, _ modifiers: Key.Modifiers) -> Key? {
    guard let code, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else {
      return nil
    }
    let key = InputDecoder.key(for: scalar)
    return Key(key.code, key.modifiers.union(modifiers))
  }

  /// Takes over an answer about one of the terminal's colours: `4;`, a number of the palette and `;`, `10;` of the text or
  /// `11;` of the ground, and the colour: `rgb:` and three parts of one to four hexadecimal digits each (XParseColor(3)).
  static func take(answer: String, into colors: inout TerminalColors) {
    guard let start = answer.lastIndex(of: ";"), let color = color(answer[start...].dropFirst())
    else { return }
    switch answer[..<start] {
    case "10": colors.foreground = color
    case "11": colors.background = color
    case let place where place.hasPrefix("4;"):
      guard let number = UInt8(place.dropFirst(2)), number < 16 else { return }
      colors.palette[number] = color
    default: break
    }
  }

  private static func color(_ text: Substring) -> Color? {
    guard text.hasPrefix("rgb:") else { return nil }
    let parts = text.dropFirst(4).split(separator: "/", omittingEmptySubsequences: false)
    let levels = parts.compactMap { part -> UInt8? in
      guard (1...4).contains(part.utf8.count), let value = UInt32(part, radix: 16) else {
        return nil
      }
      return UInt8(value * 255 / (UInt32(1) << (4 * UInt32(part.utf8.count)) - 1))
    }
    guard parts.count == 3, levels.count == 3 else { return nil }
    return .rgb(levels[0], levels[1], levels[2])
  }

  /// What is behind a text while the terminal is asked whether it shows such colours.
  static let askedColor = "1;2;3"

  /// Whether an answer about SGR (DECRQSS: `1 $ r`, the attributes, `m`) has that colour in it as it was set:
  /// with the empty place of a colour space, with colons or semicolons, as terminals do.
  static func showsDirectColors(answer: String) -> Bool {
    guard answer.dropFirst().hasPrefix("$r"), answer.hasSuffix("m") else { return false }
    let parts = answer.dropFirst(3).dropLast().split(whereSeparator: { $0 == ";" || $0 == ":" })
    let wanted = ["48", "2"] + askedColor.split(separator: ";").map(String.init)
    return parts.indices.contains { start in
      parts[start...].prefix(wanted.count).elementsEqual(wanted) { $0 == $1 }
    }
  }

  private static let letters: [Unicode.Scalar: Key.Code] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "Z": .backTab,
    "M": .enter, "P": .function(1), "Q": .function(2), "R": .function(3), "S": .function(4),
  ]

  private static let tilde: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]
}
