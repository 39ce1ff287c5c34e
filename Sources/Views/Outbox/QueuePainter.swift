internal import Localization
internal import Model
internal import Screen
internal import Store

/// Paints the queue review, and knows what stands where in it.
struct QueuePainter {
  let context: Context
  let review: QueueReview
  let rows: QueueRows
  /// Between the title and the last line.
  let body: Rect

  /// Below it an entry's text and its status have a row each.
  static let leastWidth = 60

  private var look: Look { context.look }
  private var snapshot: Snapshot { context.snapshot }
  private var isNarrow: Bool { rows.source.isNarrow }

  /// What can be clicked.
  struct Target: Equatable {
    enum Part: Equatable {
      case text, mark
      case offer(Command)
    }

    var place: Int
    var part: Part
  }

  // MARK: What stands where

  private static let markX = 2
  private var timeX: Int { Self.markX + PrintableText(look.glyphs.unmarked).width + 1 }
  private var textX: Int { isNarrow ? timeX : timeX + Self.timeWidth + 1 }
  /// `14:02`, `12 May`
  private static let timeWidth = 6

  /// Where the chats and entries stand; below it stands the whole text of the selected one.
  var list: Rect {
    Rect(x: body.x, y: body.y, width: body.width, height: body.height - wholeRows)
  }

  /// The name of a chat whose first rows are out of sight stays in the first row.
  static func keepsHead(_ height: Int) -> Bool { height >= 4 }

  /// As many as it needs; for short texts always the same, so that little moves under the cursor.
  private var wholeRows: Int {
    guard let selected, body.height >= 6 else { return 0 }
    let least = min(3, body.height / 5)
    let most = max(1, body.height / 3)
    return 1 + min(max(least, lines(selected, atMost: most).count), most)
  }

  private var selected: OutboxEntry? {
    review.index < rows.places ? rows.entry(at: review.index) : nil
  }

  /// What is at a point of the list; `nil` where nothing can be clicked.
  func target(at point: Point) -> Target? {
    guard list.contains(point), case .entry(let place, let part)? = row(at: point.y - list.y) else {
      return nil
    }
    let column = point.x - list.x
    if part == 0, column < timeX { return Target(place: place, part: .mark) }
    let entry = rows.entry(at: place)
    if part == refusalPart, let command = refusal(entry).offers.command(at: column) {
      return Target(place: place, part: .offer(command))
    }
    return Target(place: place, part: .text)
  }

  private func row(at line: Int) -> QueueRows.Row? {
    if line == 0, Self.keepsHead(list.height), let group = rows.group(at: review.top) {
      return .head(group: group)
    }
    return rows.row(at: review.top + line)
  }

  /// The row of an entry that says why it failed.
  private var refusalPart: Int { isNarrow ? 2 : 1 }

  // MARK: On the screen

  func render(_ screen: Rect, into surface: inout Surface) {
    surface.fill(screen, style: look.style(.text))
    surface.cursor = nil
    renderTitle(screen.row(0), into: &surface)
    guard let selected else { return renderEmpty(into: &surface) }
    let list = list
    for line in 0..<max(0, list.height) {
      switch row(at: line) {
      case .head(let group): render(rows.groups[group], in: list.row(line), into: &surface)
      case .entry(let place, let part):
        render(rows.entry(at: place), part: part, in: list.row(line), into: &surface)
      case nil: break
      }
    }
    renderWhole(selected, in: body.inset(top: list.height), into: &surface)
  }

  // MARK: The title

  /// What it is called, online too (O6).
  private var name: String { tr("Offline queue (\(Grouped.number(rows.all.count)))") }

  private func renderTitle(_ area: Rect, into surface: inout Surface) {
    let state =
      snapshot.connection.isOnline
      ? [] : [TitleBar(context: context, connection: snapshot.connection).state]
    let used = review.filter.draw(behind: name, in: area, look: look, into: &surface)
    let room = area.width - used - gap - 1
    let spans = facts.joined(room: room, look.glyphs)
    surface.draw(spans, in: area.inset(left: used + gap), look: look, on: .title)
    // Where there is no room for it the name has said it already.
    if spans.width + gap + state.width <= room {
      surface.drawRight(state, in: area.inset(right: 1), look: look, on: .title)
    }
  }

  /// Between the name and what stands beside it.
  private var gap: Int { isNarrow ? 2 : 3 }

  /// How many are how, and how long the first of them has been there.
  private var facts: [Span] {
    var facts = Self.spans(of: snapshot.outbox, .titleDim, failed: .titleFailed)
    if let age = rows.oldest.flatMap({ Age.words(of: $0, now: context.now.wall) }) {
      facts.append(Span(tr("oldest \(age)"), .titleDim))
    }
    return facts
  }

