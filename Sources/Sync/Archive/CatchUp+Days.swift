internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// A day that somebody goes to, and that lies before all that was read without a hole, is read from the archive by itself.
/// Its messages stand by their times, as what was imported does; the gap to what is known closes when it is reached.
extension CatchUp {
  struct Days {
    enum Goal: Equatable {
      /// From a time on.
      case day(Timestamp)
      /// Before the oldest of what was read so: this place.
      case older(than: MessageOrder)
      /// Behind the newest of what was read so.
      case newer
    }

    struct Wish: Equatable {
      var chat: JID
      var goal: Goal
    }

    fileprivate(set) var question: String?
    /// What the question is for.
    fileprivate var asked: Wish?
    /// The newest wish meanwhile.
    fileprivate var waiting: Wish?
    /// The answer is here, as soon as its messages are stored.
    fileprivate var answered: Wish?
    /// Of the answer under way: its oldest, and whether it reaches what is known.
    fileprivate var begin: MessageOrder?
    fileprivate var isJoined = false
    /// The oldest of what was read last around a day.
    fileprivate var first: [JID: MessageOrder] = [:]
    /// From here on a chat has no hole.
    fileprivate var joined: [JID: MessageOrder] = [:]
  }

  /// Whether the archive may have more of a day than is here.
  private func mayHaveMore(
    of chat: JID, since time: Timestamp, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard hasArchive else { return false }
    let record = try turn.database.purges.record(chat)
    if let record {
      if record.isWhole { return false }
    } else {
      guard let cursor = try cursor(turn), !cursor.isStartKnown, cursor.oldest != nil else {
        return false
      }
    }
    if let joined = days.joined[chat], joined.anchor <= MessageOrder.imported + time.milliseconds {
      return false
    }
    let start = record?.edge ?? MessageOrder(anchor: MessageOrder.importedEnd, sequence: .min)
    let oldest = try turn.database.messages.firstTime(in: chat, after: start)
    return oldest.map { time < $0 } ?? true
  }

  /// Somebody goes to a day. Returns whether the archive is asked, and answers.
  mutating func reach(
    _ chat: JID, since time: Timestamp, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard try mayHaveMore(of: chat, since: time, turn) else { return false }
    if isLinked, !isCaughtUp {
      // It is asked as soon as the archive is read to its end.
      days.waiting = Days.Wish(chat: chat, goal: .day(time))
      return true
    }
    guard try canReachBack(in: chat, turn) else {
      turn.notice(
        .information, tr("You are offline: this is what is on this computer from that day on"))
      return false
    }
    ask(Days.Wish(chat: chat, goal: .day(time)), turn)
    return true
  }

  /// Somebody sees the gap of a chat.
  /// - Parameter isFromBelow: from its newer side.
  mutating func fill(
    _ chat: JID, fromBelow isFromBelow: Bool, _ turn: Turn
  ) throws(StorageError) {
    guard let gap = try gap(of: chat, turn), try canReachBack(in: chat, turn) else { return }
    guard isFromBelow else { return ask(Days.Wish(chat: chat, goal: .newer), turn) }
    guard let first = try turn.database.messages.page(chat, from: gap.next, limit: 1).first else {
      return
    }
    try wishOlder(chat, than: first.order, turn)
  }

  /// Older messages than a place: of what was read around a day, or of all that is known without a hole.
  mutating func wishOlder(
    _ chat: JID, than order: MessageOrder, _ turn: Turn
  ) throws(StorageError) {
    if order.anchor < MessageOrder.importedEnd {
      ask(Days.Wish(chat: chat, goal: .older(than: order)), turn)
    } else {
      try wish(chat, before: order, turn)
    }
  }

  /// Behind this place something is missing that the archive may have; `nil` where nothing is.
  func gap(of chat: JID, _ turn: Turn) throws(StorageError) -> MessageOrder? {
    guard hasArchive, let record = try turn.database.purges.record(chat), !record.isWhole else {
      return nil
    }
    return days.joined[chat].map { MessageOrder(anchor: $0.anchor - 1, sequence: .max) }
      ?? record.edge
  }

  // MARK: Questions

  private mutating func ask(_ wish: Days.Wish, _ turn: Turn) {
    guard days.question == nil else { return days.waiting = wish }
    guard let page = try? page(for: wish, turn) else { return }
    days.asked = wish
    days.question = questions.ask(
      page.page, with: archive == nil ? wish.chat : nil, span: page.span, turn)
  }

  /// By the archive's id of the last that is here, where that is known, else by its time.
  private func page(
    for wish: Days.Wish, _ turn: Turn
  ) throws(StorageError) -> (page: ArchiveQuery.Page, span: ArchiveQuery.Span) {
    let messages = turn.database.messages
    switch wish.goal {
    case .day(let time): return (.after(nil), ArchiveQuery.Span(start: time))
    case .older(let order):
      let oldest = try messages.page(wish.chat, from: order, limit: 1).first
      if let id = oldest?.archiveID { return (.before(id), ArchiveQuery.Span()) }
      return (.before(nil), ArchiveQuery.Span(end: oldest?.shownTime))
    case .newer:
      let edge = try turn.database.purges.record(wish.chat)?.edge
      let newest = try messages.page(wish.chat, before: edge?.next, limit: 1).last
      if let id = newest?.archiveID { return (.after(id), ArchiveQuery.Span()) }
      return (.after(nil), ArchiveQuery.Span(start: newest?.shownTime))
    }
  }

