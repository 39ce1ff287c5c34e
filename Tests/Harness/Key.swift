/// Keys as the bytes xterm sends for them.
public enum Key: Sendable {
  case enter, escape, tab, backspace, up, down, left, right, pageUp, pageDown, home, end
  case control(Character)
  case alt(Character)
  case focusIn, focusOut

  public var bytes: [UInt8] {
    switch self {
    case .enter: [0x0D]
    case .escape: [0x1B]
    case .tab: [0x09]
    case .backspace: [0x7F]
    case .control(let letter): [(letter.asciiValue ?? 0) & 0x1F]
    case .alt(let character): [0x1B] + Array(String(character).utf8)
    case .up: sequence("A")
    case .down: sequence("B")
    case .right: sequence("C")
    case .left: sequence("D")
    case .home: sequence("H")
    case .end: sequence("F")
    case .focusIn: sequence("I")
    case .focusOut: sequence("O")
    case .pageUp: sequence("5~")
    case .pageDown: sequence("6~")
    }
  }

  private func sequence(_ end: String) -> [UInt8] { Array("\u{1B}[\(end)".utf8) }
}
