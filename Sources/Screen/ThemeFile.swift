/// A parsed theme file under its name.
struct ThemeFile {
  struct Attribute {
    var name: String
    var path: WritableKeyPath<Style, Bool>
  }

  let name: String
  let root: TOML

  init(_ source: ThemeSource) throws(ThemeError) {
    name = source.file
    do throws(TOML.SyntaxError) {
      root = try TOML.parse(source.toml)
    } catch {
      throw .syntax(file: source.file, line: error.line, message: error.message)
    }
    try check(keys: ["inherits", "palette", "roles"], of: root)
  }

  static var attributes: [Attribute] {
    [
      Attribute(name: "bold", path: \.isBold), Attribute(name: "dim", path: \.isDim),
      Attribute(name: "italic", path: \.isItalic),
      Attribute(name: "underline", path: \.isUnderlined),
      Attribute(name: "reverse", path: \.isReversed),
    ]
  }

  func entries(of key: String) throws(ThemeError) -> [(key: String, value: TOML)] {
    guard let value = root.table?[key] else { return [] }
    guard value.table != nil else { throw wrong(key, at: value, expected: "a table") }
    return value.entries
  }

  func check(keys: [String], of table: TOML) throws(ThemeError) {
    for (key, value) in table.entries where !keys.contains(key) {
      let nearest = NearestName.find(key, among: keys)
      throw .unknownKey(file: name, line: value.line, name: key, nearest: nearest)
    }
  }

  func wrong(_ key: String, at value: TOML, expected: String) -> ThemeError {
    .wrongValue(file: name, line: value.line, name: key, expected: expected)
  }
}
