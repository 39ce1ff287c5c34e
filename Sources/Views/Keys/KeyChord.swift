internal import Screen

/// Keys that are pressed one after the other.
struct KeyChord {
  /// The beginning of a chord.
  private var pressed: [Key] = []

  /// What a key means after those before it.
  enum Meaning: Equatable {
    case command(Command)
    /// More keys are to come.
    case unfinished
    case text(Character)
    case nothing
  }

  /// A key that does not go on with a chord is a key for itself.
  mutating func press(_ key: Key, in place: Keymap.Place, of keymap: Keymap) -> Meaning {
    let keys = pressed + [key]
    pressed = []
    switch keymap.match(keys, in: place) {
    case .prefix:
      pressed = keys
      return .unfinished
    case .command(let command): return .command(command)
    case .none:
      if keys.count > 1 { return press(key, in: place, of: keymap) }
      guard case .character(let character) = key.code, key.modifiers.isSubset(of: .shift) else {
        return .nothing
      }
      return .text(character)
    }
  }
}
