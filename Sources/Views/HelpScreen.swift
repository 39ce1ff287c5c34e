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
    surface.drawRight(
      WaitingNote.spans(context), in: area.inset(right: 1), look: look, on: .title)
    let lines = Self.lines(context)
    for row in 1..<max(area.height, 1) where top + row - 1 < lines.count {
      surface.draw(Self.spans(lines[top + row - 1]), in: area.row(row), look: look)
    }
  }

  private enum Line {
    case blank
    case heading(String)
    case binding(Keymap.Binding)
    case sign(String, String)
  }

  private static func lines(_ context: Context) -> [Line] {
    var lines: [Line] = []
    for place in Keymap.Place.allCases {
      let bindings = context.keymap.bindings.filter { $0.place == place }
      guard !bindings.isEmpty else { continue }
      lines += [.blank, .heading(place.rawValue)]
      lines += bindings.map(Line.binding)
    }
    return lines + signs(context.look.glyphs)
  }

  private static func signs(_ glyphs: Glyphs) -> [Line] {
    [
      .blank, .heading("signs"),
      .sign("\(glyphs.online) \(glyphs.offline)", "online, not online"),
      .sign(
        "\(glyphs.queued) \(glyphs.ellipsis) \(glyphs.failed)",
        "my last message: queued, sending, failed"),
      .sign("\(glyphs.sent)  \(glyphs.delivered)  \(glyphs.read)r", "sent, delivered, read"),
    ]
  }

  private static let keyWidth = 26

  private static func spans(_ line: Line) -> [Span] {
    switch line {
    case .blank: []
    case .heading(let text): [Span(" \(text)", .accent)]
    case .binding(let binding):
      columns(binding.keyLabels.joined(separator: ", "), binding.text)
    case .sign(let sign, let text): columns(sign, text)
    }
  }

  private static func columns(_ left: String, _ right: String) -> [Span] {
    let keys = PrintableText(left).truncated(to: keyWidth)
    let blanks = String(repeating: " ", count: keyWidth - keys.width + 1)
    return [Span("  ", .text), Span(keys, .hintKey), Span(blanks + right, .text)]
  }
}
