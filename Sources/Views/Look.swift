internal import Screen

/// The theme as the views use it.
struct Look {
  var theme: Theme
  var glyphs: Glyphs { Glyphs.current }

  func style(_ role: Role) -> Style { theme.style(role) }

  /// The style of one role on the ground of another: what the first leaves open comes from the
  /// second.
  func style(_ role: Role, on ground: Role) -> Style {
    style(role).over(style(ground))
  }
}

extension Style {
  /// This style on a ground. A reversed ground keeps its colours, else each word would get a patch
  /// of its own.
  func over(_ ground: Style) -> Style {
    let colours = ground.isReversed ? ground : self
    return Style(
      foreground: colours.foreground ?? ground.foreground,
      background: colours.background ?? ground.background,
      isBold: isBold || ground.isBold, isDim: isDim || ground.isDim,
      isItalic: isItalic || ground.isItalic, isUnderlined: isUnderlined || ground.isUnderlined,
      isReversed: isReversed || ground.isReversed)
  }
}

/// A piece of a line in one role.
struct Span {
  var text: PrintableText
  var role: Role

  init(_ text: String, _ role: Role) {
    self.text = PrintableText(text)
    self.role = role
  }

  init(_ text: PrintableText, _ role: Role) {
    self.text = text
    self.role = role
  }

  var width: Int { text.width }
}

extension [Span] {
  var width: Int { reduce(0) { $0 + $1.width } }
}
