/// How many colours a terminal shows.
public enum ColorDepth: Int, Sendable, Comparable, CaseIterable {
  case mono, palette8, palette16, palette256, trueColor

  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// By the number of colours in the terminal's description (0 or −1: none).
  public init(colors: Int) {
    switch colors {
    case 0x1000000...: self = .trueColor
    case 256...: self = .palette256
    case 16...: self = .palette16
    case 8...: self = .palette8
    default: self = .mono
    }
  }

  /// The nearest colour at this depth; `nil` at ``mono``.
  public func reduce(_ color: Color) -> Color? {
    switch (self, color) {
    case (.mono, _): nil
    case (.trueColor, _), (.palette256, .palette): color
    case (.palette256, .rgb): color.nearest(in: 16...255)
    case (.palette16, .palette(0..<16)): color
    case (.palette16, _): color.nearest(in: 0...15)
    case (.palette8, .palette(0..<8)): color
    case (.palette8, .palette(8..<16)): Color.palette(color.index - 8)
    case (.palette8, _): color.nearest(in: 0...7)
    }
  }
}

extension Color {
  fileprivate var index: UInt8 { if case .palette(let index) = self { index } else { 0 } }
}

extension Style {
  /// The style in a depth's colours. What colour alone would have said is said otherwise: bright colours
  /// are bold where there are eight, gray is dim, and a background is reverse video where there are none.
  public func reduced(to depth: ColorDepth) -> Style {
    var style = self
    if depth == .palette8, case .palette(8..<16) = foreground {
      if foreground == .palette(8) {
        style.foreground = nil
        style.isDim = true
      } else {
        style.isBold = true
      }
    }
    if depth == .mono, background != nil { style.isReversed = true }
    style.foreground = style.foreground.flatMap(depth.reduce)
    style.background = style.background.flatMap(depth.reduce)
    return style
  }
}
