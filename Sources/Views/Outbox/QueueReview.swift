internal import Model
internal import Screen
internal import Store

/// The outbox on a full screen of its own (O6): what is selected, marked, filtered. Only the rows that
/// are seen are laid out, however many wait.
struct QueueReview: Layer {
  private(set) var selected: OriginID?
  /// Where the selected one stood: what takes its place is selected when it goes.
  private(set) var index = 0
  private(set) var top = 0
  private(set) var marks: Set<OriginID> = []
  /// The whole text of the selected one is shown below.
  private(set) var isExpanded = false
  /// Part of a chat's name.
  private(set) var filter = TextBuffer()
  private(set) var isFiltering = false
  /// All was sent from here: when nothing is left there is nothing to review (O16).
  private var isSendingAll = false
  private(set) var isOver = false
  /// The policy's question that the review has taken the place of.
  private var answered: Int64?

  var place: Keymap.Place { isFiltering ? .choosing : .queue }
  var coverage: LayerCoverage { .betweenBars }
  var openedBy: Command? { .queue }
  var opening: [Action] { [.everywhere(.openQueue)] }
  var closing: [Action] { [.everywhere(.closeQueue)] }
  var passes: Set<Command> { isFiltering ? [] : [.answerReview, .help] }

  // MARK: What is shown

  /// The entries that the filter lets through, in the order of sending.
  func entries(_ snapshot: Snapshot) -> [OutboxEntry] {
    let all = snapshot.queue?.entries ?? []
    guard !filter.isEmpty else { return all }
    let wanted = filter.text
    var verdicts: [ChatID: Bool] = [:]
    // Those that wait together often go to one chat.
    var last: (chat: ChatID, isShown: Bool)?
    return all.filter { entry in
      if let last, last.chat == entry.chatID { return last.isShown }
      let isShown =
        verdicts[entry.chatID]
        ?? (FuzzyMatch(wanted, in: Names.chat(entry.chatID, in: snapshot)) != nil)
      verdicts[entry.chatID] = isShown
      last = (entry.chatID, isShown)
      return isShown
    }
  }

  /// Keeps the selection on its entry, or on what took its place.
  mutating func update(in surroundings: Surroundings) -> [Action] {
    let snapshot = surroundings.context.snapshot
    let entries = entries(snapshot)
    settle(entries)
    show(rows: rows(in: surroundings), of: entries.count)
    let queue = snapshot.queue.flatMap { $0.isLoading ? nil : $0.entries }
    if let queue, !marks.isEmpty { marks.formIntersection(queue.map(\.originID)) }
    isOver = isSendingAll && queue?.isEmpty ?? false
    return dismissQuestion(snapshot)
  }

  /// Looking through the queue is one of the answers to the policy's question (O5).
  private mutating func dismissQuestion(_ snapshot: Snapshot) -> [Action] {
    guard let question = snapshot.question, question.until != answered else { return [] }
    answered = question.until
    return [.everywhere(.dismissQuestion)]
  }

  private mutating func settle(_ entries: [OutboxEntry]) {
    guard !entries.isEmpty else {
      (selected, index) = (nil, 0)
      return
    }
    if entries.indices.contains(index), entries[index].originID == selected { return }
    let found = selected.flatMap { id in entries.firstIndex { $0.originID == id } }
    select(found ?? index, in: entries)
  }

  private mutating func select(_ place: Int, in entries: [OutboxEntry]) {
    guard !entries.isEmpty else { return }
    index = min(max(place, 0), entries.count - 1)
    selected = entries[index].originID
  }

  private mutating func show(rows: Int, of count: Int) {
    let rows = max(1, rows)
    if index < top { top = index }
    if index >= top + rows { top = index - rows + 1 }
    top = max(0, min(top, count - rows))
  }

  // MARK: Input

