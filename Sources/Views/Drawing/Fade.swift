internal import Screen

/// How a text looks at one moment of its fade.
enum Fade: Equatable {
  /// In a colour between two.
  case color(Color)
  /// The colours between are not known: first dim, then normal.
  case dim, normal

  /// - Parameter part: of the time that the fade takes, 0…1.
  static func step(_ part: Double) -> Fade { part < 0.5 ? .dim : .normal }

  func apply(to style: inout Style) {
    switch self {
    case .color(let color): style.foreground = color
    case .dim, .normal:
      // What is dim in the end stays so.
      style.isDim = style.isDim || self == .dim
      style.isBold = false
    }
  }
}

/// How the row of the banner looks at one moment of its fade: it has a ground of its own.
enum RowFade: Equatable {
  /// So much (0…1) of its own colours, and the rest of others.
  case mixed(Double, text: Color, ground: Color)
  case steps(Fade)

  /// - Parameter colors: of the terminal.
  func apply(to style: inout Style, _ colors: TerminalColors) {
    switch self {
    case .mixed(let part, let text, let ground):
      let (own, behind) = (colors.text(of: style), colors.ground(of: style))
      style.foreground = own?.mixed(with: text, part: part) ?? style.foreground
      style.background = behind?.mixed(with: ground, part: part) ?? style.background
    case .steps(let fade):
      // The ground is what is seen of it most: it comes last.
      if style.isReversed {
        style.isReversed = false
      } else if let ground = style.background {
        (style.foreground, style.background) = (ground, nil)
      }
      fade.apply(to: &style)
    }
  }
}
