internal import Files
internal import Handover
internal import Localization
internal import Model
internal import Screen

/// Plain mode (I5) as a pure interpreter: a line of input or a change in, things to do and lines out.
struct PlainMode {
  enum Action: Equatable {
    case submit(Intent)
    /// One line, clean.
    case say(String)
    /// Read the outbox and print ``lines(of:)``.
    case listQueue
    /// Read the outbox and do what ``sendAll(_:)`` says.
    case sendAll
    /// Call ``waited()`` after ``Arrivals/timeout``.
    case wait
    case quit
  }

  /// Somebody reads along: what is printed for the open chat counts as read (D2).
  var isInFront = false
  /// Nobody is there whom the policy could ask: what is written goes, older ones of its chat first.
  var isUnattended = false
  /// Messages are printed with numbers, by which they can be named.
  var isNumbered = false
  var volume = PlainVolume.verbose
  private(set) var names: NameBook
  var openChat: JID?
  /// Whether a first message was meant for this address was asked.
  var doubted: JID?
  private(set) var counts: OutboxCounts
  let wording: PlainWording
  var sent = PlainSent()
  private var printed: Set<Int64> = []
  private var arrivals = Arrivals()
  private var greeted: Set<JID> = []
  private(set) var presence = PlainPresence()
  /// What decides when messages leave.
  private var outlook = OutboxOutlook()
  private var connection = ""
  private var isOffline = false
  var isOnline = false
  private var isCaughtUp = false
  private var isAsked = false
  private var lastNotice: Notice?
  var awaitsHistory = false
  var chats = PlainChats()
  var searches = PlainSearch()
  var acquaintances = PlainAcquaintances()
  var blocking = PlainBlocking()
  var edits = PlainEdits()
  var replies = PlainReplies()
  private(set) var numbers = PlainNumbers()
  /// The rows of messages whose files are fetched.
  var saving: Set<Int64> = []
  var reactions = PlainReactions()
  var rooms = PlainRooms()
  var invitations = PlainInvitations()
  var groups = PlainGroups()
  var moderation = PlainModeration()

  /// - Parameter counts: what the outbox holds at the start.
  init(account: JID, isPrivate: Bool = false, counts: OutboxCounts, wording: PlainWording) {
    names = NameBook(account: account, isPrivate: isPrivate)
    self.counts = counts
    self.wording = wording
  }

  /// Nothing waits any more.
  var isSettled: Bool {
    sent.waiting == 0 && edits.pending.isEmpty && reactions.pending.isEmpty && counts.waiting == 0
  }

  /// Everything that was searched for was answered, and what needs a connection was said on one.
  var isAnswered: Bool {
    searches.isEmpty && acquaintances.isEmpty && blocking.isSettled && groups.isSettled
      && saving.isEmpty
  }

  /// What waits does so for the user's word: waiting longer is of no use.
  var isHeld: Bool { isOnline && counts.held > 0 && counts.held == counts.waiting && isSaved }

  /// All that was written here is on disk.
  var isSaved: Bool { sent.isSaved }

  /// What the server kept is here, and nothing of it is held back that may get its place yet.
  var isAllShown: Bool { isCaughtUp && arrivals.isEmpty || !isOnline }

  /// The messages cannot be opened: there is nothing to do here.
  private(set) var isClosed = false

  /// What the program says to its caller if it ended now.
  var exitCode: ExitCode {
    if isClosed { return .failed }
    if !isSaved { return .failed }
    if !isSettled { return .tryAgain }
    return sent.hasFailures ? .failed : .done
  }

  // MARK: Changes

  /// The changes of one transaction. What is read back from the archive comes newest first; it is told in
  /// the order of the chat (T1).
  mutating func apply(_ changes: [Change]) -> [Action] {
    var arrivals = changes.compactMap(\.arrival).sorted { $0.order < $1.order }[...]
    return changes.flatMap { change in
      guard change.arrival != nil, let next = arrivals.popFirst() else { return apply(change) }
      return apply(.message(next))
    }
  }

