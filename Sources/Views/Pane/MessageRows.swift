internal import Model
internal import Screen
internal import Store

/// One row of the message pane.
struct PaneRow {
  enum Kind {
    case day(String)
    case unread(Int)
    /// Time, name and status of a message in a narrow pane.
    case head
    /// What the message answers; the first row of it where it has no head.
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
  let time: CivilTime
  let now: Timestamp
  let laidOut: LaidOutLines
  /// The long message that is shown whole, and the key that shows one so.
  let whole: MessageKey?
  let wholeKey: String?
  let events: FoldedEvents
  /// `nil` where none are shown.
  let pictures: PictureRoom?

  func rows(of index: Int) -> [PaneRow] {
    let message = messages[index]
    var rows: [PaneRow] = []
    func add(_ kind: PaneRow.Kind) { rows.append(PaneRow(index: index, kind: kind)) }
    separators(before: index).forEach(add)
    if columns.isCompact { add(.head) }
    let answered = Self.answered(by: message)
    if let answered { add(.answered(line(answered, of: message))) }
    let laidOut = laidOut(message)
    for (number, line) in laidOut.lines.enumerated() {
      let isFirst = number == 0 && answered == nil
      add(.text(line, isFirst: isFirst, isLast: number == laidOut.lines.count - 1))
    }
    notes(of: message, laidOut).forEach(add)
    if let picture = picture(of: message) {
      for row in 0..<picture.height { add(.picture(picture, row: row)) }
    }
    let reactions = ReactedMessage.row(message, width: room)
    if !reactions.isEmpty { add(.reactions(reactions)) }
    note(ofReactionTo: message).map(add)
    if let event = events[message.id] { add(.event(event)) }
    return rows
  }

  /// As many as ``rows(of:)`` gives, without making them.
  func count(of index: Int) -> Int {
    let laidOut = laidOut(messages[index])
    let heads = (columns.isCompact ? 1 : 0) + (Self.answered(by: messages[index]) == nil ? 0 : 1)
    return separators(before: index).count + heads + laidOut.lines.count
      + notes(of: messages[index], laidOut).count + (picture(of: messages[index])?.height ?? 0)
      + (messages[index].reactions.isEmpty ? 0 : 1)
      + (note(ofReactionTo: messages[index]) == nil ? 0 : 1)
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

  private func notes(of message: Message, _ laidOut: LaidOutLines.Lines) -> [PaneRow.Kind] {
    var notes: [(String, Role)] = []
    let missing = laidOut.missing
    if missing > 0 {
      let way = wholeKey.map { " \(Glyphs.current.separator) \($0) shows all" } ?? ""
      let count = "\(Grouped.number(missing)) more character\(missing == 1 ? "" : "s")"
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
    if message.shownStatus == .failed, let reason = message.shownFailure, !reason.isEmpty {
      notes.append((reason, .error))
    }
    if let invitation = message.invitation, !message.isMine,
      Names.answer(to: invitation, of: message.account, in: snapshot) == .open, let key = wholeKey
    {
      notes.append(("\(key): accept or decline", .accent))
    }
    if let doubt = message.shownDoubt { notes.append(Self.note(ofDoubt: doubt)) }
    return notes.map { .note(PrintableText($0).truncated(to: room), $1) }
  }

  /// How far it has come, or where it is.
  private func whereabouts(of file: Attachment, in message: Message) -> String? {
    if let progress = snapshot[message.account].downloads[message.id] {
      return StatusBadge.progress(progress)
    }
    return file.savedAs.map { "saved as \($0)" }
  }

  /// Why my reaction was refused, or who does not confirm it.
  private func note(ofReactionTo message: Message) -> PaneRow.Kind? {
    guard let pending = message.myReaction?.pending, pending.isStuck,
      let reason = pending.failure, !reason.isEmpty
    else { return nil }
    let (text, role) =
      pending.status == .sent ? Self.note(ofDoubt: "reaction \(reason)") : (reason, .error)
    return .note(PrintableText(text).truncated(to: room), role)
  }

  private static func note(ofDoubt doubt: String) -> (String, Role) {
    ("\(doubt) \(Glyphs.current.separator) Enter sends it again", .statusQueued)
  }

  private func separators(before index: Int) -> [PaneRow.Kind] {
    var kinds: [PaneRow.Kind] = []
    let date = Self.shownTime(messages[index])
    let isNewDay =
      index == 0
      || time.dayNumber(Self.shownTime(messages[index - 1])) != time.dayNumber(date)
    if isNewDay { kinds.append(.day(time.day(date, now: now))) }
    if index == 0, let event = events.beforeFirst { kinds.append(.event(event)) }
    if let unread, unread.before.matches(messages[index]) { kinds.append(.unread(unread.count)) }
    return kinds
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
