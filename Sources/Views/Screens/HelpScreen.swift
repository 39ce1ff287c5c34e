internal import Screen

/// All keys, from the one table (I1), and what the signs mean.
struct HelpScreen: Layer {
  private var top = 0

  var place: Keymap.Place { .reading }
  var coverage: LayerCoverage { .all }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    let rows = surroundings.screen.height
    let lines = Self.lines(surroundings.context, width: surroundings.screen.width)
    let last = max(0, lines.count - max(1, rows - 1))
    switch command {
    case .close, .help: return .consumed([.close])
    case .down: top = min(top + 1, last)
    case .up: top = max(top - 1, 0)
    case .scrollDown: top = min(top + max(1, rows - 2), last)
    case .scrollUp: top = max(top - max(1, rows - 2), 0)
    default: return .consumed([])
    }
    return .consumed([])
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    let (area, context) = (surroundings.screen, surroundings.context)
    let look = context.look
    surface.fill(area, style: look.style(.text))
    surface.cursor = nil
    surface.fill(area.row(0), style: look.style(.title))
    surface.draw(
      [Span(" psst: keys", .title), Span("   Esc back   j k scroll", .titleDim)], in: area,
      look: look, on: .title)
    surface.drawRight(
      WaitingNote.spans(context), in: area.inset(right: 1), look: look, on: .title)
    let lines = Self.lines(context, width: area.width)
    for row in 1..<max(area.height, 1) where top + row - 1 < lines.count {
      surface.draw(lines[top + row - 1], in: area.row(row), look: look)
    }
  }

  private static func lines(_ context: Context, width: Int) -> [[Span]] {
    var lines: [[Span]] = []
    for place in Keymap.Place.allCases {
      let bindings = context.keymap.bindings.filter { $0.place == place }
      guard !bindings.isEmpty else { continue }
      lines += [[], heading(place.rawValue)]
      lines += bindings.flatMap {
        columns($0.keyLabels.joined(separator: ", "), $0.text, width: width)
      }
    }
    lines += [[], heading("typed in place of a message")]
    lines += TypedCommand.allCases.flatMap { columns($0.usage, $0.explanation, width: width) }
    lines += [[], heading("signs")]
    return lines + signs(context.look.glyphs).flatMap { columns($0.sign, $0.text, width: width) }
  }

  private static func heading(_ text: String) -> [Span] { [Span(" \(text)", .accent)] }

  private static func signs(_ glyphs: Glyphs) -> [(sign: String, text: String)] {
    [
      ("\(glyphs.online) \(glyphs.away) \(glyphs.offline)", "online, away, not online"),
      (
        "\(glyphs.queued) \(glyphs.ellipsis) \(glyphs.failed)",
        "my last message: queued, sending, failed"
      ),
      ("\(glyphs.sent)  \(glyphs.delivered)  \(glyphs.read)r", "sent, delivered, read"),
    ]
  }

  /// Keys and what they do, side by side; what has no room goes on below.
  private static func columns(_ left: String, _ right: String, width: Int) -> [[Span]] {
    let keyWidth = width < 60 ? 14 : 26
    let keys = PrintableText(left).wrapped(to: keyWidth)
    let words = PrintableText(right).wrapped(to: max(1, width - keyWidth - 4))
    return (0..<max(keys.count, words.count)).map { row in
      let key = row < keys.count ? keys[row] : ""
      let blanks = String(repeating: " ", count: keyWidth - key.width + 1)
      return [
        Span("  ", .text), Span(key, .hintKey), Span(blanks, .text),
        Span(row < words.count ? words[row] : "", .text),
      ]
    }
  }
}
