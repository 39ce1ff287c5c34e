internal import Screen

/// A line of the configuration file that gives a command other keys (I1).
public struct KeyChange: Sendable, Equatable {
  /// Where, as ``Keymap/Place/name``.
  public var place: String
  /// The command's name.
  public var command: String
  /// Each way to call it: one key, or several to be pressed one after another, with blanks between.
  public var chords: [String]
  /// Where it stands in its file.
  public var line: Int

  public init(place: String, command: String, chords: [String], line: Int) {
    (self.place, self.command, self.chords, self.line) = (place, command, chords, line)
  }
}

/// Why a change of keys is not taken.
public enum KeyChangeError: Error, Equatable {
  /// With the names there are.
  case unknownPlace(String, known: [String])
  /// With the names there are at that place.
  case unknownCommand(String, known: [String])
  case unknownKey(String)
  /// Terminals take it for themselves.
  case taken(String)
  /// Without a key there would be no way on.
  case needed(String)
  /// Its keys are in the table itself.
  case fixed(String)
  /// The other command of that place has the key, or a chord that begins with it.
  case conflict(String, with: String)
}

extension Keymap.Place {
  /// Its name in the configuration file.
  public var name: String { rawValue.split(separator: " ").joined(separator: "-") }
}

extension Keymap {
  /// The keys after all the changes that can be taken, and why the others cannot. They are looked at
  /// together: two commands may swap their keys.
  public func changed(
    by changes: [KeyChange]
  ) -> (keymap: Keymap, refused: [(change: KeyChange, why: KeyChangeError)]) {
    var refused: [(KeyChange, KeyChangeError)] = []
    var wanted: [(change: KeyChange, row: Int, chords: [[Key]])] = []
    for change in changes {
      do throws(KeyChangeError) {
        let (row, chords) = try understood(change)
        wanted.removeAll { $0.row == row }
        wanted.append((change, row, chords))
      } catch {
        refused.append((change, error))
      }
    }
    while true {
      var rows = bindings
      for one in wanted { rows[one.row].chords = one.chords }
      guard let conflict = Self.conflict(in: rows, of: wanted.map(\.row)) else {
        return (Keymap(bindings: rows), refused)
      }
      let index = wanted.lastIndex { $0.row == conflict.row }!
      refused.append((wanted.remove(at: index).change, conflict.why))
    }
  }

  private func understood(
    _ change: KeyChange
  ) throws(KeyChangeError) -> (row: Int, chords: [[Key]]) {
    guard let place = Place.allCases.first(where: { $0.name == change.place }) else {
      throw .unknownPlace(change.place, known: Place.allCases.map(\.name))
    }
    let row = bindings.firstIndex {
      $0.place == place && $0.command.rawValue == change.command
    }
    guard let row else {
      let known = bindings.filter { $0.place == place }.map(\.command.rawValue)
      throw .unknownCommand(change.command, known: known)
    }
    let command = bindings[row].command
    if command == .chatByNumber { throw .fixed(change.command) }
    if change.chords.isEmpty, [.accept, .close, .send].contains(command) {
      throw .needed(change.command)
    }
    var chords: [[Key]] = []
    for text in change.chords { chords.append(try Self.chord(text)) }
    return (row, chords)
  }

  private static func chord(_ text: String) throws(KeyChangeError) -> [Key] {
    var keys: [Key] = []
    for word in text.split(separator: " ") {
      guard let key = Key(label: String(word)) else { throw .unknownKey(String(word)) }
      if key.isTakenByTerminals { throw .taken(key.label) }
      keys.append(key)
    }
    if keys.isEmpty { throw .unknownKey(text) }
    return keys
  }

  /// A changed row that shares a chord, or the beginning of one, with another row of its place.
  private static func conflict(
    in rows: [Binding], of changed: [Int]
  ) -> (row: Int, why: KeyChangeError)? {
    for row in changed.reversed() {
      for (index, other) in rows.enumerated()
      where index != row && other.place == rows[row].place {
        for chord in rows[row].chords {
          guard other.chords.contains(where: { $0.starts(with: chord) || chord.starts(with: $0) })
          else { continue }
          return (row, .conflict(label(chord), with: other.command.rawValue))
        }
      }
    }
    return nil
  }
}
