internal import CNcurses
internal import Screen

/// Styles as ncurses' attributes and colour pairs, at the terminal's depth.
@MainActor struct ColorPairs {
  typealias Look = (attributes: attr_t, pair: Int32)

  private struct Known {
    var look: Look
    var numbers: [Int32]
  }

  private(set) var depth: ColorDepth
  /// What is struck through is dim where the terminal cannot do it.
  private let dimsStruck: Bool
  private var known: [Style: Known] = [:]
  private let defaults: (foreground: Int32, background: Int32)
  /// Where the terminal shows more than its description says.
  private var direct: DirectColors?

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
    if limit == nil, DirectColors.arePromised { becomeDirect() }
  }

  /// More colours than the 256 of the description can be had, should the terminal show them.
  var canBecomeDirect: Bool { depth == .palette256 && DirectColors.canBeWritten }

  /// From now on the terminal gets red, green and blue, where it can be told them.
  mutating func becomeDirect() {
    guard canBecomeDirect else { return }
    (depth, direct, known) = (.trueColor, DirectColors(), [:])
  }

  /// Numbers for the colours of a frame become few.
  var isCrowded: Bool { direct?.isCrowded == true }

  /// Forgets what only other styles looked like.
  mutating func keep(_ styles: Set<Style>) {
    known = known.filter { styles.contains($0.key) }
    direct?.keep(Set(known.values.flatMap(\.numbers)))
  }

  mutating func look(of style: Style) -> Look {
    if let known = known[style] { return known.look }
    let reduced = style.reduced(to: depth)
    let (pair, numbers) = pair(of: reduced)
    let look: Look = (attributes: attributes(of: reduced), pair: pair)
    known[style] = Known(look: look, numbers: numbers)
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

  private mutating func pair(of style: Style) -> (pair: Int32, numbers: [Int32]) {
    guard depth != .mono, style.foreground != nil || style.background != nil else { return (0, []) }
    let foreground = style.foreground.map { number(of: $0) }
    let background = style.background.map { number(of: $0) }
    let pair = alloc_pair(foreground ?? defaults.foreground, background ?? defaults.background)
    return (max(0, pair), [foreground, background].compactMap(\.self))
  }

  /// Direct-colour terminals take red, green and blue as one number; below 8 it is the palette there.
  private mutating func number(of color: Color) -> Int32 {
    if let number = direct?.number(for: color) { return number }
    if case .palette(let index) = color, depth != .trueColor || index < 8 { return Int32(index) }
    let (red, green, blue) = color.components
    let number = Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
    return number < 8 ? 0x010101 : number
  }
}
