internal import Localization
internal import Model
internal import Screen

extension SignInForm {
  private struct Line {
    var spans: [Span]
    var row: Row?
    /// What is typed goes on so many columns behind the label.
    var cursor: Int?
  }

  /// What the screen is about.
  var title: String {
    if question != nil { return tr("Less safe than before") }
    if asked != nil { return tr("The server asks") }
    return known.map { tr("Sign in to \($0) again") } ?? tr("Sign in with an XMPP account")
  }

  /// What Enter does just now, and what Esc and the password's key do.
  var hintWords: [Command: String] {
    let enter =
      switch (cell, current) {
      case (.save?, _): tr("create the account")
      case (.cancel?, _), (nil, .back): tr("back")
      case (.option?, _), (nil, .more), (nil, .security): tr("change")
      case (.field?, _), (nil, .address), (nil, .server): tr("next")
      case (nil, .password), (nil, .signIn): tr("sign in")
      case (nil, .create): tr("create")
      case (nil, .refuse): tr("do not sign in")
      case (nil, .concede): tr("sign in all the same")
      }
    let isAsked = asked == nil && current == .password
    let password = !isAsked ? "" : tr(showsPassword ? "hide password" : "show password")
    return [.accept: isBusy ? "" : enter, .showPassword: password]
  }

  func render(in area: Rect, look: Look, into surface: inout Surface) {
    surface.cursor = nil
    guard area.height > 0, area.width > 4 else { return }
    let notes = notes(in: area)
    let body = body(in: area)
    if let asked {
      FormPainter(
        entries: asked, selected: cell, look: look, save: tr("Create the account"),
        cancel: tr("Back")
      )
      .render(in: body, into: &surface)
    } else {
      for (number, line) in visibleLines(rows: body.height, look).enumerated() {
        render(line, in: body.row(number), look: look, into: &surface)
      }
    }
    for (number, note) in notes.enumerated() {
      let row = area.row(max(0, area.height - notes.count) + number)
      surface.draw([note], in: row, look: look)
    }
  }

  private func notes(in area: Rect) -> ArraySlice<Span> {
    note(area.width).prefix(max(1, area.height / 2))
  }

  private func body(in area: Rect) -> Rect {
    let height = max(0, area.height - notes(in: area).count)
    return Rect(x: area.x, y: area.y, width: area.width, height: height)
  }

  /// What is shown at a point of the area; `nil` where one cannot stand there.
  func row(at point: Point, in area: Rect, look: Look) -> Row? {
    let body = body(in: area)
    guard asked == nil, body.contains(point) else { return nil }
    let lines = visibleLines(rows: body.height, look)
    let number = point.y - body.y
    return lines.indices.contains(number) ? lines[number].row : nil
  }

  /// What the server does, or why it did not.
  private func note(_ width: Int) -> [Span] {
    guard !isBusy else { return [Span("  " + tr("One moment: asking the server…"), .dim)] }
    guard let problem else { return [] }
    return PrintableText(problem.concession?.question ?? problem.sentences).wrapped(
      to: max(1, width - 2)
    ).map {
      Span(PrintableText("  \($0.text)"), .error)
    }
  }

  private func lines(_ look: Look) -> [Line] {
    let fieldRows = rows.filter { !Self.buttons.contains($0) }
    let buttons = rows.filter(Self.buttons.contains)
    let address = question == nil ? known?.description : text(.address)
    let head = address.map {
      [Line(spans: [Span(Self.label(tr("Address")), .text), Span($0, .dim)])]
    }
    return (head ?? []) + fieldRows.map { line($0, look) } + [Line(spans: [])]
      + buttons.map { Line(spans: [Span(Self.button($0), .hintKey)], row: $0) }
  }

