internal import Localization
internal import Model
internal import Screen

/// All keys, from the one table (I1), and what the signs mean: searched by `/`, and what a key does anywhere is done
/// from here, too.
struct HelpScreen: Layer {
  /// What stands in one or more rows: a heading, or something and what it means.
  private struct Entry {
    var left = ""
    var right: String
    /// What can be done from here.
    var command: Command?
    var isHeading = false
  }

  /// Among those that are not headings.
  private var selected: Int
  private var filter = TitleFilter()
  /// The first key of where one was.
  private let beginning: Int

  /// - Parameter place: where one is; whoever writes wants all of it.
  init(at place: Keymap.Place, of keymap: Keymap) {
    let before = Keymap.Place.allCases.prefix { $0 != place }
    beginning =
      place == .composing ? 0 : keymap.bindings.count { before.contains($0.place) }
    selected = beginning
  }

  var place: Keymap.Place { filter.isOpen ? .choosing : .help }
  var coverage: LayerCoverage { .betweenBars }

  func hintWords(_ context: Context) -> [Command: String] {
    if filter.isOpen { return [.accept: tr("search"), .down: "", .close: tr("show all")] }
    let words = [Command.close: tr(filter.isEmpty ? "back" : "show all")]
    return choice(context)?.command == nil ? words.merging([.accept: ""]) { $1 } : words
  }

  // MARK: Input

  mutating func type(_ text: String) -> [Effect] {
    guard filter.isOpen else { return [] }
    filter.type(text)
    selected = 0
    return []
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    if filter.isOpen {
      selected = 0
      return filter.perform(command)
    }
    let count = entries(surroundings.context).count { !$0.isHeading }
    switch command {
    case .close: return filter.leave()
    case .help: return .consumed([.close])
    case .down: select(selected + 1, of: count)
    case .up: select(selected - 1, of: count)
    case .first: select(0, of: count)
    case .last: select(count - 1, of: count)
    case .scrollDown: select(max(selected + 1, turned(by: 1, surroundings)), of: count)
    case .scrollUp: select(min(selected - 1, turned(by: -1, surroundings)), of: count)
    case .filter: filter.open()
    case .accept: return .consumed(run(surroundings.context))
    default: break
    }
    return .consumed([])
  }

