internal import Localization
internal import Model
internal import Screen
internal import Store

/// Paints the settings: a row for each, and below all there is to know of the selected one.
struct SettingsPainter {
  private let surroundings: Surroundings
  private let screen: SettingsScreen
  private let settings: [Setting]

  init(_ surroundings: Surroundings, _ screen: SettingsScreen) {
    (self.surroundings, self.screen) = (surroundings, screen)
    settings = screen.settings(surroundings.context)
  }

  private var context: Context { surroundings.context }
  private var look: Look { context.look }
  private var body: Rect { surroundings.body }

  // MARK: What stands where

  private static let titleX = 2
  /// Columns of the titles: the longest, as far as there is room.
  private var titleWidth: Int { min(22, max(8, body.width * 2 / 5)) }
  private var valueX: Int { Self.titleX + titleWidth + 1 }
  private var valueWidth: Int { hasMeaning ? 22 : max(0, body.width - valueX - 1) }
  /// Beside the value stands what it is for.
  private var hasMeaning: Bool { body.width >= 70 }
  private var meaningX: Int { valueX + valueWidth + 1 }

  /// Where the rows stand.
  var list: Rect {
    Rect(x: body.x, y: body.y, width: body.width, height: max(0, body.height - detailRows))
  }

  var window: ListWindow {
    ListWindow(count: settings.count, selected: screen.index, area: list)
  }

  /// Whether a value stands in that column.
  func isValue(_ point: Point) -> Bool {
    (valueX..<(valueX + valueWidth)).contains(point.x - body.x)
  }

  private var selected: Setting? {
    settings.indices.contains(screen.index) ? settings[screen.index] : nil
  }

  /// As many as the longest text needs where there is room, so that nothing moves under the cursor.
  private var detailRows: Int {
    guard body.height >= 6, !settings.isEmpty else { return 0 }
    // On a small screen three of them are seen: what one means matters more.
    let most = max(2, body.height / 3, min(6, body.height - 4))
    let wanted = settings.map { detail($0).count }.max() ?? 0
    return 1 + min(wanted, most)
  }

  // MARK: On the screen

  func render(into surface: inout Surface) {
    let area = surroundings.screen
    surface.fill(area, style: look.style(.text))
    surface.cursor = nil
    screen.filter.draw(behind: tr("Settings"), above: area, context: context, into: &surface)
    guard !settings.isEmpty else {
      let line = body.row(max(0, body.height / 2 - 1))
      let words = context.settings.settings.isEmpty ? look.glyphs.ellipsis : tr("No such setting")
      return surface.drawCentred([Span(words, .dim)], in: line, look: look)
    }
    let (list, top) = (list, window.top)
    for row in 0..<list.height where top + row < settings.count {
      render(
        settings[top + row], isSelected: top + row == screen.index, in: list.row(row),
        into: &surface)
    }
    if let selected { renderDetail(selected, in: body.inset(top: list.height), into: &surface) }
  }

  private func render(
    _ setting: Setting, isSelected: Bool, in area: Rect, into surface: inout Surface
  ) {
    let ground: Role? = isSelected ? .messageSelected : nil
    func draw(_ spans: [Span], at x: Int, width: Int) {
      let room = Rect(x: area.x + x, y: area.y, width: min(width, area.width - x), height: 1)
      surface.draw(spans, in: room, look: look, on: ground)
    }
    if isSelected {
      surface.fill(area, style: look.style(.messageSelected))
      draw([Span(look.glyphs.edge, .accent)], at: 0, width: 1)
    }
    draw([Span(tr(entry: setting.title), .text)], at: Self.titleX, width: titleWidth)
    if isSelected, let line = screen.line {
      renderLine(line, in: area, into: &surface)
    } else {
      let role: Role = setting.complaint != nil ? .error : setting.isStandard ? .dim : .accent
      draw([Span(setting.words, role)], at: valueX, width: valueWidth)
    }
    guard hasMeaning else { return }
    let first = tr(entry: setting.about).prefix { $0 != "." && $0 != ";" }
    draw([Span(String(first), .dim)], at: meaningX, width: area.width - meaningX - 1)
  }

  /// Of a long one the end, where one types.
  private func renderLine(_ line: TextBuffer, in area: Rect, into surface: inout Surface) {
    let width = max(1, valueWidth - 1)
    var text = PrintableText(line.text)
    while text.width > width { text.clusters.removeFirst() }
    let room = Rect(x: area.x + valueX, y: area.y, width: valueWidth, height: 1)
    surface.fill(room, style: look.style(.composer))
    let used = surface.draw([Span(text, .composer)], in: room, look: look)
    surface.cursor = Point(x: min(room.x + used, area.maxX - 1), y: room.y)
  }

  private func renderDetail(_ setting: Setting, in area: Rect, into surface: inout Surface) {
    guard area.height > 0 else { return }
    surface.fill(area.row(0), cluster: look.glyphs.horizontal, style: look.style(.border))
    let title = PrintableText(" \(setting.key) = \(setting.value) ")
    surface.draw(
      [Span(title.truncated(to: max(0, area.width - 2)), .dim)], in: area.row(0).inset(left: 1),
      look: look)
    let lines = detail(setting)
    for row in 1..<max(1, area.height) where row <= lines.count {
      let isCut = row == area.height - 1 && lines.count > row
      let line = isCut ? Span(look.glyphs.ellipsis, .dim) : lines[row - 1]
      surface.draw([line], in: area.row(row).inset(left: 2), look: look)
    }
  }

  /// What is wrong, what it does, what it can be, and when a change counts.
  private func detail(_ setting: Setting) -> [Span] {
    let width = max(1, body.width - 3)
    func lines(_ text: String, _ role: Role) -> [Span] {
      PrintableText(text).wrapped(to: width).map { Span($0, role) }
    }
    let isSelected = setting.key == screen.selected
    let complaint = isSelected ? screen.complaint ?? setting.complaint : nil
    let separator = " \(look.glyphs.separator) "
    var facts = [setting.range, tr("default: \(setting.words(for: setting.standard))")]
    if setting.waitsForStart { facts.append(tr("from the next start")) }
    let trouble = context.settings.trouble.map { lines($0, .error) } ?? []
    return trouble + (complaint.map { lines($0, .error) } ?? [])
      + lines(tr(entry: setting.about), .text) + lines(facts.joined(separator: separator), .dim)
  }
}
