internal import Localization
internal import Model
public import Screen

extension Onboarding {
  private struct Line {
    var spans: [Span]
    var isMarked = false
    var field: TextBuffer?

    static let blank = Line(spans: [])
  }

  private static let widest = 64

  /// The screen as it should be now.
  public func render(size: Size) -> Surface {
    var surface = Surface(size: size, style: look.style(.text))
    let width = min(size.width, Self.widest)
    let left = max(0, (size.width - width) / 2)
    guard step != .signIn else {
      renderForm(Rect(x: left, y: 0, width: width, height: size.height), into: &surface)
      return surface
    }
    let lines = fitted(step == .name ? nameLines(width) : wayLines(width), rows: size.height)
    let area = Rect(
      x: left, y: max(0, (size.height - lines.count) / 3), width: width, height: size.height)
    for (number, line) in lines.enumerated() where number < size.height {
      render(line, in: area.row(number), into: &surface)
    }
    return surface
  }

  // MARK: The name

  private func nameLines(_ width: Int) -> [Line] {
    let labels = [PrintableText(tr("Your name:")), PrintableText(tr("Address:"))]
    let column = (labels.map(\.width).max() ?? 0) + 1
    return [Line(spans: [Span(tr("psst: messages that do not get lost"), .title)]), .blank]
      + [
        field(labels[0], column, name.name, isMarked: !name.isAtAddress),
        field(labels[1], column, name.address, isMarked: name.isAtAddress), .blank,
      ]
      + words(tr("Others see the name; the address is made from it."), width)
      + [.blank] + note(width)
      + [
        Line(
          spans: hints([("Enter", tr("next")), ("Down", tr("address")), ("Ctrl-C", tr("quit"))]))
      ]
  }

  /// - Parameter column: where what is typed begins.
  private func field(
    _ label: PrintableText, _ column: Int, _ field: TextBuffer, isMarked: Bool
  ) -> Line {
    let blanks = PrintableText(String(repeating: " ", count: column - label.width))
    return Line(
      spans: [Span(label + blanks, isMarked ? .accent : .text)], isMarked: isMarked, field: field)
  }

  // MARK: The ways to begin

  private func wayLines(_ width: Int) -> [Line] {
    [Line(spans: [Span(tr("How do you want to begin, \(name.shown)?"), .title)]), .blank]
      + Way.allCases.flatMap { way in
        [
          Line(
            spans: [Span(Self.title(of: way), way == self.way ? .accent : .text)],
            isMarked: way == self.way)
        ] + words(about(way), width)
      } + [.blank] + note(width)
      + [
        Line(
          spans: hints([("Up Down", tr("choose")), ("Enter", enterWord), ("Esc", tr("back"))]))
      ]
  }

  private static func title(of way: Way) -> String {
    switch way {
    case .start: tr("Start now")
    case .signIn: tr("Sign in")
    case .tour: tr("Take the tour")
    }
  }

  private func about(_ way: Way) -> String {
    switch way {
    case .start where isReturning:
      tr("As \(name.local) again, with the history that is on this computer.")
    case .start:
      tr("As \(name.local), with the people of this computer; no account needed.")
    case .signIn: tr("With an account of any XMPP server, or make one there.")
    case .tour: tr("A minute that shows what psst does. Nothing is kept.")
    }
  }

  private var enterWord: String {
    switch way {
    case .start: tr("start")
    case .signIn: tr("sign in")
    case .tour: tr("watch")
    }
  }

  // MARK: Signing in

  private func renderForm(_ area: Rect, into surface: inout Surface) {
    guard area.height > 0 else { return }
    let hasHints = area.height > 3
    let top = area.height > 12 ? 3 : area.height > 8 ? 1 : 0
    let title = Rect(x: area.x, y: top, width: area.width, height: 1)
    surface.draw([Span("  \(form.title)", .title)], in: title, look: look)
    let start = top + (area.height > 8 ? 2 : 1)
    let most = area.height - start - (hasHints ? 1 : 0)
    let body = Rect(x: area.x, y: start, width: area.width, height: max(0, min(most, 16)))
    form.render(in: body, look: look, into: &surface)
    guard hasHints else { return }
    let words = form.hintWords
    let all = keymap.hints(in: .signingIn).map { ($0.key, words[$0.command] ?? $0.word) }
    surface.draw(
      [Span("  ", .hint)] + hints(all.filter { !$0.1.isEmpty }), in: area.row(area.height - 1),
      look: look)
  }

  // MARK: Lines

  private func words(_ text: String, _ width: Int) -> [Line] {
    PrintableText(text).wrapped(to: max(1, width - 4)).map {
      Line(spans: [Span(PrintableText("  \($0.text)"), .dim)])
    }
  }

  private func note(_ width: Int) -> [Line] {
    PrintableText(message ?? "").wrapped(to: max(1, width - 2)).filter { $0.width > 0 }.map {
      Line(spans: [Span($0, .error)])
    }
  }

  private func hints(_ all: [(String, String)]) -> [Span] {
    all.enumerated().flatMap { number, hint in
      [Span((number > 0 ? "  " : "") + hint.0, .hintKey), Span(" \(hint.1)", .hint)]
    }
  }

  /// Without the empty lines, and then from the one that is marked, where there is no room.
  private func fitted(_ lines: [Line], rows: Int) -> [Line] {
    guard lines.count > rows else { return lines }
    let full = lines.filter { !$0.spans.isEmpty }
    guard full.count > rows else { return full }
    let marked = full.firstIndex { $0.isMarked } ?? 0
    let top = max(0, min(marked, full.count - max(1, rows)))
    return Array(full[top...].prefix(max(0, rows)))
  }

  private func render(_ line: Line, in area: Rect, into surface: inout Surface) {
    let mark = Span(line.isMarked ? "\(look.glyphs.selected) " : "  ", .accent)
    let used = surface.draw([mark] + line.spans, in: area, look: look)
    guard let field = line.field else { return }
    let room = area.inset(left: used)
    surface.draw([Span(field.text, .composer)], in: room, look: look)
    guard line.isMarked, room.width > 0 else { return }
    let before = PrintableText(String(field.characters.prefix(field.cursor))).width
    surface.cursor = Point(x: room.x + min(before, room.width - 1), y: room.y)
  }
}
