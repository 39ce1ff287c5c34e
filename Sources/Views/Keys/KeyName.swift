public import Screen

extension Key {
  /// The key that people write so, as ``label`` does; capitals do not matter but for single characters.
  /// `nil` where there is no such key.
  public init?(label: String) {
    var rest = Substring(label)
    var modifiers: Modifiers = []
    while let (modifier, after) = Self.modifier(rest) {
      modifiers.insert(modifier)
      rest = after
    }
    guard var code = Self.code(String(rest), modifiers) else { return nil }
    // Shift with a character is the capital itself.
    if case .character = code, modifiers.contains(.shift) { return nil }
    if code == .tab, modifiers.remove(.shift) != nil { code = .backTab }
    self.init(code, modifiers)
  }

  /// What keys are called that are no characters.
  public static var names: [String] { named.values.sorted() }

  private static let prefixes: [(String, Modifiers)] = [
    ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift),
  ]

  private static func modifier(_ text: Substring) -> (Modifiers, Substring)? {
    for (prefix, modifier) in prefixes where text.lowercased().hasPrefix(prefix) {
      let rest = text.dropFirst(prefix.count)
      return rest.isEmpty ? nil : (modifier, rest)
    }
    return nil
  }

  private static func code(_ text: String, _ modifiers: Modifiers) -> Code? {
    if text.count == 1, let character = text.first {
      guard !character.isWhitespace, !character.isNewline else { return nil }
      return .character(modifiers.isEmpty ? character : Character(character.lowercased()))
    }
    let lowered = text.lowercased()
    if lowered == "space" { return .character(" ") }
    if lowered.hasPrefix("f"), let number = Int(lowered.dropFirst()), (1...12).contains(number) {
      return .function(number)
    }
    return named.first { $0.value.lowercased() == lowered }?.key
  }

  /// Terminals take it for themselves, or send the same for another key; it never arrives.
  var isTakenByTerminals: Bool { Self.taken.contains(self) }

  private static let taken = Set("sqhimb".map { Key.ctrl($0) } + [Key(.enter, .control)])
}
