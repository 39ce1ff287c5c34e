internal import Localization

/// Reads a theme and those it inherits into styles. The palettes come first, so that a theme that only
/// gives `accent` another colour changes the roles it inherits too.
struct ThemeReader {
  let read: (String) -> String?
  var styles: [Role: Style] = [:]
  /// As the files have it: a name means what the palette has for it in the end, whoever says so.
  private var palette: [String: (value: TOML, file: ThemeFile)] = [:]

  /// What a file says of a light ground counts.
  private let takesLight: Bool

  init(read: @escaping (String) -> String?, takesLight: Bool) {
    self.read = read
    self.takesLight = takesLight
  }

  mutating func read(_ source: ThemeSource) throws(ThemeError) {
    let files = try lineage(of: source)
    for file in files { try readPalette(file) }
    for file in files { try checkPalette(file) }
    for file in files { try readRoles(file) }
  }

  /// The theme's file and those it inherits, the eldest first.
  private func lineage(of source: ThemeSource) throws(ThemeError) -> [ThemeFile] {
    var files = [try ThemeFile(source)]
    while let value = files[0].root.table?["inherits"] {
      guard let name = value.string else {
        throw files[0].wrong("inherits", at: value, expected: tr("a theme's name"))
      }
      let parent = try ThemeFile(ThemeSource.find(name, read))
      guard !files.contains(where: { $0.name == parent.name }) else {
        throw .circle(file: files[0].name, line: value.line, name: name)
      }
      files.insert(parent, at: 0)
    }
    return files
  }

  private mutating func readPalette(_ file: ThemeFile) throws(ThemeError) {
    for (name, value) in try file.entries(of: "palette", takesLight: takesLight) {
      palette[name] = (value, file)
    }
  }

  /// Also what no role uses is a colour.
  private func checkPalette(_ file: ThemeFile) throws(ThemeError) {
    for (name, value) in try file.entries(of: "palette", takesLight: takesLight) {
      _ = try color(value, in: file, behind: [name])
    }
  }

  private mutating func readRoles(_ file: ThemeFile) throws(ThemeError) {
    for (name, value) in try file.entries(of: "roles", takesLight: takesLight) {
      guard let role = Role(rawValue: name) else {
        let nearest = NearestWord.of(name, among: Role.allCases.map(\.rawValue))
        throw .unknownRole(file: file.name, line: value.line, name: name, nearest: nearest)
      }
      styles[role] = try style(value, in: file)
    }
  }

  private func style(_ value: TOML, in file: ThemeFile) throws(ThemeError) -> Style {
    guard value.table != nil else { return Style(foreground: try color(value, in: file)) }
    try file.check(keys: ["fg", "bg"] + ThemeFile.attributes.map(\.name), of: value)
    var style = Style()
    for (key, part) in value.entries {
      if key == "fg" {
        style.foreground = try color(part, in: file)
      } else if key == "bg" {
        style.background = try color(part, in: file)
      } else if let attribute = ThemeFile.attributes.first(where: { $0.name == key }) {
        guard let isOn = part.boolean else {
          throw file.wrong(key, at: part, expected: tr("true or false"))
        }
        style[keyPath: attribute.path] = isOn
      }
    }
    return style
  }

  /// - Parameter names: of the palette, that lead here: one that leads to itself is the colour of that name.
  private func color(
    _ value: TOML, in file: ThemeFile, behind names: Set<String> = []
  ) throws(ThemeError) -> Color? {
    let name: String
    if let integer = value.integer {
      name = String(integer)
    } else if let string = value.string {
      name = string
    } else {
      throw file.wrong(tr("colour"), at: value, expected: tr("a colour"))
    }
    if !names.contains(name), let known = palette[name] {
      return try color(known.value, in: known.file, behind: names.union([name]))
    }
    if name == "default" { return nil }
    if let color = Color(name: name) { return color }
    let nearest = NearestWord.of(name, among: Array(palette.keys) + Color.names + ["default"])
    throw .unknownColor(file: file.name, line: value.line, name: name, nearest: nearest)
  }
}
