/// A style for every role, and the glyphs (Unicode or ASCII).
///
/// A theme file is TOML: `inherits` names another theme, `[palette]` names colours, `[roles]` gives each
/// role a style, either a colour (the foreground) or `{ fg, bg, bold, dim, italic, underline, reverse }`.
/// A colour is one of the 16 names, `default`, a number 0–255, `#rrggbb` or a name of the palette.
public struct Theme: Sendable {
  public let name: String
  private var styles: [Role: Style]

  /// Every role plain: the look before a theme file is read, and in tests.
  public static let plain = Theme(name: "plain", styles: [:])

  init(name: String, styles: [Role: Style]) {
    self.name = name
    self.styles = styles
  }

  /// How a part of the screen looks; plain where the theme says nothing.
  public func style(_ role: Role) -> Style { styles[role] ?? Style() }

  /// The signs to draw with: the process's ``Glyphs/current``.
  public var glyphs: Glyphs { .current }

  /// Names of the themes compiled into the program.
  public static var shippedNames: [String] { shipped.keys.sorted() }

  /// A theme by name: a shipped one, or what `read` (for example from the user's folder) gives.
  public static func load(
    name: String, reading read: @escaping (String) -> String? = { _ in nil }
  ) throws(ThemeError) -> Theme {
    let source = try ThemeSource.find(name, read)
    return try parse(toml: source.toml, file: source.file, reading: read)
  }

  /// Reads a theme file's text.
  /// - Parameters:
  ///   - file: the file's name, for errors and as the theme's name.
  ///   - read: the text of a theme named in `inherits`, before the shipped ones are looked at.
  public static func parse(
    toml: String, file: String, reading read: @escaping (String) -> String? = { _ in nil }
  ) throws(ThemeError) -> Theme {
    var reader = ThemeReader(read: read)
    try reader.read(ThemeSource(file: file, toml: toml))
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let isTOML = name.hasSuffix(".toml")
    return Theme(name: isTOML ? String(name.dropLast(5)) : name, styles: reader.styles)
  }

  /// Whether the file gave this role a style (of its own or inherited).
  func defines(_ role: Role) -> Bool { styles[role] != nil }

  static let shipped: [String: [UInt8]] = [
    "terminal": PackageResources.terminal_toml, "mono": PackageResources.mono_toml,
  ]
}

/// Where a theme's text comes from.
struct ThemeSource {
  var file: String
  var toml: String

  static func find(_ name: String, _ read: (String) -> String?) throws(ThemeError) -> ThemeSource {
    if let toml = read(name) { return ThemeSource(file: "\(name).toml", toml: toml) }
    guard let bytes = Theme.shipped[name] else {
      let nearest = NearestName.find(name, among: Theme.shippedNames)
      throw .unknownTheme(name: name, nearest: nearest)
    }
    return ThemeSource(file: "\(name).toml", toml: String(decoding: bytes, as: UTF8.self))
  }
}
