internal import Localization
internal import Model
internal import Screen

/// The themes (Alt-T): the whole screen is drawn in the one the cursor is on, until one is kept.
struct ThemePicker: Layer {
  /// What the screen is drawn in.
  private(set) var theme: Theme
  /// Why the theme the cursor is on cannot be shown.
  private(set) var complaint: String?
  private(set) var selected = 0
  private(set) var query = TextBuffer()
  /// What it was drawn in before.
  private let before: Theme
  private let shelf: ThemeShelf
  private let all: [ThemeShelf.Entry]

  init(shelf: ThemeShelf, theme: Theme) {
    self.shelf = shelf
    self.theme = theme
    before = theme
    all = shelf.entries()
    selected = all.firstIndex { $0.name == theme.name } ?? 0
  }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }
  var previewed: Theme? { theme }

  func hintWords(_ context: Context) -> [Command: String] {
    [.accept: tr("keep"), .close: tr("go back")]
  }

  /// Those that match what was typed, the closest first.
  var entries: [ThemeShelf.Entry] {
    guard !query.isEmpty else { return all }
    let found = all.compactMap { entry in
      FuzzyMatch(query.text, in: entry.name).map { (entry: entry, match: $0) }
    }
    return found.sorted { ($0.match, $0.entry.name) < ($1.match, $1.entry.name) }.map(\.entry)
  }

  // MARK: Input

  mutating func type(_ text: String) -> [Effect] {
    edit { $0.insert(String(text.filter { !$0.isNewline }.prefix(100))) }
    return []
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    switch command {
    case .close:
      theme = before
      return .consumed([.close])
    case .down, .nextPane, .theme: move(to: selected + 1)
    case .up, .previousPane: move(to: selected - 1)
    case .deleteLeft: edit { $0.deleteLeft() }
    case .deleteToStart: edit { $0.deleteToStart() }
    case .accept: return keep()
    default: break
    }
    return .consumed([])
  }

  /// The wheel moves on, a click selects.
  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let list = list(in: Self.box(of: all.count, in: surroundings.screen).inner)
    if let index = window(list).selection(by: mouse) { move(to: index) }
    return []
  }

  /// Kept is what the screen is drawn in; that of a theme that cannot be shown is another's.
  private func keep() -> Outcome {
    guard complaint == nil, entries.indices.contains(selected) else { return .consumed([]) }
    return .consumed([.close, .action(.keepTheme(entries[selected].name))])
  }

  private mutating func edit(_ change: (inout TextBuffer) -> Void) {
    change(&query)
    let current = entries.firstIndex { query.isEmpty && $0.name == theme.name }
    move(to: current ?? 0)
  }

  private mutating func move(to index: Int) {
    let entries = entries
    selected = max(0, min(index, entries.count - 1))
    guard entries.indices.contains(selected) else { return complaint = nil }
    do throws(ThemeError) {
      theme = try shelf.load(entries[selected].name)
      complaint = nil
    } catch {
      complaint = error.description
    }
  }

  // MARK: On the screen

  /// At the top right where there is room, so that the chats and the newest messages are seen; some of
  /// the screen is left free wherever it is not tiny.
  private static func box(of rows: Int, in area: Rect) -> Box {
    let width = min(area.width < 64 ? 34 : 40, area.width)
    let height = min(rows + 4, area.height < 10 ? area.height : area.height - 3)
    guard area.width >= 80, area.height >= height + 6 else {
      return Box(width: width, height: height, in: area)
    }
    return Box(
      width: width, height: height,
      in: Rect(x: area.width - width - 1, y: 1, width: width, height: height))
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let look = surroundings.context.look
    let box = Self.box(of: all.count, in: surroundings.screen)
    box.render(into: &surface, look: look)
    let inner = box.inner
    guard inner.height > 0, inner.width > 0 else { return }
    let used = surface.draw(
      [Span(tr("Theme:") + " ", .dialogTitle), Span(query.text, .dialog)], in: inner, look: look,
      on: .dialog)
    surface.cursor = Point(x: inner.x + min(used, inner.width - 1), y: inner.y)
    let list = list(in: inner)
    renderList(list, into: &surface, look: look)
    for (row, spans) in footer(width: inner.width).enumerated() where list.height > 0 {
      surface.draw(spans, in: list.row(list.height + row), look: look, on: .dialog)
    }
  }

  /// Where the names stand, between the title and the footer.
  private func list(in inner: Rect) -> Rect {
    let rows = max(0, inner.height - 1 - footer(width: inner.width).count)
    return Rect(x: inner.x, y: inner.y + 1, width: inner.width, height: rows)
  }

  /// The first name that is shown, so that the selected one is seen.
  private func window(_ list: Rect) -> ListWindow {
    ListWindow(count: entries.count, selected: selected, area: list)
  }

  private func renderList(_ list: Rect, into surface: inout Surface, look: Look) {
    let entries = entries
    let top = window(list).top
    for row in 0..<list.height where top + row < entries.count {
      render(
        entries[top + row], isSelected: top + row == selected, in: list.row(row), into: &surface,
        look: look)
    }
    if entries.isEmpty, list.height > 0 {
      surface.draw([Span(tr("no such theme"), .dim)], in: list, look: look, on: .dialog)
    }
  }

  private func render(
    _ entry: ThemeShelf.Entry, isSelected: Bool, in area: Rect, into surface: inout Surface,
    look: Look
  ) {
    let ground: Role = isSelected ? .dialogSelected : .dialog
    surface.fill(area, style: look.style(ground))
    let mark = isSelected ? look.glyphs.selected : " "
    surface.draw(
      [Span(mark, .accent), Span(entry.name, .dialog)], in: area, look: look, on: ground)
    let isBefore = entry.name == before.name
    let note = PrintableText(isBefore ? tr("now") : entry.isOwn ? tr("yours") : "")
    if area.width > PrintableText(entry.name).width + note.width + 2 {
      surface.drawRight([Span(note, .hintKey)], in: area, look: look, on: ground)
    }
  }

  private func footer(width: Int) -> [[Span]] {
    if let complaint {
      return PrintableText(complaint).wrapped(to: width).prefix(3).map { [Span($0, .error)] }
    }
    let keys = [("Enter", tr("keeps it") + "  "), ("Esc", tr("goes back"))]
    return [keys.flatMap { [Span($0.0, .hintKey), Span(" \($0.1)", .dim)] }]
  }
}
