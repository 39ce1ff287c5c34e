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

  /// The numbers of the colours that a colour of no number is reduced to.
  fileprivate var range: ClosedRange<UInt8> {
    switch self {
    case .mono, .palette8: 0...7
    case .palette16: 0...15
    case .palette256, .trueColor: 16...255
    }
  }

  /// What a text's contrast is kept at: WCAG 2.2, 1.4.3. What the sixteen look like the user has chosen: only
  /// what no choice makes readable is changed there, lest all hues become white.
  var leastContrast: Double { self <= .palette16 ? 2.3 : 4.5 }

  /// The nearest colour at this depth; `nil` at ``mono``.
  public func reduce(_ color: Color) -> Color? {
    switch (self, color) {
    case (.mono, _): nil
    case (.trueColor, _), (.palette256, .palette): color
    case (.palette256, .rgb): color.nearest(in: range)
    case (.palette16, .palette(0..<16)): color
    case (.palette16, _): color.named
    case (.palette8, .palette(0..<8)): color
    case (.palette8, .palette(8..<16)): Color.palette(color.index - 8)
    case (.palette8, _): reduce(color.named)
    }
  }
}

extension Color {
  fileprivate var index: UInt8 { if case .palette(let index) = self { index } else { 0 } }
}

extension Style {
  /// The style in a depth's colours. What colour alone would have said is said otherwise: bright colours
  /// are bold where there are eight, gray is dim, and a background is reverse video where there are none.
  /// A text that could be read on its background still can be: where the nearest colours are too near
  /// to each other, the text takes the nearest that is not.
  public func reduced(to depth: ColorDepth) -> Style {
    if isReversed, foreground != nil, background != nil, depth != .mono {
      return exchanged.reduced(to: depth).exchanged
    }
    var style = self
    let wanted = min(depth.leastContrast, contrast ?? 1)
    if depth == .palette8 || depth == .palette16 { style.chooseNamed() }
    if depth == .palette8 { style.speak() }
    if depth == .mono, background != nil { style.isReversed = true }
    style.foreground = style.foreground.flatMap(depth.reduce)
    style.background = style.background.flatMap(depth.reduce)
    if let foreground, let ground = style.background, style.contrast ?? wanted < wanted {
      let kin = foreground.kin(in: depth.range)
      style.foreground = foreground.nearest(in: kin, on: ground, contrast: wanted)
    }
    return style
  }

  /// The same look, said the other way round: with or without reverse video.
  private var exchanged: Style {
    var style = self
    (style.foreground, style.background) = (background, foreground)
    style.isReversed.toggle()
    return style
  }

  /// Makes the text one of the sixteen colours. A gray that is a theme's text, which its contrast says, is not
  /// the gray of what is dimmed; and what is dimmed is gray where its hue could not be read.
  private mutating func chooseNamed() {
    guard let exact = foreground, ColorDepth.palette16.reduce(exact) != exact else { return }
    foreground = exact.named
    guard let background, let ground = ColorDepth.palette16.reduce(background) else { return }
    let isDimmed = exact.contrast(with: background) < ColorDepth.trueColor.leastContrast
    if exact.named == .palette(8), !isDimmed {
      foreground = .palette(exact.isDarker(than: background) ? 0 : 7)
    } else if isDimmed, exact.named.contrast(with: ground) < ColorDepth.palette16.leastContrast {
      foreground = .palette(8)
    }
  }

  /// Says by attributes which of the sixteen a colour of the eight was; white is most themes' text, and bold
  /// must tell something from it.
  private mutating func speak() {
    guard case .palette(8..<15) = foreground else { return }
    guard foreground == .palette(8) else { return isBold = true }
    isDim = true
    foreground = background == nil ? nil : .palette(7)
  }

  /// How much the text differs from what is behind it, 1…21; `nil` where one is the terminal's own.
  var contrast: Double? {
    guard let foreground, let background else { return nil }
    return foreground.contrast(with: background)
  }
}