  // MARK: Answers

  mutating func receiveDated(
    _ page: ArchivePage, _ turn: Turn
  ) throws(StorageError) -> ([Placement], Outcome) {
    days.question = nil
    questions.failures = 0
    guard let wish = days.asked else { return ([], .unexpected) }
    (days.asked, days.answered) = (nil, wish)
    try turn.database.chats.ensure(wish.chat, kind: archive == nil ? .direct : .room)
    try turn.database.purges.begin(below: wish.chat)
    let placements = try place(page.entries, of: wish, turn)
    note(days.begin, of: wish, isJoined: days.isJoined || wish.goal.isForward && page.isComplete)
    (days.begin, days.isJoined) = (nil, false)
    return (placements, .dated)
  }

  /// A part of the page that is being read.
  mutating func receiveDatedPart(
    _ entries: [ArchivePage.Entry], _ turn: Turn
  ) throws(StorageError) -> [Placement] {
    guard let wish = days.asked else { return [] }
    questions.answered(isMoreAwaited: true, turn.now)
    try turn.database.chats.ensure(wish.chat, kind: archive == nil ? .direct : .room)
    try turn.database.purges.begin(below: wish.chat)
    return try place(entries, of: wish, turn)
  }

  private mutating func place(
    _ entries: [ArchivePage.Entry], of wish: Days.Wish, _ turn: Turn
  ) throws(StorageError) -> [Placement] {
    guard let record = try turn.database.purges.record(wish.chat) else { return [] }
    var placements: [Placement] = []
    for entry in entries {
      guard let message = entry.archived, let stamp = message.stamp else { continue }
      if try isHere(entry.id, behind: record.edge, turn) {
        days.isJoined = days.isJoined || wish.goal.isForward
        continue
      }
      let anchor = MessageOrder.imported + stamp.milliseconds
      days.begin = days.begin ?? MessageOrder(anchor: anchor, sequence: .min)
      placements.append(Placement(message: message, place: .dated(stamp)))
    }
    return placements
  }

  private mutating func note(_ first: MessageOrder?, of wish: Days.Wish, isJoined: Bool) {
    switch wish.goal {
    case .day: days.first[wish.chat] = first
    case .older:
      guard let first else { break }
      // Only what hangs together goes further back.
      if let before = days.first[wish.chat] { days.first[wish.chat] = min(before, first) }
      if let before = days.joined[wish.chat] { days.joined[wish.chat] = min(before, first) }
    case .newer: break
    }
    if isJoined, let start = days.first[wish.chat] ?? first { days.joined[wish.chat] = start }
  }

  /// The archive's word is stored, or there is none: who waited gets what is here.
  mutating func reached(_ turn: Turn) throws(StorageError) {
    if let wish = days.answered {
      days.answered = nil
      try answer(wish, turn)
    }
    if let next = days.waiting {
      days.waiting = nil
      ask(next, turn)
    }
  }

  private func answer(_ wish: Days.Wish, _ turn: Turn) throws(StorageError) {
    let messages = turn.database.messages
    switch wish.goal {
    case .day(let time):
      let place = try messages.place(wish.chat, since: time)
      turn.change(
        try Reading.stretch(
          wish.chat, at: place, reachesBack: try canReachBack(in: wish.chat, turn), turn.database))
    case .older(let order):
      let page = try messages.page(wish.chat, before: order, limit: Self.pageSize)
      turn.change(.page(chat: wish.chat, messages: page, isStart: page.isEmpty))
    // They were told one by one.
    case .newer: turn.change(.page(chat: wish.chat, messages: [], isStart: false))
    }
  }

  mutating func datedFailed(_ error: StanzaError, _ turn: Turn) -> Outcome {
    turn.log("archive: \(error.condition)")
    days.question = nil
    (days.answered, days.asked) = (days.asked, nil)
    return .dated
  }

  /// Somebody went to a day before the archive was read to its end.
  mutating func askWaitingDay(_ turn: Turn) {
    guard days.question == nil, let wish = days.waiting else { return }
    days.waiting = nil
    ask(wish, turn)
  }

  /// There is no archive that could be asked.
  mutating func giveUpDay(_ turn: Turn) {
    answerDay(turn)
    days.waiting = nil
  }

  /// The link is gone: who waits gets what is here.
  func answerDay(_ turn: Turn) {
    guard let wish = days.waiting ?? days.asked else { return }
    // A disk that cannot be read has been told of.
    try? answer(wish, turn)
  }
}

extension MessageOrder {
  /// The first place behind it.
  fileprivate var next: MessageOrder {
    sequence == .max
      ? MessageOrder(anchor: anchor + 1, sequence: .min)
      : MessageOrder(anchor: anchor, sequence: sequence + 1)
  }
}

extension CatchUp.Days.Goal {
  /// The end of the archive's answer is the end of what there is.
  fileprivate var isForward: Bool { if case .older = self { false } else { true } }
}