  /// How many are how, without what there is none of.
  private static func spans(of counts: OutboxCounts, _ role: Role, failed: Role) -> [Span] {
    let (queued, sending, refused) = (counts.queued, counts.sending, counts.failed)
    return [
      (queued, tr(queued, "1 queued", "\(Grouped.number(queued)) queued"), role),
      (sending, tr(sending, "1 sending", "\(Grouped.number(sending)) sending"), role),
      (refused, tr(refused, "1 failed", "\(Grouped.number(refused)) failed"), failed),
    ].filter { $0.0 > 0 }.map { Span($0.1, $0.2) }
  }

  private func renderEmpty(into surface: inout Surface) {
    let isLoading = snapshot.queue?.isLoading ?? true
    let words =
      isLoading
      ? look.glyphs.ellipsis
      : tr(review.filter.isEmpty ? "No queued messages" : "No queued messages in such a chat")
    let line = max(0, body.height / 2 - 1)
    surface.drawCentred([Span(words, .dim)], in: body.row(line), look: look)
    guard !isLoading, snapshot.canUndo, line + 2 < body.height, let key = key(of: .undo) else {
      return
    }
    let undo = [Span(key, .hintKey), Span(" \(tr("brings back what you deleted"))", .dim)]
    surface.drawCentred(undo, in: body.row(line + 2), look: look)
  }

  // MARK: The rows

  private func render(_ group: QueueRows.Group, in area: Rect, into surface: inout Surface) {
    let counts = Self.spans(of: group.counts, .dim, failed: .statusFailed)
    let room = max(0, area.width - 3)
    let name = PrintableText(Names.marked(group.chat, in: snapshot))
    let spans = counts.joined(room: room - min(name.width, room / 2), look.glyphs)
    let width = room - (spans.isEmpty ? 0 : spans.width)
    surface.draw(
      [Span(name.truncated(to: width), .paneHeader)], in: area.inset(left: 2), look: look)
    surface.drawRight(spans, in: area.inset(right: 1), look: look)
  }

  private func render(
    _ entry: OutboxEntry, part: Int, in area: Rect, into surface: inout Surface
  ) {
    let isSelected = entry.originID == review.selected
    let ground: Role? = isSelected ? .messageSelected : nil
    func draw(_ spans: [Span], at x: Int, width: Int? = nil) {
      let room = Rect(x: area.x + x, y: area.y, width: width ?? area.width - x, height: 1)
      surface.draw(spans, in: room, look: look, on: ground)
    }
    if isSelected {
      surface.fill(area, style: look.style(.messageSelected))
      draw([Span(look.glyphs.edge, .accent)], at: 0)
    }
    if part == 0 {
      let isMarked = review.marks.contains(entry.originID)
      let mark = isMarked ? look.glyphs.marked : look.glyphs.unmarked
      draw([Span(mark, isMarked ? .accent : .dim)], at: Self.markX)
    }
    let time = Span(context.time.brief(entry.queuedAt, now: context.now.wall), .listTime)
    let badge = badge(entry)
    switch part {
    case refusalPart:
      let refusal = refusal(entry)
      draw(refusal.words, at: textX)
      refusal.offers.draw(in: area, into: &surface, look: look, on: ground)
    case 0 where isNarrow: draw([text(entry)], at: textX, width: max(0, area.width - textX - 1))
    case 0:
      draw([time], at: timeX)
      let room = max(0, area.width - textX - badge.width - 3)
      draw([text(entry)], at: textX, width: room)
      surface.drawRight([badge], in: area.inset(right: 1), look: look, on: ground)
    default: draw([time, Span("  ", .listTime), badge], at: textX)
    }
  }

  private func badge(_ entry: OutboxEntry) -> Span {
    switch entry.state {
    case .sending: return Span(tr("Sending") + look.glyphs.ellipsis, .statusSending)
    case .failed:
      let times = entry.attempts > 1 ? " \(look.glyphs.times)\(entry.attempts)" : ""
      return Span("\(look.glyphs.failed) \(tr("Failed"))\(times)", .statusFailed)
    default: return Span("\(look.glyphs.warning) \(tr("Queued"))", .statusQueued)
    }
  }

  /// The first 100 characters in a line.
  private func text(_ entry: OutboxEntry) -> Span {
    let whole = entry.described
    let start = whole.prefix(Self.length)
    let more = start.endIndex < whole.endIndex ? look.glyphs.ellipsis : ""
    return Span(String(start.map { $0.isNewline ? " " : $0 }) + more, .messageText)
  }

  private static let length = 100

