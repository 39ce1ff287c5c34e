internal import Localization
internal import Model
internal import Screen
internal import Store

/// One row of the message pane.
struct PaneRow {
  enum Kind {
    case day(String)
    case unread(Int)
    /// Before it something is missing that the server may have.
    case gap
    /// Time and name in a narrow pane.
    case head
    /// What the message answers; the first row of it.
    case answered(PrintableText)
    case text(LaidOutLines.Line, isFirst: Bool, isLast: Bool)
    /// Below the text: why it failed, or how much of it is not shown.
    case note(PrintableText, Role)
    /// A row of the picture that it is.
    case picture(Picture, row: Int)
    /// What people say of it in emoji.
    case reactions([Span])
    /// Below all of it, or before the first message: who came and went then.
    case event(PrintableText)
  }

  /// Of the message it belongs to.
  var index: Int
  var kind: Kind
}

/// Breaks messages into rows, one message at a time: only what is looked at is laid out.
struct MessageRows {
  let messages: [Message]
  let snapshot: Snapshot
  let columns: MessageColumns
  let unread: UnreadLine?
  private let gap: MessageOrder?
  let time: CivilTime
  let now: Timestamp
  /// In milliseconds.
  private let uptime: Int64
  let laidOut: LaidOutLines
  /// The long message that is shown whole, and the key that shows one so.
  let whole: MessageKey?
  let wholeKey: String?
  let events: FoldedEvents
  /// `nil` where none are shown.
  let pictures: PictureRoom?
  /// The place of the newest of mine.
  let newestOfMine: Int?
  /// Who of a group has read what; how far files have come that are sent.
  private let reading: ReadCount?
  private let uploads: [OriginID: FileProgress]

  /// - Parameter height: of the pane, in rows.
  init(
    _ pane: Pane, context: Context, state: MessagePane, laidOut: LaidOutLines, width: Int,
    height: Int
  ) {
    (messages, snapshot, gap) = (pane.messages, context.snapshot, pane.gap)
    columns = MessageColumns(width: width)
    (unread, whole) = (state.unreadLine, state.whole)
    (time, now, uptime) = (context.time, context.now.wall, context.now.uptime)
    self.laidOut = laidOut
    wholeKey = context.keymap.label(of: .act)
    events = FoldedEvents(of: pane.chat, in: context.snapshot, isShown: context.showsJoins)
    pictures = context.showsPictures ? PictureRoom(columns, height: height) : nil
    reading = context.snapshot.room(pane.chat)?.reading
    uploads = context.snapshot[pane.chat.account].uploads
    // What is deleted has no status, but for that of its deletion.
    newestOfMine =
      pane.isEnd
      ? messages.lastIndex { $0.isMine && (!$0.isDeleted || $0.pendingDeletion != nil) } : nil
  }

  func rows(of index: Int) -> [PaneRow] {
    let message = messages[index]
    var rows: [PaneRow] = []
    func add(_ kind: PaneRow.Kind) { rows.append(PaneRow(index: index, kind: kind)) }
    separators(before: index).forEach(add)
    if columns.isCompact, isHeaded(index) { add(.head) }
    let answered = Self.answered(by: message)
    if let answered { add(.answered(line(answered, of: message))) }
    let laidOut = laidOut(message)
    for (number, line) in laidOut.lines.enumerated() {
      let isFirst = number == 0 && answered == nil
      add(.text(line, isFirst: isFirst, isLast: number == laidOut.lines.count - 1))
    }
    notes(of: index, laidOut).forEach(add)
    if let picture = picture(of: message) {
      for row in 0..<picture.height { add(.picture(picture, row: row)) }
    }
    let reactions = ReactedMessage.row(message, width: room)
    if !reactions.isEmpty { add(.reactions(reactions)) }
    notes(ofReactionTo: message).forEach(add)
    if let event = events[message.id] { add(.event(event)) }
    return rows
  }

  /// As many as ``rows(of:)`` gives, without making them.
  func count(of index: Int) -> Int {
    let laidOut = laidOut(messages[index])
    let heads =
      (columns.isCompact && isHeaded(index) ? 1 : 0)
      + (Self.answered(by: messages[index]) == nil ? 0 : 1)
    return separators(before: index).count + heads + laidOut.lines.count
      + notes(of: index, laidOut).count + (picture(of: messages[index])?.height ?? 0)
      + (messages[index].reactions.isEmpty ? 0 : 1)
      + notes(ofReactionTo: messages[index]).count
      + (events[messages[index].id] == nil ? 0 : 1)
  }

