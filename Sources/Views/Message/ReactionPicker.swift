internal import Localization
internal import Model
internal import Screen

/// Emoji for one message (`+`): those used last first, the others by their names, the first nine by a digit.
struct ReactionPicker: Layer {
  private let message: MessageID
  /// Mine already: choosing one of them takes it back.
  private let mine: [Emoji]
  private let first: [EmojiNames.Entry]
  private(set) var query = TextBuffer()
  private(set) var selected = 0
  private(set) var entries: [EmojiNames.Entry]

  /// - Parameter recent: what I reacted with, the last first.
  init(of message: Message, recent: [Emoji]) {
    self.message = message.messageID
    mine = message.myReaction?.emoji ?? []
    var emoji = Array(recent.prefix(Self.digits))
    for one in mine + EmojiNames.common where !emoji.contains(one) { emoji.append(one) }
    first = emoji.map { EmojiNames.Entry(emoji: $0, name: EmojiNames.name(of: $0)) }
    entries = first
  }

  private static let digits = 9

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .part }

  func hintWords(_ context: Context) -> [Command: String] {
    [.accept: tr("react"), .close: tr("close")]
  }

  // MARK: Input

  /// A digit chooses while nothing is typed.
  mutating func type(_ text: String) -> [Effect] {
    if query.isEmpty, let digit = text.first?.wholeNumberValue, text.count == 1 {
      return choose(digit - 1)
    }
    edit { $0.insert(String(text.filter { !$0.isNewline }.prefix(100))) }
    return []
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    switch command {
    case .close: return .consumed([.close])
    case .down, .nextPane: move(to: selected + 1)
    case .up, .previousPane: move(to: selected - 1)
    case .scrollDown: move(to: selected + Self.digits)
    case .scrollUp: move(to: selected - Self.digits)
    case .deleteLeft: edit { $0.deleteLeft() }
    case .deleteToStart: edit { $0.clear() }
    case .accept: return .consumed(choose(selected))
    default: break
    }
    return .consumed([])
  }

  /// The wheel moves on, a click selects.
  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let list = Self.box(in: surroundings.screen).list
    if let index = window(list).selection(by: mouse) { move(to: index) }
    return []
  }

  private func choose(_ index: Int) -> [Effect] {
    guard entries.indices.contains(index) else { return [] }
    let (row, emoji) = (message.row, entries[index].emoji)
    // Who has reacted writes next: letters act no more.
    let react = Effect.submit(of: message.account) { .react(row: row, emoji, newID: $0) }
    return [.close, react, .focus(.composer)]
  }

  /// What is typed or pasted as an emoji is one.
  private mutating func edit(_ change: (inout TextBuffer) -> Void) {
    change(&query)
    let typed = Emoji(query.text).map {
      [EmojiNames.Entry(emoji: $0, name: EmojiNames.name(of: $0))]
    }
    entries = query.isEmpty ? first : typed ?? EmojiNames.find(query.text)
    selected = 0
  }

  private mutating func move(to index: Int) {
    selected = max(0, min(index, entries.count - 1))
  }

  // MARK: On the screen

  /// Room for the nine with a digit, where the screen has it.
  private static func box(in area: Rect) -> Box {
    Box(width: min(46, area.width), height: min(digits + 4, area.height), in: area)
  }

  /// The first that is shown, so that the selected one is seen.
  private func window(_ list: Rect) -> ListWindow {
    ListWindow(count: entries.count, selected: selected, area: list)
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let look = surroundings.context.look
    let box = Self.box(in: surroundings.screen)
    box.render(into: &surface, look: look)
    let inner = box.inner
    guard inner.height > 0, inner.width > 0 else { return }
    let used = surface.draw(
      [Span("\(tr("React:")) ", .dialogTitle), Span(query.text, .dialog)], in: inner, look: look,
      on: .dialog)
    surface.cursor = Point(x: inner.x + min(used, inner.width - 1), y: inner.y)
    let list = box.list
    let top = window(list).top
    for row in 0..<list.height where top + row < entries.count {
      render(top + row, in: list.row(row), into: &surface, look: look)
    }
    if entries.isEmpty, list.height > 0 {
      surface.draw([Span(tr("no emoji is called so"), .dim)], in: list, look: look, on: .dialog)
    }
    let keys = [
      Span("Enter", .hintKey), Span(" \(tr("reacts"))  ", .dim), Span("Esc", .hintKey),
      Span(" \(tr("closes"))  \(tr("type a name"))", .dim),
    ]
    surface.draw(keys, in: inner.row(inner.height - 1), look: look, on: .dialog)
  }

  private func render(_ index: Int, in area: Rect, into surface: inout Surface, look: Look) {
    let entry = entries[index]
    let isSelected = index == selected
    let ground: Role = isSelected ? .dialogSelected : .dialog
    surface.fill(area, style: look.style(ground))
    let mark = isSelected ? look.glyphs.selected : " "
    let hasDigit = query.isEmpty && index < Self.digits
    let digit = hasDigit ? "\(index + 1) " : "  "
    let emoji = PrintableText(entry.emoji.text)
    let gap = String(repeating: " ", count: max(1, 3 - emoji.width))
    let note = mine.contains(entry.emoji) ? " \(tr("takes it back"))" : ""
    let spans = [Span(mark, .accent), Span(digit, .hintKey), Span(emoji, .dialog)]
    let room = max(0, area.width - spans.width - gap.count - note.count)
    let name = PrintableText(gap + entry.name).truncated(to: room + gap.count)
    surface.draw(spans + [Span(name, .dialog)], in: area, look: look, on: ground)
    surface.drawRight([Span(note, .hintKey)], in: area, look: look, on: ground)
  }
}