  mutating func apply(_ change: Change) -> [Action] {
    names.apply(change)
    chats.apply(change)
    outlook.apply(change)
    switch change {
    case .connection(let state): return connection(state)
    case .message(let message): return self.message(message)
    case .page(let chat, let messages, _): return page(chat, messages)
    case .chat(let chat): return unread(chat)
    // What is told without a connection is of before (N4), and is told again with one.
    case .presence(let jid, let now):
      return people(isOnline ? presence.apply(now, of: jid, wording, names) : [])
    case .status(let jid, let text):
      return people(isOnline ? presence.apply(status: text, of: jid, wording, names) : [])
    case .ownName(let name): return [.say(wording.ownName(name))]
    case .ownStatus(let text): return [.say(wording.ownStatus(text))]
    case .typing(let chat, let who):
      return people(presence.apply(typing: who, in: chat, wording, names))
    case .outbox(let now): return outbox(now)
    case .notStored(_, let id, let text, let reason), .notSaved(_, let id, let text, let reason):
      return notStored(id, text, reason)
    case .disk(let trouble): return disk(trouble)
    case .notice(let notice): return self.notice(notice)
    case .blocked(let list):
      blocking.apply(list)
      return []
    case .requests(let who): return acquaintances.apply(who, wording)
    case .policyAsks(let question): return asked(question)
    case .found(let results): return searches.apply(results, wording, names)
    case .caughtUp(let isSo):
      isCaughtUp = isSo
      return []
    case .messageRemoved(let chat, let row): return removed(row, from: chat)
    case .nick, .outgoing, .delay, .chatRemoved, .contact, .contactRemoved, .presenceOutdated,
      .policy, .keepAsks, .recentEmoji, .queue, .queueEntry, .queueEntryRemoved, .upload,
      .uploads, .inspected, .picture, .life, .stretch, .newer, .gap, .reachesBack, .firstUnread,
      .arrived,
      .opened,
      .groupDescribed, .card:
      return []
    case .download(let row, let progress):
      if progress == nil { saving.remove(row) }
      return []
    case .occupants(let room, let changes):
      rooms.apply(changes, in: room)
      return []
    case .roomLeft(let room):
      rooms.forget(room)
      return []
    case .groupService(let service): return groups.found(service)
    case .groups(let listing): return groups.apply(listing, wording)
    case .newGroups(let all):
      groups.apply(all)
      return []
    case .groupMade(let group): return groups.made(group, wording)
    case .invitations(let all): return invitations.apply(all, wording)
    case .roomForm(let room, let form): return moderation.apply(form, of: room, wording)
    case .room(let room):
      return rooms.apply(room, tellsPeople: volume.tellsPeople, wording, names)
        + moderation.apply(room, wording)
    }
  }

  private func people(_ lines: [Action]) -> [Action] { volume.tellsPeople ? lines : [] }

  private mutating func line(_ text: String, of message: Message) -> Action {
    isNumbered ? .say("#\(numbers.number(of: message)) \(text)") : .say(text)
  }

  private mutating func connection(_ state: ConnectionState) -> [Action] {
    if state.isOnline, !isOnline { arrivals.gotOn() }
    isOnline = state.isOnline
    isOffline = if case .offline = state { true } else { false }
    var line = wording.connection(state)
    if isOffline, counts.waiting > 0 { line += wording.waiting(counts) }
    let held = isOnline ? acquaintances.gotOnline() : []
    guard line != connection else { return held }
    connection = line
    return [.say(wording.clean(line))] + held
  }

  /// A request is told by itself, with the commands that answer it.
  private mutating func notice(_ notice: Notice) -> [Action] {
    if notice.kind == .error {
      reactions.refused()
      blocking.refused()
      groups.refused()
    }
    guard notice != lastNotice else { return [] }
    lastNotice = notice
    return wording.notice(notice).map { [.say(wording.clean($0))] } ?? []
  }

