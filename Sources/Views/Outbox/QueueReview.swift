internal import Localization
internal import Model
internal import Screen
internal import Store

/// The outbox on a full screen of its own (O6): what is selected, marked, filtered.
struct QueueReview: Layer {
  private(set) var selected: OriginID?
  /// Where the selected one stands: what takes its place is selected when it goes.
  private(set) var index = 0
  /// The first row that is seen.
  private(set) var top = 0
  private(set) var marks = Marks()
  /// Part of a chat's name.
  private(set) var filter = TitleFilter()
  /// All was sent from here: when nothing is left there is nothing to review (O16).
  private var isSendingAll = false
  private(set) var isOver = false
  /// The policy's question that the review has taken the place of.
  private var answered: Int64?
  /// As they were shown last.
  private var known: QueueRows?

  var place: Keymap.Place { filter.isOpen ? .choosing : .queue }
  var coverage: LayerCoverage { .betweenBars }
  var openedBy: Command? { .queue }
  var opening: [Action] { [.everywhere(.openQueue)] }
  var closing: [Action] { [.everywhere(.closeQueue)] }
  var passes: Set<Command> { filter.isOpen ? [] : [.help, .goTo] }

  // MARK: What is shown

  /// What is shown on a screen of that width.
  func rows(_ snapshot: Snapshot, width: Int) -> QueueRows {
    let source = QueueRows.Source(
      revision: snapshot.revision, filter: filter.text,
      isNarrow: width < QueuePainter.leastWidth)
    if let known, known.source == source { return known }
    return QueueRows(snapshot, source)
  }

  private func rows(in surroundings: Surroundings) -> QueueRows {
    rows(surroundings.context.snapshot, width: surroundings.body.width)
  }

  /// Keeps the selection on its entry, or on what took its place.
  mutating func update(in surroundings: Surroundings) -> [Action] {
    let snapshot = surroundings.context.snapshot
    let rows = rows(in: surroundings)
    let isNew = known?.source.revision != rows.source.revision
    known = rows
    settle(rows)
    if isNew, snapshot.queue?.isLoading == false {
      if !marks.isEmpty { marks.keep(only: rows.all.map(\.originID)) }
      isOver = isSendingAll && rows.all.isEmpty
    }
    show(rows, height: painter(surroundings).list.height)
    return dismissQuestion(snapshot)
  }

  /// Looking through the queue is one of the answers to the policy's question (O5).
  private mutating func dismissQuestion(_ snapshot: Snapshot) -> [Action] {
    guard let question = snapshot.question, question.until != answered else { return [] }
    answered = question.until
    return [.everywhere(.dismissQuestion)]
  }

  private mutating func settle(_ rows: QueueRows) {
    guard rows.places > 0 else {
      (selected, index) = (nil, 0)
      return
    }
    if index < rows.places, rows.entry(at: index).originID == selected { return }
    select(selected.flatMap(rows.place) ?? index, in: rows)
  }

  private mutating func select(_ place: Int, in rows: QueueRows) {
    guard rows.places > 0 else { return }
    index = min(max(place, 0), rows.places - 1)
    selected = rows.entry(at: index).originID
  }

  /// All of the selected one is seen, and above it the name of its chat.
  private mutating func show(_ rows: QueueRows, height: Int) {
    guard index < rows.places else {
      top = 0
      return
    }
    let wanted = rows.rows(of: index)
    if wanted.upperBound > top + height { top = wanted.upperBound - height }
    let head = QueuePainter.keepsHead(height) ? 1 : 0
    if wanted.lowerBound - head < top { top = wanted.lowerBound - head }
    top = max(0, min(top, rows.count - height))
  }

  // MARK: Input

  mutating func type(_ text: String) -> [Effect] {
    if filter.isOpen { filter.type(text) }
    return []
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    if filter.isOpen { return filter.perform(command) }
    let rows = rows(in: surroundings)
    settle(rows)
    if move(command, page: painter(surroundings).list.height - 1, in: rows) {
      return .consumed([])
    }
    switch command {
    case .mark: mark(in: rows)
    case .filter: filter.open()
    case .close: return filter.leave()
    case .undo: return .consumed([.action(.everywhere(.undo))])
    case .sendAll: return sendAll()
    case .sendOne, .delete, .edit, .info: return .consumed(act(command, in: rows))
    default: break
    }
    return .consumed([])
  }

