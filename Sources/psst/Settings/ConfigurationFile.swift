internal import Files
internal import Glibc
internal import Localization
internal import Screen

/// Changes the configuration file, and nothing in it but what is to be changed.
enum ConfigurationFile {
  /// Sets `theme`.
  static func keep(theme: String, _ paths: Paths) throws(Failure) {
    try keep(paths) { text throws(Failure) in try setting(theme: theme, in: text) }
  }

  /// Sets a setting to a value as it is written there, which its reader must take, or takes it out.
  static func keep(_ key: String, _ value: String?, _ paths: Paths) throws(Failure) {
    try keep(paths) { text throws(Failure) in
      guard let value else { return try removing(key, from: text) }
      return try setting(key, to: value, in: text)
    }
  }

  /// The file's text with another value, by the same reader that reads the file.
  static func setting(_ key: String, to value: String, in text: String) throws(Failure) -> String {
    let alone = Configuration(toml: "\(key) = \(value)", file: "")
    if let complaint = alone.complaints.first {
      throw Failure(String(complaint.trimmingPrefix(":1: ")))
    }
    let wanted = try parse("\(key) = \(value)").table?[key]
    return try setting(key, to: value, in: text) { $0.says(wanted) }
  }

  /// The file's text without a setting's line.
  static func removing(_ key: String, from text: String) throws(Failure) -> String {
    let root = try parse(text)
    guard let line = root.table?[key]?.line else { return text }
    var lines = lines(of: text)
    guard lines.indices.contains(line - 1) else { return text }
    lines.remove(at: line - 1)
    let changed = lines.joined(separator: "\n")
    var rest = root.table ?? [:]
    rest[key] = nil
    guard let new = (try? parse(changed))?.table, new.count == rest.count,
      rest.allSatisfy({ new[$0.key]?.says($0.value) == true })
    else { throw unchangeable(key) }
    return changed
  }

  /// Sets `accounts`: those that are opened in one window.
  static func keep(accounts: [String], _ paths: Paths) throws(Failure) {
    let value = "[\(accounts.map(quoted).joined(separator: ", "))]"
    try keep(paths) { text throws(Failure) in
      try setting("accounts", to: value, in: text) {
        $0.array?.compactMap(\.string) == accounts
      }
    }
  }

  /// The file is made where there is none. One that is a link stays a link, and keeps who may read it.
  private static func keep(
    _ paths: Paths, changing change: (String) throws(Failure) -> String
  ) throws(Failure) {
    let path = PrivateFile.resolved(paths.configurationFile)
    let old = try PrivateFile.read(path, limit: Configuration.longest)
    let text = try change(String(decoding: old ?? [], as: UTF8.self))
    guard old != nil else {
      try PrivateFile.makeFolder(paths.configuration)
      return try PrivateFile.write(Array(text.utf8), to: path)
    }
    var status = stat()
    let isKnown = stat(path, &status) == 0
    try PrivateFile.write(Array(text.utf8), to: path)
    if isKnown { chmod(path, status.st_mode & 0o777) }
  }

  /// The file's text with another theme.
  static func setting(theme: String, in text: String) throws(Failure) -> String {
    try setting("theme", to: quoted(theme), in: text) { $0.string == theme }
  }

  /// The file's text with another value: its line is changed, its comments and all else stay.
  private static func setting(
    _ key: String, to value: String, in text: String, isSet: (TOML) -> Bool
  ) throws(Failure) -> String {
    let root = try parse(text)
    let line = "\(key) = \(value)"
    let changed: String
    if let place = root.table?[key]?.line {
      changed = replacing(line, at: place, in: text)
    } else if root.entries.contains(where: { $0.value.table != nil || $0.value.array != nil }) {
      // After a table's head it would be the table's.
      changed = line + "\n" + text
    } else {
      changed = text + (text.isEmpty || text.utf8.last == 0x0A ? "" : "\n") + line + "\n"
    }
    try check(changed, key, isSet, against: root)
    return changed
  }

  private static func replacing(_ setting: String, at number: Int, in text: String) -> String {
    var lines = lines(of: text)
    guard lines.indices.contains(number - 1) else { return text }
    let rest = Remainder.after(valueOf: lines[number - 1])
    lines[number - 1] = setting + rest
    return lines.joined(separator: "\n")
  }

  /// As scalars: to Swift a carriage return and a line feed are one character.
  private static func lines(of text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
  }

  private static func unchangeable(_ key: String) -> Failure {
    Failure(tr("config.toml is written in a way that psst cannot change; set \(key) there"))
  }

  /// A value over several lines, for example, is not changed by half.
  private static func check(
    _ text: String, _ key: String, _ isSet: (TOML) -> Bool, against old: TOML
  ) throws(Failure) {
    let new = (try? parse(text))?.table ?? [:]
    let others = (old.table ?? [:]).filter { $0.key != key }
    let isSound =
      new[key].map(isSet) == true && new.count == others.count + 1
      && others.allSatisfy { new[$0.key]?.says($0.value) == true }
    guard isSound else { throw unchangeable(key) }
  }

  private static func parse(_ text: String) throws(Failure) -> TOML {
    do throws(TOML.SyntaxError) {
      return try TOML.parse(text)
    } catch {
      throw Failure("config.toml:\(error.line): \(error.message)")
    }
  }

  /// As a basic string (TOML 1.0).
  private static func quoted(_ text: String) -> String {
    let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    return "\"\(escaped)\""
  }
}

/// What stands behind a value on its line: a comment, and the blanks before it.
private enum Remainder {
  static func after(valueOf line: String) -> String {
    let equals = line.firstIndex(of: "=") ?? line.startIndex
    var quote: Character?
    var isEscaped = false
    for index in line[equals...].indices {
      let character = line[index]
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        if character == open { quote = nil }
        isEscaped = open == "\"" && character == "\\"
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "#" {
        return blanks(before: index, in: line) + line[index...]
      }
    }
    return line.hasSuffix("\r") ? "\r" : ""
  }

  private static func blanks(before end: String.Index, in line: String) -> String {
    let reversed = line[..<end].reversed().prefix { $0 == " " || $0 == "\t" }
    return String(reversed.reversed())
  }
}

extension TOML {
  /// The same value, wherever it stands.
  fileprivate func says(_ other: TOML?) -> Bool {
    guard let other else { return false }
    switch (array, other.array, table, other.table) {
    case (let one?, let two?, _, _):
      return one.count == two.count && zip(one, two).allSatisfy { $0.says($1) }
    case (_, _, let one?, let two?):
      return one.count == two.count && one.allSatisfy { $0.value.says(two[$0.key]) }
    default:
      var moved = other
      moved.line = line
      return self == moved
    }
  }
}