  private mutating func message(_ message: Message) -> [Action] {
    invitations.apply(message)
    let lines = message.isMine ? mine(message) : received(message)
    guard message.isMine || printed.contains(message.id) else { return lines }
    return lines + reacted(to: message)
  }

  private mutating func reacted(to message: Message) -> [Action] {
    reactions.news(of: message).filter {
      tells($0.pending?.status, $0.pending?.failure, of: message)
    }
    .map { .say(wording.reacted($0, to: message, by: names.name(of: $0.sender))) }
  }

  private mutating func mine(_ message: Message) -> [Action] {
    guard let id = message.originID, let status = message.status, !message.isSaving else {
      return []
    }
    let isNew = sent.update(id, status)
    edits.apply(message)
    let isEdited = edits.isNews(message)
    guard isNew || isEdited else { return [] }
    let name = names.name(of: message.chat)
    if isEdited {
      let pending = message.edit?.pending ?? message.retraction?.pending
      guard tells(pending?.status, pending?.failure, of: message) else { return [] }
      return [line(wording.edited(message, to: name), of: message)]
    }
    guard !message.isDeleted, tells(status, message.failure, of: message) else { return [] }
    sent.tell(id)
    let standing = outlook.standing(
      status, in: message.chat, reason: message.failure, uptime: wording.uptime())
    return [line(wording.status(of: message, standing, to: name), of: message)]
  }

  /// - Parameter status: `nil` where nothing of it is under way.
  private func tells(_ status: DeliveryStatus?, _ reason: String?, of message: Message) -> Bool {
    status.map { volume.tells($0, reason: reason, inGroup: rooms.isIn(message.chat)) } ?? true
  }

  private mutating func removed(_ row: Int64, from chat: JID) -> [Action] {
    guard let gone = edits.remove(row, from: chat) else { return [] }
    sent.remove(gone.id)
    // Of what was deleted for everyone that is told already.
    guard !gone.text.isEmpty else { return [] }
    return [.say(wording.removed(gone.text, to: names.name(of: chat)))]
  }

  private mutating func received(_ message: Message) -> [Action] {
    greeted.insert(message.chat)
    if edits.isNews(message), printed.contains(message.id) {
      return [line(wording.received(message, from: names.author(of: message)), of: message)]
    }
    guard !printed.contains(message.id) else { return [] }
    if arrivals.passes(message) { return show(message) }
    return arrivals.beginsWait() ? [.wait] : []
  }

  /// A wait for places is over.
  mutating func waited() -> [Action] {
    let shown = arrivals.waited(isCaughtUp: isOnline && isCaughtUp).flatMap { show($0) }
    return shown + (arrivals.beginsWait() ? [.wait] : [])
  }

  /// What is held back, before the end.
  mutating func showRest() -> [Action] { arrivals.release().flatMap { show($0) } }

  private mutating func show(_ message: Message) -> [Action] {
    guard printed.insert(message.id).inserted else { return [] }
    replies.apply(message)
    let said = wording.received(message, from: names.author(of: message))
    let lines = [line(said, of: message)] + reacted(to: message)
    guard isInFront, message.chat == openChat else { return lines }
    return lines + [.submit(.markRead(chat: message.chat, through: message.order))]
  }

