internal import Screen

/// A box with a title, rows of which one is selected, each with a key of its own in front, and below the keys that act on
/// the selected one.
struct NumberedBox {
  /// A row, and the key that takes it: empty where it has none.
  struct Row {
    var key: String
    var text: String
  }

  /// Rows that have a digit.
  static let digits = 9

  var title: String
  var rows: [Row]
  var selected: Int
  var keys: [(key: String, words: String)]

  /// The first nine rows have a digit.
  static func rows(_ texts: [String]) -> [Row] {
    texts.enumerated().map { Row(key: $0 < digits ? "\($0 + 1)" : "", text: $1) }
  }

  private func box(in area: Rect) -> Box {
    let widest = rows.map { PrintableText($0.text).width }.max() ?? 0
    let width = max(widest + 6, PrintableText(title).width + 4, 40)
    return Box(
      width: min(width, area.width - 2), height: min(rows.count + 4, area.height), in: area)
  }

  private func window(_ list: Rect) -> ListWindow {
    ListWindow(count: rows.count, selected: selected, area: list)
  }

  /// What the mouse selects; `nil` where it is nothing.
  func selection(by mouse: Mouse, in area: Rect) -> Int? {
    window(box(in: area).list).selection(by: mouse)
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let look = surroundings.context.look
    let box = box(in: surroundings.screen)
    box.render(into: &surface, look: look)
    let inner = box.inner
    guard inner.height > 0, inner.width > 0 else { return }
    surface.cursor = nil
    surface.draw([Span(title, .dialogTitle)], in: inner, look: look, on: .dialog)
    let list = box.list
    let top = window(list).top
    for row in 0..<list.height where top + row < rows.count {
      render(top + row, in: list.row(row), into: &surface, look: look)
    }
    surface.draw(
      keys.flatMap { [Span($0.key, .hintKey), Span($0.words, .dim)] },
      in: inner.row(inner.height - 1), look: look, on: .dialog)
  }

  private func render(_ index: Int, in area: Rect, into surface: inout Surface, look: Look) {
    let isSelected = index == selected
    let ground: Role = isSelected ? .dialogSelected : .dialog
    surface.fill(area, style: look.style(ground))
    let key = rows[index].key.isEmpty ? " " : rows[index].key
    let text = PrintableText(rows[index].text).truncated(to: max(0, area.width - 3))
    surface.draw(
      [
        Span(isSelected ? look.glyphs.selected : " ", .accent), Span(key + " ", .hintKey),
        Span(text, .dialog),
      ], in: area, look: look, on: ground)
  }
}
