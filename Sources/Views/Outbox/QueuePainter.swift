internal import Model
internal import Screen
internal import Store

/// Paints the queue review.
struct QueuePainter {
  let context: Context
  let review: QueueReview

  private var look: Look { context.look }
  private var snapshot: Snapshot { context.snapshot }

  /// The columns of a row, by the width there is.
  private struct Columns {
    var name: Int
    let age = 5
    var badge: Int
    var text: Int

    init(width: Int) {
      name = min(14, max(5, width / 7))
      badge = width >= 60 ? 11 : 9
      text = Self.nameX + name + 1 + age + 1 + badge + 1
    }

    static let nameX = 4
    var ageX: Int { Self.nameX + name + 1 }
    var badgeX: Int { ageX + age + 1 }
  }

  /// Rows for the entries in a body; the rest shows the whole text of the selected one, where that
  /// was asked for.
  func listRows(_ body: Rect) -> Int {
    let entries = review.entries(snapshot)
    guard review.isExpanded, body.height >= 4, entries.indices.contains(review.index) else {
      return body.height
    }
    let limit = body.height / 2
    return body.height - min(limit, 1 + whole(entries[review.index], body, rows: limit).count)
  }

  /// - Parameter body: where the entries stand; the title stands in the screen's first row.
  func render(_ area: Rect, body: Rect, into surface: inout Surface) {
    surface.fill(area, style: look.style(.text))
    surface.cursor = nil
    let entries = review.entries(snapshot)
    renderTitle(area.row(0), shown: entries.count, into: &surface)
    guard !entries.isEmpty else { return renderEmpty(body, into: &surface) }
    let rows = listRows(body)
    for row in 0..<max(0, rows) where review.top + row < entries.count {
      render(entries[review.top + row], in: body.row(row), into: &surface)
    }
    guard review.isExpanded, rows < body.height, entries.indices.contains(review.index) else {
      return
    }
    let rest = Rect(
      x: body.x, y: body.y + rows, width: body.width, height: body.height - rows)
    renderWhole(entries[review.index], in: rest, into: &surface)
  }

  // MARK: The title

  private func renderTitle(_ area: Rect, shown: Int, into surface: inout Surface) {
    surface.fill(area, style: look.style(.title))
    var left = [
      Span(" Offline queue (\(Grouped.number(snapshot.queue?.entries.count ?? 0)))", .title)
    ]
    if review.isFiltering || !review.filter.isEmpty {
      left.append(Span("  / \(review.filter.text)", .titleCount))
      if !review.isFiltering { left.append(Span(" (\(shown))", .titleDim)) }
    }
    let used = surface.draw(left, in: area, look: look, on: .title)
    if review.isFiltering {
      surface.cursor = Point(x: min(area.x + used, area.maxX - 1), y: area.y)
    }
    var parts = facts
    let separator = " \(look.glyphs.separator) "
    while !parts.isEmpty {
      let text = Span(parts.joined(separator: separator) + " ", .titleDim)
      if text.width + used + 2 <= area.width {
        return surface.drawRight([text], in: area, look: look, on: .title)
      }
      parts.removeLast()
    }
  }

  private var facts: [String] {
    let counts = snapshot.outbox
    var states: [String] = []
    if counts.queued > 0 { states.append("\(Grouped.number(counts.queued)) queued") }
    if counts.sending > 0 { states.append("\(Grouped.number(counts.sending)) sending") }
    if counts.failed > 0 { states.append("\(Grouped.number(counts.failed)) failed") }
    guard let queue = snapshot.queue?.entries, !queue.isEmpty else { return [] }
    let marked = review.marks.isEmpty ? [] : ["\(review.marks.count) marked"]
    let oldest = queue.lazy.map(\.queuedAt).min() ?? context.now.wall
    return marked + [states.joined(separator: ", ")]
      + ["oldest \(Age.text(of: oldest, now: context.now.wall))", "first in, first out per chat"]
  }

  private func renderEmpty(_ body: Rect, into surface: inout Surface) {
    let isLoading = snapshot.queue?.isLoading ?? true
    let words =
      isLoading
      ? look.glyphs.ellipsis
      : review.filter.isEmpty ? "No queued messages" : "No queued messages in such a chat"
    surface.drawCentred(
      [Span(words, .dim)], in: body.row(max(0, body.height / 2 - 1)), look: look)
  }