  /// The history of a chat that was opened: its newest messages, once.
  private mutating func page(_ chat: JID, _ messages: [Message]) -> [Action] {
    guard chat == openChat, awaitsHistory else { return [] }
    awaitsHistory = false
    let messages = messages.filter { $0.isMine || printed.contains($0.id) || arrivals.passes($0) }
    let fresh = messages.suffix(PlainWording.historyLength).filter { !isKnown($0) }
    for message in messages {
      printed.insert(message.id)
      invitations.apply(message)
      if let id = message.originID, message.isMine { sent.know(id, message.status) }
      edits.apply(message)
      replies.apply(message)
      _ = edits.isNews(message)
      _ = reactions.news(of: message)
    }
    var actions = fresh.map { message in
      line(
        wording.past(message, sender: names.author(of: message))
          + wording.reactions(to: message, name: names.name), of: message)
    }
    let last = messages.last { !$0.isMine }
    if arrivals.beginsWait() { actions.append(.wait) }
    if isInFront, let last { actions.append(.submit(.markRead(chat: chat, through: last.order))) }
    return actions
  }

  private func isKnown(_ message: Message) -> Bool {
    printed.contains(message.id) || message.originID.map(sent.isTold) ?? false
  }

  /// Says once for each chat what came while psst was away.
  private mutating func unread(_ chat: Chat) -> [Action] {
    guard greeted.insert(chat.jid).inserted, chat.unread > 0 else { return [] }
    return [.say(wording.clean(tr("\(names.name(of: chat.jid)): \(chat.unread) unread")))]
  }

  private mutating func outbox(_ now: OutboxCounts) -> [Action] {
    let before = counts
    counts = now
    guard isOffline, now.waiting > before.waiting else { return [] }
    return [.say(wording.clean(tr("offline") + wording.waiting(now)))]
  }

  /// The policy's question in words, once (O5).
  private mutating func asked(_ question: PolicyQuestion?) -> [Action] {
    defer { isAsked = question != nil }
    guard let question, !isAsked else { return [] }
    let count = question.waiting
    return [
      .say(
        tr(
          count, "connected: send 1 queued message? /send sends, /queue shows first",
          "connected: send \(count) queued messages? /send sends, /queue shows first"))
    ]
  }

  private mutating func disk(_ trouble: DiskTrouble?) -> [Action] {
    guard let trouble else { return [.say(tr("the disk takes messages again"))] }
    isClosed = trouble.state == .closed
    let reason = trouble.reason + (isClosed ? " (\(trouble.path))" : "")
    return [.say(wording.clean(tr("error: \(reason). \(trouble.advice)")))]
  }

  private mutating func notStored(_ id: OriginID, _ text: String, _ reason: String) -> [Action] {
    sent.fail(id)
    return [.say(wording.clean(tr("error: not saved and not sent (\(reason)): \(text)")))]
  }

  // MARK: The outbox

  /// Tries now what waits, and once more what failed.
  mutating func sendAll(_ queue: [OutboxEntry]) -> [Action] {
    let failures = queue.filter { $0.state == .failed }.map(\.originID)
    sent.retry(failures)
    return [.submit(.sendAll)] + failures.map { .submit(.retry($0)) }
  }

  mutating func lines(of queue: [OutboxEntry]) -> [String] {
    if queue.isEmpty { return [tr("No queued messages")] }
    return queue.map { entry in
      let standing = outlook.standing(entry, uptime: wording.uptime())
      let line = wording.entry(entry, standing, to: names.name(of: entry.chat))
      return isNumbered ? "#\(numbers.number(of: entry)) \(line)" : line
    }
  }

  /// What to say at the end about what is left (O18); `nil` where nothing is.
  var farewell: String? {
    if !isSaved { return tr("error: not all that was written could be saved") }
    let waiting = max(counts.waiting, sent.waiting)
    guard waiting > 0 else { return nil }
    if isHeld {
      return tr(
        waiting, "1 message waiting for your OK: kept; /send sends",
        "\(waiting) messages waiting for your OK: kept; /send sends")
    }
    return tr(
      waiting, "1 message waiting: kept, and sent when psst is next online",
      "\(waiting) messages waiting: kept, and sent when psst is next online")
  }
}

extension Change {
  /// A message of somebody else's.
  fileprivate var arrival: Message? {
    if case .message(let message) = self, !message.isMine { message } else { nil }
  }
}
