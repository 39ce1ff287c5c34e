internal import Model
internal import Screen
internal import Store

/// Paints the rows of the message pane.
struct MessagePainter {
  let context: Context
  let pane: Pane
  let columns: MessageColumns
  let selection: MessageKey?
  /// The sending badge is in the dim half of its pulse.
  let isPulseDim: Bool

  private var look: Look { context.look }

  func paint(_ row: PaneRow, in area: Rect, into surface: inout Surface) {
    let message = pane.messages[row.index]
    let isSelected = selection?.matches(message) ?? false
    switch row.kind {
    case .day(let text):
      surface.drawRule(text, in: area.inset(left: 1, right: 1), role: .paneDay, look: look)
    case .unread(let count):
      surface.drawRule(
        "\(count) unread", in: area.inset(left: 1, right: 1), role: .paneUnread, look: look)
    case .head:
      paintBackground(isSelected, showsMarker: true, in: area, into: &surface)
      paintHead(message, isSelected, in: area, into: &surface)
      paintBadge(message, isSelected, textWidth: 6, in: area, into: &surface)
    case .answered(let words):
      paintBackground(isSelected, showsMarker: true, in: area, into: &surface)
      if !columns.isCompact { paintHead(message, isSelected, in: area, into: &surface) }
      draw([Span(words, .dim)], at: columns.textX, isSelected, in: area, into: &surface)
    case .text(let line, let isFirst, let isLast):
      paintBackground(isSelected, showsMarker: isFirst, in: area, into: &surface)
      if isFirst, !columns.isCompact { paintHead(message, isSelected, in: area, into: &surface) }
      // Nobody can write a text that looks like what psst says in the place of one.
      let spans = message.isWritten ? line.spans : [Span(line.text, .dim, marks: .emphasis)]
      draw(spans, at: columns.textX, isSelected, in: area, into: &surface)
      guard isLast else { return }
      let edited = columns.editedMark(of: message, beside: line.text.width)
      let x = columns.textX + line.text.width + 1
      if let edited { draw([Span(edited, .dim)], at: x, isSelected, in: area, into: &surface) }
      guard !columns.isCompact else { return }
      let width = line.text.width + (edited.map { $0.width + 1 } ?? 0)
      paintBadge(message, isSelected, textWidth: width, in: area, into: &surface)
    case .reactions(let spans):
      paintBackground(isSelected, showsMarker: false, in: area, into: &surface)
      draw(spans, at: columns.textX, isSelected, in: area, into: &surface)
    case .picture(let picture, let row):
      paintBackground(isSelected, showsMarker: false, in: area, into: &surface)
      picture.draw(row: row, in: area.inset(left: columns.textX), into: &surface)
    case .event(let words): paintEvent(words, in: area, into: &surface)
    case .note(let words, let role):
      paintBackground(isSelected, showsMarker: false, in: area, into: &surface)
      draw([Span(words, role)], at: columns.textX, isSelected, in: area, into: &surface)
    }
  }

  /// A mark beside it is where nobody can write one.
  private func paintEvent(_ words: PrintableText, in area: Rect, into surface: inout Surface) {
    let mark = columns.isCompact ? columns.textX : columns.textX - 2
    let line = [Span("\(look.glyphs.separator) ", .dim), Span(words, .dim)]
    surface.draw(line, in: area.inset(left: mark, right: 1), look: look)
  }

  private func paintBackground(
    _ isSelected: Bool, showsMarker: Bool, in area: Rect, into surface: inout Surface
  ) {
    guard isSelected else { return }
    surface.fill(area, style: look.style(.messageSelected))
    guard showsMarker else { return }
    surface.draw([Span(look.glyphs.selected, .accent)], in: area, look: look, on: .messageSelected)
  }

  private func paintHead(
    _ message: Message, _ isSelected: Bool, in area: Rect, into surface: inout Surface
  ) {
    let time = context.time.clock(MessageRows.shownTime(message))
    let role: Role = message.isMine ? .messageMine : .messageOther
    draw([Span(time, .messageTime)], at: 1, isSelected, in: area, into: &surface)
    guard !Names.begins(message) else { return }
    let name = PrintableText(Names.sender(of: message, in: context.snapshot))
      .truncated(to: columns.nameWidth)
    let ground: Role? = isSelected ? .messageSelected : nil
    let color = message.isMine ? nil : look.color(ofSpeaker: message.sender, on: ground)
    draw([Span(name, role, color: color)], at: columns.nameX, isSelected, in: area, into: &surface)
  }

  private func paintBadge(
    _ message: Message, _ isSelected: Bool, textWidth: Int, in area: Rect,
    into surface: inout Surface
  ) {
    let isHeld = context.snapshot.isHeld(message) && !message.isSaving
    let reading = context.snapshot.room(message.chatID)?.reading
    let count = reading.flatMap { $0.originID == message.originID ? $0 : nil }
    let progress = message.originID.flatMap { context.snapshot[message.account].uploads[$0] }
    guard
      let badge = StatusBadge.of(message, isHeld: isHeld, reading: count, progress: progress)
    else { return }
    let taken = (columns.isCompact ? columns.nameX : columns.textX) + textWidth + 1
    guard let words = badge.text(fitting: area.width - taken - 1) else { return }
    let ground: Role? = isSelected ? .messageSelected : nil
    var style = look.style(badge.role, on: ground)
    let color = context.color(of: .status(MessageKey(message)), as: badge.role, on: ground)
    style.foreground = color ?? style.foreground
    if message.shownStatus == .sending, isPulseDim { style.isDim.toggle() }
    let x = area.maxX - words.width - 1
    surface.write(words, at: Point(x: x, y: area.y), width: words.width, style: style)
  }

  private func draw(
    _ spans: [Span], at x: Int, _ isSelected: Bool, in area: Rect, into surface: inout Surface
  ) {
    surface.draw(
      spans, in: area.inset(left: x), look: look, on: isSelected ? .messageSelected : nil)
  }
}
