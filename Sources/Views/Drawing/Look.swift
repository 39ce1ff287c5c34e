internal import Model
internal import Screen

/// The theme as the views use it.
struct Look {
  var theme: Theme
  /// What the terminal shows where the theme leaves the colours to it.
  var colors = TerminalColors()
  var glyphs: Glyphs { Glyphs.current }

  /// The style of a role, on the ground of another.
  func style(_ role: Role, on ground: Role? = nil) -> Style { theme.style(role, on: ground) }

  /// The style of a piece of a line: what is marked in it over what it is.
  func style(of span: Span, on ground: Role?) -> Style {
    guard !span.marks.isEmpty else { return style(span.role, on: ground) }
    return theme.style(span.marks.roles + [span.role], on: ground)
  }

  /// Of who speaks in a group; `nil` for everybody else, who stands alone in a chat.
  func color(ofSpeaker speaker: JID, on ground: Role?) -> Color? {
    speaker.resource.flatMap { theme.color(ofName: $0, on: ground) }
  }
}

/// A piece of a line in one role.
struct Span {
  var text: PrintableText
  var role: Role
  /// In place of the role's colour.
  var color: Color?
  /// It has just changed.
  var fade: Fade?
  /// What its writer marked.
  var marks: TextMarks = []
  /// The address of the web that it is, or a part of.
  var address: String?

  init(_ text: String, _ role: Role, color: Color? = nil, fade: Fade? = nil) {
    self.init(PrintableText(text), role, color: color, fade: fade)
  }

  init(
    _ text: PrintableText, _ role: Role, color: Color? = nil, fade: Fade? = nil,
    marks: TextMarks = []
  ) {
    self.text = text
    self.role = role
    self.color = color
    self.fade = fade
    self.marks = marks
  }

  var width: Int { text.width }
}

extension [Span] {
  var width: Int { reduce(0) { $0 + $1.width } }
}
