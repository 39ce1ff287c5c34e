/// A style for every role, and the glyphs (Unicode or ASCII).
///
/// A theme file is TOML: `inherits` names another theme, `[palette]` names colours, `[roles]` gives each
/// role a style, either a colour (the foreground) or `{ fg, bg, bold, dim, italic, underline, reverse,
/// strike }`.
/// A colour is one of the 16 names, `default`, a number 0–255, `#rrggbb` or a name of the palette.
/// `[light.palette]` and `[light.roles]` say what is different where the theme leaves the ground to the
/// terminal, and that is light.
public struct Theme: Sendable, Equatable {
  /// What a terminal's own ground is like.
  public enum Background: String, CaseIterable, Sendable {
    case dark, light

    /// By the colour that the terminal says it has.
    public init(_ color: Color) {
      let white = Color.rgb(255, 255, 255)
      let black = Color.rgb(0, 0, 0)
      self = color.contrast(with: black) > color.contrast(with: white) ? .light : .dark
    }
  }

  /// What it is called in the configuration.
  public let name: String
  private(set) var styles: [Role: Style]
  /// The colours that what leaves them open is drawn in.
  private let base: Style
  /// What the terminal's own ground is like.
  let background: Background

  /// Every role plain: the look before a theme file is read, and in tests.
  public static let plain = Theme(name: "plain", styles: [:])

  init(name: String, styles: [Role: Style], on background: Background = .dark) {
    self.name = name
    self.background = background
    self.styles = styles
    let text = styles[.text]
    base = Style(foreground: text?.foreground, background: text?.background)
  }

  /// What the theme says of a part of the screen; plain where it says nothing. Colours it leaves open are
  /// `nil`: ``style(_:on:)`` fills them.
  public func style(_ role: Role) -> Style { styles[role] ?? Style() }

  /// How a part of the screen looks that is drawn on another. What the first leaves open comes from the
  /// second, and colours that both leave open are the text's, so that the theme's ground is everywhere.
  public func style(_ role: Role, on ground: Role?) -> Style { style([role], on: ground) }

  /// The same of what several roles say, each over the next.
  public func style(_ roles: [Role], on ground: Role?) -> Style {
    let layered = roles.dropFirst().reduce(roles.first.map { style($0) } ?? Style()) {
      $0.over(style($1))
    }
    return (ground.map { layered.over(style($0)) } ?? layered).over(base)
  }

  /// The theme for a terminal of so many colours. Without any it is drawn as the theme `mono` is, which says
  /// by attributes what others say by colour; a theme that has no colours itself stays as it is.
  public func adapted(to depth: ColorDepth) -> Theme {
    let hasColors = styles.values.contains { $0.foreground != nil || $0.background != nil }
    guard depth == .mono, hasColors, let mono = try? Theme.load(name: "mono") else { return self }
    return Theme(name: name, styles: mono.styles)
  }

  /// The signs to draw with: the process's ``Glyphs/current``.
  public var glyphs: Glyphs { .current }

  /// Names of the themes compiled into the program.
  public static var shippedNames: [String] { shipped.keys.sorted() }

  /// A theme by name: a shipped one, or what `read` (for example from the user's folder) gives.
  /// - Parameter background: what the terminal's own is like; dark where it did not say.
  public static func load(
    name: String, on background: Background = .dark,
    reading read: @escaping (String) -> String? = { _ in nil }
  ) throws(ThemeError) -> Theme {
    let source = try ThemeSource.find(name, read)
    return try parse(toml: source.toml, file: source.file, on: background, reading: read)
  }

  /// Reads a theme file's text.
  /// - Parameters:
  ///   - file: the file's name, for errors and as the theme's name.
  ///   - background: what the terminal's own is like.
  ///   - read: the text of a theme named in `inherits`, before the shipped ones are looked at.
  public static func parse(
    toml: String, file: String, on background: Background = .dark,
    reading read: @escaping (String) -> String? = { _ in nil }
  ) throws(ThemeError) -> Theme {
    let source = ThemeSource(file: file, toml: toml)
    var reader = ThemeReader(read: read, takesLight: false)
    try reader.read(source)
    if background == .light, reader.styles[.text]?.background == nil {
      reader = ThemeReader(read: read, takesLight: true)
      try reader.read(source)
    }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let isTOML = name.hasSuffix(".toml")
    return Theme(
      name: isTOML ? String(name.dropLast(5)) : name, styles: reader.styles, on: background)
  }

  /// Whether the file gave this role a style (of its own or inherited).
  func defines(_ role: Role) -> Bool { styles[role] != nil }

  /// The text of each; functions, so that only that of the theme in use is made.
  static let shipped: [String: @Sendable () -> [UInt8]] = [
    "catppuccin-latte": { PackageResources.catppuccin_latte_toml },
    "catppuccin-mocha": { PackageResources.catppuccin_mocha_toml },
    "colorblind": { PackageResources.colorblind_toml },
    "dracula": { PackageResources.dracula_toml },
    "gruvbox": { PackageResources.gruvbox_toml },
    "high-contrast": { PackageResources.high_contrast_toml },
    "mono": { PackageResources.mono_toml },
    "nord": { PackageResources.nord_toml },
    "solarized-dark": { PackageResources.solarized_dark_toml },
    "solarized-light": { PackageResources.solarized_light_toml },
    "terminal": { PackageResources.terminal_toml },
    "tokyo-night": { PackageResources.tokyo_night_toml },
  ]
}

/// Where a theme's text comes from.
struct ThemeSource {
  var file: String
  var toml: String

  static func find(_ name: String, _ read: (String) -> String?) throws(ThemeError) -> ThemeSource {
    if let toml = read(name) { return ThemeSource(file: "\(name).toml", toml: toml) }
    guard let bytes = Theme.shipped[name]?() else {
      let nearest = NearestWord.of(name, among: Theme.shippedNames)
      throw .unknownTheme(name: name, nearest: nearest)
    }
    return ThemeSource(file: "\(name).toml", toml: String(decoding: bytes, as: UTF8.self))
  }
}
