internal import Localization
internal import Model
internal import Screen
internal import Store

/// Paints the search: the input in the title's place, the hits below it.
struct SearchPainter {
  let context: Context
  let search: MessageSearch

  private var look: Look { context.look }
  private var snapshot: Snapshot { context.snapshot }

  /// On a narrow screen the text has a row of its own.
  func rowsOfHit(_ width: Int) -> Int { width >= 60 ? 1 : 2 }

  func visibleHits(_ body: Rect) -> Int { max(1, body.height / rowsOfHit(body.width)) }

  /// - Parameter body: where the hits stand; the input stands in the screen's first row.
  func render(_ area: Rect, body: Rect, into surface: inout Surface) {
    surface.fill(area, style: look.style(.text))
    surface.cursor = nil
    guard area.height > 0, area.width > 0 else { return }
    let hits = search.hits(snapshot)
    renderInput(area.row(0), hits.count, into: &surface)
    guard !hits.isEmpty else { return renderEmpty(body, into: &surface) }
    let rows = rowsOfHit(body.width)
    for number in 0..<visibleHits(body) where search.top + number < hits.count {
      let place = Rect(
        x: body.x, y: body.y + number * rows, width: body.width,
        height: min(rows, body.maxY - body.y - number * rows))
      let isSelected = search.top + number == search.selected
      render(hits[search.top + number], isSelected, in: place, into: &surface)
    }
    renderEnd(behind: hits.count - search.top, in: body, into: &surface)
  }

  /// Where the last hit is seen: that what is not stored here is not looked through.
  private func renderEnd(behind count: Int, in body: Rect, into surface: inout Surface) {
    let row = count * rowsOfHit(body.width)
    guard row < body.height, let results = snapshot.search?.results, results.isWhole,
      results.isServerDeeper
    else { return }
    surface.draw([Span(Self.deeper, .dim)], in: body.row(row).inset(left: 3), look: look)
  }

  private static var deeper: String {
    tr("Older messages may be on the server: they are found once you scrolled back to them")
  }

  // MARK: The input

  private func renderInput(_ area: Rect, _ count: Int, into surface: inout Surface) {
    surface.fill(area, style: look.style(.title))
    let words =
      search.chat.map { tr("Search in \(Names.short($0, in: snapshot)):") } ?? tr("Search:")
    let label = Span(" \(words) ", .title)
    let facts = [Span("\(facts(count)) ", .titleDim)]
    let hasFacts = label.width + 12 + facts.width <= area.width
    let room = area.width - (hasFacts ? facts.width + 1 : 0) - label.width - 1
    let text = Self.end(of: search.input.text, columns: room)
    surface.draw([label, Span(text, .titleCount)], in: area, look: look, on: .title)
    let x = min(area.x + label.width + text.width, area.maxX - 1)
    surface.cursor = Point(x: x, y: area.y)
    if hasFacts { surface.drawRight(facts, in: area, look: look, on: .title) }
  }

  /// Where one types is always seen.
  private static func end(of text: String, columns: Int) -> PrintableText {
    var shown = PrintableText(text)
    var width = shown.width
    var cut = 0
    while width > max(0, columns), cut < shown.clusters.count {
      width -= shown.clusters[cut].width
      cut += 1
    }
    shown.clusters.removeFirst(cut)
    return shown
  }

  private func facts(_ count: Int) -> String {
    guard !search.input.isEmpty, let results = snapshot.search?.results else { return "" }
    let number = Grouped.number(count) + (results.isWhole ? "" : "+")
    let words = tr(count, "\(number) message", "\(number) messages")
    return count == 0 ? "" : results.isIndexing ? tr("\(words), still indexing") : words
  }

  private func renderEmpty(_ body: Rect, into surface: inout Surface) {
    var lines: [String] = []
    if search.input.isEmpty {
      lines = [
        tr(search.chat == nil ? "Type to search all messages" : "Type to search this chat"),
        tr("from:NAME  in:CHAT"), tr("after:DAY  before:DAY"),
      ]
    } else if let problem = SearchNarrowing(context).problem(of: search.input.text) {
      lines = problem
    } else if let search = snapshot.search, !search.isLoading, let results = search.results {
      lines = words(of: results)
    }
    let top = max(0, body.height / 2 - 1)
    for (row, line) in lines.enumerated() where top + row < body.height {
      surface.drawCentred([Span(line, .dim)], in: body.row(top + row), look: look)
    }
  }

  private func words(of results: SearchResults) -> [String] {
    if results.hasNoWord { return [tr("Words, numbers and emoji are found, other signs are not")] }
    var lines = [tr("No messages found")]
    if results.isIndexing { lines.append(tr("Older ones are still being indexed")) }
    if results.isServerDeeper { lines.append(Self.deeper) }
    return lines
  }

  // MARK: A hit

  private func render(
    _ hit: SearchHit, _ isSelected: Bool, in area: Rect, into surface: inout Surface
  ) {
    guard area.height > 0 else { return }
    let ground: Role = isSelected ? .listSelected : .listItem
    surface.fill(area, style: look.style(ground))
    surface.draw(
      [Span(isSelected ? look.glyphs.selected : " ", .accent)], in: area.inset(left: 1),
      look: look, on: ground)
    let used = renderHead(hit.message, ground, in: area.row(0).inset(left: 3), into: &surface)
    let isWide = rowsOfHit(area.width) == 1
    let place = isWide ? area.row(0).inset(left: 3 + used) : area.row(1).inset(left: 3)
    guard isWide || area.height > 1 else { return }
    let text = SearchSnippet(hit, width: place.width, ellipsis: look.glyphs.ellipsis)
    surface.draw(text.spans, in: place, look: look, on: ground)
  }

  /// Where, who and when; returns the columns it takes.
  private func renderHead(
    _ message: Message, _ ground: Role, in area: Rect, into surface: inout Surface
  ) -> Int {
    let isWide = area.width >= 57
    let chatWidth = isWide ? min(14, area.width / 7) : max(4, area.width - 24)
    let role: Role = message.isMine ? .messageMine : .messageOther
    let parts: [(text: String, role: Role, width: Int)] = [
      (Names.marked(message.chatID, in: snapshot), .listItem, search.chat == nil ? chatWidth : 0),
      (Names.sender(of: message, in: snapshot), role, 8), (time(of: message), .messageTime, 12),
    ]
    var x = 0
    for part in parts where part.width > 0 && x < area.width {
      let room = Rect(
        x: area.x + x, y: area.y, width: min(part.width, area.width - x), height: 1)
      surface.draw([Span(part.text, part.role)], in: room, look: look, on: ground)
      x += part.width + 1
    }
    return x
  }

  private func time(of message: Message) -> String {
    let shown = MessageRows.shownTime(message)
    let clock = context.time.clock(shown)
    let brief = context.time.brief(shown, now: context.now.wall)
    if brief == clock { return clock }
    // Of another year the whole date says more than the time of day; its weekday has no room.
    let isOtherYear = brief.allSatisfy(\.isNumber)
    let day = context.time.day(shown, now: context.now.wall)
    return isOtherYear ? String(day.drop { $0 != " " }.dropFirst()) : "\(brief) \(clock)"
  }
}
