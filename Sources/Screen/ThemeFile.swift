internal import Localization

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
    try check(keys: ["inherits", "palette", "roles", "light"], of: root)
    if let light = root.table?["light"] { try check(keys: ["palette", "roles"], of: light) }
  }

  static var attributes: [Attribute] {
    [
      Attribute(name: "bold", path: \.isBold), Attribute(name: "dim", path: \.isDim),
      Attribute(name: "italic", path: \.isItalic),
      Attribute(name: "underline", path: \.isUnderlined),
      Attribute(name: "reverse", path: \.isReversed),
      Attribute(name: "strike", path: \.isStruck),
    ]
  }

  /// - Parameter takesLight: followed by what is different on a light ground.
  func entries(
    of key: String, takesLight: Bool
  ) throws(ThemeError) -> [(key: String, value: TOML)] {
    let own = try entries(of: key, in: root)
    guard takesLight, let light = root.table?["light"] else { return own }
    return own + (try entries(of: key, in: light))
  }

  private func entries(
    of key: String, in table: TOML
  ) throws(ThemeError) -> [(key: String, value: TOML)] {
    guard let value = table.table?[key] else { return [] }
    guard value.table != nil else { throw wrong(key, at: value, expected: tr("a table")) }
    return value.entries
  }

  func check(keys: [String], of table: TOML) throws(ThemeError) {
    for (key, value) in table.entries where !keys.contains(key) {
      let nearest = NearestWord.of(key, among: keys)
      throw .unknownKey(file: name, line: value.line, name: key, nearest: nearest)
    }
  }

  func wrong(_ key: String, at value: TOML, expected: String) -> ThemeError {
    .wrongValue(file: name, line: value.line, name: key, expected: expected)
  }
}
