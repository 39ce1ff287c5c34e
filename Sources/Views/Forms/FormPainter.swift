internal import Localization
internal import Model
internal import Screen

/// Draws a form that is filled in: of a long one the part where one is.
struct FormPainter {
  private struct Line {
    var spans: [Span]
    var cell: FormEntries.Cell?
    /// What is typed goes on behind it.
    var hasCursor = false
  }

  let entries: FormEntries
  let selected: FormEntries.Cell?
  let look: Look
  /// What becomes of the form, in words.
  var save = tr("Save")
  var cancel = tr("Cancel")

  /// Rows of instructions, and of words between fields.
  private static let mostWords = 4
  private static let mostStars = 20
  /// Rows of a text of many lines: its end, where one types.
  private static let mostLines = 20

  func render(in area: Rect, into surface: inout Surface) {
    let lines = lines(area.width)
    let last = lines.lastIndex { $0.cell != nil && $0.cell == selected } ?? 0
    let top = max(0, min(last - area.height + 1, lines.count - area.height))
    for row in 0..<min(area.height, lines.count - top) {
      render(lines[top + row], in: area.row(row), into: &surface)
    }
  }

  private func render(_ line: Line, in area: Rect, into surface: inout Surface) {
    let isSelected = line.cell != nil && line.cell == selected
    let mark = Span(isSelected ? "\(look.glyphs.selected) " : "  ", .accent)
    let used = surface.draw([mark] + line.spans, in: area, look: look)
    if isSelected, line.hasCursor {
      surface.cursor = Point(x: min(area.x + used, area.maxX - 1), y: area.y)
    }
  }

  private func lines(_ width: Int) -> [Line] {
    let form = entries.form
    let fields = form.fields.indices.flatMap { lines(of: $0, width) }
    return words(form.instructions, width) + fields + [
      Line(spans: []), Line(spans: [Span("[ \(save) ]", .hintKey)], cell: .save),
      Line(spans: [Span("[ \(cancel) ]", .hintKey)], cell: .cancel),
    ]
  }

  private func words(_ text: String, _ width: Int) -> [Line] {
    guard !text.isEmpty else { return [] }
    return PrintableText(text).wrapped(to: max(1, width - 2)).prefix(Self.mostWords).map {
      Line(spans: [Span($0, .dim)])
    }
  }

  private func lines(of number: Int, _ width: Int) -> [Line] {
    media(entries.form.fields[number], width) + input(of: number, width)
  }

  /// Where what is asked about can be seen (XEP-0221).
  private func media(_ field: DataForm.Field, _ width: Int) -> [Line] {
    field.media.flatMap { address in
      PrintableText(tr("Look at \(address)")).wrapped(to: max(1, width - 2)).map {
        Line(spans: [Span($0, .accent)])
      }
    }
  }

  private func input(of number: Int, _ width: Int) -> [Line] {
    let field = entries.form.fields[number]
    let cell = FormEntries.Cell.field(number)
    let label = Span(Self.label(field), .text)
    switch field.kind {
    case .hidden: return []
    case .fixed: return words(field.values.joined(separator: "\n"), width)
    case .boolean:
      return [Line(spans: [Span(Self.box(FormEntries.isOn(field)), .accent), label], cell: cell)]
    case .choice:
      let option = field.options.first { [$0.value] == field.values }
      let chosen = option?.label ?? field.values.first ?? ""
      return [Line(spans: [label, Span(": ", .dim), Span("‹ \(chosen) ›", .accent)], cell: cell)]
    case .choices:
      return [Line(spans: [label])]
        + field.options.indices.map { option in
          let isOn = field.values.contains(field.options[option].value)
          let name = Span(field.options[option].label, .text)
          return Line(
            spans: [Span("  " + Self.box(isOn), .accent), name], cell: .option(option, of: number))
        }
    case .line, .address: return [line(label, entries.text(number), cell, width)]
    case .secret:
      let stars = String(repeating: "*", count: min(entries.text(number).count, Self.mostStars))
      return [line(label, stars, cell, width)]
    case .lines, .addresses:
      let texts = entries.text(number).split(separator: "\n", omittingEmptySubsequences: false)
      return [Line(spans: [label, Span(":", .dim)], cell: nil)]
        + texts.suffix(Self.mostLines).indices.map { place in
          Line(
            spans: [Span("  ", .dim)] + end(String(texts[place]), width - 6), cell: cell,
            hasCursor: place == texts.count - 1)
        }
    }
  }

  private func line(_ label: Span, _ text: String, _ cell: FormEntries.Cell, _ width: Int) -> Line {
    let rest = max(10, width - label.width - 6)
    return Line(spans: [label, Span(": ", .dim)] + end(text, rest), cell: cell, hasCursor: true)
  }

  /// Of a long line the end, where one types.
  private func end(_ text: String, _ width: Int) -> [Span] {
    let tail = text.suffix(width + 1)
    let shown = PrintableText(String(tail))
    guard shown.width > width || tail.startIndex != text.startIndex else {
      return [Span(shown, .accent)]
    }
    return [Span("…", .dim), Span(String(text.suffix(max(1, width / 2))), .accent)]
  }

  /// What it asks for; marked where it must be filled in.
  private static func label(_ field: DataForm.Field) -> String {
    let words = field.label.isEmpty ? field.name ?? "" : field.label
    let line = words.split { $0.isNewline }.first.map { String($0.prefix(120)) } ?? ""
    return line + (field.isRequired ? " *" : "")
  }

  private static func box(_ isOn: Bool) -> String { isOn ? "[x] " : "[ ] " }
}
