internal import Localization
internal import Model
internal import Screen

/// Which of several links of a message is opened (`o`): the first nine by a digit; `y` copies the selected one.
struct LinkChoice: Layer {
  private let links: [String]
  private var selected = 0

  init(_ links: [String]) { self.links = links }

  /// What is done with a message's links.
  static func open(_ links: [String]) -> [Effect] {
    switch links.count {
    case 0: [.tell(Notice(.information, tr("There is no link in this message.")))]
    case 1: opening(links[0])
    default: [.show(LinkChoice(links))]
    }
  }

  private static func opening(_ link: String) -> [Effect] {
    [.action(.openLink(link)), .tell(Notice(.information, tr("Opening \(link)")))]
  }

  private static let digits = 9

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }

  func hintWords(_ context: Context) -> [Command: String] {
    [.accept: tr("open"), .close: tr("close")]
  }

  // MARK: Input

  mutating func type(_ text: String) -> [Effect] {
    if let digit = text.first?.wholeNumberValue, text.count == 1 { return choose(digit - 1) }
    guard text == "y" else { return [] }
    return [.close, .action(.copy(links[selected])), .tell(Notice(.information, tr("Copied.")))]
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    switch command {
    case .close: return .consumed([.close])
    case .down, .nextPane: move(to: selected + 1)
    case .up, .previousPane: move(to: selected - 1)
    case .accept: return .consumed(choose(selected))
    default: break
    }
    return .consumed([])
  }

  /// The wheel moves on, a click selects.
  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let list = box(in: surroundings.screen).list
    if let index = window(list).selection(by: mouse) { move(to: index) }
    return []
  }

  private func choose(_ index: Int) -> [Effect] {
    links.indices.contains(index) ? [.close] + Self.opening(links[index]) : []
  }

  private mutating func move(to index: Int) { selected = max(0, min(index, links.count - 1)) }

  // MARK: On the screen

  private func box(in area: Rect) -> Box {
    let widest = links.map { PrintableText($0).width }.max() ?? 0
    return Box(
      width: min(max(widest + 6, 40), area.width - 2), height: min(links.count + 4, area.height),
      in: area)
  }

  private func window(_ list: Rect) -> ListWindow {
    ListWindow(count: links.count, selected: selected, area: list)
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let look = surroundings.context.look
    let box = box(in: surroundings.screen)
    box.render(into: &surface, look: look)
    let inner = box.inner
    guard inner.height > 0, inner.width > 0 else { return }
    surface.cursor = nil
    surface.draw([Span(tr("Open a link"), .dialogTitle)], in: inner, look: look, on: .dialog)
    let list = box.list
    let top = window(list).top
    for row in 0..<list.height where top + row < links.count {
      let index = top + row
      let isSelected = index == selected
      let ground: Role = isSelected ? .dialogSelected : .dialog
      let area = list.row(row)
      surface.fill(area, style: look.style(ground))
      let digit = index < Self.digits ? "\(index + 1) " : "  "
      let link = PrintableText(links[index]).truncated(to: max(0, area.width - 3))
      surface.draw(
        [
          Span(isSelected ? look.glyphs.selected : " ", .accent), Span(digit, .hintKey),
          Span(link, .dialog),
        ], in: area, look: look, on: ground)
    }
    let keys = [
      ("Enter", " \(tr("opens"))  "), ("y", " \(tr("copies"))  "), ("Esc", " \(tr("closes"))"),
    ]
    surface.draw(
      keys.flatMap { [Span($0.0, .hintKey), Span($0.1, .dim)] }, in: inner.row(inner.height - 1),
      look: look, on: .dialog)
  }
}