  /// The wheel moves on, a click selects, and one on the selected does it.
  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let count = entries(surroundings.context).count { !$0.isHeading }
    switch mouse.action {
    case .wheelDown: select(selected + 1, of: count)
    case .wheelUp: select(selected - 1, of: count)
    case .release: break
    case .press:
      let (rows, top) = window(surroundings)
      let row = top + mouse.at.y - surroundings.body.y
      guard surroundings.body.contains(mouse.at), rows.indices.contains(row),
        let index = rows[row].entry
      else { break }
      if index == selected { return run(surroundings.context) }
      select(index, of: count)
    }
    return []
  }

  private mutating func select(_ index: Int, of count: Int) {
    selected = max(0, min(index, count - 1))
  }

  private func choice(_ context: Context) -> Entry? {
    let all = entries(context).filter { !$0.isHeading }
    return all.indices.contains(selected) ? all[selected] : nil
  }

  private func run(_ context: Context) -> [Effect] {
    guard let choice = choice(context) else { return [] }
    guard let command = choice.command else {
      return [.tell(Notice(.information, tr("That key acts in its own place only.")))]
    }
    return [.close, .run(command)]
  }

  // MARK: What there is

  private func entries(_ context: Context) -> [Entry] {
    let sections = Keymap.Place.allCases.map { place in
      (
        place.title,
        context.keymap.bindings.filter { $0.place == place }.map(Self.entry)
      )
    }
    let typed = TypedCommand.allCases.map { Entry(left: $0.usage, right: $0.explanation) }
    let signs = Self.signs(context.look.glyphs).map { Entry(left: $0.sign, right: $0.text) }
    let others = [(tr("typed in place of a message"), typed), (tr("signs"), signs)]
    return (sections + others).flatMap { heading, entries in
      let found = entries.filter(isFound)
      return found.isEmpty ? [] : [Entry(right: heading, isHeading: true)] + found
    }
  }

  private static func entry(_ binding: Keymap.Binding) -> Entry {
    let isRun = binding.place == .anywhere && ![.help, .chatByNumber].contains(binding.command)
    return Entry(
      left: binding.keyLabels.joined(separator: ", "), right: tr(entry: binding.text),
      command: isRun ? binding.command : nil)
  }

  private func isFound(_ entry: Entry) -> Bool {
    guard !filter.isEmpty else { return true }
    let words = filter.text.lowercased().split(separator: " ")
    let text = "\(entry.left) \(entry.right)".lowercased()
    return words.allSatisfy { text.contains($0) }
  }

  private static func signs(_ glyphs: Glyphs) -> [(sign: String, text: String)] {
    [
      ("\(glyphs.online) \(glyphs.away) \(glyphs.offline)", tr("Online, away, not online")),
      (
        "\(glyphs.queued) \(glyphs.ellipsis) \(glyphs.failed)",
        tr("My last message: queued, sending, failed")
      ),
      ("\(glyphs.sent)  \(glyphs.delivered)  \(glyphs.read)r", tr("Sent, delivered, read")),
    ]
  }

  // MARK: On the screen

  /// One row, and the entry that it is of; `nil` for headings.
  private struct Row {
    var spans: [Span]
    var entry: Int?
  }

  /// All rows, and the first that is seen.
  private func window(_ surroundings: Surroundings) -> (rows: [Row], top: Int) {
    let rows = rows(surroundings.context, width: surroundings.body.width)
    let height = max(1, surroundings.body.height)
    // The heading of the first stays in sight.
    if selected == 0 { return (rows, 0) }
    if selected == beginning, filter.isEmpty,
      let row = rows.firstIndex(where: { $0.entry == selected })
    {
      return (rows, max(0, min(row - 1, rows.count - height)))
    }
    let end = rows.lastIndex { $0.entry == selected } ?? 0
    // What follows the last one is seen with it.
    let isLast = !rows[end...].contains { ($0.entry ?? 0) > selected }
    let bottom = isLast ? rows.count : min(rows.count, end + 1 + height / 3)
    return (rows, max(0, min(bottom - height, rows.count - height)))
  }

  private func rows(_ context: Context, width: Int) -> [Row] {
    var rows: [Row] = []
    var index = -1
    for entry in entries(context) {
      if entry.isHeading {
        rows += [Row(spans: []), Row(spans: [Span(" \(entry.right)", .accent)])]
      } else {
        index += 1
        rows += columns(entry, isSelected: index == selected, width, context.look)
          .map { Row(spans: $0, entry: index) }
      }
    }
    return rows
  }

  /// Which is selected when another page is seen: each row of them all is seen once.
  private func turned(by pages: Int, _ surroundings: Surroundings) -> Int {
    let (rows, top) = window(surroundings)
    let height = max(1, surroundings.body.height)
    // Below the selected one a third of the screen is seen (window), and some have several rows.
    let row = top + pages * max(1, height - 4) + height - 1 - height / 3
    return rows.prefix(max(1, row + 1)).last { $0.entry != nil }?.entry ?? 0
  }

  /// The title stands in the screen's first row.
  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let (body, context) = (surroundings.body, surroundings.context)
    let look = context.look
    surface.fill(body, style: look.style(.text))
    surface.cursor = nil
    filter.draw(
      behind: tr("psst: keys"), above: surroundings.screen, context: context, into: &surface)
    let (rows, top) = window(surroundings)
    for row in 0..<body.height where top + row < rows.count {
      surface.draw(rows[top + row].spans, in: body.row(row), look: look)
    }
    if rows.isEmpty, body.height > 1 {
      surface.draw([Span(" " + tr("No matches"), .dim)], in: body.row(1), look: look)
    }
  }

  /// Keys and what they do, side by side; what has no room goes on below.
  private func columns(
    _ entry: Entry, isSelected: Bool, _ width: Int, _ look: Look
  ) -> [[Span]] {
    let keyWidth = width < 60 ? 14 : 26
    let keys = PrintableText(entry.left).wrapped(to: keyWidth)
    let words = PrintableText(entry.right).wrapped(to: max(1, width - keyWidth - 4))
    let mark = isSelected ? look.glyphs.selected : " "
    return (0..<max(keys.count, words.count)).map { row in
      let key = row < keys.count ? keys[row] : ""
      let blanks = String(repeating: " ", count: keyWidth - key.width + 1)
      return [
        Span(row == 0 ? mark : " ", .accent), Span(" ", .text), Span(key, .hintKey),
        Span(blanks, .text), Span(row < words.count ? words[row] : "", .text),
      ]
    }
  }
}
