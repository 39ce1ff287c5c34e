internal import Localization
internal import Model
internal import Screen
internal import Store

/// Paints the rows of the message pane.
struct MessagePainter {
  let context: Context
  let rows: MessageRows
  /// The message whose row is the first on the screen: it says who speaks although one has seen that above.
  let first: Int?
  let selection: MessageKey?
  let marks: MarkedMessages
  /// The sending badge is in the dim half of its pulse.
  let isPulseDim: Bool

  private var look: Look { context.look }
  private var columns: MessageColumns { rows.columns }

  func paint(_ row: PaneRow, in area: Rect, into surface: inout Surface) {
    switch row.kind {
    case .day(let text):
      surface.drawRule(text, in: area.inset(left: 1, right: 1), role: .paneDay, look: look)
    case .unread(let count):
      surface.drawRule(
        tr(count, "1 unread", "\(count) unread"), in: area.inset(left: 1, right: 1),
        role: .paneUnread, look: look)
    case .gap:
      surface.drawRule(
        tr("more is on the server"), in: area.inset(left: 1, right: 1), role: .paneDay, look: look)
    case .event(let words):
      // Without a bar: nobody can write a line that looks so.
      let left = columns.isCompact ? columns.textX : columns.nameX
      surface.draw([Span(words, .dim)], in: area.inset(left: left, right: 1), look: look)
    default:
      let message = rows.messages[row.index]
      paintGutter(row, of: message, in: area, into: &surface)
      paintBody(row, of: message, in: area, into: &surface)
    }
  }

  private func paintBody(
    _ row: PaneRow, of message: Message, in area: Rect, into surface: inout Surface
  ) {
    let isSelected = isSelected(message)
    func body(_ spans: [Span]) {
      draw(spans, at: columns.textX, isSelected, in: area, into: &surface)
    }
    switch row.kind {
    case .answered(let words): body([Span(words, .dim)])
    case .text(let line, _, let isLast):
      // Nobody can write a text that looks like what psst says in the place of one.
      body(message.isWritten ? line.spans : [Span(line.text, .dim, marks: .emphasis)])
      if isLast { paintEnd(of: line, row, message, in: area, into: &surface) }
    case .reactions(let spans): body(spans)
    case .picture(let picture, let row):
      picture.draw(row: row, in: area.inset(left: columns.textX), into: &surface)
    case .note(let words, let role): body([Span(words, role)])
    case .day, .unread, .gap, .head, .event: break
    }
  }

  /// What stands behind the last line of a text.
  private func paintEnd(
    of line: LaidOutLines.Line, _ row: PaneRow, _ message: Message, in area: Rect,
    into surface: inout Surface
  ) {
    if let edited = columns.editedMark(of: message, beside: line.text.width) {
      let x = columns.textX + line.text.width + 1
      draw([Span(edited, .dim)], at: x, isSelected(message), in: area, into: &surface)
    }
    paintStatus(of: message, row, in: area, into: &surface)
  }

  // MARK: The gutter

  private func isSelected(_ message: Message) -> Bool { selection?.matches(message) ?? false }

  /// Time and name where they change, and the bar. Nobody can write in it.
  private func paintGutter(
    _ row: PaneRow, of message: Message, in area: Rect, into surface: inout Surface
  ) {
    let isSelected = isSelected(message)
    if isSelected {
      surface.fill(area, style: look.style(.messageSelected))
      let mark = [Span(look.glyphs.edge, .accent)]
      surface.draw(mark, in: area, look: look, on: .messageSelected)
    }
    if marks.contains(message) {
      draw([Span(look.glyphs.marked, .accent)], at: 0, isSelected, in: area, into: &surface)
    }
    let role: Role = message.isMine ? .messageMine : .messageOther
    let ground: Role? = isSelected ? .messageSelected : nil
    let color = message.isMine ? nil : look.color(ofSpeaker: message.sender, on: ground)
    if isHead(row) {
      let time = context.time.clock(MessageRows.shownTime(message))
      draw([Span(time, .messageTime)], at: 1, isSelected, in: area, into: &surface)
      if !Names.begins(message) {
        let name = PrintableText(Names.sender(of: message, in: context.snapshot))
          .truncated(to: columns.nameWidth)
        let x = columns.nameX + (columns.isCompact ? 0 : columns.nameWidth - name.width)
        draw([Span(name, role, color: color)], at: x, isSelected, in: area, into: &surface)
      }
    }
    if case .head = row.kind { return }
    let bar = [Span(look.glyphs.bar, role, color: color)]
    draw(bar, at: columns.barX, isSelected, in: area, into: &surface)
  }

  private func isHead(_ row: PaneRow) -> Bool {
    switch row.kind {
    case .head: true
    case .answered: isHeaded(row.index)
    case .text(_, let isFirst, _): isFirst && isHeaded(row.index)
    default: false
    }
  }

  private func isHeaded(_ index: Int) -> Bool {
    !columns.isCompact && (index == first || rows.isHeaded(index))
  }

  // MARK: The status

  private func paintStatus(
    of message: Message, _ row: PaneRow, in area: Rect, into surface: inout Surface
  ) {
    guard let status = rows.status(in: row) else { return }
    let (role, words) = (status.badge.role, status.text)
    let ground: Role? = isSelected(message) ? .messageSelected : nil
    var style = look.style(role, on: ground)
    context.fade(of: .status(MessageKey(message)), as: role, on: ground)?.apply(to: &style)
    if message.shownStatus == .sending, isPulseDim { style.isDim.toggle() }
    let place = Point(x: area.x + status.x, y: area.y)
    surface.write(words, at: place, width: words.width, style: style)
  }

  private func draw(
    _ spans: [Span], at x: Int, _ isSelected: Bool, in area: Rect, into surface: inout Surface
  ) {
    surface.draw(
      spans, in: area.inset(left: x), look: look, on: isSelected ? .messageSelected : nil)
  }
}