  mutating func type(_ text: String) -> [Effect] {
    if isFiltering { filter.insert(String(text.filter { !$0.isNewline }.prefix(100))) }
    return []
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    if isFiltering { return edit(command) }
    let entries = entries(surroundings.context.snapshot)
    settle(entries)
    if move(command, rows: rows(in: surroundings), in: entries) { return .consumed([]) }
    switch command {
    case .accept: isExpanded.toggle()
    case .mark: mark(in: entries)
    case .filter: isFiltering = true
    case .close: return leave()
    case .undo: return .consumed([.action(.everywhere(.undo))])
    case .sendAll: return sendAll()
    case .sendOne, .delete, .edit, .info: return act(command, in: entries)
    default: break
    }
    return .consumed([])
  }

  private mutating func move(_ command: Command, rows: Int, in entries: [OutboxEntry]) -> Bool {
    let page = max(1, rows - 1)
    switch command {
    case .down: select(index + 1, in: entries)
    case .up: select(index - 1, in: entries)
    case .first: select(0, in: entries)
    case .last: select(entries.count - 1, in: entries)
    case .scrollDown: select(index + page, in: entries)
    case .scrollUp: select(index - page, in: entries)
    default: return false
    }
    return true
  }

  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let entries = entries(surroundings.context.snapshot)
    switch mouse.action {
    case .wheelUp: select(index - 3, in: entries)
    case .wheelDown: select(index + 3, in: entries)
    case .press:
      let row = mouse.at.y - surroundings.body.y
      if row >= 0, top + row < entries.count { select(top + row, in: entries) }
    case .release: break
    }
    return []
  }

  private mutating func edit(_ command: Command) -> Outcome {
    switch command {
    case .accept: isFiltering = false
    case .close:
      isFiltering = false
      filter.clear()
    case .deleteLeft: filter.deleteLeft()
    case .deleteToStart: filter.clear()
    default: break
    }
    return .consumed([])
  }

  private mutating func leave() -> Outcome {
    guard filter.isEmpty else {
      filter.clear()
      return .consumed([])
    }
    return .consumed([.close])
  }

  // MARK: Acting

  private mutating func mark(in entries: [OutboxEntry]) {
    guard let selected else { return }
    if marks.remove(selected) == nil { marks.insert(selected) }
    select(index + 1, in: entries)
  }

  private mutating func sendAll() -> Outcome {
    isSendingAll = true
    return .consumed([.action(.everywhere(.sendAll))])
  }

  /// On the marked ones, or else on the selected one.
  private mutating func act(_ command: Command, in entries: [OutboxEntry]) -> Outcome {
    guard entries.indices.contains(index) else { return .consumed([]) }
    let marked = marks.isEmpty ? [] : entries.filter { marks.contains($0.originID) }
    let targets = marked.isEmpty ? [entries[index]] : marked
    switch command {
    case .sendOne:
      marks = []
      return .consumed(targets.map { .action(.intent(.sendOne($0.originID), of: $0.account)) })
    case .delete: return .consumed([Question.ask(.deleteQueued(targets))])
    case .edit: return edit(entries[index])
    default:
      return .consumed([
        .show(MessageInfo(of: SentMessageID(entries[index].originID, of: entries[index].account)))
      ])
    }
  }

  private func edit(_ entry: OutboxEntry) -> Outcome {
    if let amendment = entry.amendment, !amendment.isText {
      let what = amendment.isRetraction ? "deletion" : "reaction"
      return .consumed([.tell(Notice(.information, "A \(what) has no text to edit."))])
    }
    guard entry.mayHaveLeft else { return .consumed([.editEntry(entry)]) }
    return .consumed([.tell(OutboxEntry.mayHaveLeftNotice)])
  }

  // MARK: On the screen

  private func rows(in surroundings: Surroundings) -> Int {
    QueuePainter(context: surroundings.context, review: self).listRows(surroundings.body)
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    QueuePainter(context: surroundings.context, review: self)
      .render(surroundings.screen, body: surroundings.body, into: &surface)
  }
}
