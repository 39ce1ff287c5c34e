internal import Files
internal import Handover
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
    /// Call ``waited()`` after ``Arrivals/patience``.
    case wait
    case quit
  }

  /// Somebody reads along: what is printed for the open chat counts as read (D2).
  var isInFront = false
  /// Nobody is there whom the policy could ask: what is written goes, older ones of its chat first.
  var isUnattended = false
  private(set) var names: NameBook
  private(set) var openChat: JID?
  private(set) var counts: OutboxCounts
  private let wording: PlainWording
  /// Mine of this run that the server has not answered yet.
  private var pending: Set<OriginID> = []
  /// Mine of this run that failed.
  private var failed: Set<OriginID> = []
  private var statuses: [OriginID: DeliveryStatus] = [:]
  private var printed: Set<Int64> = []
  private var arrivals = Arrivals()
  private var greeted: Set<JID> = []
  private var presence: [JID: Presence] = [:]
  private var typing: [JID: [JID]] = [:]
  private var connection = ""
  private var isOffline = false
  private var isOnline = false
  private var isCaughtUp = false
  private var isAsked = false
  private var lastNotice: Notice?
  private var awaitsHistory = false
  private var searches = PlainSearch()
  private var acquaintances = PlainAcquaintances()
  private var edits = PlainEdits()
  private var replies = PlainReplies()

  /// - Parameter counts: what the outbox holds at the start.
  init(account: JID, counts: OutboxCounts, wording: PlainWording) {
    names = NameBook(account: account)
    self.counts = counts
    self.wording = wording
  }

  /// Nothing waits any more.
  var isSettled: Bool { pending.isEmpty && edits.pending.isEmpty && counts.waiting == 0 }

  /// Everything that was searched for was answered, and what needs a connection was said on one.
  var isAnswered: Bool { searches.isEmpty && acquaintances.isEmpty }

  /// What waits does so for the user's word: waiting longer is of no use.
  var isHeld: Bool { isOnline && counts.held > 0 && counts.held == counts.waiting && isSaved }

  /// All that was written here is on disk.
  var isSaved: Bool { pending.allSatisfy { statuses[$0] != nil } }

  /// What the server kept is here, and nothing of it is held back that may get its place yet.
  var isAllShown: Bool { isCaughtUp && arrivals.isEmpty || !isOnline }

  /// The messages cannot be opened: there is nothing to do here.
  private(set) var isClosed = false

  /// What the program says to its caller if it ended now.
  var exitCode: ExitCode {
    if isClosed { return .failed }
    if !isSaved { return .failed }
    if !isSettled { return .tryAgain }
    return failed.isEmpty ? .done : .failed
  }

  // MARK: Input

  mutating func read(_ line: String, newID: () -> OriginID) -> [Action] {
    if line.hasPrefix("/") { return command(line.dropFirst(), newID: newID) }
    return text(line, newID: newID)
  }

  /// Takes a text begun with two slashes for a text that begins with one.
  private mutating func command(_ line: Substring, newID: () -> OriginID) -> [Action] {
    let parts = line.split(separator: " ", maxSplits: 1)
    let operand = parts.count > 1 ? String(parts[1]).trimmedSpaces : ""
    switch parts.first.map(String.init) ?? "" {
    case "to": return open(operand)
    case "search": return searches.ask(operand)
    case "accept": return acquaint(operand, .grant)
    case "refuse": return acquaint(operand, .refuse)
    case "add": return acquaint(operand, .ask)
    case "edit": return edit(operand, newID: newID)
    case "reply": return reply(operand, newID: newID)
    case "delete": return delete(newID: newID)
    case "queue": return [.listQueue]
    case "send": return [.sendAll]
    case "help": return PlainWording.help.map { .say($0) }
    case "quit": return [.quit]
    case "me" where operand.isEmpty: return [.say("error: /me needs words")]
    // The others' programs show it as what one does (XEP-0245).
    case "me": return text("/" + line, newID: newID)
    case let word:
      let hint = NearestWord.suggestion(for: "/" + word, among: PlainWording.commands)
      return [.say(wording.clean("error: unknown command /\(word)\(hint)"))]
    }
  }

  private mutating func open(_ name: String) -> [Action] {
    guard !name.isEmpty else { return [.say("error: /to needs a name")] }
    do {
      let jid = try names.address(of: name)
      openChat = jid
      awaitsHistory = true
      return [.say(wording.clean("to \(names.introduction(of: jid))")), .submit(.open(jid))]
    } catch {
      return [.say(wording.clean("error: \(error.text)"))]
    }
  }

  private mutating func acquaint(_ name: String, _ action: SubscriptionAction) -> [Action] {
    do {
      let actions =
        action == .ask
        ? try acquaintances.ask(name, wording, names)
        : try acquaintances.answer(name, action, wording, names)
      return acquaintances.perform(actions, isOnline: isOnline)
    } catch {
      return [.say(wording.clean("error: \(error.text)"))]
    }
  }

  private mutating func text(
    _ line: String, answering target: ReplyTarget? = nil, newID: () -> OriginID
  ) -> [Action] {
    switch OutgoingText(line) {
    case .empty: return []
    case .refused(let reason): return [.say("error: \(reason); nothing was sent")]
    case .text(let text):
      guard let openChat else { return [.say("error: to whom? say /to NAME first")] }
      let id = newID()
      pending.insert(id)
      let send = Action.submit(.send(chat: openChat, text: text, originID: id, replyTo: target))
      return isUnattended ? [send, .submit(.sendOne(id))] : [send]
    }
  }

  /// Answers the newest message of the other that was printed.
  private mutating func reply(_ line: String, newID: () -> OriginID) -> [Action] {
    guard let openChat else { return [.say("error: to whom? say /to NAME first")] }
    guard let target = replies.target(in: openChat) else {
      return [.say("error: there is no message to reply to")]
    }
    guard !line.isEmpty else { return [.say("error: /reply needs the text")] }
    return text(line, answering: target, newID: newID)
  }

  private mutating func edit(_ line: String, newID: () -> OriginID) -> [Action] {
    guard let openChat else { return [.say("error: to whom? say /to NAME first")] }
    guard edits.hasMessage(in: openChat) else {
      return [.say("error: there is no message of yours to edit")]
    }
    switch OutgoingText(line) {
    case .empty: return [.say("error: /edit needs the new text")]
    case .refused(let reason): return [.say("error: \(reason); nothing was sent")]
    case .text(let text):
      return edits.edit(openChat, text, newID: newID()).map { [.submit($0)] } ?? []
    }
  }

  private mutating func delete(newID: () -> OriginID) -> [Action] {
    guard let openChat else { return [.say("error: to whom? say /to NAME first")] }
    guard let intent = edits.delete(openChat, newID: newID()) else {
      return [.say("error: there is no message of yours to delete")]
    }
    return [.submit(intent)]
  }

  // MARK: Changes

  /// The changes of one transaction. What is read back from the archive comes newest first; it is told in
  /// the order of the chat (T1).
  mutating func take(_ changes: [Change]) -> [Action] {
    var arrivals = changes.compactMap(\.arrival).sorted { $0.order < $1.order }[...]
    return changes.flatMap { change in
      guard change.arrival != nil, let next = arrivals.popFirst() else { return take(change) }
      return take(.message(next))
    }
  }

  mutating func take(_ change: Change) -> [Action] {
    names.take(change)
    switch change {
    case .connection(let state): return connection(state)
    case .message(let message): return self.message(message)
    case .page(let chat, let messages, _): return page(chat, messages)
    case .chat(let chat): return unread(chat)
    case .presence(let jid, let now): return self.presence(jid, now)
    case .typing(let chat, let who): return self.typing(chat, who)
    case .outbox(let now): return outbox(now)
    case .notStored(_, let id, let text, let reason), .notSaved(_, let id, let text, let reason):
      return notStored(id, text, reason)
    case .disk(let trouble): return disk(trouble)
    case .notice(let notice): return self.notice(notice)
    case .requests(let who): return acquaintances.take(who, wording)
    case .policyAsks(let question): return asked(question)
    case .found(let results): return searches.take(results, wording, names)
    case .caughtUp(let isSo):
      isCaughtUp = isSo
      return []
    case .messageRemoved(let chat, let row): return removed(row, from: chat)
    case .chatRemoved, .contact, .contactRemoved, .presenceOutdated, .policy,
      .queue, .queueEntry, .queueEntryRemoved, .life, .stretch, .newer, .arrived,
      .opened:
      return []
    }
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
    guard notice != lastNotice else { return [] }
    lastNotice = notice
    return wording.notice(notice).map { [.say(wording.clean($0))] } ?? []
  }

  private mutating func message(_ message: Message) -> [Action] {
    message.isMine ? mine(message) : received(message)
  }

  private mutating func mine(_ message: Message) -> [Action] {
    guard let id = message.originID, let status = message.status, !message.isSaving else {
      return []
    }
    settle(id, status)
    edits.take(message)
    let isEdited = edits.isNews(message)
    guard statuses[id] != status || isEdited else { return [] }
    statuses[id] = status
    if isEdited { return [.say(wording.edited(message, to: names.name(of: message.chat)))] }
    if message.isDeleted { return [] }
    return [.say(wording.status(of: message, status, to: names.name(of: message.chat)))]
  }

  private mutating func removed(_ row: Int64, from chat: JID) -> [Action] {
    guard let gone = edits.remove(row, from: chat) else { return [] }
    pending.remove(gone.id)
    failed.remove(gone.id)
    // Of what was deleted for everyone that is told already.
    guard !gone.text.isEmpty else { return [] }
    return [.say(wording.removed(gone.text, to: names.name(of: chat)))]
  }

  private mutating func settle(_ id: OriginID, _ status: DeliveryStatus) {
    switch status {
    case .queued, .sending:
      if failed.remove(id) != nil { pending.insert(id) }
    case .sent, .delivered, .read:
      pending.remove(id)
      failed.remove(id)
    case .failed:
      if pending.remove(id) != nil { failed.insert(id) }
    }
  }

  private mutating func received(_ message: Message) -> [Action] {
    greeted.insert(message.chat)
    if edits.isNews(message), printed.contains(message.id) {
      return [.say(wording.received(message, from: names.name(of: message.sender)))]
    }
    guard !printed.contains(message.id) else { return [] }
    if arrivals.passes(message) { return show(message) }
    return arrivals.beginsWait() ? [.wait] : []
  }

  /// A wait for places is over.
  mutating func waited() -> [Action] {
    let shown = arrivals.waited(isOnline: isOnline).flatMap { show($0) }
    return shown + (arrivals.beginsWait() ? [.wait] : [])
  }

  /// What is held back, before the end.
  mutating func showRest() -> [Action] { arrivals.release().flatMap { show($0) } }

  private mutating func show(_ message: Message) -> [Action] {
    guard printed.insert(message.id).inserted else { return [] }
    replies.take(message)
    let line = wording.received(message, from: names.name(of: message.sender))
    guard isInFront, message.chat == openChat else { return [.say(line)] }
    return [.say(line), .submit(.markRead(chat: message.chat, through: message.order))]
  }

  /// The history of a chat that was opened: its newest messages, once.
  private mutating func page(_ chat: JID, _ messages: [Message]) -> [Action] {
    guard chat == openChat, awaitsHistory else { return [] }
    awaitsHistory = false
    let messages = messages.filter { $0.isMine || printed.contains($0.id) || arrivals.passes($0) }
    let fresh = messages.suffix(PlainWording.historyLength).filter { !isKnown($0) }
    for message in messages {
      printed.insert(message.id)
      if let id = message.originID, message.isMine { statuses[id] = message.status }
      edits.take(message)
      replies.take(message)
      _ = edits.isNews(message)
    }
    let lines = fresh.map { message in
      wording.past(message, sender: names.name(of: message.sender))
    }
    let last = messages.last { !$0.isMine }
    var actions: [Action] = lines.map { .say($0) } + (arrivals.beginsWait() ? [.wait] : [])
    if isInFront, let last { actions.append(.submit(.markRead(chat: chat, through: last.order))) }
    return actions
  }

  private func isKnown(_ message: Message) -> Bool {
    printed.contains(message.id) || message.originID.map { statuses[$0] != nil } ?? false
  }

  /// Says once for each chat what came while psst was away.
  private mutating func unread(_ chat: Chat) -> [Action] {
    guard greeted.insert(chat.jid).inserted, chat.unread > 0 else { return [] }
    return [.say(wording.clean("\(chat.name): \(chat.unread) unread"))]
  }

  /// What is told without a connection is of before (N4), and is told again with one.
  private mutating func presence(_ jid: JID, _ now: Presence) -> [Action] {
    guard isOnline else { return [] }
    let before = presence.updateValue(now, forKey: jid) ?? .offline
    guard before != now, jid != names.account else { return [] }
    return [.say(wording.clean("\(names.name(of: jid)) is \(now.rawValue)"))]
  }

  private mutating func typing(_ chat: JID, _ who: [JID]) -> [Action] {
    let before = typing.updateValue(who, forKey: chat) ?? []
    return who.filter { !before.contains($0) }.map {
      .say(wording.clean("\(names.name(of: $0)) is typing"))
    }
  }

  private mutating func outbox(_ now: OutboxCounts) -> [Action] {
    let before = counts
    counts = now
    guard isOffline, now.waiting > before.waiting else { return [] }
    return [.say(wording.clean("offline" + wording.waiting(now)))]
  }

  /// The policy's question in words, once (O5).
  private mutating func asked(_ question: PolicyQuestion?) -> [Action] {
    defer { isAsked = question != nil }
    guard let question, !isAsked else { return [] }
    let what = question.waiting == 1 ? "1 queued message" : "\(question.waiting) queued messages"
    return [.say("connected: send \(what)? /send sends, /queue shows first")]
  }

  private mutating func disk(_ trouble: DiskTrouble?) -> [Action] {
    guard let trouble else { return [.say("the disk takes messages again")] }
    isClosed = trouble.state == .closed
    let file = isClosed ? " (\(trouble.path))" : ""
    return [.say(wording.clean("error: \(trouble.reason)\(file). \(trouble.advice)"))]
  }

  private mutating func notStored(_ id: OriginID, _ text: String, _ reason: String) -> [Action] {
    if pending.remove(id) != nil { failed.insert(id) }
    return [.say(wording.clean("error: not saved and not sent (\(reason)): \(text)"))]
  }

  // MARK: The outbox

  /// Tries now what waits, and once more what failed.
  mutating func sendAll(_ queue: [OutboxEntry]) -> [Action] {
    let failures = queue.filter { $0.state == .failed }.map(\.originID)
    pending.formUnion(failures)
    failed.subtract(failures)
    return [.submit(.sendAll)] + failures.map { .submit(.retry($0)) }
  }

  func lines(of queue: [OutboxEntry]) -> [String] {
    if queue.isEmpty { return ["No queued messages"] }
    return queue.map { wording.entry($0, to: names.name(of: $0.chat)) }
  }

  /// What to say at the end about what is left (O18); `nil` where nothing is.
  var farewell: String? {
    if !isSaved { return "error: not all that was written could be saved" }
    let waiting = max(counts.waiting, pending.count)
    guard waiting > 0 else { return nil }
    if isHeld { return wording.messages(waiting) + " waiting for your word: kept; /send sends" }
    return wording.messages(waiting) + " waiting: kept, and sent when psst is next online"
  }
}

extension Change {
  /// A message of somebody else's.
  fileprivate var arrival: Message? {
    if case .message(let message) = self, !message.isMine { message } else { nil }
  }
}
