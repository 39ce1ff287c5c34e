internal import CNcurses
internal import Screen

/// Styles as ncurses' attributes and colour pairs, at the terminal's depth.
@MainActor struct ColorPairs {
  typealias Look = (attributes: attr_t, pair: Int32)

  let depth: ColorDepth
  /// What is struck through is dim where the terminal cannot do it.
  private let dimsStruck: Bool
  private var known: [Style: Look] = [:]
  private let defaults: (foreground: Int32, background: Int32)

  /// - Parameters:
  ///   - limit: no more colours than this, however many the terminal has.
  ///   - canStrike: the terminal can strike a text through.
  init(limit: ColorDepth?, canStrike: Bool) {
    dimsStruck = !canStrike
    guard limit != .mono, has_colors(), start_color() == OK else {
      depth = .mono
      defaults = (-1, -1)
      return
    }
    defaults = use_default_colors() == OK ? (-1, -1) : (COLOR_WHITE, COLOR_BLACK)
    let own = ColorDepth(colors: Int(psst_colors()))
    depth = min(own, limit ?? own)
  }

  mutating func look(of style: Style) -> Look {
    if let look = known[style] { return look }
    let reduced = style.reduced(to: depth)
    let look: Look = (attributes: attributes(of: reduced), pair: pair(of: reduced))
    known[style] = look
    return look
  }

  private func attributes(of style: Style) -> attr_t {
    var attributes: attr_t = 0
    if style.isBold { attributes |= psst_bold() }
    if style.isDim || style.isStruck && dimsStruck { attributes |= psst_dim() }
    if style.isItalic { attributes |= psst_italic() }
    if style.isUnderlined { attributes |= psst_underline() }
    if style.isReversed { attributes |= psst_reverse() }
    return attributes
  }

  private func pair(of style: Style) -> Int32 {
    guard depth != .mono, style.foreground != nil || style.background != nil else { return 0 }
    let foreground = style.foreground.map(number) ?? defaults.foreground
    let background = style.background.map(number) ?? defaults.background
    return max(0, alloc_pair(foreground, background))
  }

  /// Direct-colour terminals take red, green and blue as one number; below 8 it is the palette there.
  private func number(of color: Color) -> Int32 {
    if case .palette(let index) = color, depth != .trueColor || index < 8 { return Int32(index) }
    let (red, green, blue) = color.components
    let number = Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
    return number < 8 ? 0x010101 : number
  }
}
