internal import Localization
internal import Screen

/// Lines in the middle of a screen of their own, some of which can be chosen.
struct ChoicePage {
  struct Line {
    var text: PrintableText
    var role = Role.text
    /// Its number, where it can be chosen.
    var choice: Int?

    static let blank = Line(text: PrintableText(""))
    static var keys: String { tr("Up Down choose  Enter go  Esc quit") }

    /// A paragraph.
    static func wrapped(_ text: String, _ role: Role, width: Int) -> [Line] {
      PrintableText(text).wrapped(to: max(1, width)).map { Line(text: $0, role: role) }
    }

    static func choices(_ words: [String]) -> [Line] {
      words.enumerated().map { Line(text: PrintableText($1), choice: $0) }
    }
  }

  private static let widest = 72

  /// Columns for the text.
  static func textWidth(_ size: Size) -> Int { min(size.width, widest) - 2 }

  var lines: [Line]
  /// The marked one.
  var current: Int

  func render(size: Size, look: Look) -> Surface {
    var surface = Surface(size: size, style: look.style(.text))
    let width = min(size.width, Self.widest)
    let lines = fitted(rows: size.height)
    let area = Rect(
      x: max(0, (size.width - width) / 2), y: max(0, (size.height - lines.count) / 3),
      width: width, height: size.height)
    for (number, line) in lines.enumerated() where number < size.height {
      let isCurrent = line.choice == current
      let marker = isCurrent ? "\(look.glyphs.selected) " : "  "
      surface.draw(
        [Span(marker, .accent), Span(line.text, isCurrent ? .accent : line.role)],
        in: area.row(number), look: look)
    }
    return surface
  }

  /// Without the empty lines, and then from the one that is marked, where there is no room.
  private func fitted(rows: Int) -> [Line] {
    guard lines.count > rows else { return lines }
    let full = lines.filter { $0.text.width > 0 }
    guard full.count > rows else { return full }
    let marked = full.firstIndex { $0.choice == current } ?? 0
    let top = max(0, min(marked - rows / 2, full.count - max(1, rows)))
    return Array(full[top...].prefix(max(0, rows)))
  }
}
