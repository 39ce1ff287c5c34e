internal import Screen

/// All keys, from the one table (I1), and what the signs mean.
struct HelpScreen {
  private var top = 0

  mutating func handle(_ command: Command, rows: Int, context: Context) -> Outcome {
    let last = max(0, Self.lines(context).count - max(1, rows - 1))
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

  func render(_ area: Rect, into surface: inout Surface, context: Context) {
    let look = context.look
    surface.fill(area, style: look.style(.text))
    surface.cursor = nil
    surface.fill(area.row(0), style: look.style(.title))
    surface.draw(
      [Span(" psst: keys", .title), Span("   j k scroll   Esc back", .titleDim)], in: area,
      look: look, on: .title)
    let lines = Self.lines(context)
    for row in 1..<max(area.height, 1) where top + row - 1 < lines.count {
      surface.draw(lines[top + row - 1], in: area.row(row), look: look)
    }
  }

  private static func lines(_ context: Context) -> [[Span]] {
    var lines: [[Span]] = []
    for place in Keymap.Place.allCases {
      let bindings = context.keymap.bindings.filter { $0.place == place }
      guard !bindings.isEmpty else { continue }
      lines += [[], [Span(" \(place.rawValue)", .accent)]]
      lines += bindings.map(line)
    }
    return lines + signs(context)
  }

  private static let keyWidth = 26

  private static func line(_ binding: Keymap.Binding) -> [Span] {
    let keys = PrintableText(binding.keyLabels.joined(separator: ", ")).truncated(to: keyWidth)
    let blanks = String(repeating: " ", count: keyWidth - keys.width + 1)
    return [Span("  ", .text), Span(keys, .hintKey), Span(blanks + binding.text, .text)]
  }

  private static func signs(_ context: Context) -> [[Span]] {
    let glyphs = context.look.glyphs
    let rows = [
      ("\(glyphs.online) \(glyphs.offline)", "online, not online"),
      ("~ \(glyphs.ellipsis) !", "my last message: queued, sending, failed"),
      ("\(glyphs.sent)  \(glyphs.delivered)  \(glyphs.read)r", "sent, delivered, read"),
    ]
    let lines = rows.map { sign, text in
      let blanks = String(repeating: " ", count: keyWidth + 1 - PrintableText(sign).width)
      return [Span("  ", .text), Span(sign, .hintKey), Span(blanks + text, .text)]
    }
    return [[], [Span(" signs", .accent)]] + lines
  }
}