  /// What was deleted answers nothing any more.
  private static func answered(by message: Message) -> ReplyTarget? {
    message.text.isEmpty ? nil : message.replyTo
  }

  private func line(_ answered: ReplyTarget, of message: Message) -> PrintableText {
    AnsweredMessage
      .line(answered, of: message.account, in: snapshot, isNew: message.id == 0)
      .truncated(to: columns.textWidth(isMine: message.isMine))
  }

  private var room: Int { columns.belowWidth }

  private func picture(of message: Message) -> Picture? {
    snapshot.picture(pictures?.request(for: message))
  }

  private func notes(of index: Int, _ laidOut: LaidOutLines.Lines) -> [PaneRow.Kind] {
    let message = messages[index]
    var notes: [(String, Role)] = []
    let missing = laidOut.missing
    if missing > 0 {
      let way = wholeKey.map { " \(Glyphs.current.separator) " + tr("\($0) shows all") } ?? ""
      let count = tr(
        missing, "1 more character", "\(Grouped.number(missing)) more characters")
      notes.append(("\(Glyphs.current.ellipsis) \(count)\(way)", .dim))
    }
    let last = laidOut.lines.last?.text.width ?? 0
    if let file = message.attachment {
      if !file.caption.isEmpty { notes.append((Names.file(file), .accent)) }
      if let words = whereabouts(of: file, in: message) { notes.append((words, .dim)) }
    }
    if message.isEdited, columns.editedMark(of: message, beside: last) == nil {
      notes.append((MessageColumns.edited, .dim))
    }
    if index == newestOfMine, let trouble = trouble(of: message, beside: last) {
      notes.append((trouble, .statusQueued))
    }
    if message.shownStatus == .failed { notes += failure(of: message, beside: last) }
    if let invitation = message.invitation, !message.isMine,
      Names.answer(to: invitation, of: message.account, in: snapshot) == .open, let key = wholeKey
    {
      notes.append((tr("\(key): accept or decline"), .accent))
    }
    if let doubt = message.shownDoubt { notes += self.notes(ofDoubt: doubt) }
    return notes.map { .note(PrintableText($0).truncated(to: room), $1) }
  }

  /// Why it failed; and that it did, where there is no room for that beside the text.
  private func failure(of message: Message, beside text: Int) -> [(String, Role)] {
    let reason = message.shownFailure.flatMap { $0.isEmpty ? nil : $0 }
    guard let badge = StatusBadge.of(message),
      badge.long.width > columns.badgeWidth(beside: text + editedWidth(of: message, beside: text))
    else { return reason.map { [($0, .error)] } ?? [] }
    return [(badge.long.text, .error)] + (reason.map { [($0, .error)] } ?? [])
  }

  /// Why it waits, where something is wrong and there is no room for that beside the text.
  private func trouble(of message: Message, beside text: Int) -> String? {
    guard let standing = snapshot.standing(of: message, uptime: uptime),
      standing.startsWithReason,
      let badge = StatusBadge.of(message, standing: standing),
      badge.long.width > columns.badgeWidth(beside: text + editedWidth(of: message, beside: text))
    else { return nil }
    return standing.words(as: standing.brief, separator: Glyphs.current.separator)
  }

  private func editedWidth(of message: Message, beside text: Int) -> Int {
    columns.editedMark(of: message, beside: text).map { $0.width + 1 } ?? 0
  }

  /// The status that stands in a row, and the column it begins in; `nil` where none does.
  func status(in row: PaneRow) -> (badge: StatusBadge, text: PrintableText, x: Int)? {
    guard case .text(let line, _, isLast: true) = row.kind else { return nil }
    let message = messages[row.index]
    let used = line.text.width + editedWidth(of: message, beside: line.text.width)
    guard let (badge, isNewest) = badge(of: message, at: row.index),
      let text = badge.text(fitting: columns.badgeWidth(beside: used), isNewest: isNewest)
    else { return nil }
    return (badge, text, columns.width - text.width - 1)
  }

  /// Where a click on a row does what Enter does with its message: on the words that say so, or that it waits.
  func acts(in row: PaneRow, at column: Int) -> Bool {
    let message = messages[row.index]
    let isFailed = message.shownStatus == .failed
    guard isFailed || message.status == .queued else { return false }
    if case .note(let words, _) = row.kind {
      return isFailed && words.text == StatusBadge.of(message)?.long.text
    }
    guard let status = status(in: row) else { return false }
    return (status.x..<(status.x + status.text.width)).contains(column)
  }

