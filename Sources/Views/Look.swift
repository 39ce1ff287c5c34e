internal import Screen

/// The theme as the views use it.
struct Look {
  var theme: Theme
  var glyphs: Glyphs { Glyphs.current }

  /// The style of a role, on the ground of another.
  func style(_ role: Role, on ground: Role? = nil) -> Style { theme.style(role, on: ground) }
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