  // MARK: A row

  private func render(_ entry: OutboxEntry, in area: Rect, into surface: inout Surface) {
    let isSelected = entry.originID == review.selected
    let ground: Role = isSelected ? .listSelected : .listItem
    let columns = Columns(width: area.width)
    surface.fill(area, style: look.style(ground))
    func draw(_ spans: [Span], at x: Int, width: Int) {
      guard x < area.width else { return }
      let room = Rect(x: area.x + x, y: area.y, width: min(width, area.width - x), height: 1)
      surface.draw(spans, in: room, look: look, on: ground)
    }
    let marks = (isSelected ? look.glyphs.selected : " ")
    draw([Span(marks, .accent)], at: 1, width: 1)
    if review.marks.contains(entry.originID) {
      draw([Span(look.glyphs.bullet, .accent)], at: 2, width: 1)
    }
    draw(
      [Span(name(of: entry, width: columns.name), .listItem)], at: Columns.nameX,
      width: columns.name)
    let age = Age.text(of: entry.queuedAt, now: context.now.wall)
    draw([Span(age, .listTime)], at: columns.ageX, width: columns.age)
    draw([badge(entry)], at: columns.badgeX, width: columns.badge)
    let room = area.width - columns.text
    draw(texts(entry, room: room), at: columns.text, width: room)
  }

  /// Whose chat it is stands there where more than a letter of it can be read.
  private func name(of entry: OutboxEntry, width: Int) -> String {
    let name = Names.chat(entry.chatID, in: snapshot)
    let hasRoom = PrintableText(name).width + 5 <= width
    return hasRoom ? Names.marked(entry.chatID, in: snapshot) : name
  }

  private func badge(_ entry: OutboxEntry) -> Span {
    switch entry.state {
    case .sending: return Span("Sending\(look.glyphs.ellipsis)", .statusSending)
    case .failed:
      let times = entry.attempts > 1 ? " \(look.glyphs.times)\(entry.attempts)" : ""
      return Span("Failed\(times)", .statusFailed)
    default: return Span("Queued", .statusQueued)
    }
  }

  /// The first 100 characters; the reason of a failure has its share of the row.
  private func texts(_ entry: OutboxEntry, room: Int) -> [Span] {
    let whole = entry.described
    let start = whole.prefix(Self.length)
    let more = start.endIndex < whole.endIndex ? look.glyphs.ellipsis : ""
    let text = PrintableText(String(start.map { $0.isNewline ? " " : $0 }) + more)
    guard entry.state == .failed, let reason = entry.lastError, !reason.isEmpty else {
      return [Span(text, .listItem)]
    }
    let reasonWidth = min(PrintableText(reason).width + 3, room - min(text.width, room / 3))
    return [
      Span(text.truncated(to: max(0, room - reasonWidth)), .listItem),
      Span("   \(reason)", .error),
    ]
  }

  private static let length = 100

  // MARK: The whole text

  private func renderWhole(_ entry: OutboxEntry, in area: Rect, into surface: inout Surface) {
    let when = context.time.clock(entry.queuedAt)
    let day = context.time.day(entry.queuedAt, now: context.now.wall)
    let name = Names.marked(entry.chatID, in: snapshot)
    surface.drawRule(
      "to \(name) \(look.glyphs.separator) \(day) \(when)", in: area, role: .paneDay, look: look)
    let lines = whole(entry, area, rows: area.height)
    for row in 1..<max(1, area.height) where row - 1 < lines.count {
      let isCut = row == area.height - 1 && lines.count > row
      surface.draw(
        isCut ? [Span(look.glyphs.ellipsis, .dim)] : [lines[row - 1]],
        in: area.row(row).inset(left: 3), look: look)
    }
  }

  /// Why it failed and what it says, about as many lines as there are rows.
  private func whole(_ entry: OutboxEntry, _ area: Rect, rows: Int) -> [Span] {
    let width = max(1, area.width - 4)
    var lines: [Span] = []
    if let reason = entry.lastError {
      lines += PrintableText(reason).wrapped(to: width).map { Span($0, .error) }
    }
    for paragraph in entry.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    where lines.count < rows {
      lines += PrintableText(String(paragraph)).wrapped(to: width).map { Span($0, .messageText) }
    }
    return lines
  }
}