  /// The status of a message: in words where it is my newest or something is wrong, else as ticks.
  func badge(of message: Message, at index: Int) -> (badge: StatusBadge, isNewest: Bool)? {
    let standing = snapshot.standing(of: message, uptime: uptime)
    let count = reading.flatMap { $0.originID == message.originID ? $0 : nil }
    let progress = uploads.isEmpty ? nil : message.originID.flatMap { uploads[$0] }
    return StatusBadge.of(message, standing: standing, reading: count, progress: progress)
      .map { ($0, index == newestOfMine) }
  }

  /// How far it has come, or where it is.
  private func whereabouts(of file: Attachment, in message: Message) -> String? {
    if let progress = snapshot[message.account].downloads[message.id] {
      return StatusBadge.progress(progress)
    }
    return file.savedAs.map { tr("saved as \($0)") }
  }

  /// Why my reaction was refused, or who does not confirm it.
  private func notes(ofReactionTo message: Message) -> [PaneRow.Kind] {
    guard let pending = message.myReaction?.pending, pending.isStuck,
      let reason = pending.failure, !reason.isEmpty
    else { return [] }
    let notes =
      pending.status == .sent ? notes(ofDoubt: tr("reaction \(reason)")) : [(reason, .error)]
    return notes.map { .note(PrintableText($0).truncated(to: room), $1) }
  }

  /// What can be done has a row of its own where both have no room in one.
  private func notes(ofDoubt doubt: String) -> [(String, Role)] {
    let way = tr("Enter sends it again")
    let both = "\(doubt) \(Glyphs.current.separator) \(way)"
    let lines = PrintableText(both).width > room ? [doubt, way] : [both]
    return lines.map { ($0, .statusQueued) }
  }

  /// Time and name stand only where they change: another speaker, another five minutes (so that another day is one, too),
  /// or the line of what is unread above.
  func isHeaded(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    // Each row asks: no message is copied for it.
    let before = index - 1
    let isMine = messages[index].isMine
    let isSameSpeaker =
      isMine == messages[before].isMine
      && (isMine || messages[index].sender == messages[before].sender)
    guard isSameSpeaker, Names.begins(messages[index]) == Names.begins(messages[before]) else {
      return true
    }
    let (time, timeBefore) = (Self.shownTime(messages[index]), Self.shownTime(messages[before]))
    let span = Self.headSpan
    return time.milliseconds / span != timeBefore.milliseconds / span || beginsUnread(index)
  }

  /// Milliseconds.
  private static let headSpan: Int64 = 5 * 60_000

  private func separators(before index: Int) -> [PaneRow.Kind] {
    var kinds: [PaneRow.Kind] = []
    let date = Self.shownTime(messages[index])
    if follows(aGapBefore: index) { kinds.append(.gap) }
    let isNewDay =
      index == 0
      || time.dayNumber(Self.shownTime(messages[index - 1])) != time.dayNumber(date)
    if isNewDay { kinds.append(.day(time.day(date, now: now))) }
    if index == 0, let event = events.beforeFirst { kinds.append(.event(event)) }
    if let unread, beginsUnread(index) { kinds.append(.unread(unread.count)) }
    return kinds
  }

  /// Between it and the message before it.
  private func follows(aGapBefore index: Int) -> Bool {
    guard let gap, index > 0 else { return false }
    return messages[index - 1].order <= gap && messages[index].order > gap
  }

  private func beginsUnread(_ index: Int) -> Bool {
    unread?.before.matches(messages[index]) ?? false
  }

  private func laidOut(_ message: Message) -> LaidOutLines.Lines {
    laidOut.lines(
      of: Names.shown(message, in: snapshot), row: message.messageID,
      lead: Names.lead(of: message, in: snapshot),
      width: columns.textWidth(isMine: message.isMine), isUnstyled: message.isUnstyled,
      isWhole: whole?.matches(message) ?? false)
  }

  /// The server's time where it is known, else this computer's (T1).
  static func shownTime(_ message: Message) -> Timestamp {
    message.serverTime ?? message.writtenAt
  }
}

/// The line above the first message that was unread when the chat was opened.
struct UnreadLine: Equatable {
  var before: MessageKey
  var count: Int
}
