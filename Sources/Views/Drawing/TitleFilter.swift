internal import Screen

/// Part of what a list is looked through for, typed behind the screen's title after a `/`.
struct TitleFilter {
  private var words = TextBuffer()
  /// It takes what is typed.
  private(set) var isOpen = false

  /// In characters, of each text that is typed or pasted.
  private static let longest = 100

  var text: String { words.text }
  var isEmpty: Bool { words.isEmpty }

  mutating func open() { isOpen = true }

  mutating func type(_ text: String) {
    words.insert(String(text.filter { !$0.isNewline }.prefix(Self.longest)))
  }

  /// While it is open.
  mutating func perform(_ command: Command) -> Outcome {
    switch command {
    case .accept: isOpen = false
    case .close:
      isOpen = false
      words.clear()
    case .deleteLeft: words.deleteLeft()
    case .deleteToStart: words.clear()
    default: break
    }
    return .consumed([])
  }

  /// All is shown again before the screen is left.
  mutating func leave() -> Outcome {
    guard isEmpty else {
      words.clear()
      return .consumed([])
    }
    return .consumed([.close])
  }

  /// Behind the title in a screen's first row, with what waits at its right where there is room.
  func draw(
    behind title: String, above screen: Rect, context: Context, into surface: inout Surface
  ) {
    guard screen.height > 0, screen.width > 0 else { return }
    let area = screen.row(0)
    let used = draw(behind: title, in: area, look: context.look, into: &surface)
    let right = WaitingNote.spans(context)
    if used + right.width + 2 <= area.width {
      surface.drawRight(right, in: area.inset(right: 1), look: context.look, on: .title)
    }
  }

  /// Behind a title, which it gives a ground. Returns the columns of both.
  func draw(behind title: String, in area: Rect, look: Look, into surface: inout Surface) -> Int {
    surface.fill(area, style: look.style(.title))
    var left = [Span(" \(title)", .title)]
    if isOpen || !isEmpty { left.append(Span("  / \(text)", .titleCount)) }
    let used = surface.draw(left, in: area, look: look, on: .title)
    if isOpen { surface.cursor = Point(x: min(area.x + used, area.maxX - 1), y: area.y) }
    return used
  }
}
