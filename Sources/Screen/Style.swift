/// How a cell looks; `nil` colours are the terminal's own.
///
/// Kept in 12 bytes, because every frame compares two styles for each cell of the screen.
public struct Style: Hashable, Sendable {
  private var packedForeground: UInt32
  private var packedBackground: UInt32
  private var attributes: UInt8

  public init(
    foreground: Color? = nil, background: Color? = nil, isBold: Bool = false, isDim: Bool = false,
    isItalic: Bool = false, isUnderlined: Bool = false, isReversed: Bool = false,
    isStruck: Bool = false
  ) {
    packedForeground = Self.pack(foreground)
    packedBackground = Self.pack(background)
    attributes = 0
    self.isBold = isBold
    self.isDim = isDim
    self.isItalic = isItalic
    self.isUnderlined = isUnderlined
    self.isReversed = isReversed
    self.isStruck = isStruck
  }

  /// The text's colour.
  public var foreground: Color? {
    get { Self.unpack(packedForeground) }
    set { packedForeground = Self.pack(newValue) }
  }

  /// The colour behind; `nil` is the terminal's own.
  public var background: Color? {
    get { Self.unpack(packedBackground) }
    set { packedBackground = Self.pack(newValue) }
  }

  /// SGR 1 (ECMA-48 §8.3.117).
  public var isBold: Bool {
    get { attributes & 1 != 0 }
    set { set(1, newValue) }
  }

  /// SGR 2.
  public var isDim: Bool {
    get { attributes & 2 != 0 }
    set { set(2, newValue) }
  }

  /// SGR 3.
  public var isItalic: Bool {
    get { attributes & 4 != 0 }
    set { set(4, newValue) }
  }

  /// SGR 4.
  public var isUnderlined: Bool {
    get { attributes & 8 != 0 }
    set { set(8, newValue) }
  }

  /// Foreground and background exchanged.
  public var isReversed: Bool {
    get { attributes & 16 != 0 }
    set { set(16, newValue) }
  }

  /// SGR 9.
  public var isStruck: Bool {
    get { attributes & 32 != 0 }
    set { set(32, newValue) }
  }

  /// This style on a ground. A reversed ground keeps its colours, else each word would get a patch
  /// of its own.
  public func over(_ ground: Style) -> Style {
    let colours = ground.isReversed ? ground : self
    return Style(
      foreground: colours.foreground ?? ground.foreground,
      background: colours.background ?? ground.background,
      isBold: isBold || ground.isBold, isDim: isDim || ground.isDim,
      isItalic: isItalic || ground.isItalic, isUnderlined: isUnderlined || ground.isUnderlined,
      isReversed: isReversed || ground.isReversed, isStruck: isStruck || ground.isStruck)
  }

  private mutating func set(_ bit: UInt8, _ isOn: Bool) {
    if isOn { attributes |= bit } else { attributes &= ~bit }
  }

  /// 0 is no colour; the palette has bit 24, red, green and blue have bit 25.
  private static func pack(_ color: Color?) -> UInt32 {
    switch color {
    case nil: 0
    case .palette(let index): 1 << 24 | UInt32(index)
    case .rgb(let red, let green, let blue):
      2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  private static func unpack(_ packed: UInt32) -> Color? {
    switch packed >> 24 {
    case 0: nil
    case 1: .palette(UInt8(packed & 0xFF))
    default:
      .rgb(UInt8(packed >> 16 & 0xFF), UInt8(packed >> 8 & 0xFF), UInt8(packed & 0xFF))
    }
  }
}
