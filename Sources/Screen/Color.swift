internal import Glibc

/// A cell's colour, as a theme says it; the terminal's depth reduces it (``ColorDepth``).
public enum Color: Hashable, Sendable {
  /// The terminal's palette, 0–255.
  case palette(UInt8)
  case rgb(UInt8, UInt8, UInt8)

  /// The 16 colours' names, at their numbers.
  static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue",
    "bright-magenta", "bright-cyan", "bright-white",
  ]

  /// One of the 16 names (or `gray`), a number 0–255, or `#rrggbb`.
  init?(name: String) {
    if let index = Self.names.firstIndex(of: name) {
      self = .palette(UInt8(index))
    } else if name == "gray" || name == "grey" {
      self = .palette(8)
    } else if let number = UInt8(name) {
      self = .palette(number)
    } else if name.utf8.count == 7, name.hasPrefix("#"),
      let hex = UInt32(name.dropFirst(), radix: 16)
    {
      self = .rgb(UInt8(hex >> 16), UInt8(hex >> 8 & 0xFF), UInt8(hex & 0xFF))
    } else {
      return nil
    }
  }

  /// Red, green and blue; for the palette those xterm starts with.
  public var components: (red: UInt8, green: UInt8, blue: UInt8) {
    switch self {
    case .rgb(let red, let green, let blue): (red, green, blue)
    case .palette(let index) where index < 16: Self.base(Int(index))
    case .palette(let index) where index < 232: Self.cube(Int(index) - 16)
    case .palette(let index): Self.gray(Int(index) - 232)
    }
  }

  private static func base(_ index: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    switch index {
    case 4: (0, 0, 238)
    case 7: (229, 229, 229)
    case 8: (127, 127, 127)
    case 12: (92, 92, 255)
    default:
      {
        let on: UInt8 = index < 8 ? 205 : 255
        return (index & 1 != 0 ? on : 0, index & 2 != 0 ? on : 0, index & 4 != 0 ? on : 0)
      }()
    }
  }

  private static func cube(_ index: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    return (levels[index / 36], levels[index / 6 % 6], levels[index % 6])
  }

  private static func gray(_ step: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let level = UInt8(8 + 10 * step)
    return (level, level, level)
  }

  /// The nearest of a range of the palette's colours.
  func nearest(in range: ClosedRange<UInt8>) -> Color {
    .palette(range.min { distance(to: $0) < distance(to: $1) } ?? range.lowerBound)
  }

  /// Which of the sixteen says the same: by hue first, because that is what tells states apart, and a pastel
  /// is nearer to white than to any of them. What is dark or has little colour is one of the four grays.
  var named: Color {
    let (red, green, blue) = (Int(components.red), Int(components.green), Int(components.blue))
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    if most < 100 || (most - least) * 25 < most * 7 {
      return Self.gray(near: (red + green + blue) / 3)
    }
    // A primary that is at half of what it could be at least is in the mixture: 60° of hue each.
    let half = (most + least) / 2
    let bits = (red > half ? 1 : 0) + (green > half ? 2 : 0) + (blue > half ? 4 : 0)
    return .palette(UInt8(bits + (most >= 230 ? 8 : 0)))
  }

  private static func gray(near level: Int) -> Color {
    switch level {
    case ..<64: .palette(0)
    case ..<155: .palette(8)
    case ..<216: .palette(7)
    default: .palette(15)
    }
  }

  /// What may stand for this colour: among sixteen a gray for a gray, and a hue for a hue.
  func kin(in range: ClosedRange<UInt8>) -> [UInt8] {
    guard range.upperBound < 16 else { return Array(range) }
    let grays: Set<UInt8> = [0, 7, 8, 15]
    guard case .palette(let name) = named else { return Array(range) }
    return range.filter { grays.contains($0) == grays.contains(name) }
  }

  /// The nearest of those that can be read on a background; where none can, the one that is read best.
  func nearest(in candidates: [UInt8], on background: Color, contrast: Double) -> Color {
    func found(_ index: UInt8) -> Double { Color.palette(index).contrast(with: background) }
    let readable = candidates.filter { found($0) >= contrast }
    let nearest = readable.min { rank(of: $0) < rank(of: $1) }
    return .palette(nearest ?? candidates.max { found($0) < found($1) } ?? 0)
  }

  /// Smaller is nearer: among the sixteen by primaries that are not the same, then by distance.
  private func rank(of index: UInt8) -> (Int, Int) {
    guard index < 16, case .palette(let name) = named else { return (0, distance(to: index)) }
    return (((name ^ index) & 7).nonzeroBitCount, distance(to: index))
  }

  private func distance(to index: UInt8) -> Int { distance(to: .palette(index)) }

  /// How different two colours look: red, green and blue count by how much is seen of them.
  public func distance(to color: Color) -> Int {
    let own = components
    let other = color.components
    let red = Int(own.red) - Int(other.red)
    let green = Int(own.green) - Int(other.green)
    let blue = Int(own.blue) - Int(other.blue)
    return 3 * red * red + 6 * green * green + blue * blue
  }

  /// How much two colours differ in brightness: 1 not at all, 21 black and white (WCAG 2.2, "contrast
  /// ratio").
  func contrast(with other: Color) -> Double {
    let (darker, lighter) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (lighter + 0.05) / (darker + 0.05)
  }

  /// This colour with so much of it (0…1) and the rest of another; `nil` where one of the two is among the
  /// sixteen, whose looks only the user knows.
  public func mixed(with other: Color, part: Double) -> Color? {
    guard isKnown, other.isKnown else { return nil }
    let (own, rest) = (components, other.components)
    func mixed(_ own: UInt8, _ rest: UInt8) -> UInt8 {
      UInt8((Double(own) * part + Double(rest) * (1 - part)).rounded())
    }
    return .rgb(
      mixed(own.red, rest.red), mixed(own.green, rest.green), mixed(own.blue, rest.blue))
  }

  /// It is none of the sixteen, whose looks only the user knows.
  var isKnown: Bool {
    if case .palette(0..<16) = self { false } else { true }
  }

  func isDarker(than other: Color) -> Bool { luminance < other.luminance }

  /// WCAG 2.2, "relative luminance": 0…1.
  var luminance: Double {
    let (red, green, blue) = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  private var linear: (red: Double, green: Double, blue: Double) {
    func linear(_ value: UInt8) -> Double {
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    let (red, green, blue) = components
    return (linear(red), linear(green), linear(blue))
  }

  /// Degrees on the circle of CIELCh(uv); of a gray any.
  var hue: Double {
    let (red, green, blue) = linear
    let x = 0.412_390_8 * red + 0.357_584_3 * green + 0.180_480_8 * blue
    let y = 0.212_639 * red + 0.715_168_7 * green + 0.072_192_3 * blue
    let z = 0.019_330_8 * red + 0.119_194_8 * green + 0.950_532_2 * blue
    let sum = max(x + 15 * y + 3 * z, .leastNormalMagnitude)
    let degrees = atan2(9 * y / sum - 0.468_32, 4 * x / sum - 0.197_83) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}

/// The terminal's own colours, as far as it has told them (xterm's ctlseqs, OSC 4, 10 and 11).
public struct TerminalColors: Sendable, Equatable {
  /// The text's colour where a style has none.
  public var foreground: Color?
  /// The colour behind where a style has none.
  public var background: Color?
  /// The first sixteen of the palette, by number.
  public var palette: [UInt8: Color]

  public init(
    foreground: Color? = nil, background: Color? = nil, palette: [UInt8: Color] = [:]
  ) {
    (self.foreground, self.background, self.palette) = (foreground, background, palette)
  }

  /// The text's colour of a style as it is seen; `nil` where the terminal has not told it.
  public func text(of style: Style) -> Color? { seen(style.foreground, else: foreground) }

  /// The colour behind it; `nil` where the terminal has not told it.
  public func ground(of style: Style) -> Color? { seen(style.background, else: background) }

  private func seen(_ color: Color?, else own: Color?) -> Color? {
    guard let color else { return own }
    if case .palette(let number) = color, number < 16 { return palette[number] }
    return color
  }
}