  /// Why it failed, and what can be done. What keys do they do with the selected one, so the others have none.
  private func refusal(_ entry: OutboxEntry) -> (words: [Span], offers: [PlacedOffer]) {
    let reason = PrintableText(words(of: entry.refusal, in: entry))
    let room = body.width - textX - 1
    let hasKeys = entry.originID == review.selected && review.marks.isEmpty
    let texts: [(Command, String)] = [
      (.edit, tr("edit")), (.delete, tr("delete")),
      (.sendOne, tr(entry.state == .failed ? "try again" : "try now")),
    ]
    var offers: [PlacedOffer] = []
    for (command, text) in texts where command != .edit || entry.mayBeEdited {
      let key = hasKeys ? key(of: command) : nil
      let separator = offers.isEmpty ? "" : " \(look.glyphs.separator) "
      let spans = [
        Span(separator, .dim), Span(key ?? "", .hintKey),
        Span(key == nil ? text : " \(text)", .dim),
      ]
      offers.append(PlacedOffer(command: command, spans: spans))
    }
    let isFitting = !isNarrow && min(reason.width, room / 2) + 3 + offers.width(gap: 0) <= room
    let width = isFitting ? room - offers.width(gap: 0) - 3 : room
    let words = reason.truncated(to: width)
    return (
      [Span(words, entry.state == .failed ? .error : .statusQueued)],
      isFitting ? offers.placed(from: textX + words.width + 3, gap: 0) : []
    )
  }

  private func key(of command: Command) -> String? {
    context.keymap.hints(in: .queue).first { $0.command == command }?.key
  }

  // MARK: The whole text

  private func renderWhole(_ entry: OutboxEntry, in area: Rect, into surface: inout Surface) {
    guard area.height > 0 else { return }
    surface.fill(area.row(0), cluster: look.glyphs.horizontal, style: look.style(.border))
    let room = area.width - 4
    let name = PrintableText(tr("To \(Names.marked(entry.chatID, in: snapshot))"))
    let parts = [
      Span(name.truncated(to: room), .dim), Span(tr("written \(moment(entry.queuedAt))"), .dim),
      Span(tr("on disk"), .dim),
    ].joined(room: room, look.glyphs)
    let title = [Span(" ", .dim)] + parts + [Span(" ", .dim)]
    surface.draw(title, in: area.row(0).inset(left: 1), look: look)
    let count = area.height - 1
    let lines = lines(entry, atMost: count)
    for (row, line) in lines.prefix(count).enumerated() {
      let isCut = row == count - 1 && lines.count > count
      surface.draw(isCut ? more : [line], in: area.row(row + 1).inset(left: 2), look: look)
    }
  }

  private var more: [Span] {
    let way = key(of: .info).map { [Span(" \($0)", .hintKey), Span(" \(tr("shows all"))", .dim)] }
    return [Span(look.glyphs.ellipsis, .dim)] + (way ?? [])
  }

  /// `14:02:11`, with the day where that is not today.
  private func moment(_ time: Timestamp) -> String {
    let now = context.now.wall
    let isToday = context.time.dayNumber(time) == context.time.dayNumber(now)
    let day = isToday ? "" : context.time.day(time, now: now) + " "
    return day + context.time.clockWithSeconds(time)
  }

  private func standing(_ entry: OutboxEntry) -> Standing {
    snapshot.standing(of: entry, uptime: context.now.uptime)
  }

  /// What is wrong with one that waits, and when it is tried next.
  private func words(of refusal: String?, in entry: OutboxEntry) -> String {
    guard let refusal, entry.state == .queued else { return refusal ?? "" }
    let standing = standing(entry)
    return standing.startsWithReason
      ? standing.words(as: standing.brief, separator: look.glyphs.separator) : refusal
  }

  /// All of it stands in the list already.
  private func isTold(_ reason: String, of entry: OutboxEntry) -> Bool {
    entry.refusal != nil && refusal(entry).words.width == PrintableText(reason).width
  }

  /// What it says, and what is wrong with it; at most one line more than there is room for.
  private func lines(_ entry: OutboxEntry, atMost rows: Int) -> [Span] {
    let width = max(1, body.width - 3)
    let text = entry.amendment == nil ? entry.text : entry.described
    var lines: [Span] = []
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    where lines.count <= rows {
      // Of a long one no more than there is room for.
      let start = PrintableText(String(paragraph.prefix((rows + 1) * width)))
      lines += start.wrapped(to: width).map { Span($0, .messageText) }
    }
    let isWaiting = entry.state == .queued
    let reason =
      isWaiting
      ? standing(entry).words(as: standing(entry).brief, separator: look.glyphs.separator)
      : entry.lastError ?? ""
    if !reason.isEmpty, !isTold(reason, of: entry) {
      let role: Role = isWaiting ? .statusQueued : .error
      lines += PrintableText(reason).wrapped(to: width).map { Span($0, role) }
    }
    return Array(lines.prefix(rows + 1))
  }
}

extension OutboxEntry {
  /// It has a text, and cannot have left.
  var mayBeEdited: Bool { !mayHaveLeft && amendment?.isText != false }
}

extension [Span] {
  /// As many of them as there is room for, with a dot between two; nothing where there is no room for the first.
  fileprivate func joined(room: Int, _ glyphs: Glyphs) -> [Span] {
    var spans: [Span] = []
    for span in self {
      let lead = spans.isEmpty ? "" : " \(glyphs.separator) "
      guard spans.width + PrintableText(lead).width + span.width <= room else { break }
      if !lead.isEmpty { spans.append(Span(lead, span.role)) }
      spans.append(span)
    }
    return spans
  }
}
