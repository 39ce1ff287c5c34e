internal import Localization
internal import Screen
internal import Views

/// The `[keys]` tables of the configuration file (I1): `[keys.composing]`, then `new-line = "Ctrl-O"` or
/// `new-line = ["Ctrl-O", "Alt-Enter"]`; an empty list takes all keys away.
extension Configuration {
  mutating func readKeys(_ value: TOML, _ file: String) {
    guard value.table != nil else {
      return complain("\(file):\(value.line): " + tr("keys must be a table, like [keys.composing]"))
    }
    for (place, rows) in value.entries {
      guard rows.table != nil else {
        complain(
          "\(file):\(rows.line): " + tr("\(place) must stand in a table, like [keys.composing]"))
        continue
      }
      for (command, keys) in rows.entries {
        guard let chords = Self.chords(keys) else {
          complain(
            "\(file):\(keys.line): " + tr("\(command) must be a key in quotes, or a list of them"))
          continue
        }
        keyChanges.append(
          KeyChange(place: place, command: command, chords: chords, line: keys.line))
      }
    }
  }

  private static func chords(_ value: TOML) -> [String]? {
    if let one = value.string { return [one] }
    guard let all = value.array else { return nil }
    let chords = all.compactMap(\.string)
    return chords.count == all.count ? chords : nil
  }

  static func words(_ error: KeyChangeError) -> String {
    switch error {
    case .unknownPlace(let name, let known):
      tr("there is no place \(name)\(NearestWord.suggestion(for: name, among: known))")
    case .unknownCommand(let name, let known):
      tr("there is no command \(name) here\(NearestWord.suggestion(for: name, among: known))")
    case .unknownKey(let name):
      tr("there is no key \(name); keys are written like Ctrl-K, Alt-Enter, F5")
    case .taken(let key): tr("\(key) never reaches a program: terminals take it")
    case .needed(let command): tr("\(command) needs a key")
    case .fixed(let command): tr("the keys of \(command) cannot be changed")
    case .conflict(let key, let other): tr("\(key) is already the key of \(other)")
    }
  }
}
