internal import Localization
internal import Model
internal import Screen

/// Which of several links of a message is opened (`o`): the first nine by a digit; `y` copies the selected one.
struct LinkChoice: Layer {
  private let links: [String]
  private var list = ListFilter()

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

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }

  func hintWords(_ context: Context) -> [Command: String] {
    [.accept: tr("open"), .close: tr("close")]
  }

  private var selected: Int { list.selected }

  // MARK: Input

  mutating func type(_ text: String) -> [Effect] {
    if let digit = text.first?.wholeNumberValue, text.count == 1 { return choose(digit - 1) }
    guard text == "y" else { return [] }
    return [.close, .action(.copy(links[selected])), .tell(Notice(.information, tr("Copied.")))]
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    switch command {
    case .close: return .consumed([.close])
    case .accept: return .consumed(choose(selected))
    default: list.perform(command, of: links.count)
    }
    return .consumed([])
  }

  /// The wheel moves on, a click selects.
  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    if let index = box.selection(by: mouse, in: surroundings.screen) {
      list.select(index, of: links.count)
    }
    return []
  }

  private func choose(_ index: Int) -> [Effect] {
    links.indices.contains(index) ? [.close] + Self.opening(links[index]) : []
  }

  // MARK: On the screen

  private var box: NumberedBox {
    NumberedBox(
      title: tr("Open a link"), rows: NumberedBox.rows(links), selected: selected,
      keys: [
        ("Enter", " \(tr("opens"))  "), ("y", " \(tr("copies"))  "), ("Esc", " \(tr("closes"))"),
      ])
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    box.render(in: surroundings, into: &surface)
  }
}
