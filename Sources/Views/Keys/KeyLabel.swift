public import Screen

extension Key {
  /// How the key is written for people: `Ctrl-K`, `Alt-Enter`, `F1`, `Up`.
  public var label: String {
    var text = ""
    if modifiers.contains(.control) { text += "Ctrl-" }
    if modifiers.contains(.alt) { text += "Alt-" }
    if modifiers.contains(.shift) { text += "Shift-" }
    return text + codeLabel
  }

  private var codeLabel: String {
    switch code {
    case .character(" "): "Space"
    case .character(let character): modifiers.isEmpty ? String(character) : character.uppercased()
    case .function(let number): "F\(number)"
    default: Self.named[code] ?? ""
    }
  }

  static let named: [Code: String] = [
    .enter: "Enter", .tab: "Tab", .backTab: "Shift-Tab", .escape: "Esc",
    .backspace: "Backspace", .delete: "Delete", .insert: "Insert", .up: "Up", .down: "Down",
    .left: "Left", .right: "Right", .home: "Home", .end: "End", .pageUp: "PageUp",
    .pageDown: "PageDown",
  ]
}

extension Key {
  static func char(_ character: Character) -> Key { Key(.character(character)) }
  static func ctrl(_ character: Character) -> Key { Key(.character(character), .control) }
  static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
}
