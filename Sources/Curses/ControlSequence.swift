internal import Screen

/// Keys as xterm and its likes send them (ctlseqs, "PC-Style Function Keys").
enum ControlSequence {
  /// The key of `ESC [ parameters final`; `nil` for what is no key, and for what is only told of one: that it was let
  /// go, or pressed with one that no program is told of otherwise (kitty's keyboard protocol).
  static func key(parameters: String, final: Unicode.Scalar) -> Key? {
    guard let numbers = numbers(parameters), final != "M" else { return nil }
    // Sub-parameters: of a modifier what happened, 1 a press, 2 a repetition, 3 a release.
    let event = numbers.count > 1 && numbers[1].count > 1 ? numbers[1][1] : 1
    let modifier = numbers.count > 1 ? numbers[1].first : nil
    guard event < 3, let modifiers = modifier.map(KeyCodes.held) ?? [] else { return nil }
    let first = numbers.first?.first
    if final == "~" {
      guard let first else { return nil }
      if first == 27 { return character(numbers.count > 2 ? numbers[2].first : nil, modifiers) }
      return tilde[first].map { Key($0, modifiers) }
    }
    if final == "u" { return character(first, modifiers) }
    return letters[final].map { Key($0, modifiers) }
  }

  /// The key of `ESC O final`.
  static func key(single final: Unicode.Scalar) -> Key? { letters[final].map { Key($0) } }

  /// Numbers with what is behind their colons; an empty one is 1. `nil` for what is none.
  private static func numbers(_ text: String) -> [[Int]]? {
    var all: [[Int]] = []
    guard !text.isEmpty else { return [] }
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      var parts: [Int] = []
      for number in part.split(separator: ":", omittingEmptySubsequences: false) {
        guard let value = number.isEmpty ? 1 : Int(number) else { return nil }
        parts.append(value)
      }
      all.append(parts)
    }
    return all
  }

  /// A click as `ESC [ < button ; column ; row M` tells it, or `m` where the button is let go (xterm's ctlseqs, SGR
  /// tracking).
  static func mouse(parameters: String, final: Unicode.Scalar) -> Input? {
    let parts = parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
    guard parameters.hasPrefix("<"), parts.count == 3 else { return nil }
    return mouse(button: parts[0], x: parts[1] - 1, y: parts[2] - 1, isPress: final == "M")
  }

  /// - Parameters:
  ///   - button: 0 is the first, 3 says without SGR tracking that one was let go, 64 and 65 are the wheel; others, movements
  ///     and those with keys held are nothing.
  ///   - x: from 0.
  static func mouse(button: Int, x: Int, y: Int, isPress: Bool) -> Input? {
    guard (0..<10_000).contains(x), (0..<10_000).contains(y) else { return nil }
    let action: Mouse.Action
    switch button {
    case 0: action = isPress ? .press : .release
    case 3: action = .release
    case 64 where isPress: action = .wheelUp
    case 65 where isPress: action = .wheelDown
    default: return nil
    }
    return .mouse(Mouse(action, at: Point(x: x, y: y)))
  }

  /// `CSI code ; modifiers u` and `CSI 27 ; modifiers ; code ~`: a character's key.
  private static func character(_ code: Int?, _ modifiers: Key.Modifiers) -> Key? {
    guard let code, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else {
      return nil
    }
    // Kitty's numbers for keys without a character are private ones of Unicode's.
    if (57_344...63_743).contains(code) { return keypad[code].map { Key($0, modifiers) } }
    let key = InputDecoder.key(for: scalar)
    if key.code == .tab, modifiers.contains(.shift) {
      return Key(.backTab, modifiers.subtracting(.shift))
    }
    return Key(key.code, key.modifiers.union(modifiers))
  }

  /// Of the keypad, in kitty's keyboard protocol.
  private static let keypad: [Int: Key.Code] = {
    var codes: [Int: Key.Code] = [
      57_414: .enter, 57_417: .left, 57_418: .right, 57_419: .up, 57_420: .down, 57_421: .pageUp,
      57_422: .pageDown, 57_423: .home, 57_424: .end, 57_425: .insert, 57_426: .delete,
    ]
    for (index, character) in "0123456789./*-+".enumerated() {
      codes[57_399 + index] = .character(character)
    }
    codes[57_415] = .character("=")
    return codes
  }()

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