  private func line(_ row: Row, _ look: Look) -> Line {
    func field(_ label: String, _ shown: String, empty: String) -> Line {
      let buffer = fields[row] ?? TextBuffer()
      let before = PrintableText(String(shown.prefix(buffer.cursor))).width
      let text = shown.isEmpty ? Span(empty, .dim) : Span(shown, .composer)
      let label = Self.label(label)
      return Line(spans: [Span(label, .text), text], row: row, cursor: label.count + before)
    }
    switch row {
    case .address: return field(tr("Address"), text(.address), empty: "name@example.org")
    case .password:
      let stars = String(repeating: "*", count: text(.password).count)
      return field(tr("Password"), showsPassword ? text(.password) : stars, empty: "")
    case .server:
      return field(tr("Server"), text(.server), empty: tr("host:port; else by the address"))
    case .security:
      let choice = Span("‹ \(Self.words(security)) ›", .accent)
      return Line(spans: [Span(Self.label(tr("Encryption")), .text), choice], row: row)
    default:
      let mark = showsMore ? look.glyphs.arrowDown : look.glyphs.selected
      return Line(spans: [Span("\(tr("Server and encryption")) \(mark)", .dim)], row: row)
    }
  }

  /// As wide as the longest of them, and a blank.
  private static func label(_ text: String) -> String {
    let all = [tr("Address"), tr("Password"), tr("Server"), tr("Encryption")]
    return text.padding(to: (all.map(\.count).max() ?? 0) + 1)
  }

  private static let buttons: Set<Row> = [.signIn, .create, .back, .refuse, .concede]

  private static func button(_ row: Row) -> String {
    let words =
      switch row {
      case .refuse: tr("No")
      case .concede: tr("Yes, sign in all the same")
      case .signIn: tr("Sign in")
      case .create: tr("Create an account there")
      default: tr("Back")
      }
    return "[ \(words) ]"
  }

  private static func words(_ security: Account.Security) -> String {
    switch security {
    case .startTLS: "STARTTLS"
    case .direct: tr("TLS from the start")
    case .off: tr("none, on this computer only")
    }
  }

  /// Of a screen too small for all, the part where one is.
  private func visibleLines(rows: Int, _ look: Look) -> [Line] {
    let all = lines(look)
    let lines = all.count > rows ? all.filter { !$0.spans.isEmpty } : all
    let marked = lines.firstIndex { $0.row == current } ?? 0
    let top = max(0, min(marked - rows + 1, lines.count - rows))
    return Array(lines[top...].prefix(max(0, rows)))
  }

  /// Of a long text the part at the cursor is seen.
  private func render(_ line: Line, in area: Rect, look: Look, into surface: inout Surface) {
    let isCurrent = line.row == current
    let mark = Span(isCurrent ? "\(look.glyphs.selected) " : "  ", .accent)
    guard isCurrent, let cursor = line.cursor, let label = line.spans.first else {
      surface.draw([mark] + line.spans, in: area, look: look)
      return
    }
    let used = surface.draw([mark, label], in: area, look: look)
    let room = area.inset(left: used)
    guard room.width > 0 else { return }
    let behind = cursor - label.width
    let text = line.spans[1]
    let skipped = max(0, behind - room.width + 1)
    var shown = text
    var gone = 0
    while gone < skipped, let first = shown.text.clusters.first {
      gone += first.width
      shown.text.clusters.removeFirst()
    }
    surface.draw([shown], in: room, look: look)
    surface.cursor = Point(x: room.x + min(behind - skipped, room.width - 1), y: room.y)
  }
}

extension SignInConcession {
  /// What is asked, in the order of what happened, what it may mean, and what to do.
  var question: String {
    let what = mechanism == .plain ? plain : weaker
    let meaning =
      mechanism == .plain
      ? tr("Whoever stands for it learns the password.")
      : tr("If nobody has changed the server, somebody may be in between.")
    return [what, meaning, tr("Sign in all the same?")].joined(separator: " ")
  }

  private var plain: String {
    guard let before = before?.rawValue else {
      return tr("The server wants the password itself (PLAIN).")
    }
    return tr("The server wants the password itself (PLAIN), and took \(before) before.")
  }

  private var weaker: String {
    let now = mechanism.rawValue
    guard let before = before?.rawValue else {
      return tr("The server offers only \(now) now, which is weaker.")
    }
    return tr("The server offers only \(now) now, which is weaker, and took \(before) before.")
  }
}