  private mutating func move(_ command: Command, page: Int, in rows: QueueRows) -> Bool {
    switch command {
    case .down: select(index + 1, in: rows)
    case .up: select(index - 1, in: rows)
    case .first: select(0, in: rows)
    case .last: select(rows.places - 1, in: rows)
    case .scrollDown: select(index + max(1, page), in: rows)
    case .scrollUp: select(index - max(1, page), in: rows)
    default: return false
    }
    return true
  }

  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let rows = rows(in: surroundings)
    switch mouse.action {
    case .wheelUp: select(index - 3, in: rows)
    case .wheelDown: select(index + 3, in: rows)
    case .press: return click(painter(surroundings).target(at: mouse.at), in: rows)
    case .release: break
    }
    return []
  }

  private mutating func click(_ target: QueuePainter.Target?, in rows: QueueRows) -> [Effect] {
    guard let target else { return [] }
    select(target.place, in: rows)
    switch target.part {
    case .text: return []
    case .mark:
      toggleMark()
      return []
    // What is clicked is meant, whatever is marked.
    case .offer(let command): return act(command, on: [rows.entry(at: target.place)])
    }
  }

  // MARK: Acting

  private mutating func mark(in rows: QueueRows) {
    toggleMark()
    select(index + 1, in: rows)
  }

  private mutating func toggleMark() {
    guard let selected else { return }
    marks.toggle(selected)
  }

  private mutating func sendAll() -> Outcome {
    isSendingAll = true
    return .consumed([.action(.everywhere(.sendAll))])
  }

  /// On the marked ones, or else on the selected one.
  private mutating func act(_ command: Command, in rows: QueueRows) -> [Effect] {
    guard index < rows.places else { return [] }
    let isOfMarked = [.sendOne, .delete].contains(command) && !marks.isEmpty
    let targets = isOfMarked ? marks.inOrder(of: rows.all) : [rows.entry(at: index)]
    if isOfMarked, command == .sendOne { marks = Marks() }
    return act(command, on: targets)
  }

  private mutating func act(_ command: Command, on entries: [OutboxEntry]) -> [Effect] {
    // From now on the queue is emptied by hand: what was deleted last is brought back from here.
    if command == .sendOne || command == .delete { isSendingAll = false }
    switch command {
    case .sendOne:
      return entries.map { .action(.intent(.sendOne($0.originID), of: $0.account)) }
    case .delete: return [Question.ask(.deleteQueued(entries))]
    case .edit: return entries.first.map(edit) ?? []
    default:
      return entries.prefix(1).map {
        .show(MessageInfo(of: SentMessageID($0.originID, of: $0.account)))
      }
    }
  }

  private func edit(_ entry: OutboxEntry) -> [Effect] {
    if let amendment = entry.amendment, !amendment.isText {
      let words = tr(
        amendment.isRetraction
          ? "A deletion has no text to edit." : "A reaction has no text to edit.")
      return [.tell(Notice(.information, words))]
    }
    guard entry.mayHaveLeft else { return [.editEntry(entry)] }
    return [.tell(OutboxEntry.mayHaveLeftNotice)]
  }

  /// What can be done now, and nothing else.
  func hintWords(_ context: Context) -> [Command: String] {
    if filter.isOpen { return [.accept: tr("filter"), .down: "", .close: tr("show all")] }
    let isEmpty = context.snapshot.queue?.entries.isEmpty ?? true
    var words = [Command.close: tr(filter.isEmpty ? "back" : "show all")]
    if !context.snapshot.canUndo { words[.undo] = "" }
    if isEmpty { words.merge([.sendAll: "", .filter: ""]) { $1 } }
    guard let known, index < known.places, !isEmpty else {
      return words.merging(Self.ofOne.map { ($0, "") }) { $1 }
    }
    let entry = known.entry(at: index)
    let isFailed = entry.state == .failed
    words[.sendOne] =
      marks.isEmpty
      ? tr(isFailed ? "try again" : "send")
      : tr(marks.count, "send 1 marked", "send \(marks.count) marked")
    if !marks.isEmpty { words[.delete] = tr("delete \(marks.count)") }
    if !entry.mayBeEdited { words[.edit] = "" }
    if marks.contains(entry.originID) { words[.mark] = tr("unmark") }
    return words
  }

  /// What is for nothing where there is no message.
  private static let ofOne: [Command] = [.sendOne, .edit, .delete, .mark, .info]

  // MARK: On the screen

  private func painter(_ surroundings: Surroundings) -> QueuePainter {
    QueuePainter(
      context: surroundings.context, review: self, rows: rows(in: surroundings),
      body: surroundings.body)
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    painter(surroundings).render(surroundings.screen, into: &surface)
  }
}
