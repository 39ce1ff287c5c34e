internal import Model
internal import Screen

/// One row of the message pane.
struct PaneRow {
  enum Kind {
    case day(String)
    case unread(Int)
    /// Time, name and status of a message in a narrow pane.
    case head
    case text(LaidOutLines.Line, isFirst: Bool, isLast: Bool)
    /// Why it failed.
    case failure(PrintableText)
  }

  /// Of the message it belongs to.
  var index: Int
  var kind: Kind
}

/// Breaks messages into rows, one message at a time: only what is looked at is laid out.
struct MessageRows {
  let messages: [Message]
  let columns: MessageColumns
  let unread: UnreadLine?
  let time: CivilTime
  let now: Timestamp
  let laidOut: LaidOutLines

  func rows(of index: Int) -> [PaneRow] {
    let message = messages[index]
    var rows: [PaneRow] = []
    func add(_ kind: PaneRow.Kind) { rows.append(PaneRow(index: index, kind: kind)) }
    separators(before: index).forEach(add)
    if columns.isCompact { add(.head) }
    let lines = lines(of: message)
    for (number, line) in lines.enumerated() {
      add(.text(line, isFirst: number == 0, isLast: number == lines.count - 1))
    }
    if message.status == .failed, let reason = message.failure, !reason.isEmpty {
      let room = max(1, columns.width - columns.textX - 1)
      add(.failure(PrintableText(reason).truncated(to: room)))
    }
    return rows
  }

  func count(of index: Int) -> Int { rows(of: index).count }

  private func separators(before index: Int) -> [PaneRow.Kind] {
    var kinds: [PaneRow.Kind] = []
    let date = Self.shownTime(messages[index])
    let isNewDay =
      index == 0
      || time.dayNumber(Self.shownTime(messages[index - 1])) != time.dayNumber(date)
    if isNewDay { kinds.append(.day(time.day(date, now: now))) }
    if let unread, unread.before.matches(messages[index]) { kinds.append(.unread(unread.count)) }
    return kinds
  }

  private func lines(of message: Message) -> [LaidOutLines.Line] {
    laidOut.lines(of: message, width: columns.textWidth(isMine: message.isMine))
  }

  /// The server's time where it is known, else this computer's (T1).
  static func shownTime(_ message: Message) -> Timestamp {
    message.serverTime ?? message.writtenAt
  }
}

/// The line above the first message that was unread when the chat was opened.
struct UnreadLine {
  var before: MessageKey
  var count: Int
}
