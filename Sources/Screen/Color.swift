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
    case 7: (229, 229, 229)
    case 8: (127, 127, 127)
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
    let own = components
    func distance(_ index: UInt8) -> Int {
      let other = Color.palette(index).components
      let red = Int(own.red) - Int(other.red)
      let green = Int(own.green) - Int(other.green)
      let blue = Int(own.blue) - Int(other.blue)
      return 3 * red * red + 6 * green * green + blue * blue
    }
    return .palette(range.min { distance($0) < distance($1) } ?? range.lowerBound)
  }
}
